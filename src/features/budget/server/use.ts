import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import type { Finding } from '#features/procurement/contract/shared.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { awardsOf, type budgetUse, type HeldOrder } from '#features/procurement/server/public.ts'
import type { Port } from '#server/port.ts'
import { after, NO_USE, splitBy, stepsTo, type Use, type Wanted } from '../rules/use.ts'
import type { Any } from './access.ts'
import { giveBack, leftOf, lockLines, move, shortOf, take } from './moves.ts'
import { isInForce, policyOf } from './policy.ts'
import { nameWithCommit, sharesOf } from './shares.ts'

/** What orders do with the lines they name; procurement asks and tells by its port. */
export const ordersUse: typeof budgetUse extends Port<infer Calls> ? Calls : never = {
  findings,
  moved: settle,
  name: nameWithCommit,
}

export type Order = HeldOrder['order']

/**
 * What an order shall hold of its lines, by where it stands: its estimate from the publication, its award from the award,
 * nothing before and after.
 */
export async function wantedOf(
  ctx: Any,
  order: Pick<Order, 'id' | 'state' | 'publishedAt' | 'awardedAt' | 'estimatedPrice'>,
): Promise<Wanted> {
  if (!order.publishedAt || isAbortive(order)) return { kind: 'nothing', amount: '0.00' }
  if (!order.awardedAt) return { kind: 'reserved', amount: order.estimatedPrice }
  const awards = await awardsOf(ctx, order.id)
  return { kind: 'committed', amount: new Exact(sum(awards.map(({ price }) => price))).toFixed(2) }
}

/** Brings what an order holds of its lines to what it shall hold. The order is locked; done again, it does nothing. */
export async function settle(ctx: Any, order: Order): Promise<void> {
  const used = await ctx.many('budget_use', { orderId: order.id })
  const shares = await sharesOf(ctx, order)
  if (used.length === 0 && shares.length === 0) return
  const wanted = await wantedOf(ctx, order)
  const parts = splitBy(
    wanted.amount,
    shares.map(({ share }) => share),
  )
  const wants = new Map(shares.map(({ lineId }, i) => [lineId, parts[i]!]))
  const plans = used
    .map(({ lineId }) => lineId)
    .concat([...wants.keys()])
    .filter((id, i, all) => all.indexOf(id) === i)
    .map((lineId) => {
      const use: Use = used.find((one) => one.lineId === lineId) ?? NO_USE
      const want: Wanted = { kind: wanted.kind, amount: wants.get(lineId) ?? '0.00' }
      return { lineId, use, steps: stepsTo(use, want) }
    })
    .filter(({ steps }) => steps.length > 0)
  if (plans.length === 0) return
  const taken = plans.filter(({ steps }) => steps.some(({ kind }) => TAKES.has(kind))).map(({ lineId }) => lineId)
  await demandInForce(ctx, taken)
  const lines = await lockLines(
    ctx,
    plans.map(({ lineId }) => lineId),
  )
  const { overrun } = await policyOf(ctx, order.purchaserCompanyId)
  const memo = `${order.title}（${order.code}）`
  for (const { lineId, use, steps } of plans) {
    const line = lines.get(lineId)!
    let now = use
    for (const step of steps) {
      const given = { ...step, orderId: order.id, memo }
      if (TAKES.has(step.kind)) await take(ctx, line, { ...given, overrun })
      else if (GIVES.has(step.kind)) await giveBack(ctx, line, given)
      else await move(ctx, line, given)
      now = after(now, step)
    }
    await storeUse(ctx, { orderId: order.id, lineId }, now)
  }
}

const TAKES: ReadonlySet<string> = new Set(['budget.reserved', 'budget.raised'])
const GIVES: ReadonlySet<string> = new Set(['budget.released', 'budget.lowered'])

export async function storeUse(
  ctx: Any,
  key: { orderId: string; lineId: string },
  { reserved, committed, spent }: Use,
): Promise<void> {
  const row = { reserved, committed, spent, updatedAt: ctx.clock.now() }
  await ctx.tx
    .insertInto('budget_use')
    .values({ tenantId: ctx.tenantId, id: ctx.newId(), ...key, ...row })
    .onConflict((c) => c.columns(['tenantId', 'orderId', 'lineId']).doUpdateSet(row))
    .execute()
}

/** Whoever takes from a line needs its plan in force, and holds it so until the end. */
async function demandInForce(ctx: Any, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  const rows = await ctx.tx
    .selectFrom('budget_plan as p')
    .select(['p.title', 'p.state'])
    .where('p.tenantId', '=', ctx.tenantId)
    .where(
      'p.id',
      'in',
      sql<string>`(select l.plan_id from budget_line l where l.tenant_id = ${ctx.tenantId} and l.id = any(${[...lineIds]}::uuid[]))`,
    )
    .orderBy('p.id')
    .forShare()
    .execute()
  const over = rows.find(({ state }) => state !== 'inForce')
  if (over)
    throw new AppError(
      'wrongState',
      `预算“${over.title}”${over.state === 'closed' ? '已关闭' : '尚未生效'}，请另选预算项`,
    )
}

const CITATION = '采购人预算管理'

/** What stands against an order that takes so much; lines and what is left of them are told to the purchaser's people alone. */
async function findings(ctx: Any, { order, amount }: { order: Order; amount: string }): Promise<Finding[]> {
  const companyId = order.purchaserCompanyId
  const shares = await sharesOf(ctx, order)
  const { naming, overrun } = await policyOf(ctx, companyId)
  if (shares.length === 0) {
    if (naming === 'off' || order.publishedAt || !(await isInForce(ctx, companyId))) return []
    const title = '采购单已关联预算项'
    return [
      { ruleId: 'budget-line', citation: CITATION, title, ok: false, severity: naming, message: '尚未选择预算项' },
    ]
  }
  const isOwn = ctx.actor === null || ctx.actor.companyId === companyId
  const used = await ctx.many('budget_use', { orderId: order.id })
  const parts = splitBy(
    amount,
    shares.map(({ share }) => share),
  )
  const found: Finding[] = []
  for (const [i, { lineId }] of shares.entries()) {
    const line = await ctx.expectOne('budget_line', { id: lineId })
    const own = used.find((one) => one.lineId === lineId) ?? NO_USE
    const left = sum([await leftOf(ctx, line), own.reserved, own.committed, own.spent])
    const plan = await ctx.expectOne('budget_plan', { id: line.planId }, { columns: ['state'] })
    const isCovered = new Exact(left).gte(parts[i]!)
    const isRunning = plan.state === 'inForce' || order.publishedAt !== null
    const lacks = isRunning
      ? shortOf(line, { left, amount: parts[i]! }).message
      : `预算项“${line.subject}”已关闭或尚未生效`
    const has = `预算项“${line.subject}”可用 ${formatAmount(new Exact(left).toFixed(2))} 元，本单使用 ${formatAmount(parts[i])} 元`
    const ok = isCovered && isRunning
    found.push({
      ruleId: 'budget-amount',
      citation: CITATION,
      title: '不超过预算项的可用金额',
      ok,
      severity: isRunning ? overrun : 'block',
      message: isOwn ? (ok ? has : lacks) : ok ? '采购人预算足够' : '超出采购人预算，请联系采购人',
    })
  }
  return found
}
