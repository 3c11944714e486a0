import { formatDate } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { addDays } from '../rules/payment.ts'
import { today } from './access.ts'
import { openAwards } from './awards.ts'
import { DELIVERY_CHECK, morning, PAY_CHECK, planSigning } from './plan.ts'

/** Days behind which what is still not paid is told of again. */
const AGAIN = 30

/** What the clock finds late becomes a fact that others may hear of. */
export const timers: readonly Subscriber[] = [
  {
    name: 'contracts: watch the signing from the award on',
    kind: 'order.status',
    async handle(ctx, { payload }) {
      const { orderId, to } = payload as { orderId: string; to: string }
      if (to !== 'winner.fixed') return
      const { purchaserCompanyId } = await ctx.expectOne('purchase_order', { id: orderId })
      const [first] = await openAwards(ctx, { companyId: purchaserCompanyId, orderId })
      if (first) await planSigning(ctx, orderId, first.signBy)
    },
  },
  {
    name: 'contracts: note what was not paid in time',
    kind: PAY_CHECK,
    async handle(ctx, { payload }) {
      const dueId = String(payload.dueId)
      const due = await ctx.expectOne('contract_due', { id: dueId })
      if (due.isDropped || due.paid === due.amount) return
      const again = morning(addDays(formatDate(ctx.clock.now()), AGAIN))
      await ctx.schedule(`${PAY_CHECK}:${dueId}`, again, { kind: PAY_CHECK, payload: { dueId } })
      const parties = await partiesOf(ctx, due.contractId)
      ctx.emit({ kind: 'contract.payment-late', payload: { dueId, dueOn: due.dueOn, ...parties } })
    },
  },
  {
    name: 'contracts: note what was not delivered in time',
    kind: DELIVERY_CHECK,
    async handle(ctx, { payload }) {
      const callOffId = String(payload.callOffId)
      const callOff = await ctx.expectOne('call_off', { id: callOffId })
      const isRunning = callOff.state === 'sent' || callOff.state === 'confirmed'
      if (!isRunning || callOff.deliveredOn !== null || today(ctx) <= callOff.deliverBy) return
      const parties = await partiesOf(ctx, callOff.contractId)
      ctx.emit({ kind: 'contract.delivery-late', payload: { callOffId, deliverBy: callOff.deliverBy, ...parties } })
    },
  },
]

async function partiesOf(ctx: Context<null>, id: string) {
  const columns = ['id', 'purchaserCompanyId', 'supplierCompanyId'] as const
  const row = await ctx.expectOne('contract', { id }, { columns: [...columns] })
  const { purchaserCompanyId, supplierCompanyId } = row
  return { contractId: id, purchaserCompanyId, supplierCompanyId }
}
