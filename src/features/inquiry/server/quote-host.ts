import { participants, tellSupplier } from '#features/procurement/server/public.ts'
import type { QuoteHost } from '#features/quotes/server/public.ts'

/** An inquiry holds its own rounds: the first by its schedule, further ones on its owner's word. */
export const HOST: QuoteHost = {
  kind: 'order',
  due: 'inquiry.round-due',
  timer: 'inquiry-round',
  label: (roundNo) => `第 ${roundNo} 轮报价`,
  record(ctx, orderId, { action, summary, data }) {
    ctx.audit({ action: `inquiry.${action}`, entity: 'order', entityId: orderId, summary, data })
  },
  tell(ctx, orderId, tradeIds) {
    const topics = [`order-owner:${orderId}`, ...tradeIds.map((id) => `bid:${id}`)]
    ctx.emit({ kind: 'inquiry.round', payload: { orderId }, topics })
  },
  async notify(ctx, { order, tradeIds }, { title, content }) {
    const asked = (await participants(ctx, order.id)).filter(({ tradeId }) => tradeIds.includes(tradeId))
    for (const { companyId } of asked)
      await tellSupplier({ ctx, order, event: { id: null, kind: 'inquiry.round' } }, companyId, {
        title,
        content: `${order.title}（${order.code}）${content}`,
      })
  },
}
