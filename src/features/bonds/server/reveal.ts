import { NULL } from '#server/database/records.ts'
import { formatDate } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { KINDS, type BondKind, kindLabel } from '../rules/kinds.ts'
import { isKnown, type Order, record, tellBidder, tellOwner } from './order-bonds.ts'
import { endGiven, returnMoney } from './end.ts'

type Any = Context<Actor | null>

const ENDED = '采购终止，退还保证金（《招标投标法实施条例》第三十一条）'

/** Quotes are open, or the order is over: who has given a bond may be known, and it is put into the register. */
export const revealing: Subscriber = {
  name: 'bonds: put into the register what was given through the platform',
  kind: 'order.status',
  async handle(ctx, { payload }) {
    const { orderId, from, to } = payload as { orderId: string; from: Order['state']; to: Order['state'] }
    if (!isKnown({ state: to }) || (isKnown({ state: from }) && !isAbortive({ state: to }))) return
    const order = await orderRow(ctx, orderId, 'update')
    await registerAll(ctx, order)
    // Given up before anything was opened: everything goes back at once.
    if (isAbortive(order) && !isKnown({ state: from })) await giveAllBack(ctx, order)
  },
}

/** Bonds of an order that are in force and not in its register, with the day from which they count. */
export async function toRegister(ctx: Any, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('bond_given as g')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'g.tenantId').onRef('t.id', '=', 'g.tradeId'))
    .selectAll('g')
    .where('g.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .where('g.state', '=', 'in-force')
    .where('g.registeredAt', 'is', null)
    .orderBy('g.inForceAt')
    .execute()
  return rows.flatMap((row) => {
    const { form } = KINDS[row.kind as BondKind]
    return form === null ? [] : [{ ...row, form, paidOn: formatDate(row.inForceAt) }]
  })
}

/** Puts what is in force into the register. The order is locked by the caller (a share does), and it is known who bids. */
export async function registerAll(ctx: Any, order: Order): Promise<void> {
  const rows = await toRegister(ctx, order.id)
  for (const { id, tradeId, kind, amount, form, paidOn, chosenByName, inForceAt } of rows) {
    const added = await ctx.tx
      .insertInto('bond')
      .values({
        tenantId: ctx.tenantId,
        orderId: order.id,
        tradeId,
        kind,
        givenId: id,
        amount,
        form,
        paidOn,
        paidVoucher: null,
        paidVoucherName: '',
        paidByName: chosenByName,
        paidRecordedAt: inForceAt!,
      })
      .onConflict((on) => on.columns(['tenantId', 'tradeId']).doNothing())
      .returning('tradeId')
      .executeTakeFirst()
    await ctx.update('bond_given', { id }, { registeredAt: ctx.clock.now() })
    if (!added && (await ctx.one('bond', { tradeId, givenId: id }, { columns: ['tradeId'] }))) continue
    if (!added) {
      // The owner has recorded one by hand, not knowing of this one: it is not needed.
      await endGiven(ctx, { givenId: id, reason: '采购人已登记线下保证金，原路退还' })
      continue
    }
    record(ctx, order, {
      action: 'paid',
      summary: `保证金生效（${kindLabel(kind)}）${amount} 元`,
      data: { tradeId, kind, amount, form, paidOn },
    })
  }
  if (rows.length > 0) tellOwner(ctx, order.id)
}

async function giveAllBack(ctx: Any, order: Order): Promise<void> {
  const trades = await ctx.many('trade', { orderId: order.id }, { columns: ['id'] })
  const ids = trades.map(({ id }) => id)
  for (const bond of await ctx.many('bond', { orderId: order.id, refundedOn: NULL }))
    if (bond.givenId) await returnMoney(ctx, { givenId: bond.givenId, reason: ENDED })
  for (const given of await ctx.many('bond_given', { tradeId: ids, state: 'pending' }))
    await endGiven(ctx, { givenId: given.id, reason: ENDED })
  for (const tradeId of ids) tellBidder(ctx, 'changed', { tradeId })
}
