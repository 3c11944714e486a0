import { formatTime } from '#contract/time.ts'
import {
  named,
  onOrder,
  orderAudience,
  type OrderEvent,
  orderRow,
  tellOwners,
  tellSupplier,
} from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { NULL } from '#server/database/records.ts'
import { answerPlace, reviewPlace } from '../rules/places.ts'
import { ASK_KINDS, type AskKind } from '../rules/review.ts'

const REVIEW = { group: '线上评审', channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...REVIEW, kind: 'light-review.asked', label: '线上评审邀请', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.opened', label: '评审意见已收齐', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.deadline', label: '评审意见逾期', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.answered', label: '供应商答复评审要求', workbenches: ['purchaser', 'agency'] },
  { ...REVIEW, kind: 'light-review.ask', label: '补充文件或说明', workbenches: ['supplier'] },
]

/** Members are told that they are asked, owners that there is something to do, a supplier what it is asked for. */
export const messages: readonly Subscriber[] = [
  onOrder('light-review: tell members', 'light-review.asked', async (subject) => {
    const { reviewId, userIds } = subject.event.payload as { reviewId: string; userIds: string[] }
    const { deadline } = await subject.ctx.expectOne('light_review', { id: reviewId }, { columns: ['deadline'] })
    await tellBuyers(subject, '请提交评审意见', {
      content: `已邀请您评审，请于 ${formatTime(deadline)} 前提交意见。`,
      userIds,
    })
  }),
  onOrder('light-review: tell owners that opinions are open', 'light-review.opened', (subject) =>
    tellBuyers(subject, '评审意见已收齐', { content: '评审意见已开启，请汇总评审结论。' }),
  ),
  onOrder('light-review: tell owners of the deadline', 'light-review.deadline', async (subject) => {
    const id = String(subject.event.payload.reviewId)
    const review = await subject.ctx.one('light_review', { id }, { columns: ['status'] })
    // The last one came in at the same time.
    if (review?.status !== 'running') return
    await tellBuyers(subject, '有评审意见逾期', {
      content: '提交截止时间已到，仍有人员未提交评审意见，请更换人员或者结束提交。',
    })
  }),
  onOrder('light-review: tell who asked of the answer', 'light-review.answered', async (subject) => {
    const { ctx, event } = subject
    const ask = await ctx.expectOne('light_review_ask', { id: String(event.payload.askId) })
    const chairs = await ctx.many(
      'light_review_member',
      { reviewId: ask.reviewId, isChair: true, outAt: NULL },
      { columns: ['userId'] },
    )
    const { owners } = await orderAudience(ctx, ask.orderId)
    await tellBuyers(subject, '供应商已答复', {
      content: `供应商已答复“${ask.title}”，请查看。`,
      userIds: [...owners, ...chairs.map(({ userId }) => userId)],
    })
  }),
  {
    name: 'light-review: tell the supplier that is asked',
    kind: 'light-review.ask',
    async handle(ctx, event) {
      const ask = await ctx.expectOne('light_review_ask', { id: String(event.payload.askId) })
      const order = await orderRow(ctx, ask.orderId)
      const { supplierCompanyId } = await ctx.expectOne('trade', { id: ask.tradeId })
      await tellSupplier({ ctx, order, event }, supplierCompanyId, {
        title: `请提交${ASK_KINDS[ask.kind as AskKind]}`,
        content: `${named(order)}：请于 ${formatTime(ask.deadline)} 前提交“${ask.title}”。`,
        link: answerPlace(order),
      })
    },
  },
]

/** Tells the owners of the order, or those named. */
function tellBuyers(
  subject: OrderEvent,
  title: string,
  { content, userIds }: { content: string; userIds?: readonly string[] },
): Promise<void> {
  const { order } = subject
  const link = (reader: 'purchaser' | 'agency') => reviewPlace(order.id, 'file', reader)
  return tellOwners(subject, { title, content: `${named(order)}：${content}`, link }, userIds)
}
