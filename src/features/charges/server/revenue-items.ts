import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { FeeType } from '../rules/enums.ts'

type Any = Context<Actor | null>

/** What the purchaser’s revenue comes from. */
export const REVENUE_SOURCES = { charge: '服务费', sale: '竞价销售' } as const

interface OfBill {
  id: string
  orderId: string
  feeType: number
  creditorId: string | null
  debtorId: string
  amount: string
}

/** A charge that a purchaser is paid becomes a receivable of it. */
export async function addRevenue(ctx: Any, bill: OfBill): Promise<void> {
  const order = await ctx.expectOne(
    'purchase_order',
    { id: bill.orderId },
    { columns: ['title', 'purchaserCompanyId'] },
  )
  if (bill.creditorId === null || bill.creditorId !== order.purchaserCompanyId) return
  const payer = await ctx.expectOne('company', { id: bill.debtorId }, { columns: ['name'] })
  await ctx.insert('revenue_item', {
    id: ctx.newId(),
    companyId: bill.creditorId,
    sourceKind: 'charge',
    sourceId: bill.id,
    orderId: bill.orderId,
    title: `${order.title}${FeeType.label(bill.feeType)}`,
    payerName: payer.name,
    receivable: bill.amount,
    createdAt: ctx.clock.now(),
  })
}

/** Nothing is to be received any more; what was filled in stays. */
export async function dropRevenue(ctx: Any, bill: { id: string }): Promise<void> {
  await ctx.update('revenue_item', { sourceKind: 'charge', sourceId: bill.id, filledAt: NULL }, { receivable: '0.00' })
}
