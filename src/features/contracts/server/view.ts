import { sql } from 'kysely'
import { trimZeros } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { heldAmong, pendingApproval } from '#features/workflow/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/contract.ts'
import { signBy } from '../rules/change.ts'
import type { Payer, PayMode, Size } from '../rules/payment.ts'
import { CONTRACT_STATES, CONTRACT_STATUS, type ContractState, type RequestState } from '../rules/status.ts'
import {
  type Contract,
  CONTRACT_SUBJECT,
  type Ctx,
  demandReader,
  factsOf,
  isHandler,
  ownContract,
  ownContracts,
  READS,
  REQUEST_SUBJECT,
  sideOf,
  today,
} from './access.ts'
import { isAwardGone } from './blocked.ts'
import { bondProblem } from './performance-bond.ts'
import { type Content, linesOf } from './content.ts'
import { type DueFigures, duesOf, totalsOf } from './figures.ts'

/** Contracts as both sides read them. */
export const viewRoutes: readonly Route[] = [
  implement(calls.contractPage, READS, async (ctx, { query }) => {
    demandReader(ctx)
    const states = Object.keys(CONTRACT_STATES).map((state) => [state, sql<boolean>`k.state = ${sql.lit(state)}`])
    const overdue = sql<boolean>`exists (select from contract_due d where d.tenant_id = k.tenant_id
      and d.contract_id = k.id and d.paid < d.amount and not d.is_dropped and d.due_on < ${today(ctx)})`
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, ...Object.fromEntries(states), overdue },
      tab: query.state ?? 'all',
      list: {
        alias: 'k',
        keys: ['id'],
        rows: () =>
          ownContracts(ctx)
            .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
            .innerJoin('company as p', 'p.id', 'k.purchaserCompanyId')
            .$if(Boolean(query.keyword), (q) =>
              q.where(
                includes(query.keyword!, ['k.title', 'k.code', sideOf(ctx) === 'supplier' ? 'p.name' : 's.name']),
              ),
            ),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'k.id'),
    })
    const dues = await duesOf(ctx, page.rows)
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row, duesFor(dues, row))) }
  }),

  implement(calls.contractDetail, READS, async (ctx, { params }) => {
    demandReader(ctx)
    await ownContract(ctx, params.contractId)
    const row = await shown(ctx).where('k.id', '=', params.contractId).executeTakeFirstOrThrow()
    return wholeValue(ctx, row)
  }),

  implementFile(calls.contractFile, READS, async (ctx, { params }) => {
    demandReader(ctx)
    const row = await ownContract(ctx, params.contractId)
    return keptFile(ctx, await filesUnder(ctx, row), params.fileId)
  }),
]

/** A supplier learns that something waits for approval by nothing. */
function shown(ctx: Ctx) {
  const held = sideOf(ctx) === 'supplier' ? sql<null>`null` : pendingApproval(ctx, CONTRACT_SUBJECT, 'k.id')
  return ownContracts(ctx)
    .leftJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'k.tenantId').onRef('o.id', '=', 'k.orderId'))
    .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
    .innerJoin('company as p', 'p.id', 'k.purchaserCompanyId')
    .selectAll('k')
    .select(['o.code as orderCode', 'o.title as orderTitle', 's.name as supplierName', 'p.name as purchaserName'])
    .select(sql<string | null>`${held}`.as('pending'))
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const duesFor = (dues: readonly DueFigures[], { id }: { id: string }) => dues.filter((one) => one.contractId === id)

function rowValue(ctx: Ctx, row: Row, dues: readonly DueFigures[]) {
  const last = signBy(formatDate(row.awardNoticeAt))
  return {
    contractId: row.id,
    code: row.code,
    title: row.title,
    orderCode: row.orderCode ?? '',
    purchaserName: row.purchaserName,
    supplierName: row.supplierName,
    price: row.price,
    version: row.version,
    state: row.state as ContractState,
    pending: row.pending,
    signBy: last,
    signedOn: row.signedOn,
    isLate: (row.signedOn ?? today(ctx)) > last,
    ...totalsOf(dues),
  }
}

async function wholeValue(ctx: Ctx, row: Row) {
  const side = sideOf(ctx)
  const [facts, lines, versions, dues, callOffs, gone] = await Promise.all([
    factsOf(ctx, row),
    linesOf(ctx, row.id),
    ctx.many('contract_version', { contractId: row.id }, { orderBy: ['version desc'] }),
    duesOf(ctx, [row]),
    ctx.many('call_off', { contractId: row.id }, { orderBy: ['id desc'], limit: 200 }),
    isAwardGone(ctx, row),
  ])
  const acts = isHandler(ctx)
  // That the purchaser waits for an approval of its own is no business of the supplier.
  const record = side === 'supplier' ? { ...facts, held: null } : facts
  return {
    ...rowValue(ctx, row, dues),
    orderId: row.orderId,
    orderTitle: row.orderTitle ?? '',
    agreementId: row.agreementId,
    awardPrice: row.awardPrice,
    awardNoticedAt: row.awardNoticeAt.toISOString(),
    isAwardGone: gone,
    ...termsValue(row),
    performanceWarning: side === 'purchaser' ? ((await bondProblem(ctx, row))?.message ?? null) : null,
    files: row.files as StoredFile[],
    scans: row.scans as StoredFile[],
    contentHash: row.state === 'draft' ? null : (row.contentHash?.toString('hex') ?? null),
    refusal: row.refusal,
    createdByName: row.createdByName,
    offeredAt: row.offeredAt?.toISOString() ?? null,
    offeredByName: row.offeredByName,
    signedAt: row.signedAt?.toISOString() ?? null,
    signedByName: row.signedByName,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedByName: row.endedByName,
    endReason: row.endReason,
    lines,
    versions: versions.map(versionValue),
    dues: await dueValues(ctx, row, dues),
    callOffs: callOffs.map((one) => ({
      callOffId: one.id,
      code: one.code,
      amount: one.amount,
      deliverBy: one.deliverBy,
      state: one.state as 'sent',
      createdAt: one.createdAt.toISOString(),
    })),
    actions: acts ? CONTRACT_STATUS.allowed(record, side, ctx.clock.now().getTime()) : [],
    mayAddScans: acts && row.signedAt !== null,
  }
}

function termsValue(row: Contract) {
  return {
    terms: row.terms,
    place: row.place,
    deliverBy: row.deliverBy,
    warranty: row.warranty,
    performanceBond: row.performanceBond,
    performanceRate: row.performanceRate && trimZeros(row.performanceRate),
    payer: row.payer as Payer,
    payMode: row.payMode as PayMode,
    payDays: row.payDays,
    payReason: row.payReason,
    milestones: row.milestones as { name: string; amount: string; dueOn: string }[],
    lateRate: row.lateRate && trimZeros(row.lateRate),
    lpr: row.lpr && trimZeros(row.lpr),
    size: row.size as Size | null,
  }
}

type VersionRow = Awaited<ReturnType<typeof versionsOf>>[number]

function versionsOf(ctx: Ctx, contractId: string) {
  return ctx.many('contract_version', { contractId })
}

function versionValue(one: VersionRow) {
  const { version, price, reason, beyondReason, refusal, proposedByName, answeredByName } = one
  return {
    version,
    price,
    deviation: trimZeros(one.deviation),
    reason,
    beyondReason,
    state: one.state as 'agreed',
    contentHash: one.contentHash.toString('hex'),
    ...(one.content as unknown as Content),
    files: one.files as StoredFile[],
    proposedByName,
    proposedAt: one.proposedAt.toISOString(),
    answeredByName,
    answeredAt: one.answeredAt?.toISOString() ?? null,
    refusal,
  }
}

async function dueValues(ctx: Ctx, contract: Contract, dues: readonly DueFigures[]) {
  if (dues.length === 0) return []
  const requests = await ctx.many('payment_request', { dueId: dues.map(({ id }) => id) }, { orderBy: ['id'] })
  const ids = requests.map(({ id }) => id)
  const held = sideOf(ctx) === 'supplier' ? new Set() : await heldAmong(ctx, { kind: REQUEST_SUBJECT, ids })
  return dues.map((due) => ({
    dueId: due.id,
    no: due.no,
    name: due.name,
    amount: due.amount,
    requested: due.requested,
    paid: due.paid,
    countsFrom: due.countsFrom,
    dueOn: due.dueOn,
    legalOn: due.legalOn,
    lateDays: due.lateDays,
    interest: due.interest,
    mayRequest: isHandler(ctx) && due.requested !== due.amount && contract.signedAt !== null,
    requests: requests
      .filter(({ dueId }) => dueId === due.id)
      .map((one) => ({
        requestId: one.id,
        amount: one.amount,
        paid: one.paid,
        invoice: one.invoice,
        note: one.note,
        files: one.files as StoredFile[],
        bySupplier: one.bySupplier,
        state: one.state as RequestState,
        pending: held.has(one.id) ? '合同付款' : null,
        reason: one.reason,
        askedByName: one.askedByName,
        askedAt: one.askedAt.toISOString(),
        payments: due.payments
          .filter(({ requestId }) => requestId === one.id)
          .map(({ amount, paidOn, voucher, recordedByName }) => ({
            amount,
            paidOn,
            voucher: voucher as StoredFile[],
            recordedByName,
          })),
      })),
  }))
}

/** Everything that stands under a contract; both sides read all of it. */
async function filesUnder(ctx: Ctx, row: Contract): Promise<StoredFile[]> {
  const contractId = row.id
  const orders = await ctx.many('call_off', { contractId }, { columns: ['id'] })
  const of = orders.map(({ id }) => id)
  const deliveries = of.length === 0 ? [] : await ctx.many('delivery', { callOffId: of }, { columns: ['id', 'files'] })
  const from = deliveries.map(({ id }) => id)
  const acceptances =
    from.length === 0 ? [] : await ctx.many('acceptance', { deliveryId: from }, { columns: ['files'] })
  const dues = (await ctx.many('contract_due', { contractId }, { columns: ['id'] })).map(({ id }) => id)
  const requests = dues.length === 0 ? [] : await ctx.many('payment_request', { dueId: dues }, { columns: ['files'] })
  const paid = dues.length === 0 ? [] : await ctx.many('contract_payment', { dueId: dues }, { columns: ['voucher'] })
  const versions = await ctx.many('contract_version', { contractId }, { columns: ['files'] })
  return [
    row.files,
    row.scans,
    ...[...versions, ...deliveries, ...acceptances, ...requests].map((one) => one.files),
    ...paid.map(({ voucher }) => voucher),
  ].flatMap((one) => one as StoredFile[])
}
