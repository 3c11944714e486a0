import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/trade.ts'
import { RECRUIT_STATUS } from '../rules/order.ts'
import { ApplyStatus } from '../rules/trade.ts'
import {
  type Any,
  type Ctx,
  demanded,
  factsOf,
  HELPS,
  invalid,
  KEEPS,
  type Order,
  ownOrder,
  record,
  topicsOf,
} from './access.ts'
import { giveBackOf } from './give-back.ts'
import { feeOfRow, listed } from './trades.ts'
import { categoriesOf, iso, namesOf } from './values.ts'

const S = ApplyStatus.values

/** Tells the library of who was taken in; another feature makes records of it. */
export const RESULT_EVENT = 'recruit.resultPublished'

/** Payload of that event. Days are `2026-11-28`, categories names. */
export interface ResultPublished {
  orderId: string
  ownerCompanyId: string
  entries: { companyId: string; categories: string[]; from: string; until: string }[]
}

/** Who gets into the library. */
export const resultRoutes: readonly Route[] = [
  implement(c.supplierDetail, HELPS, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const [rows, kept] = [await passedOf(ctx, order.id), await ctx.many('recruit_result', { orderId: order.id })]
    const byTrade = new Map(kept.map((one) => [one.tradeId, one]))
    return {
      publishedAt: iso(kept[0]?.publishedAt ?? null),
      rows: rows.map((row) => {
        const entry = byTrade.get(row.id)
        const fee = feeOfRow(ctx, order, row)
        return {
          tradeId: row.id,
          companyName: row.companyName,
          applied: categoriesOf(order).filter(({ key }) => row.categories.includes(key)),
          fee,
          blocked: fee === 'due' ? '尚未缴费' : '',
          isChosen: entry !== undefined,
          categories: entry?.categories ?? row.categories,
          from: entry?.validFrom ?? null,
          until: entry?.validUntil ?? null,
        }
      }),
    }
  }),

  implement(c.saveResult, KEEPS, async (ctx, { params, body: { entries } }) => {
    const { order, to } = await demanded(ctx, params.orderId, 'result')
    const passed = new Map((await passedOf(ctx, order.id)).map((row) => [row.id, row]))
    if (new Set(entries.map(({ tradeId }) => tradeId)).size < entries.length)
      throw invalid('entries', '同一供应商不能重复')
    for (const [i, { tradeId, categories, from, until }] of entries.entries()) {
      const row = passed.get(tradeId)
      if (!row) throw invalid(`entries.${i}.tradeId`, '只能选择审核通过的供应商')
      if (feeOfRow(ctx, order, row) === 'due') throw invalid(`entries.${i}.tradeId`, `${row.companyName}尚未缴费`)
      if (categories.some((key) => !row.categories.includes(key)))
        throw invalid(`entries.${i}.categories`, `${row.companyName}未申请所选品类`)
      if (until < from) throw invalid(`entries.${i}.until`, '有效期止不能早于有效期起')
    }
    await ctx.remove('recruit_result', { orderId: order.id })
    for (const { tradeId, categories, from, until } of entries)
      await ctx.insert('recruit_result', {
        orderId: order.id,
        tradeId,
        categories: [...new Set(categories)].toSorted(),
        validFrom: from,
        validUntil: until,
      })
    await ctx.update('recruit_order', { id: order.id }, { state: to, updatedAt: ctx.clock.now() })
    record(ctx, order.id, { action: 'result', summary: `拟定征集结果，共 ${entries.length} 家`, data: { entries } })
    ctx.emit({ kind: 'recruit.drafted', payload: { orderId: order.id }, topics: topicsOf(order) })
  }),
]

function passedOf(ctx: Any, orderId: string) {
  return listed(ctx, orderId).where('t.status', '=', S.passed).orderBy('t.id').execute()
}

/** The drafted or published lines, with names. */
export async function entriesOf(ctx: Any, order: Order) {
  const rows = await ctx.tx
    .selectFrom('recruit_result as r')
    .innerJoin('recruit_trade as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['r.tradeId', 'r.categories', 'r.validFrom', 'r.validUntil', 't.status', 't.supplierCompanyId', 'c.name'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.orderId', '=', order.id)
    .orderBy('r.tradeId')
    .execute()
  return rows.map((row) => ({
    tradeId: row.tradeId,
    companyId: row.supplierCompanyId,
    companyName: row.name,
    names: namesOf(order, row.categories),
    from: row.validFrom,
    until: row.validUntil,
  }))
}

/** Publishes the drafted result: nothing of the call changes any more, and who is not taken in has its fee back. */
export async function conclude(ctx: Ctx, orderId: string): Promise<void> {
  const { order } = await ownOrder(ctx, orderId, 'update')
  const facts = { ...(await factsOf(ctx, order)), held: null }
  const now = ctx.clock.now()
  const to = RECRUIT_STATUS.next('publishResult', { record: facts, who: 'owner', now: now.getTime() })
  const entries = await entriesOf(ctx, order)
  const passed = new Map((await passedOf(ctx, orderId)).map((row) => [row.id, row]))
  for (const { tradeId, companyName } of entries) {
    const row = passed.get(tradeId)
    if (!row || feeOfRow(ctx, order, row) === 'due')
      throw new AppError('wrongState', `${companyName}未通过审核或尚未缴费，请重新拟定结果`)
  }
  await ctx.update('recruit_result', { orderId }, { publishedAt: now })
  await ctx.update('recruit_order', { id: orderId }, { state: to, updatedAt: now })
  await giveBackOf(ctx, orderId)
  record(ctx, orderId, {
    action: 'result-publish',
    summary: `公布征集结果：${entries.map(({ companyName }) => companyName).join('、')}`.slice(0, 500),
  })
  const payload: ResultPublished = {
    orderId,
    ownerCompanyId: order.ownerCompanyId,
    entries: entries.map(({ companyId, names, from, until }) => ({ companyId, categories: names, from, until })),
  }
  ctx.emit({ kind: RESULT_EVENT, payload: { ...payload }, topics: topicsOf(order) })
}
