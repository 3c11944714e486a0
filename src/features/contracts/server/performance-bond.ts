import type { Selectable } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { isLimitBinding, performanceProblem } from '../rules/performance-bond.ts'

type Any = Context<Actor | null>
type Contract = Selectable<tables.Contract>

/** What is wrong with a performance bond, and whether that forbids it or is a warning. */
export interface BondProblem {
  message: string
  isBinding: boolean
}

/**
 * What is wrong with the performance bond that a contract demands, whatever part of it a bid bond becomes. Null: nothing; of a
 * frame agreement, which demands none, too.
 */
export async function bondProblem(
  ctx: Any,
  { orderId, awardPrice, performanceBond }: Pick<Contract, 'orderId' | 'awardPrice' | 'performanceBond'>,
): Promise<BondProblem | null> {
  if (performanceBond === null || orderId === null) return null
  return judged(ctx, orderId, performanceProblem(performanceBond, awardPrice))
}

/** What would be wrong if the bid bond of a winner, in yuan, became its performance bond or part of it; null: nothing. */
export async function turnProblem(
  ctx: Any,
  { orderId, tradeId, amount }: { orderId: string; tradeId: string; amount: string },
): Promise<BondProblem | null> {
  const award = await ctx.one('award_in_force', { orderId, tradeId }, { columns: ['price'] })
  return award?.price ? judged(ctx, orderId, performanceProblem(amount, award.price)) : null
}

async function judged(ctx: Any, orderId: string, message: string | null): Promise<BondProblem | null> {
  if (message === null) return null
  const { method, projectId } = await ctx.expectOne(
    'purchase_order',
    { id: orderId },
    { columns: ['method', 'projectId'] },
  )
  const { regime } = await ctx.expectOne('project', { id: projectId }, { columns: ['regime'] })
  return { message, isBinding: isLimitBinding({ regime, method }) }
}

/** Performance bonds that contracts of an order demand, by trade; drafts are the purchaser's own matter and left out. */
export async function performanceBonds(
  ctx: Any,
  orderId: string,
): Promise<ReadonlyMap<string, { amount: string; rate: string }>> {
  const rows = await ctx.many(
    'contract',
    { orderId, state: ['offered', 'signed', 'completed', 'terminated'] },
    { columns: ['tradeId', 'performanceBond', 'performanceRate'] },
  )
  return new Map(
    rows.flatMap(({ tradeId, performanceBond: amount, performanceRate: rate }) =>
      tradeId === null || amount === null || rate === null ? [] : [[tradeId, { amount, rate }] as const],
    ),
  )
}
