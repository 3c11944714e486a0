import { AppError } from '#contract/errors.ts'
import { holderFinding, type orderRow } from '#features/procurement/server/public.ts'
import { OFFICER_ROLES, type OfficerRole } from '../rules.ts'
import { type KeyHolders, keyHolders, SUPERVISOR_RULE } from '#features/procurement/rules/key-holders.ts'
import type { Any, Attempt } from './access.ts'

type Order = Awaited<ReturnType<typeof orderRow>>
export interface Named {
  userId: string
  name: string
  role: string
}

/** How a key is spread over organisations now, and which supervisors work for those they should watch. */
export interface Independence {
  holders: KeyHolders
  supervisors: Named[]
}

export async function independenceOf(
  ctx: Any,
  order: Order,
  { officers, threshold }: { officers: readonly Named[]; threshold: number },
): Promise<Independence> {
  const jobs = await jobsOf(ctx, officers)
  const buyers = [order.purchaserCompanyId, order.ownerCompanyId]
  const names = new Map(jobs.map((job) => [job.companyId, job.company]))
  const holders = officers.map(({ userId, role }) => {
    const ids = jobs.filter((job) => job.userId === userId).map((job) => job.companyId)
    const heldFor = companyOf(order, role as OfficerRole)
    return {
      units: [...ids, ...(heldFor ? [heldFor] : [])].map((id) => names.get(id) ?? OFFICER_ROLES[role as OfficerRole]),
    }
  })
  const works = ({ userId }: Named) => jobs.some((job) => job.userId === userId && buyers.includes(job.companyId))
  return {
    holders: keyHolders(holders, threshold),
    supervisors: officers.filter((officer) => officer.role === 'supervisor' && works(officer)),
  }
}

/** Of an attempt as it stands: who was excused takes no part. */
export function independenceOfAttempt(ctx: Any, order: Order, { row, officers }: Attempt): Promise<Independence> {
  return independenceOf(ctx, order, {
    officers: officers.filter((officer) => officer.excusedAt === null),
    threshold: row.threshold,
  })
}

/** Refuses supervisors out of the buyer's side, and a spread that the tenant's policy forbids. */
export async function demandIndependent(
  ctx: Any,
  order: Order,
  plan: { officers: readonly Named[]; threshold: number },
): Promise<void> {
  const { holders, supervisors } = await independenceOf(ctx, order, plan)
  if (supervisors.length > 0)
    throw new AppError('legalRule', `${supervisorsInWords(supervisors)}。依据：${SUPERVISOR_RULE.citation}`, {
      ruleId: SUPERVISOR_RULE.id,
      officers: supervisors.map((one) => one.userId),
    })
  const finding = await holderFinding(ctx, order, holders)
  if (finding && !finding.ok && finding.severity === 'block')
    throw new AppError('legalRule', `${finding.message}。依据：${finding.citation}`, [finding])
}

export function supervisorsInWords(supervisors: readonly Named[]): string {
  return `${supervisors.map((one) => one.name).join('、')}是采购人或代理机构的人员，不得担任监督人`
}

function companyOf(order: Order, role: OfficerRole): string | null {
  switch (role) {
    case 'purchaser':
      return order.purchaserCompanyId
    case 'agency':
      return order.ownerCompanyId
    case 'supervisor':
      return null
  }
}

async function jobsOf(ctx: Any, officers: readonly Named[]) {
  if (officers.length === 0) return []
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .select(['e.userId as userId', 'e.companyId as companyId', 'c.name as company'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where(
      'e.userId',
      'in',
      officers.map((one) => one.userId),
    )
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .execute()
}
