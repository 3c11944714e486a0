import type { Selectable } from 'kysely'
import { sum } from '#contract/money.ts'
import { bondRegister } from '#features/procurement/server/public.ts'
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
 * What is wrong with the performance bond that a contract demands, beside a bid bond that became one. Null: nothing; of a frame
 * agreement, which demands none, too.
 */
export async function bondProblem(
  ctx: Any,
  contract: Pick<Contract, 'orderId' | 'tradeId' | 'awardPrice' | 'performanceBond'>,
): Promise<BondProblem | null> {
  const { orderId, tradeId, awardPrice, performanceBond } = contract
  if (orderId === null) return null
  const turned = tradeId === null ? '0' : await bondRegister().turned(ctx, tradeId)
  return judged(ctx, orderId, performanceProblem({ demanded: performanceBond ?? '0', turned }, awardPrice))
}

/**
 * What would be wrong if the bid bond of a winner became its performance bond, beside what its contracts demand; null: nothing.
 * Drafts count once they are offered. `lock`: nobody offers one meanwhile.
 */
export async function turnProblem(
  ctx: Any,
  { orderId, tradeId, amount, lock = false }: { orderId: string; tradeId: string; amount: string; lock?: boolean },
): Promise<BondProblem | null> {
  const award = await ctx.one('award_in_force', { orderId, tradeId }, { columns: ['price'] })
  const contracts = await ctx.many(
    'contract',
    { orderId, tradeId },
    { columns: ['state', 'performanceBond', 'awardPrice'], ...(lock && { lock: 'update' }) },
  )
  const agreed = contracts.filter(({ state }) => state === 'offered' || state === 'signed' || state === 'completed')
  const price = agreed[0]?.awardPrice ?? award?.price
  if (!price) return null
  const demanded = sum(agreed.map(({ performanceBond }) => performanceBond ?? '0'))
  return judged(ctx, orderId, performanceProblem({ demanded, turned: amount }, price))
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
