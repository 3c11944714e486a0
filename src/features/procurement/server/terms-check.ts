import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { hashOf } from './order-publish.ts'
import { orderItems } from './public.ts'
import { itemValue } from './values.ts'

const BATCH = 200

/** What the notice that opened an order states of it; left out where the notice is from before. */
interface Opening {
  settings?: { sha256: string }
  items?: { count: number; sha256: string }
}

/*
 * Lines are frozen by the first publication of their project. What `itemValue` makes of them must stay what it was: archives
 * are judged by the same hash (docs/protocol 6.11, A).
 */

/** Compares settings and items of every published order with the hashes in the notice that opened it, which is signed and logged. */
export async function checkTerms(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const found: Finding[] = []
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const notices = await ctx.tx
        .selectFrom('notice')
        .select(['id', 'orderId', 'data'])
        .where('tenantId', '=', tenantId)
        .where('status', '=', 1)
        .where((e) => e(e.ref('data'), '?', 'settings'))
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      for (const { orderId, data } of notices) {
        const order = await ctx.one('purchase_order', { id: orderId })
        if (!order) continue
        const { settings, items } = data as Opening
        const say = (what: string) =>
          found.push({
            what: 'order-terms',
            id: order.code,
            message: `采购单 ${order.code} 的${what}与公告所载的哈希不一致，已被改动`,
          })
        if (settings && hashOf(order.settings) !== settings.sha256) say('设置')
        if (items && hashOf((await orderItems(ctx, order)).map(itemValue)) !== items.sha256) say('采购清单')
      }
      if (notices.length < BATCH) return found
      last = notices.at(-1)!.id
    }
  })
}
