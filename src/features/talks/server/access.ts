import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { itemValue, type Lock, orderItems, type orderRow, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { PricedLine } from '../contract.ts'
import { lineProblems, pricedLines } from '../rules.ts'

export type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>
/** An order of the buyer's side that is talked over; `notFound` for strangers and other methods. */
export async function talkedOrder<L extends Lock | undefined = undefined>(ctx: Context<Employee>, orderId: string, lock?: L) {
  const own = await ownOrder(ctx, orderId, lock)
  demandPlain(own.order)
  return own
}

/** The own approved part in an order that is talked over. */
export async function talkedTrade<L extends Lock | undefined = undefined>(ctx: Context<Employee>, orderId: string, lock?: L) {
  const own = await ownTrade(ctx, orderId, { lock })
  demandPlain(own.order)
  return own
}

/** The response of an order that counts; undefined where there is none. */
export function responseOf(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('response as r')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .selectAll('r')
    .select('c.name as supplierName')
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.orderId', '=', orderId)
    .where('r.withdrawnAt', 'is', null)
    .executeTakeFirst()
}

/** Minutes of an order, newest first. */
export function talksOf(ctx: Any, orderId: string) {
  return ctx.many('talk', { orderId }, { orderBy: ['no desc'] })
}

/** The bill of an order whose method asks for prices by line; none where one price is asked for. */
export async function linesAsked(ctx: Any, order: Order) {
  if (!methodOf(order.method).isPricedByLine) return []
  return (await orderItems(ctx, order)).map(itemValue)
}

/** Given prices by line as they are stored; null where one price is asked for. Throws `invalid` where they are not whole. */
export async function demandLines(
  ctx: Any,
  order: Order,
  { price, lines, isAgreed }: { price: string; lines: { itemId: string; unitPrice: string }[]; isAgreed: boolean },
): Promise<PricedLine[] | null> {
  const items = await linesAsked(ctx, order)
  if (!methodOf(order.method).isPricedByLine) return null
  const problems = lineProblems({ price, lines }, items, { isAgreed })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  return pricedLines(items, lines)
}

function demandPlain({ method }: Order): void {
  if (methodOf(method).offers !== 'plain') throw new AppError('notFound')
}
