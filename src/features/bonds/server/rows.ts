import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { BondForm } from '#features/procurement/rules/bond-terms.ts'
import { type bondRegister, participants } from '#features/procurement/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { dueOf, type Order } from './order-bonds.ts'
import { toRegister } from './reveal.ts'

type Any = Context<Actor | null>
type Register = ReturnType<typeof bondRegister>
export type RegisterRow = Selectable<Tables['bond']>
export type GivenRow = Selectable<Tables['bond_given']>

/** A bond in the register that was neither refunded nor kept; `wrongState` otherwise. The order is locked by the caller. */
export async function openBond(ctx: Any, order: Order, tradeId: string): Promise<RegisterRow> {
  await tradeOf(ctx, order, tradeId)
  const bond = await ctx.one('bond', { orderId: order.id, tradeId })
  if (!bond) throw new AppError('wrongState', say(order, '该{bidder}的保证金尚未登记到账'))
  const blocked = (await dueOf(ctx, order)).blocked(tradeId)
  if (blocked) throw new AppError('wrongState', blocked)
  if (bond.refundedOn || bond.keptReason) throw new AppError('wrongState', '该保证金已处理')
  if (bond.givenId && (await ctx.one('bond_return', { givenId: bond.givenId, state: ['running', 'done'] })))
    throw new AppError('wrongState', '该保证金正在退还')
  return bond
}

export async function tradeOf(ctx: Any, order: Order, tradeId: string) {
  const trade = (await participants(ctx, order.id)).find((one) => one.tradeId === tradeId)
  if (!trade) throw new AppError('notFound')
  return trade
}

/** What records of the procedure are given of the register; see `procurement/server/bond-port.ts`. */
export const register: Register = {
  async of(ctx, orderId) {
    const columns = ['tradeId', 'amount', 'form', 'paidOn', 'paidRecordedAt'] as const
    const rows = await ctx.many('bond', { orderId }, { columns: [...columns] })
    const there = rows.map((row) => ({ ...row, form: row.form as BondForm }))
    return [...there, ...(await unregistered(ctx, orderId))]
  },
  async archived(ctx, orderId) {
    const rows = await ctx.many('bond', { orderId })
    return rows.map(({ kind: _kind, givenId: _given, lateInterest: _late, turnedOn: _turned, form, ...row }) => ({
      ...row,
      form: form as BondForm,
    }))
  },
}

/** In force, and not yet in the register: that follows the opening in a moment. */
async function unregistered(ctx: Any, orderId: string): ReturnType<Register['of']> {
  const rows = await toRegister(ctx, orderId)
  return rows.map((row) => ({
    tradeId: row.tradeId,
    amount: row.amount,
    form: row.form,
    paidOn: row.paidOn,
    paidRecordedAt: row.inForceAt!,
  }))
}
