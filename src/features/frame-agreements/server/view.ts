import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum, trimZeros } from '#contract/money.ts'
import type { Payer } from '#features/contracts/rules/payment.ts'
import { orderedUnder } from '#features/contracts/server/public.ts'
import { pendingApproval } from '#features/workflow/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/agreement.ts'
import { leftOf } from '../rules/quota.ts'
import {
  AGREEMENT_STATES,
  AGREEMENT_STATUS,
  type AgreementState,
  ENTRY_STATUS,
  type EntryState,
} from '../rules/status.ts'
import type { CallRule, Category, Kind, Regime } from '../rules/words.ts'
import { AGREEMENT_SUBJECT, entryFacts, factsOf, FILES, isKeeper, ownAgreement, ownAgreements, SEES } from './access.ts'
import { type Agreement, type Any, type Ctx, namesOf, now, pricesOf, today } from './rows.ts'
import { findingsOf } from './findings.ts'
import { nextServed } from './orders.ts'
import { boundsOf, objections } from './usage.ts'

/** Days before the end in which an agreement is said to run out. */
const EXPIRING = 60
const LIVED = ['inForce', 'expired', 'ended']

/** Agreements as their purchaser reads them. */
export const viewRoutes: readonly Route[] = [
  implement(calls.agreementPage, SEES, async (ctx, { query }) => {
    const states = Object.keys(AGREEMENT_STATES).map((state) => [state, sql<boolean>`f.state = ${sql.lit(state)}`])
    const expiring = sql<boolean>`f.state = 'inForce' and f.until_day <= ${dayIn(ctx, EXPIRING)}`
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, ...Object.fromEntries(states), expiring },
      tab: query.state ?? 'all',
      list: {
        alias: 'f',
        keys: ['id'],
        rows: () =>
          ownAgreements(ctx)
            .$if(query.library !== undefined, (q) => q.where('f.state', 'in', LIVED))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['f.title', 'f.code']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'f.id'),
    })
    return { ...page, rows: await rowValues(ctx, page.rows) }
  }),

  implement(calls.agreementDetail, SEES, async (ctx, { params }) => {
    await ownAgreement(ctx, params.agreementId)
    const row = await shown(ctx).where('f.id', '=', params.agreementId).executeTakeFirstOrThrow()
    return wholeValue(ctx, row)
  }),

  implementFile(calls.agreementFile, FILES, async (ctx, { params }) => {
    const row =
      ctx.actor.workbench === 'supplier'
        ? await offered(ctx, params.agreementId)
        : await ownAgreement(ctx, params.agreementId)
    return keptFile(ctx, row.files as StoredFile[], params.fileId)
  }),
]

/** An agreement that was offered to the own company, or `notFound`. */
async function offered(ctx: Ctx, agreementId: string): Promise<Agreement> {
  const entry = await ctx.one('frame_entry', { agreementId, supplierCompanyId: ctx.actor.companyId })
  if (!entry || entry.state === 'drafted') throw new AppError('notFound')
  return ctx.expectOne('frame_agreement', { id: agreementId })
}

function dayIn(ctx: Any, days: number): string {
  return new Date(Date.parse(today(ctx)) + days * 86_400_000).toISOString().slice(0, 10)
}

function shown(ctx: Ctx) {
  return ownAgreements(ctx)
    .leftJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.orderId'))
    .leftJoin('frame_agreement as r', (j) => j.onRef('r.tenantId', '=', 'f.tenantId').onRef('r.id', '=', 'f.renewsId'))
    .selectAll('f')
    .select(['o.code as orderCode', 'o.title as orderTitle', 'r.code as renewsCode'])
    .select(sql<string | null>`${pendingApproval(ctx, AGREEMENT_SUBJECT, 'f.id')}`.as('pending'))
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

/** With what was ordered of each. */
async function rowValues(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const entries = ids.length === 0 ? [] : await ctx.many('frame_entry', { agreementId: ids }, { orderBy: ['no'] })
  const orders =
    ids.length === 0 ? [] : await ctx.many('frame_order', { agreementId: ids }, { columns: ['agreementId'] })
  const names = await namesOf(
    ctx,
    entries.map(({ supplierCompanyId }) => supplierCompanyId),
  )
  const used = await orderedUnder(
    ctx,
    entries.flatMap(({ contractId }) => contractId ?? []),
  )
  return rows.map((row) => {
    const of = entries.filter(({ agreementId }) => agreementId === row.id)
    const parts = of.flatMap(({ contractId }) => (contractId !== null && used.get(contractId)) || [])
    const ordered = sum(parts.map(({ amount }) => amount))
    return {
      agreementId: row.id,
      code: row.code,
      title: row.title,
      kind: row.kind as Kind,
      category: row.category as Category,
      rule: row.rule as CallRule,
      from: row.fromDay,
      until: row.untilDay,
      daysLeft:
        row.state === 'inForce' ? Math.round((Date.parse(row.untilDay) - Date.parse(today(ctx))) / 86_400_000) : null,
      state: row.state as AgreementState,
      pending: row.pending,
      suppliers: of.map(({ supplierCompanyId }) => names.get(supplierCompanyId) ?? ''),
      quota: row.quota,
      ordered: new Exact(ordered).toFixed(2),
      accepted: new Exact(sum(parts.map(({ accepted }) => accepted))).toFixed(2),
      left: row.quota === null ? null : Exact.max(new Exact(row.quota).minus(ordered), 0).toFixed(2),
      orders: orders.filter(({ agreementId }) => agreementId === row.id).length,
    }
  })
}

async function wholeValue(ctx: Ctx, row: Row) {
  const [[head], found, findings, facts] = await Promise.all([
    rowValues(ctx, [row]),
    boundsOf(ctx, row),
    findingsOf(ctx, row),
    factsOf(ctx, row),
  ])
  const { items, entries, bounds, acceptedOf } = found
  const at = now(ctx)
  const ids = entries.map(({ entry }) => entry.supplierCompanyId)
  const names = await namesOf(ctx, ids)
  const against = await objections(ctx, row.purchaserCompanyId, ids)
  const of = entries.map(({ entry }) => entry)
  const next = row.rule === 'rotation' && row.state === 'inForce' ? nextServed(of, { turn: row.turn, against }) : null
  const entryIds = of.map(({ id }) => id)
  const versions =
    entryIds.length === 0 ? [] : await ctx.many('frame_version', { entryId: entryIds }, { orderBy: ['version desc'] })
  return {
    ...head!,
    regime: row.regime as Regime,
    terms: row.terms,
    priceNote: row.priceNote,
    place: row.place,
    payer: row.payer as Payer,
    payDays: row.payDays,
    payReason: row.payReason,
    orderCode: row.orderCode ?? '',
    orderTitle: row.orderTitle ?? '',
    renewsCode: row.renewsCode ?? '',
    isFromAward: row.orderId !== null,
    files: row.files as StoredFile[],
    items: items.map(({ line, name, spec, unit, quantity }) => ({
      line,
      name,
      spec,
      unit,
      quantity: quantity && trimZeros(quantity),
      ordered: trimZeros(bounds.used.lines.find((one) => one.line === line)?.ordered ?? '0'),
      accepted: new Exact(sum(acceptedOf(line))).toFixed(),
    })),
    entries: await Promise.all(
      entries.map(async ({ entry, limits, used, left }) => ({
        entryId: entry.id,
        no: entry.no,
        companyId: entry.supplierCompanyId,
        supplierName: names.get(entry.supplierCompanyId) ?? '',
        share: entry.share && trimZeros(entry.share),
        state: entry.state as EntryState,
        reason: entry.reason,
        version: entry.version,
        contractId: entry.contractId,
        answeredAt: entry.answeredAt?.toISOString() ?? null,
        answeredByName: entry.answeredByName,
        isNext: next?.id === entry.id,
        admission: against.get(entry.supplierCompanyId) ?? null,
        ordered: used.amount,
        accepted: used.accepted,
        left,
        lines: items.map(({ line }) => {
          const price = pricesOf(entry).find((one) => one.line === line)
          return {
            line,
            unitPrice: price?.unitPrice ?? null,
            quantity: price?.quantity ?? null,
            ordered: trimZeros(used.lines.find((one) => one.line === line)?.ordered ?? '0'),
            left: leftOf(line, bounds, limits),
          }
        }),
        versions: versions.filter(({ entryId }) => entryId === entry.id).map(versionValue),
        actions: isKeeper(ctx) ? ENTRY_STATUS.allowed(await entryFacts(ctx, row, entry), 'purchaser', at) : [],
      })),
    ),
    callOffs: await madeOrders(ctx, { agreementId: row.id }, (entryId) => {
      const { supplierCompanyId } = of.find(({ id }) => id === entryId)!
      return names.get(supplierCompanyId) ?? ''
    }),
    findings: row.state === 'draft' ? findings : findings.filter(({ severity }) => severity === 'warn'),
    createdByName: row.createdByName,
    sentAt: row.sentAt?.toISOString() ?? null,
    sentByName: row.sentByName,
    signedAt: row.signedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedByName: row.endedByName,
    endReason: row.endReason,
    actions: AGREEMENT_STATUS.allowed(facts, 'purchaser', at).filter(
      ({ action }) =>
        isKeeper(ctx) || ((action === 'order' || action === 'compete') && ctx.actor.rights.has('performanceHandling')),
    ),
  }
}

type VersionRow = Awaited<ReturnType<typeof versionsOf>>[number]

function versionsOf(ctx: Any, entryId: string) {
  return ctx.many('frame_version', { entryId }, { orderBy: ['version desc'] })
}

/** A version of an entry's prices as both sides read it. */
export function versionValue(one: VersionRow) {
  return {
    version: one.version,
    prices: pricesOf(one),
    contentHash: one.contentHash.toString('hex'),
    reason: one.reason,
    state: one.state as 'agreed',
    proposedAt: one.proposedAt.toISOString(),
    answeredAt: one.answeredAt?.toISOString() ?? null,
    refusal: one.refusal,
  }
}

/** Orders made from an agreement, or of one entry, newest first; the last 200. */
export async function madeOrders(
  ctx: Any,
  of: { agreementId: string } | { entryId: string },
  nameOf: (entryId: string) => string,
) {
  const made = await ctx.many('frame_order', of, { orderBy: ['callOffId desc'], limit: 200 })
  if (made.length === 0) return []
  const rows = await ctx.many('call_off', { id: made.map(({ callOffId }) => callOffId) }, { orderBy: ['id desc'] })
  return rows.map(({ id, code, amount, deliverBy, state, createdAt }) => {
    const { entryId, skipReason } = made.find(({ callOffId }) => callOffId === id)!
    const order = { callOffId: id, code, amount, deliverBy, state, createdAt: createdAt.toISOString() }
    return { ...order, supplierName: nameOf(entryId), skipReason }
  })
}
