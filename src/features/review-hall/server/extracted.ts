import { orderRow } from '#features/procurement/server/public.ts'
import { extractedExperts } from '#features/experts/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { allReviewers, mayChoose, record, tell } from './access.ts'

/**
 * Drawn experts take their seats: who accepted comes onto the committee, who was asked and does not come leaves it. Only
 * until the review starts; afterwards members are replaced in the hall, with a reason (实施条例第四十八条).
 */
export const seatExtracted: Subscriber = {
  name: 'review-hall: drawn experts',
  kind: 'expert.extracted',
  async handle(ctx, event) {
    const order = await orderRow(ctx, String(event.payload.orderId), 'update')
    if (!mayChoose(order)) return
    const { coming, gone } = await extractedExperts(ctx, order.id)
    const members = await allReviewers(ctx, order.id)
    const leaving = members.filter((m) => m.expertId !== null && gone.includes(m.userId))
    const joining = coming.filter((one) => !members.some((m) => m.userId === one.userId))
    if (leaving.length === 0 && joining.length === 0) return
    if (leaving.length > 0) await ctx.remove('reviewer', { id: leaving.map((m) => m.id) })
    const first = Math.max(-1, ...members.map((m) => m.sort)) + 1
    for (const [i, expert] of joining.entries())
      await ctx.insert('reviewer', {
        id: ctx.newId(),
        orderId: order.id,
        sort: first + i,
        expertId: expert.id,
        userId: expert.userId,
        name: expert.name,
        role: expert.kind,
        employer: expert.employer,
        employerCode: expert.employerCode,
        chosenAt: expert.frozenAt ?? ctx.clock.now(),
        isDrawn: expert.isDrawn,
      })
    for (const userId of [...leaving.map((m) => m.userId), ...joining.map((one) => one.userId)])
      ctx.actorChanged(userId)
    record(ctx, order.id, {
      action: 'committee',
      summary: `抽取的专家进入评标委员会：新增 ${joining.length} 名，退出 ${leaving.length} 名`,
      data: { joining, leaving: leaving.map((m) => m.userId) },
    })
    tell(ctx, order.id, 'committee')
  },
}
