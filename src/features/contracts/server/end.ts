import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/contract.ts'
import { BUYS, type Ctx, demanded, record, today } from './access.ts'
import { stopSigning } from './signings.ts'

/** How a contract comes to its end. What is due by then stays due. */
export const endRoutes: readonly Route[] = [
  implement(contract.completeContract, BUYS, async (ctx, { params }) => {
    const { row } = await end(ctx, params.contractId, { action: 'complete' })
    record(ctx, row, { action: 'complete', summary: '办结合同' })
    ctx.emit({ kind: 'contract.completed', payload: { contractId: row.id } })
  }),

  implement(contract.terminateContract, BUYS, async (ctx, { params, body: { reason } }) => {
    const { row } = await end(ctx, params.contractId, { action: 'terminate', reason })
    // Milestones that lie ahead and were not asked for fall away with it.
    await ctx.tx
      .updateTable('contract_due')
      .set({ isDropped: true })
      .where('tenantId', '=', ctx.tenantId)
      .where('contractId', '=', row.id)
      .where('acceptanceId', 'is', null)
      .where('requested', '=', '0')
      .where('dueOn', '>', today(ctx))
      .execute()
    await stopSigning(ctx, row, '合同已终止')
    record(ctx, row, { action: 'terminate', summary: `终止合同：${reason}` })
    ctx.emit({ kind: 'contract.terminated', payload: { contractId: row.id, reason } })
  }),
]

async function end(
  ctx: Ctx,
  contractId: string,
  { action, reason: endReason = '' }: { action: 'complete' | 'terminate'; reason?: string },
) {
  const { row, to } = await demanded(ctx, contractId, action)
  const now = ctx.clock.now()
  const ended = { state: to, endedAt: now, endedByName: ctx.actor.name, endReason, updatedAt: now }
  await ctx.update('contract', { id: row.id }, ended)
  return { row }
}
