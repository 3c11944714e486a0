import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { PAID_EVENT, type Paid, type ServiceLine, serviceLines, SKU_SUBJECT } from '#features/payment/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { NULL } from '#server/database/records.ts'
import { lotsOfLine, replacedBy } from '../rules/lots.ts'
import { addLot, type Ctx, lockAccount, type LotRow, lotsOf } from './lots.ts'

/** Makes the lots of a paid order of services, once however often it is told. */
export const deliver: Subscriber = {
  name: 'membership: deliver what was paid for',
  kind: PAID_EVENT,
  async handle(ctx, event) {
    const { orderId, orderCode, buyerId, subjectKind } = event.payload as unknown as Paid
    if (subjectKind !== SKU_SUBJECT) return
    await lockAccount(ctx, buyerId)
    if (await ctx.one('service_lot', { payOrderId: orderId }, { columns: ['id'], limit: 1 })) return
    const lines = await serviceLines(ctx, orderId)
    for (const [i, line] of lines.entries()) await deliverLine(ctx, { line, buyerId, orderId, i })
    ctx.audit({
      action: 'service.delivered',
      entity: 'payment',
      entityId: orderId,
      summary: `开通 ${lines.map(({ name }) => name).join('、')}（付款单 ${orderCode}）`,
    })
    ctx.emit({ kind: 'service.changed', payload: { companyId: buyerId }, topics: [`company:${buyerId}`] })
  },
}

async function deliverLine(
  ctx: Ctx,
  { line, buyerId, orderId, i }: { line: ServiceLine; buyerId: string; orderId: string; i: number },
): Promise<void> {
  const now = ctx.clock.now()
  const lots = await lotsOf(ctx, buyerId)
  const made = lotsOfLine(line, lots, now)
  const source = { payOrderId: orderId, line: i }
  for (const [part, lot] of made.entries()) await addLot(ctx, { ...lot, companyId: buyerId, ...source, part })
  // Bought meanwhile, and not taken off the price: it goes on when this one has ended.
  let next = made[0]!.untilAt
  let part = made.length
  for (const { lot, worth } of replacedBy(lots, line.product, now)) {
    const row = lots.find(({ id }) => id === lot.id)!
    await endWithGifts(ctx, row, `由${nameOf(line.product)}替代`)
    if (line.replaces.includes(lot.id)) continue
    const fromAt = next!
    next = new Date(fromAt.getTime() + lot.untilAt!.getTime() - Math.max(now.getTime(), lot.fromAt.getTime()))
    const moved = { product: lot.product, quantity: null, fromAt, untilAt: next, paid: worth }
    await addLot(ctx, { ...moved, companyId: buyerId, ...source, part: part++ })
  }
}

/** A lower membership ends with the counts that came with it. */
async function endWithGifts(ctx: Ctx, { payOrderId, line }: LotRow, endReason: string): Promise<void> {
  const now = ctx.clock.now()
  for (const { id } of await ctx.many('service_lot', { payOrderId, line, endedAt: NULL }))
    await ctx.update('service_lot', { id }, { endedAt: now, endReason })
}

function nameOf(code: string): string {
  return PRODUCTS.find((product) => product.code === code)!.name
}
