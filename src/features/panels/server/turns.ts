import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { type DrawHost, freezeDraw } from '#features/draws/server/public.ts'
import { buyer, orderRow } from '#features/procurement/server/public.ts'
import { groupTermsOf } from '#features/procurement/rules/group-terms.ts'
import { planTurns } from '#features/talks/server/public.ts'
import { NULL } from '#server/database/records.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { acting, announce, record, supplierNames, TURNS } from './access.ts'
import { readyDraw } from './compose.ts'
import { activeOf, invalid, remainingOf } from './rows.ts'
import { tellHosts } from './telling.ts'

const TURN = '次序'
/** Later is a slip of the year. */
const LATEST_MS = 90 * DAY

/** What the talks whose order is drawn have in common. */
interface Plan {
  minutes: number
  beginsAt: string
  place: string
  subject: string
  byName: string
}

export const turnRoutes: readonly Route[] = [
  buyer(contract.drawTurns, async (ctx, { params, body }) => {
    const { order, members, suppliers } = await acting(ctx, params.orderId, 'draw')
    const now = ctx.clock.now().getTime()
    const at = Date.parse(body.beginsAt)
    if (at < now || at > now + LATEST_MS) throw invalid('beginsAt', '开始时间须晚于当前时间，且不超过 90 日')
    const nameOf = await supplierNames(ctx, order.id)
    const options = remainingOf(suppliers).map((value) => ({ value, label: nameOf(value) }))
    const drawId = await readyDraw(ctx, order)
    const { minutes } = groupTermsOf(order.settings)
    const plan: Plan = { minutes, ...body, byName: ctx.actor.name }
    await ctx.update('panel', { orderId: order.id }, { plan: JSON.stringify(plan) })
    const among = activeOf(members).map(({ userId }) => userId)
    const { frozenHash } = await freezeDraw(ctx, drawId, {
      parts: [{ label: TURN, options, picks: options.length }],
      among,
    })
    record(ctx, order.id, {
      action: 'draw',
      summary: '冻结商谈次序的抽取事项，等待随机信标',
      data: { drawId, frozen: frozenHash!.toString('hex') },
    })
    announce(ctx, { order, members })
    return { drawId }
  }),
]

/** Draws of turns: members take part once they have declared; what was drawn becomes the talks. */
export const turnDraws: DrawHost = {
  kinds: [TURNS],
  async lock(ctx, orderId) {
    await orderRow(ctx, orderId, 'update')
    await ctx.one('panel', { orderId }, { lock: 'update' })
  },
  async roleOf(ctx, { subject }) {
    const own = await ctx.one('panel_member', { orderId: subject, userId: ctx.actor.userId, outAt: NULL })
    return own?.declaredAt ? '小组成员' : null
  },
  async apply(ctx, { drawId, subject: orderId, result }) {
    const order = await orderRow(ctx, orderId)
    const panel = await ctx.expectOne('panel', { orderId })
    const members = await ctx.many('panel_member', { orderId })
    const { minutes, beginsAt, place, subject, byName } = panel.plan as Plan
    const going = remainingOf(await ctx.many('panel_supplier', { orderId }))
    // Who has left between the freezing and the draw has no turn any more.
    const tradeIds = result.map(({ value }) => value).filter((id) => going.includes(id))
    await planTurns(ctx, order, {
      roundNo: panel.roundNo,
      tradeIds,
      minutes,
      beginsAt: new Date(beginsAt),
      place,
      subject,
      by: { userId: panel.createdBy, name: byName },
    })
    await ctx.update('panel', { orderId }, { drawId, plan: null })
    record(ctx, orderId, { action: 'drawn', summary: '商谈次序已抽出', data: { drawId, result } })
    await tellHosts(ctx, order, { title: '商谈次序已抽出', content: '的商谈次序已抽出，请按次序通知供应商。' })
    announce(ctx, { order, members })
  },
}

/** Places of suppliers in the order that was drawn last, 1 first. */
export function turnsOf(result: readonly { value: string }[]): Map<string, number> {
  return new Map(result.map(({ value }, i) => [value, i + 1]))
}

/** Refuses what cannot be a deadline for suppliers, counted from now. */
export function deadlineFrom(now: Date, given: string): Date {
  const at = new Date(given)
  if (at.getTime() < now.getTime() + 60_000 || at.getTime() > now.getTime() + LATEST_MS)
    throw new AppError('invalid', '截止时间须晚于当前时间，且不超过 90 日', [
      { path: 'deadline', message: '截止时间须晚于当前时间，且不超过 90 日' },
    ])
  return at
}
