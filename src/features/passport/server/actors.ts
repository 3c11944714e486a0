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
    .innerJoin('app_user as u', 'u.id', 's.userId')
    .innerJoin('tenant as t', 't.id', 's.tenantId')
    .select(['s.id', 's.userId', 's.tenantId', 's.employeeId', 's.createdAt', 's.lastSeenAt', 's.expiresAt'])
    .select(sql<unknown>`t.config->'loginPolicy'`.as('policy'))
    .select(['u.nickname', 'u.isPlatformAdmin', 's.factorAt', 'u.unprovenTenantId', 'u.unprovenCompanyId'])
    .$if(session.hash !== undefined, (q) => q.where('s.tokenHash', '=', session.hash!))
    .$if(session.id !== undefined, (q) => q.where('s.id', '=', session.id!))
    .executeTakeFirst()
  if (!row) return null
  const now = kernel.clock.now()
  const policy = policyOf(row.policy)
  if (endOf(row, policy) <= now.getTime()) {
    await kernel.db.deleteFrom('login_session').where('id', '=', row.id).execute()
    return null
  }
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await kernel.db.updateTable('login_session').set({ lastSeenAt: now }).where('id', '=', row.id).execute()
    row.lastSeenAt = now
  }
  const { employee, isExpert, factor } = await inContext(
    kernel,
    { tenantId: row.tenantId, actor: null, readOnly: true },
    async (ctx) => ({
      factor: row.factorAt === null ? await factorStanding(ctx, row.userId, policy) : null,
      employee: row.employeeId === null ? null : await readEmployee(ctx.tx, { id: row.employeeId, userId: row.userId }),
      isExpert: await isExpertHere(ctx.tx, row.userId),
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
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.userId', 'u.nickname', 'u.unprovenTenantId', 'u.unprovenCompanyId'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
  if (!person) return null
  const employee = await readEmployee(ctx.tx, { id: employeeId, userId: person.userId })
  const session = { ...person, id: '', tenantId: ctx.tenantId, isPlatformAdmin: false }
  const actor = assemble(session, employee, false)
  if (!actor.workbenches.has(workbench)) return null
  return { ...actor, workbench } as Employee
}

/**
 * Of these employees those who may use a workbench with a right now, as their people: id of the employee → of the user. Who
 * has left, is disabled or works for a company that is not admitted is not among them.
 */
export async function entitledUsers(
  ctx: Context<Actor | null>,
  { employeeIds, workbench, right }: { employeeIds: readonly string[]; workbench: Workbench; right: string },
): Promise<Map<string, string>> {
  const rows = await employeeRows(ctx.tx)
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.userId', 'u.nickname', 'u.unprovenTenantId', 'u.unprovenCompanyId'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.id', '=', sql<string>`any(${employeeIds}::uuid[])`)
    .execute()
  const actors = rows.map((row) =>
    assemble({ ...row, id: '', tenantId: ctx.tenantId, isPlatformAdmin: false }, row, false),
  )
  const entitled = actors.filter(({ workbenches, rights }) => workbenches.has(workbench) && rights.has(right))
  return new Map(entitled.map(({ employeeId, userId }) => [employeeId!, userId]))
}

interface SessionRow {
  id: string
  userId: string
  tenantId: number
  nickname: string
  isPlatformAdmin: boolean
  unprovenTenantId: number | null
  unprovenCompanyId: string | null
}

type EmployeeRow = NonNullable<Awaited<ReturnType<typeof readEmployee>>>

async function readEmployee(tx: Tx, key: { id: string; userId: string }) {
  return employeeRows(tx).where('e.id', '=', key.id).where('e.userId', '=', key.userId).executeTakeFirst()
}

/** Employees with what their companies are admitted to. */
function employeeRows(tx: Tx) {
  return (
    tx
      .selectFrom('employee as e')
      .innerJoin('company_tenant as t', (j) =>
        j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
      )
      .innerJoin('company as c', 'c.id', 'e.companyId')
      .innerJoin('tenant as n', 'n.id', 'e.tenantId')
      .select(['e.id', 'e.companyId', 'e.name', 'e.status', 'e.isAdmin', 'e.isSigner', 'e.rights'])
      .select(['t.status as companyStatus', 't.isCertified', 't.isPurchaser', 't.isAgency', 't.isSupplier'])
      .select(['c.name as companyName', 'c.companyType', 't.services', 't.features'])
      .select(sql<string[] | null>`n.config->'services'`.as('tenantServices'))
      .where('e.deletedAt', 'is', null)
      // Who is only invited is no employee.
      .where('e.acceptedAt', 'is not', null)
  )
}

async function isExpertHere(tx: Tx, userId: string): Promise<boolean> {
  return (
    (await tx.selectFrom('expert_user').select('userId').where('userId', '=', userId).executeTakeFirst()) !== undefined
  )
}

function assemble(session: SessionRow, found: EmployeeRow | null | undefined, expert: boolean): Actor {
  const { unprovenCompanyId: openedBy, unprovenTenantId: openedAt } = session
  const isProven = openedBy === null
  const employee = isProven || (found?.companyId === openedBy && session.tenantId === openedAt) ? found : null
  const isExpert = expert && isProven
  const isDisabled = employee != null && (employee.status === 0 || employee.companyStatus === 0)
  const acting = isDisabled ? null : (employee ?? null)
  const may = {
    rights: acting?.rights ?? [],
    isAdmin: acting?.isAdmin ?? false,
    isSigner: acting?.isSigner ?? false,
    inBigProjects: acting?.features.includes('bigProject') ?? false,
  }
  const workbenches: Workbench[] = acting ? companyWorkbenches(certificationOf(acting), may) : []
  const services: ServicesOn = { tenant: acting?.tenantServices ?? null, company: acting?.services ?? null }
  if (isExpert) workbenches.push('expert')
  const isPlatformAdmin = session.isPlatformAdmin && isProven
  if (isPlatformAdmin) workbenches.push('admin')
  return {
    userId: session.userId,
    name: acting?.name ?? session.nickname,
    sessionId: session.id,
    tenantId: session.tenantId,
    employeeId: acting?.id ?? null,
    companyId: acting?.companyId ?? null,
    companyName: acting?.companyName ?? '',
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
    isCertified: row.isCertified,
    isPurchaser: row.isPurchaser,
    isAgency: row.isAgency,
    isSupplier: row.isSupplier,
    companyType: row.companyType,
  }
}
