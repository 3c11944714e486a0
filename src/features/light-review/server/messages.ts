import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { orderAudience, orderRow } from '#features/procurement/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { NULL } from '#server/database/records.ts'
import { answerPlace, reviewPlace } from '../rules/places.ts'
import { ASK_KINDS, type AskKind } from '../rules/review.ts'

const REVIEW = { group: '线上评审', channels: ['email', 'sms', 'wechat'], isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...REVIEW, kind: 'light-review.asked', label: '线上评审邀请', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.opened', label: '评审意见已收齐', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.deadline', label: '评审意见逾期', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.answered', label: '供应商答复评审要求', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.ask', label: '补充文件或说明', workbenches: ['supplier'] },
]

/** Members are told that they are asked, owners that there is something to do, a supplier what it is asked for. */
export const messages: readonly Subscriber[] = [
  {
    name: 'light-review: tell members',
    kind: 'light-review.asked',
    async handle(ctx, event) {
      const { reviewId, userIds } = event.payload as { reviewId: string; userIds: string[] }
      const { deadline } = await ctx.expectOne('light_review', { id: reviewId }, { columns: ['deadline'] })
      await tellBuyers(ctx, event, {
        userIds,
        title: '请提交评审意见',
        content: `已邀请您评审，请于 ${formatTime(deadline)} 前提交意见。`,
      })
    },
  },
  {
    name: 'light-review: tell owners that opinions are open',
    kind: 'light-review.opened',
    handle: (ctx, event) =>
      tellBuyers(ctx, event, { title: '评审意见已收齐', content: '评审意见已开启，请汇总评审结论。' }),
  },
  {
    name: 'light-review: tell owners of the deadline',
    kind: 'light-review.deadline',
    async handle(ctx, event) {
      const review = await ctx.one('light_review', { id: String(event.payload.reviewId) }, { columns: ['status'] })
      // The last one came in at the same time.
      if (review?.status !== 'running') return
      await tellBuyers(ctx, event, {
        title: '有评审意见逾期',
        content: '提交截止时间已到，仍有人员未提交评审意见，请更换人员或者结束提交。',
      })
    },
  },
  {
    name: 'light-review: tell who asked of the answer',
    kind: 'light-review.answered',
    async handle(ctx, event) {
      const ask = await ctx.expectOne('light_review_ask', { id: String(event.payload.askId) })
      const chairs = await ctx.many(
        'light_review_member',
        { reviewId: ask.reviewId, isChair: true, outAt: NULL },
        { columns: ['userId'] },
      )
      const { owners } = await orderAudience(ctx, ask.orderId)
      await tellBuyers(ctx, event, {
        userIds: [...owners, ...chairs.map(({ userId }) => userId)],
        title: '供应商已答复',
        content: `供应商已答复“${ask.title}”，请查看。`,
      })
    },
  },
  {
    name: 'light-review: tell the supplier that is asked',
    kind: 'light-review.ask',
    async handle(ctx, event) {
      const ask = await ctx.expectOne('light_review_ask', { id: String(event.payload.askId) })
      const order = await orderRow(ctx, ask.orderId)
      const { supplierCompanyId: companyId } = await ctx.expectOne('trade', { id: ask.tradeId })
      await notify(ctx, {
        to: { companyId, right: 'bidding' },
        identity: 'supplier',
        kind: event.kind,
        eventId: event.id,
        title: `请提交${ASK_KINDS[ask.kind as AskKind]}`,
        content: `“${order.title}”（${order.code}）：请于 ${formatTime(ask.deadline)} 前提交“${ask.title}”。`,
        link: answerPlace(order),
      })
    },
  },
]

/** Tells the owners of the order, or those named. */
async function tellBuyers(
  ctx: Context<null>,
  { id: eventId, kind, payload }: DeliveredEvent,
  { userIds, title, content }: { userIds?: readonly string[]; title: string; content: string },
): Promise<void> {
  const order = await orderRow(ctx, String(payload.orderId))
  const { owners, ownerIdentity: identity } = await orderAudience(ctx, order.id)
  await notify(ctx, {
    to: { userIds: userIds ?? owners },
    identity,
    kind,
    eventId,
    title,
    content: `“${order.title}”（${order.code}）：${content}`,
    link: reviewPlace(order.id, 'file', identity),
  })
}
