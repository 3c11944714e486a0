import type { InputOf } from '#contract/endpoint.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { join, publicise, publish, reviewed, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import { STAFF } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { createPlan, planDetail, submitPlan } from '../../contract/plan.ts'
import { nameLines, subjectBudget } from '../../contract/use.ts'

export const YEAR = 2026
type Fields = InputOf<typeof createPlan>['body']

export const line = (amount: string, more: Partial<Fields['lines'][number]> = {}) => ({
  subject: '医疗设备购置',
  category: 'goods' as const,
  funds: '自筹资金',
  amount,
  ...more,
})

/** A plan in force, and its lines. */
export async function inForce(client: HttpClient, change: Partial<Fields> = {}) {
  const body = { level: 'annual' as const, title: '年度采购预算', year: YEAR, lines: [line('2000000')], ...change }
  const { planId } = await client.call(createPlan, { body })
  done(await client.call(submitPlan, { params: { planId }, body: {} }))
  const { lines } = await client.call(planDetail, { params: { planId } })
  return { planId, lines, lineIds: lines.map(({ lineId }) => lineId) }
}

export const detailOf = (client: HttpClient, planId: string) => client.call(planDetail, { params: { planId } })

export const useOf = (client: HttpClient, orderId: string) =>
  client.call(subjectBudget, { params: { subject: 'order', subjectId: orderId } })

export function name(
  client: HttpClient,
  subject: 'order' | 'project' | 'demand',
  of: { id: string; lineIds: string[] },
) {
  const share = (100 / of.lineIds.length).toFixed(2)
  const shares = of.lineIds.map((lineId) => ({ lineId, share }))
  return client.call(nameLines, { params: { subject, subjectId: of.id }, body: { shares } })
}

/** A published tender of which three suppliers stand behind the review; the first offered 800,000. */
export async function toAward(world: TenderWorld, orderId: string): Promise<{ tradeIds: string[] }> {
  const tradeIds: string[] = []
  for (const supplier of world.suppliers.slice(0, 3)) tradeIds.push((await join(world, orderId, { supplier })).tradeId)
  await reviewed(world, orderId, tradeIds)
  const { publicityEnd } = await publicise(world, orderId)
  await world.t.advanceTo(publicityEnd)
  return { tradeIds }
}

export async function award({ buyer }: TenderWorld, orderId: string, tradeId: string): Promise<void> {
  const params = { orderId }
  const { draft } = await buyer.call(winnerDetail, { params })
  const body = { ...draft, tradeId, reason: '', acceptWarnings: true }
  done(await buyer.call(publishWinner, { params, body }))
}

/** Puts somebody of the hospital into a department with these rights; what is known of them is read at the log-in. */
export async function seat(
  t: TestSystem,
  who: keyof typeof STAFF,
  { departmentId, rights }: { departmentId: string; rights: string[] },
): Promise<void> {
  await t.owner.query('update employee set department_id = $2, rights = $3, direct_rights = $3 where id = $1', [
    STAFF[who],
    departmentId,
    rights,
  ])
}

export { publish }
