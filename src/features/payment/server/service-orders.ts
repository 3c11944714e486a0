import { findSku } from '../rules/catalogue.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { closeOrder, type OrderLine } from './orders.ts'

type Ctx = Context<Actor | null>

/** What the cashier knows an order of a service by. */
export const SKU_SUBJECT = 'sku'

/** A line of an order of services, with what it is. */
export interface ServiceLine {
  /** Code of the product. */
  product: string
  name: string
  /** Null of a count. */
  unit: number | null
  /** Units, or how much of a count, of one. */
  quantity: number
  count: number
  /** Its price before anything was taken off, in yuan. */
  amount: string
  /** What the buyer gave up for it. */
  replaces: readonly string[]
}

export async function serviceLines(ctx: Ctx, orderId: string): Promise<ServiceLine[]> {
  const { lines } = await ctx.expectOne('pay_order', { id: orderId }, { columns: ['lines'] })
  return (lines as OrderLine[]).map(lineOf)
}

/** Orders of services that a company has paid since an instant, with what they are of. */
export async function paidServices(
  ctx: Ctx,
  { buyerId, since }: { buyerId: string; since: Date },
): Promise<{ orderId: string; products: string[] }[]> {
  const rows = await ctx.tx
    .selectFrom('pay_order')
    .select(['id', 'lines'])
    .where('tenantId', '=', ctx.tenantId)
    .where('buyerId', '=', buyerId)
    .where('subjectKind', '=', SKU_SUBJECT)
    .where('state', '=', 'paid')
    .where('paidAt', '>', since)
    .execute()
  return rows.map(({ id, lines }) => ({
    orderId: id,
    products: (lines as unknown as OrderLine[]).map((one) => lineOf(one).product),
  }))
}

/** Closes open orders from which something was taken off for what the buyer has: it is taken off once. */
export async function closeCredited(ctx: Ctx, buyerId: string, besides: string): Promise<void> {
  const open = await ctx.many(
    'pay_order',
    { buyerId, subjectKind: SKU_SUBJECT, state: 'open' },
    { columns: ['id', 'lines', 'subjectId'], orderBy: ['id'] },
  )
  for (const { id, lines, subjectId } of open)
    if (subjectId !== besides && (lines as OrderLine[]).some(({ replaces }) => replaces?.length))
      await closeOrder(ctx, id, '已重新下单')
}

function lineOf({ skuId, name, count, amount, replaces = [] }: OrderLine): ServiceLine {
  const { product, sku } = findSku(skuId!)!
  return { product: product.code, name, unit: sku.unit, quantity: sku.quantity, count, amount, replaces }
}
