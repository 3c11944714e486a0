import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { refundDetail } from '../contract/own.ts'

/** Whose bond it was: its finance people, and who bids. */
const GUARANTEE = { workbench: 'supplier', right: ['finance', 'bidding'] } as const

export const refundRoute: Route = implement(refundDetail, GUARANTEE, async (ctx, { params }) => {
  const row = await ctx.one('bond_return', { id: params.id, companyId: ctx.actor.companyId })
  if (!row) throw new AppError('notFound')
  const { orderId } = await ctx.expectOne('trade', { id: row.tradeId }, { columns: ['orderId'] })
  const order = await orderRow(ctx, orderId)
  const transfers = await ctx.many('bond_movement', { givenId: row.givenId }, { orderBy: ['at', 'id'] })
  return {
    refundId: row.id,
    orderTitle: order.title,
    orderCode: order.code,
    principal: row.principal,
    rate: row.rate,
    interest: row.interest,
    lateInterest: row.lateInterest,
    total: new Exact(row.principal).plus(row.interest).plus(row.lateInterest).toFixed(2),
    state: row.state as 'running' | 'done' | 'failed',
    reason: row.reason,
    failReason: row.failReason,
    at: row.at.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
    transfers: transfers.map(({ providerNo, payerName, amount, returnNo, returnedAt }) => ({
      providerNo,
      payerName,
      amount,
      returnNo,
      returnedAt: returnedAt?.toISOString() ?? null,
    })),
  }
})
