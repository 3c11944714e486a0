import { AppError } from '#contract/errors.ts'
import { type AcceptedEmployee, acceptedEmployees } from '#features/organisation/server/public.ts'
import { orderRow, tiesInWords, tiesToParticipants } from '#features/procurement/server/public.ts'
import type { Any } from './access.ts'

/** These people, in this order; `invalid` where one may not sit in a meeting about these orders. */
export async function demandEligible(
  ctx: Any,
  { ids, orderIds, path }: { ids: readonly string[]; orderIds: readonly string[]; path: string },
): Promise<AcceptedEmployee[]> {
  const orders = await Promise.all(orderIds.map((id) => orderRow(ctx, id)))
  const companies = [...new Set(orders.flatMap((o) => [o.ownerCompanyId, o.purchaserCompanyId]))]
  const rows = await acceptedEmployees(ctx, companies, ids)
  const people = ids.map((id) => {
    const person = rows.find((row) => row.employeeId === id)
    if (!person) throw invalid(path, '定标成员须为采购人或经办单位在用、已确认加入且已授予权限的员工，审计人员除外')
    return person
  })
  await demandOutOfReview(ctx, { people, orderIds, path })
  for (const order of orders) {
    const ties = await tiesToParticipants(ctx, order, people)
    if (ties.length > 0) throw invalid(path, `应当回避：${tiesInWords(ties)}`)
  }
  return people
}

/** Who reviewed does not decide: neither of a committee nor by an opinion (评定分离). */
async function demandOutOfReview(
  ctx: Any,
  { people, orderIds, path }: { people: readonly AcceptedEmployee[]; orderIds: readonly string[]; path: string },
): Promise<void> {
  const userIds = people.map(({ userId }) => userId)
  const reviewed = await ctx.many('reviewer', { orderId: [...orderIds], userId: userIds }, { columns: ['userId'] })
  const opinions = await ctx.tx
    .selectFrom('light_review_member as m')
    .innerJoin('light_review as r', (j) => j.onRef('r.tenantId', '=', 'm.tenantId').onRef('r.id', '=', 'm.reviewId'))
    .select('m.userId')
    .where('m.tenantId', '=', ctx.tenantId)
    .where('r.orderId', 'in', [...orderIds])
    .where('m.userId', 'in', userIds)
    .execute()
  const barred = new Set([...reviewed, ...opinions].map(({ userId }) => userId))
  const found = people.find(({ userId }) => barred.has(userId))
  if (found) throw invalid(path, `${found.name}参加了评审，不能作为定标成员`)
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
