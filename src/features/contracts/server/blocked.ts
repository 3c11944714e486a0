import type { Selectable } from 'kysely'
import { Exact, sum } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { priceProblem } from '../rules/change.ts'
import { paidWhenPaid, SME_RULE } from '../rules/payment.ts'
import { bondProblem } from './performance-bond.ts'

type Any = Context<Actor | null>
type Contract = Selectable<tables.Contract>

/** Whether the award that a contract was made from is in force still. */
export async function isAwardGone(ctx: Any, { orderId, resultId, tradeId }: Contract): Promise<boolean> {
  if (orderId === null || resultId === null || tradeId === null) return false
  const held = await ctx.one('award_in_force', { orderId, resultId, tradeId }, { columns: ['price'] })
  return held === undefined
}

/** Why a contract cannot be offered or signed now; null: it can. */
export async function blockedOf(ctx: Any, row: Contract): Promise<string | null> {
  if (row.state !== 'draft' && row.state !== 'offered') return null
  if (await isAwardGone(ctx, row)) return '中标（成交）结果已变更，该合同不能再签订'
  const bond = await bondProblem(ctx, row)
  return termsProblem(row) ?? (bond?.isBinding ? bond.message : null)
}

/** What is wrong with the terms themselves. */
function termsProblem(row: Contract): string | null {
  const price = priceProblem(row.price, row.awardPrice)
  if (price) return price
  if (row.terms.trim() === '' && (row.files as unknown[]).length === 0) return '请填写合同条款或上传合同文件'
  const clause = paidWhenPaid(row.terms)
  if (clause) return `合同不得以收到第三方付款作为付款条件：“${clause}”（${SME_RULE}第十条）`
  const milestones = row.milestones as { amount: string }[]
  const total = sum(milestones.map(({ amount }) => amount))
  if (row.payMode === 'milestones' && !new Exact(total).eq(row.price))
    return `付款节点合计 ${new Exact(total).toFixed(2)} 元，与合同价 ${row.price} 元不一致`
  return null
}
