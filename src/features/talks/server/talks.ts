import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { buyer, type OrderHandle, setCandidates, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import type { PricedLine } from '../contract.ts'
import { talkProblems } from '../rules.ts'
import { demandLines, linesAsked, type Order, responseOf, talkedOrder, talkedTrade, talksOf } from './access.ts'
import { responseValue, talkValue } from './values.ts'

/** Minutes of talks: the owner writes them, the supplier confirms them or sends them back. */
export const talkRoutes: readonly Route[] = [
  buyer(contract.orderTalk, async (ctx, { params }) => {
    const own = await talkedOrder(ctx, params.orderId)
    const { order } = own
    const now = ctx.clock.now()
    const response = isRevealed(order, now) ? await responseOf(ctx, order.id) : undefined
    const talks = (await talksOf(ctx, order.id)).map(talkValue)
    const action = await own.action('recordTalk')
    const waits = talks[0]?.agreed === null ? '协商情况已提交，等待供应商确认' : null
    return {
      blocked: action ? (action.reason ?? waits ?? (response ? null : NO_RESPONSE)) : '当前状态不能记录协商情况',
      supplierName: response?.supplierName ?? null,
      response: response ? responseValue(response) : null,
      limit: await limitOf(ctx, order),
      items: await linesAsked(ctx, order),
      talks,
    }
  }),

  buyer(contract.recordTalk, async (ctx, { params, body }) => {
    const own = await talkedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const now = ctx.clock.now()
    await own.demand('recordTalk')
    const response = await responseOf(ctx, order.id)
    if (!response) throw new AppError('wrongState', NO_RESPONSE)
    const [last] = await talksOf(ctx, order.id)
    if (last && last.agreed === null) throw new AppError('wrongState', '协商情况已提交，等待供应商确认')
    const lines = await demandLines(ctx, order, { ...body, isAgreed: true })
    const problems = talkProblems(body, {
      offered: response.price,
      limit: await limitOf(ctx, order),
      from: order.bidEnd!.getTime(),
      now: now.getTime(),
      field: lines === null ? 'price' : 'lines',
    })
    if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
    const kept = ((last?.files ?? []) as { fileId: string }[]).map((one) => one.fileId)
    await demandOwnFiles(
      ctx,
      body.files.map((one) => one.fileId),
      { use: 'talk-minutes', by: 'company', kept },
    )
    const talkId = ctx.newId()
    const { heldAt, people, priceBasis, files, lines: _, ...rest } = body
    await ctx.insert('talk', {
      id: talkId,
      orderId: order.id,
      tradeId: response.tradeId,
      no: (last?.no ?? 0) + 1,
      ...rest,
      heldAt: new Date(heldAt),
      people: JSON.stringify(people),
      priceBasis,
      lines: lines && JSON.stringify(lines),
      files: JSON.stringify(await storedFiles(ctx, files)),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    await own.advance({
      action: 'recordTalk',
      summary: `提交协商情况记录：商定价格 ${formatAmount(body.price)} 元`,
      data: { talkId, price: body.price },
    })
    ctx.emit({ kind: 'talk.recorded', payload: { orderId: order.id, talkId }, topics: [`order:${order.id}`] })
    return { talkId }
  }),

  supplier(contract.ownTalk, async (ctx, { params }) => {
    const own = await talkedTrade(ctx, params.orderId)
    const { order, trade } = own
    const response = await responseOf(ctx, order.id)
    const talks = (await talksOf(ctx, order.id)).filter((one) => one.tradeId === trade.id).map(talkValue)
    const { id: orderId, code, title, method } = order
    const price = response?.tradeId === trade.id ? response.price : null
    const items = await linesAsked(ctx, order)
    return { orderId, code, title, method, price, items, openId: await openTalk(own, talks[0]), talks }
  }),

  supplier(contract.replyTalk, async (ctx, { params, body }) => {
    const own = await talkedTrade(ctx, params.orderId, 'update')
    const { order, trade } = own
    const [last] = await talksOf(ctx, order.id)
    const row = (await talksOf(ctx, order.id)).find((one) => one.id === params.talkId && one.tradeId === trade.id)
    if (!row) throw new AppError('notFound')
    if (row.agreed !== null || row.id !== last!.id) throw new AppError('wrongState', '该协商情况记录已答复')
    await own.demand('agreeTalk')
    await ctx.update(
      'talk',
      { id: row.id },
      {
        agreed: body.agree,
        reason: body.agree ? '' : body.reason,
        repliedBy: ctx.actor.userId,
        repliedByName: ctx.actor.name,
        repliedAt: ctx.clock.now(),
      },
    )
    if (body.agree) {
      const agreed = await own.advance({
        action: 'agreeTalk',
        summary: `供应商确认协商情况：${formatAmount(row.price)} 元`,
        data: { talkId: row.id },
      })
      await setCandidates(ctx, agreed, [
        { rank: 1, tradeId: trade.id, price: row.price, score: null, lines: row.lines as PricedLine[] | null },
      ])
    } else
      ctx.audit({
        action: 'order.sendBackTalk',
        entity: 'order',
        entityId: order.id,
        summary: `供应商退回协商情况记录：${body.reason}`,
        data: { talkId: row.id },
      })
    ctx.emit({
      kind: 'talk.replied',
      payload: { orderId: order.id, talkId: row.id, agree: body.agree },
      topics: [`order:${order.id}`],
    })
  }),
]

const NO_RESPONSE = '供应商未提交响应文件，请办理流标'

/** Nobody of the buyer's side reads a response before the deadline: until then the supplier may replace it. */
export function isRevealed({ bidEnd: end }: Pick<Order, 'bidEnd'>, now: Date): boolean {
  return end !== null && now >= end
}

/** The minutes that the supplier may answer now. */
async function openTalk(own: OrderHandle, last: contract.Talk | undefined): Promise<string | null> {
  if (!last || last.agreed !== null) return null
  const agree = await own.action('agreeTalk')
  return agree && !agree.reason ? last.talkId : null
}

/** Up to which amount the reason of an order holds, yuan; null where it knows no such line. */
function reasonCeiling({ method, settings }: Order): string | null {
  const { sole } = OrderSettings.parse(settings)
  return sole && methodOf(method).grounds?.[sole.reason]?.asks === 'ceiling' ? sole.ceiling : null
}

/** The price that may not be exceeded: the ceiling, or the budget where the order has none, or what its reason allows. */
async function limitOf(ctx: Context<Employee>, order: Order): Promise<{ amount: string; label: string }> {
  const { budget } = await ctx.expectOne('project', { id: order.projectId }, { columns: ['budget'] })
  const own =
    order.controlPrice === null
      ? { amount: budget, label: '项目预算' }
      : { amount: order.controlPrice, label: say(order, '{ceiling}') }
  const ceiling = reasonCeiling(order)
  return ceiling !== null && new Exact(ceiling).lt(own.amount)
    ? { amount: new Exact(ceiling).toFixed(2), label: '直接采购限额' }
    : own
}
