import { methodOf } from '#features/procurement/methods/all.ts'
import { extractedExperts } from '#features/experts/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { announce, record } from './access.ts'

/** Drawn experts take their seats until the review begins: who accepted comes, who was asked and does not come leaves. */
export const seatExtracted: Subscriber = {
  name: 'panels: seat drawn experts',
  kind: 'expert.extracted',
  async handle(ctx, { payload }) {
    const order = await orderRow(ctx, String(payload.orderId), 'update')
    if (!methodOf(order.method).group) return
    const orderId = order.id
    const panel = await ctx.one('panel', { orderId }, { lock: 'update' })
    if (panel && panel.stage !== 'forming') return
    const { coming, gone } = await extractedExperts(ctx, orderId)
    const members = await ctx.many('panel_member', { orderId }, { orderBy: ['sort'] })
    const leaving = members.filter(({ expertId, userId }) => expertId !== null && gone.includes(userId))
    const joining = coming.filter((one) => !members.some(({ userId }) => userId === one.userId))
    if (leaving.length === 0 && joining.length === 0) return
    if (!panel) await ctx.insert('panel', { orderId, createdBy: order.createdBy, createdAt: ctx.clock.now() })
    if (leaving.length > 0) await ctx.remove('panel_member', { id: leaving.map(({ id }) => id) })
    const first = Math.max(-1, ...members.map(({ sort }) => sort)) + 1
    for (const [i, expert] of joining.entries())
      await ctx.insert('panel_member', {
        id: ctx.newId(),
        orderId,
        sort: first + i,
        userId: expert.userId,
        expertId: expert.id,
        role: expert.kind === 'economic' ? 'economic' : 'technical',
        name: expert.name,
        employer: expert.employer,
        employerCode: expert.employerCode,
        isDrawn: expert.isDrawn,
        chosenAt: expert.frozenAt ?? ctx.clock.now(),
      })
    record(ctx, orderId, {
      action: 'extracted',
      summary: `抽取的专家进入小组：新增 ${joining.length} 名，退出 ${leaving.length} 名`,
      data: { joining: joining.map(({ userId }) => userId), leaving: leaving.map(({ userId }) => userId) },
    })
    announce(ctx, { order, members: [] })
  },
}
