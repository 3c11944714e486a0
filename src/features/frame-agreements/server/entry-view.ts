import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { trimZeros } from '#contract/money.ts'
import type { Payer } from '#features/contracts/rules/payment.ts'
import { orderedUnder } from '#features/contracts/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/entry.ts'
import { amountOf } from '../rules/quota.ts'
import { type AgreementState, ENTRY_STATES, ENTRY_STATUS, type EntryState } from '../rules/status.ts'
import type { CallRule, Kind } from '../rules/words.ts'
import { entryFacts, SELLER_SEES } from './access.ts'
import { type Ctx, itemsOf, now, pricesOf } from './rows.ts'
import { madeOrders, versionValue } from './view.ts'

/** Agreements as a supplier reads them: its own entry, and nothing of any other. */
export const entryViewRoutes: readonly Route[] = [
  implement(calls.entryPage, SELLER_SEES, async (ctx, { query }) => {
    const states = Object.keys(ENTRY_STATES)
      .filter((state) => state !== 'drafted')
      .map((state) => [state, sql<boolean>`e.state = ${sql.lit(state)}`])
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, ...Object.fromEntries(states) },
      tab: query.state ?? 'all',
      list: {
        alias: 'e',
        keys: ['id'],
        rows: () =>
          ownEntries(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['f.title', 'f.code']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'e.id'),
    })
    const used = await usedOf(ctx, page.rows)
    return { ...page, rows: page.rows.map((row) => rowValue(row, used)) }
  }),

  implement(calls.entryDetail, SELLER_SEES, async (ctx, { params }) => {
    const row = await shown(ctx).where('e.id', '=', params.entryId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    return wholeValue(ctx, row)
  }),
]

/** As `e`, with their agreement as `f`. */
export function ownEntries(ctx: Ctx) {
  return ctx.tx
    .selectFrom('frame_entry as e')
    .innerJoin('frame_agreement as f', (j) =>
      j.onRef('f.tenantId', '=', 'e.tenantId').onRef('f.id', '=', 'e.agreementId'),
    )
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.supplierCompanyId', '=', ctx.actor.companyId)
    .where('e.state', '<>', 'drafted')
}

function shown(ctx: Ctx) {
  return ownEntries(ctx)
    .innerJoin('company as p', 'p.id', 'f.purchaserCompanyId')
    .selectAll('e')
    .select(['f.code', 'f.title', 'f.kind', 'f.fromDay', 'f.untilDay', 'f.state as agreementState'])
    .select('p.name as purchaserName')
    .select(
      sql<boolean>`exists (select from frame_version v where v.tenant_id = e.tenant_id and v.entry_id = e.id
        and v.state = 'offered')`.as('hasAdjustment'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
type UsedMap = Awaited<ReturnType<typeof usedOf>>

function usedOf(ctx: Ctx, rows: readonly Row[]) {
  return orderedUnder(
    ctx,
    rows.flatMap(({ contractId }) => contractId ?? []),
  )
}

function rowValue(row: Row, orders: UsedMap) {
  const used = row.contractId === null ? undefined : orders.get(row.contractId)
  return {
    entryId: row.id,
    agreementId: row.agreementId,
    code: row.code,
    title: row.title,
    kind: row.kind as Kind,
    purchaserName: row.purchaserName,
    from: row.fromDay,
    until: row.untilDay,
    agreementState: row.agreementState as AgreementState,
    state: row.state as EntryState & ('offered' | 'active'),
    hasAdjustment: row.hasAdjustment,
    ordered: used?.amount ?? '0.00',
    accepted: used?.accepted ?? '0.00',
  }
}

async function wholeValue(ctx: Ctx, row: Row) {
  const agreement = await ctx.expectOne('frame_agreement', { id: row.agreementId })
  const items = await itemsOf(ctx, row.agreementId)
  const orders = await usedOf(ctx, [row])
  const used = row.contractId === null ? undefined : orders.get(row.contractId)
  const versions = await ctx.many('frame_version', { entryId: row.id }, { orderBy: ['version desc'] })
  const facts = await entryFacts(ctx, agreement, row)
  const prices = pricesOf(row)
  // That the purchaser waits for an approval of its own is no business of the supplier.
  const record = { ...facts, held: null }
  return {
    ...rowValue(row, orders),
    rule: agreement.rule as CallRule,
    amount: amountOf(agreement.quota, row.share),
    share: row.share && trimZeros(row.share),
    terms: agreement.terms,
    priceNote: agreement.priceNote,
    place: agreement.place,
    payer: agreement.payer as Payer,
    payDays: agreement.payDays,
    payReason: agreement.payReason,
    files: agreement.files as unknown as StoredFile[],
    contentHash: row.contentHash?.toString('hex') ?? '',
    contractId: row.contractId,
    reason: row.state === 'suspended' || row.state === 'exited' || row.state === 'refused' ? row.reason : '',
    sentAt: agreement.sentAt?.toISOString() ?? null,
    sentByName: agreement.sentByName,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answeredByName: row.answeredByName,
    endReason: agreement.endReason,
    lines: items.map(({ line, name, spec, unit, quantity: whole }) => {
      const price = prices.find((one) => one.line === line)
      const quantity = price?.quantity ?? whole
      const taken = used?.lines.find((one) => one.line === line)
      return {
        line,
        name,
        spec,
        unit,
        unitPrice: price?.unitPrice ?? null,
        quantity: quantity && trimZeros(quantity),
        ordered: trimZeros(taken?.ordered ?? '0'),
        accepted: trimZeros(taken?.accepted ?? '0'),
      }
    }),
    versions: versions.map(versionValue),
    callOffs: (await madeOrders(ctx, { entryId: row.id }, () => '')).map(
      ({ supplierName: _name, skipReason: _skip, ...one }) => one,
    ),
    actions: ctx.actor.rights.has('bidding') ? ENTRY_STATUS.allowed(record, 'supplier', now(ctx)) : [],
  }
}
