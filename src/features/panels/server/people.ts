import { AppError } from '#contract/errors.ts'
import { expertsOnOffer, extractedExperts } from '#features/experts/server/public.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { tiesInWords, verifiers } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Role } from '../rules/panel.ts'
import { type Any, invalid, type Order } from './rows.ts'
import { tiesOf } from './composition.ts'

/** Somebody who may sit in the group, as a seat takes it over. */
export interface Eligible {
  userId: string
  expertId: string | null
  employeeId: string | null
  role: Role
  name: string
  employer: string
  employerCode: string
  department: string
  isDrawn: boolean
}

/**
 * Who may sit in the group of an order: people of the purchaser who may judge for it (in use, let into a workbench that buys, no
 * auditors), and enabled experts on offer. Left out is whoever is tied to a supplier of the order, and experts who work for the
 * purchaser or the company that runs the order, or verified the demand it came from.
 */
export async function eligiblePeople(ctx: Context<Employee>, order: Order): Promise<Eligible[]> {
  const [staff, experts, { coming }, buyers] = await Promise.all([
    acceptedEmployees(ctx, [order.purchaserCompanyId]),
    expertsOnOffer(ctx, ctx.actor.companyId),
    extractedExperts(ctx, order.id),
    companies(ctx, [order.purchaserCompanyId, order.ownerCompanyId]),
  ])
  const code = buyers.find(({ id }) => id === order.purchaserCompanyId)?.creditCode ?? ''
  const representatives = staff.map(({ userId, employeeId, name, companyName, department }): Eligible => ({
    userId,
    expertId: null,
    employeeId,
    role: 'representative',
    name,
    employer: companyName,
    employerCode: code,
    department,
    isDrawn: false,
  }))
  const outside = experts
    .filter(
      ({ employer, employerCode }) =>
        !buyers.some((one) => (employerCode !== '' && one.creditCode === employerCode) || one.name === employer),
    )
    .map(({ id, userId, name, kind, employer, employerCode }): Eligible => ({
      userId,
      expertId: id,
      employeeId: null,
      role: kind === 'economic' ? 'economic' : 'technical',
      name,
      employer,
      employerCode,
      department: '',
      isDrawn: coming.some((one) => one.userId === userId && one.isDrawn),
    }))
  const people = [...representatives, ...outside]
  const ties = await tiesOf(
    ctx,
    order,
    people.map((one) => ({ ...one, chosenAt: ctx.clock.now() })),
  )
  const tied = new Set(ties.map(({ userId }) => userId))
  const verified = await verifiers().of(ctx, order)
  return people.filter(({ userId }) => !tied.has(userId) && !verified.has(userId))
}

/** These people, representatives first; `invalid` where one may not sit in the group, or is named twice. */
export async function demandEligible(
  ctx: Context<Employee>,
  order: Order,
  { expertIds, employeeIds }: { expertIds: readonly string[]; employeeIds: readonly string[] },
): Promise<Eligible[]> {
  const known = await eligiblePeople(ctx, order)
  const find = (path: string, test: (one: Eligible) => boolean) => {
    const person = known.find(test)
    if (!person) throw invalid(path, '所选人员不存在、已停用、没有工作台、从事审计或者应当回避，请刷新后重新选择')
    return person
  }
  const people = [
    ...employeeIds.map((id) => find('employeeIds', (one) => one.employeeId === id)),
    ...expertIds.map((id) => find('expertIds', (one) => one.expertId === id)),
  ]
  if (new Set(people.map(({ userId }) => userId)).size < people.length)
    throw invalid('employeeIds', '同一人不得重复担任成员')
  return people
}

/** Refuses whoever is tied to a supplier by now. */
export async function demandUntied(ctx: Any, order: Order, members: Parameters<typeof tiesOf>[2]): Promise<void> {
  const ties = (await tiesOf(ctx, order, members)).filter(({ isSudden }) => !isSudden)
  if (ties.length > 0) throw new AppError('legalRule', `应当回避：${tiesInWords(ties)}（《政府采购法》第十二条）`)
}

function companies(ctx: Any, ids: readonly string[]) {
  return ctx.many('company', { id: [...new Set(ids)] }, { columns: ['id', 'name', 'creditCode'] })
}
