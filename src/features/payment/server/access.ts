import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from './records.ts'

/** Companies that pay: their finance people, and who pays what belongs to their own work. */
export const PAYER = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['finance', 'bidding', 'caCentre'],
} as const
/** Balances, withdrawals, refunds. */
export const FINANCE = { workbench: ['purchaser', 'agency', 'supplier'], right: 'finance' } as const
/** Reads the company's money. */
export const READER = { workbench: ['purchaser', 'agency', 'supplier'], right: ['finance', 'auditing'] } as const
export const PLATFORM = { workbench: 'admin', right: 'platform' } as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An order by id or code that the company buys or is paid for; `notFound` for everybody else's. */
export async function ownOrder(ctx: Context<Employee>, idOrCode: string): Promise<OrderRow> {
  const by = UUID.test(idOrCode) ? { id: idOrCode } : { code: idOrCode }
  const order = await ctx.one('pay_order', by)
  const { companyId } = ctx.actor
  if (!order || (order.buyerId !== companyId && order.payeeId !== companyId)) throw new AppError('notFound')
  return order
}

/** The same, as buyer only. */
export async function boughtOrder(ctx: Context<Employee>, idOrCode: string): Promise<OrderRow> {
  const order = await ownOrder(ctx, idOrCode)
  if (order.buyerId !== ctx.actor.companyId) throw new AppError('notFound')
  return order
}
