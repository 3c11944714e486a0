import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as c from '../contract/trade.ts'
import type { FeeTiming } from '../rules/kinds.ts'
import { type Part, stateAt } from '../rules/order.ts'
import {
  ApplyStatus,
  type ApplyStatusValue,
  expiredOf,
  FEE_STATES,
  feeState,
  isOwed,
  TRADE_STATUS,
} from '../rules/trade.ts'
import { type Any, type Ctx, factsOf, HELPS, type Order, ownOrder, record, topicsOf, type Trade } from './access.ts'
import { giveBackOf } from './give-back.ts'
import { categoriesOf, documentsOf, documentValues, iso, namesOf } from './values.ts'

const S = ApplyStatus.values
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(ApplyStatus.options.map(({ value }) => [value, sql<boolean>`t.status = ${sql.lit(value)}`])),
}
const COLUMNS = [
  { key: 'name', title: '供应商', type: 'text', width: 36 },
  { key: 'creditCode', title: '统一社会信用代码', type: 'text', width: 24 },
  { key: 'categories', title: '申请品类', type: 'text', width: 30 },
  { key: 'status', title: '状态', type: 'text' },
  { key: 'reason', title: '审核意见', type: 'text', width: 30 },
  { key: 'fee', title: '费用', type: 'text' },
  { key: 'contact', title: '联系人', type: 'text' },
  { key: 'phone', title: '联系电话', type: 'text', width: 18 },
  { key: 'handedIn', title: '提交时间', type: 'text', width: 20 },
] as const
const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Who has applied, as the call's owner and its co-handlers read and decide it. */
export const tradeRoutes: readonly Route[] = [
  implement(c.tradePage, HELPS, async (ctx, { params, query }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.status === undefined ? 'all' : String(query.status),
      list: {
        alias: 't',
        keys: ['id'],
        rows: () =>
          tradesOf(ctx, order.id).$if(Boolean(query.keyword), (q) =>
            q
              .innerJoin('company as k', 'k.id', 't.supplierCompanyId')
              .where(includes(query.keyword!, ['k.name', 'k.creditCode'])),
          ),
      },
      show: (rows) => listed(ctx, order.id).innerJoin(rows, 'page.id', 't.id'),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, order, row)) }
  }),

  implement(c.tradeDetail, HELPS, async (ctx, { params }) => {
    const { order, trade, part } = await ownTrade(ctx, params.tradeId)
    const row = await listed(ctx, order.id).where('t.id', '=', trade.id).executeTakeFirstOrThrow()
    const facts = await tradeFacts(ctx, order, trade)
    return {
      ...rowValue(ctx, order, row),
      orderId: order.id,
      orderTitle: order.title,
      orderCode: order.code,
      companyId: trade.supplierCompanyId,
      creditCode: row.creditCode,
      contactPhone: ctx.cipher.open('recruit_trade.contact_phone', trade.id, trade.contactPhone),
      note: trade.note,
      documents: documentValues(order, trade),
      appliedAt: trade.appliedAt.toISOString(),
      paidAt: iso(row.paidAt),
      actions: TRADE_STATUS.allowed(facts, part, ctx.clock.now().getTime()),
    }
  }),

  implement(c.decideTrade, HELPS, async (ctx, { params, body: { decision, reason } }) => {
    const { order, trade, part } = await ownTrade(ctx, params.tradeId, 'update')
    if (decision !== 'pass' && reason.length < 2)
      throw new AppError('invalid', '请填写原因', [{ path: 'reason', message: '请填写原因' }])
    const facts = await tradeFacts(ctx, order, trade)
    const now = ctx.clock.now()
    const to = TRADE_STATUS.next(decision, { record: facts, who: part, now: now.getTime() })
    const by = { decidedAt: now, decidedByName: ctx.actor.name }
    await ctx.update('recruit_trade', { id: trade.id }, { status: to, reason, ...by })
    await noteCheck(ctx, trade.id, { action: decision, reason, byName: ctx.actor.name })
    // What was drafted names only suppliers who are in.
    if (to === S.refused) {
      await ctx.remove('recruit_result', { orderId: order.id, tradeId: trade.id })
      await giveBackOf(ctx, order.id, trade.id)
    }
    const { name } = await ctx.expectOne('company', { id: trade.supplierCompanyId }, { columns: ['name'] })
    record(ctx, order.id, {
      action: 'check',
      summary: `审核${name}的申请：${ApplyStatus.label(to)}${reason ? `（${reason}）` : ''}`,
      data: { tradeId: trade.id, decision },
    })
    ctx.emit({
      kind: 'recruit.decided',
      payload: { orderId: order.id, tradeId: trade.id, status: to, reason },
      topics: topicsOf(order, trade.supplierCompanyId),
    })
  }),

  implement(c.tradeApprovals, HELPS, async (ctx, { params }) => {
    const { trade } = await ownTrade(ctx, params.tradeId)
    return checksOf(ctx, trade.id)
  }),

  implementFile(c.tradesSheet, HELPS, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const found = await listed(ctx, order.id).orderBy('t.id').limit(20_000).execute()
    const rows = found.map((row) => {
      const value = rowValue(ctx, order, row)
      return {
        name: value.companyName,
        creditCode: row.creditCode,
        categories: value.categories.join('、'),
        status: ApplyStatus.label(value.status),
        reason: value.reason,
        fee: FEE_STATES[value.fee],
        contact: value.contactName,
        phone: ctx.cipher.open('recruit_trade.contact_phone', row.id, row.contactPhone),
        handedIn: TIME.format(row.handedInAt),
      }
    })
    const content = await writeSheet({ title: `${order.title}申请名单`.slice(0, 60), columns: COLUMNS, rows })
    return { name: `${order.code}-申请名单.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

function tradesOf(ctx: Any, orderId: string) {
  return ctx.tx.selectFrom('recruit_trade as t').where('t.tenantId', '=', ctx.tenantId).where('t.orderId', '=', orderId)
}

/** Applications with their names and the fee that was paid last. */
export function listed(ctx: Any, orderId: string) {
  return tradesOf(ctx, orderId)
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('recruit_fee as f')
          .select(['f.paidAt', 'f.refundAt', 'f.refundedAt', 'f.refundProblem'])
          .whereRef('f.tenantId', '=', 't.tenantId')
          .whereRef('f.tradeId', '=', 't.id')
          .orderBy('f.paidAt', 'desc')
          .limit(1)
          .as('fee'),
      (j) => j.onTrue(),
    )
    .selectAll('t')
    .select(['c.name as companyName', 'c.creditCode'])
    .select(['fee.paidAt', 'fee.refundAt', 'fee.refundedAt', 'fee.refundProblem'])
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export function rowValue(ctx: Any, order: Order, row: Row) {
  return {
    tradeId: row.id,
    companyName: row.companyName,
    status: row.status as ApplyStatusValue,
    categories: namesOf(order, row.categories),
    files: documentsOf(row).reduce((n, { files }) => n + files.length, 0),
    contactName: row.contactName,
    handedInAt: row.handedInAt.toISOString(),
    decidedAt: iso(row.decidedAt),
    decidedByName: row.decidedByName,
    reason: row.reason,
    fee: feeOfRow(ctx, order, row),
    feeProblem: row.refundAt === null ? (row.refundProblem ?? '') : '',
  }
}

export function feeOfRow(ctx: Any, order: Order, row: Pick<Row, 'status' | 'paidAt' | 'refundAt' | 'refundedAt'>) {
  const orderState = stateAt(order, ctx.clock.now().getTime())
  const due = isOwed({ timing: order.feeTiming as FeeTiming, status: row.status, orderState })
  return feeState(row.paidAt ? row : undefined, due)
}

/** An application to a call of the own company, or `notFound`. A lock is on call and application. */
export async function ownTrade(
  ctx: Ctx,
  tradeId: string,
  lock?: 'update',
): Promise<{ order: Order; part: Part; trade: Trade }> {
  const found = await ctx.one('recruit_trade', { id: tradeId }, { columns: ['orderId'] })
  if (!found) throw new AppError('notFound')
  // Decisions of several people may go on side by side; what concludes the call waits for them.
  const own = await ownOrder(ctx, found.orderId, lock && 'share')
  return { ...own, trade: await ctx.expectOne('recruit_trade', { id: tradeId }, lock ? { lock } : {}) }
}

/** What the status table of applications looks at. */
export async function tradeFacts(ctx: Any, order: Order, trade: Trade) {
  const { state: orderState, held } = await factsOf(ctx, order)
  const [fee] = await ctx.many('recruit_fee', { tradeId: trade.id }, { orderBy: ['paidAt desc'], limit: 1 })
  const timing = order.feeTiming as FeeTiming
  const due = isOwed({ timing, status: trade.status, orderState })
  const [today, end] = [formatDate(ctx.clock.now()), order.endsAt && formatDate(order.endsAt)]
  const day = end !== null && end < today ? end : today
  const expired = expiredOf(
    { categories: trade.categories, documents: documentsOf(trade) },
    { wanted: categoriesOf(order), day },
  )
  return { status: trade.status as ApplyStatusValue, orderState, held, timing, fee: feeState(fee, due), expired }
}

interface Check {
  action: 'handIn' | 'mend' | 'pass' | 'refuse' | 'sendBack'
  reason?: string
  byName: string
}

/** Adds to what happened to an application, which is locked. */
export async function noteCheck(ctx: Any, tradeId: string, check: Check): Promise<void> {
  const [last] = await ctx.many('recruit_check', { tradeId }, { columns: ['no'], orderBy: ['no desc'], limit: 1 })
  await ctx.insert('recruit_check', { tradeId, no: (last?.no ?? 0) + 1, at: ctx.clock.now(), ...check })
}

/** What happened to an application, newest first. */
export async function checksOf(ctx: Any, tradeId: string) {
  const rows = await ctx.many('recruit_check', { tradeId }, { orderBy: ['no desc'] })
  return rows.map(({ no, action, reason, byName, at }) => ({
    no,
    action: action as 'pass',
    reason,
    byName,
    at: at.toISOString(),
  }))
}
