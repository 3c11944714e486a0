import { type Expression, sql, type SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import { descendantsOf } from './public.ts'

type Ctx = Context<Employee>

/** Who administers the company: departments, employees, roles, associations. */
export const KEEPER = { workbench: ['purchaser', 'agency', 'supplier'], right: 'businessManagement' } as const
/** Colleagues may look at one another. */
export const COLLEAGUE = { workbench: ['purchaser', 'agency', 'supplier'] } as const

/** Whether the caller administers the company, and so sees mobile numbers whole. */
export function administers(ctx: Ctx): boolean {
  return ctx.actor.rights.has(KEEPER.right)
}

/** Employees of the own company; deleted ones do not exist. */
export function ownEmployees(ctx: Ctx) {
  return employeesOf(ctx, ctx.actor.companyId)
}

/** What `mobileOfEmployee` asks of `employee as e` with `app_user as u`. */
export const MOBILE_COLUMNS = ['e.id', 'e.userId', 'e.status', 'e.invitedMobile', 'u.mobile'] as const

/** The number of an employee as the company may know it: while somebody is only invited, the one that was typed. */
export function mobileOfEmployee(
  ctx: Pick<Ctx, 'cipher'>,
  row: { id: string; userId: string; status: number; invitedMobile: Sealed | null; mobile: Sealed | null },
): string {
  const typed = row.status === 2 ? ctx.cipher.open('employee.invited_mobile', row.id, row.invitedMobile) : null
  return typed ?? mobileOf(ctx, { id: row.userId, mobile: row.mobile })
}

/** As a condition: that number is this one, or ends with these four digits. */
export function hasMobile({ cipher }: Pick<Ctx, 'cipher'>, number: string): Expression<SqlBool> {
  const is = (column: 'app_user.mobile' | 'employee.invited_mobile') =>
    number.length === 4 ? cipher.tailHashes(column, number) : cipher.hashes(column, number)
  const [u, e] = number.length === 4 ? ['u.mobileTail', 'e.invitedMobileTail'] : ['u.mobileHash', 'e.invitedMobileHash']
  return sql<SqlBool>`case when e.status = 2 and e.invited_mobile is not null
    then ${sql.ref(e)} in (${sql.join(is('employee.invited_mobile'))}) else ${sql.ref(u)} in (${sql.join(is('app_user.mobile'))}) end`
}

/** Employees of a company, invited ones among them; deleted ones do not exist. */
export function employeesOf(ctx: Context<Actor>, companyId: string) {
  return ctx.tx
    .selectFrom('employee as e')
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.deletedAt', 'is', null)
}

/** An employee of the company, locked, or `notFound`. */
export async function lockedEmployee(ctx: Ctx, companyId: string, employeeId: string) {
  const row = await employeesOf(ctx, companyId)
    .selectAll('e')
    .where('e.id', '=', employeeId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/**
 * Makes changes of one company's people wait for one another: "the last administrator" is only then the last one when
 * nobody else is about to stop being one.
 */
export async function lockCompany(ctx: Context<Actor>, companyId: string): Promise<void> {
  await sql`select 1 from company_tenant where tenant_id = ${ctx.tenantId} and company_id = ${companyId} for update`.execute(
    ctx.tx,
  )
}

/** A company below the own one; anything else does not exist. */
export async function demandSubordinate(ctx: Ctx, companyId: string): Promise<void> {
  const below = await descendantsOf(ctx, ctx.actor.companyId)
  if (!below.some((row) => row.companyId === companyId)) throw new AppError('notFound')
}

/** `138****0101`. */
export function masked(mobile: string): string {
  return mobile === '' ? '' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}
