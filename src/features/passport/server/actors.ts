import { sql } from 'kysely'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import { companyWorkbenches, rightsIn, type ServicesOn } from '../rules-rights.ts'
import { policyOf } from '../rules-policy.ts'
import { factorStanding } from './factor-standing.ts'
import { endOf } from './sessions.ts'

/** A person behind a session, and when the session ends unless it is used. */
export interface Found {
  actor: Actor
  endsAt: number
}

/** `last_seen_at` is written at most this often: a page makes many requests. */
const SEEN_EVERY_MS = 60_000

/** Reads who is behind a session; null when it is unknown or over. Counts as use of the session. */
export async function findActor(kernel: Kernel, session: { hash?: Buffer; id?: string }): Promise<Found | null> {
  const row = await kernel.db
    .selectFrom('login_session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('tenant as t', 't.id', 's.tenant_id')
    .select(['s.id', 's.user_id', 's.tenant_id', 's.employee_id', 's.created_at', 's.last_seen_at', 's.expires_at'])
    .select(sql<unknown>`t.config->'loginPolicy'`.as('policy'))
    .select(['u.nickname', 'u.is_platform_admin', 's.factor_at', 'u.unproven_tenant_id', 'u.unproven_company_id'])
    .$if(session.hash !== undefined, (q) => q.where('s.token_hash', '=', session.hash!))
    .$if(session.id !== undefined, (q) => q.where('s.id', '=', session.id!))
    .executeTakeFirst()
  if (!row) return null
  const now = kernel.clock.now()
  const policy = policyOf(row.policy)
  if (endOf(row, policy) <= now.getTime()) {
    await kernel.db.deleteFrom('login_session').where('id', '=', row.id).execute()
    return null
  }
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await kernel.db.updateTable('login_session').set({ last_seen_at: now }).where('id', '=', row.id).execute()
    row.last_seen_at = now
  }
  const { employee, isExpert, factor } = await inContext(
    kernel,
    { tenantId: row.tenant_id, actor: null, readOnly: true },
    async (ctx) => ({
      factor: row.factor_at === null ? await factorStanding(ctx, row.user_id, policy) : null,
      employee:
        row.employee_id === null ? null : await readEmployee(ctx.tx, { id: row.employee_id, userId: row.user_id }),
      isExpert: await isExpertHere(ctx.tx, row.user_id),
    }),
  )
  const actor = assemble(row, employee, isExpert)
  const needsFactor = factor !== null && (factor.has || factor.isRequired)
  return { actor: needsFactor ? halfOf(actor) : actor, endsAt: endOf(row, policy) }
}

/** The person as such, without anything they may do: until the second factor is shown. */
function halfOf(actor: Actor): Actor {
  return {
    ...actor,
    employeeId: null,
    companyId: null,
    companyName: '',
    isAdmin: false,
    isPlatformAdmin: false,
    isExpert: false,
    rights: new Set(),
    workbenches: new Set(),
    needsFactor: true,
  }
}

/**
 * An employee in use as who acts when something asked for earlier happens now, without a session; null when the
 * employee is gone or disabled, or may no longer enter the workbench.
 */
export async function employeeActor(
  ctx: Context<Actor | null>,
  { employeeId, workbench }: { employeeId: string; workbench: Workbench },
): Promise<Employee | null> {
  const person = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.user_id')
    .select(['e.user_id', 'u.nickname', 'u.unproven_tenant_id', 'u.unproven_company_id'])
    .where('e.tenant_id', '=', ctx.tenantId)
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
  if (!person) return null
  const employee = await readEmployee(ctx.tx, { id: employeeId, userId: person.user_id })
  const session = { ...person, id: '', tenant_id: ctx.tenantId, is_platform_admin: false }
  const actor = assemble(session, employee, false)
  if (!actor.workbenches.has(workbench)) return null
  return { ...actor, workbench } as Employee
}

interface SessionRow {
  id: string
  user_id: string
  tenant_id: number
  nickname: string
  is_platform_admin: boolean
  unproven_tenant_id: number | null
  unproven_company_id: string | null
}

type EmployeeRow = NonNullable<Awaited<ReturnType<typeof readEmployee>>>

async function readEmployee(tx: Tx, key: { id: string; userId: string }) {
  return (
    tx
      .selectFrom('employee as e')
      .innerJoin('company_tenant as t', (j) =>
        j.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.company_id', '=', 'e.company_id'),
      )
      .innerJoin('company as c', 'c.id', 'e.company_id')
      .innerJoin('tenant as n', 'n.id', 'e.tenant_id')
      .select(['e.id', 'e.company_id', 'e.name', 'e.status', 'e.is_admin', 'e.is_signer', 'e.rights'])
      .select(['t.status as company_status', 't.is_certified', 't.is_purchaser', 't.is_agency', 't.is_supplier'])
      .select(['c.name as company_name', 'c.company_type', 't.services', 't.features'])
      .select(sql<string[] | null>`n.config->'services'`.as('tenant_services'))
      .where('e.id', '=', key.id)
      .where('e.user_id', '=', key.userId)
      .where('e.deleted_at', 'is', null)
      // Who is only invited is no employee.
      .where('e.accepted_at', 'is not', null)
      .executeTakeFirst()
  )
}

async function isExpertHere(tx: Tx, userId: string): Promise<boolean> {
  return (
    (await tx.selectFrom('expert_user').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
    undefined
  )
}

function assemble(session: SessionRow, found: EmployeeRow | null | undefined, expert: boolean): Actor {
  const { unproven_company_id: openedBy, unproven_tenant_id: openedAt } = session
  const isProven = openedBy === null
  const employee = isProven || (found?.company_id === openedBy && session.tenant_id === openedAt) ? found : null
  const isExpert = expert && isProven
  const isDisabled = employee != null && (employee.status === 0 || employee.company_status === 0)
  const acting = isDisabled ? null : (employee ?? null)
  const may = {
    rights: acting?.rights ?? [],
    isAdmin: acting?.is_admin ?? false,
    isSigner: acting?.is_signer ?? false,
    inBigProjects: acting?.features.includes('bigProject') ?? false,
  }
  const workbenches: Workbench[] = acting ? companyWorkbenches(certificationOf(acting), may) : []
  const services: ServicesOn = { tenant: acting?.tenant_services ?? null, company: acting?.services ?? null }
  if (isExpert) workbenches.push('expert')
  const isPlatformAdmin = session.is_platform_admin && isProven
  if (isPlatformAdmin) workbenches.push('admin')
  return {
    userId: session.user_id,
    name: acting?.name ?? session.nickname,
    sessionId: session.id,
    tenantId: session.tenant_id,
    employeeId: acting?.id ?? null,
    companyId: acting?.company_id ?? null,
    companyName: acting?.company_name ?? '',
    isDisabled,
    isAdmin: may.isAdmin,
    isPlatformAdmin,
    isExpert,
    openedBy,
    rights: new Set(rightsIn(workbenches, may, services)),
    workbenches: new Set(workbenches),
    workbench: null,
  }
}

function certificationOf(row: EmployeeRow) {
  return {
    isCertified: row.is_certified,
    isPurchaser: row.is_purchaser,
    isAgency: row.is_agency,
    isSupplier: row.is_supplier,
    companyType: row.company_type,
  }
}
