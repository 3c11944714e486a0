import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type { Person } from '../contract/shared.ts'

type Any = Context<Actor | null>

/** Employees in use of a company, with their departments. */
export function inUse(ctx: Any, companyId: string) {
  return ctx.tx
    .selectFrom('employee as e')
    .leftJoin('department as d', (j) =>
      j.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.id', '=', 'e.department_id'),
    )
    .select(['e.id', 'e.user_id', 'e.name', 'e.rights', 'e.is_admin', 'e.department_id', 'd.name as department'])
    .where('e.tenant_id', '=', ctx.tenantId)
    .where('e.company_id', '=', companyId)
    .where('e.status', '=', 1)
    .where('e.deleted_at', 'is', null)
    .orderBy('e.created_at')
    .orderBy('e.id')
}

export function personValue(row: { id: string; name: string; department: string | null }): Person {
  return { employeeId: row.id, name: row.name, department: row.department ?? '' }
}

/** Of these, the ones in use, in the given order. */
export async function stillInUse(ctx: Any, companyId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await inUse(ctx, companyId)
    .where('e.id', 'in', [...ids])
    .execute()
  return ids.filter((id) => rows.some((row) => row.id === id))
}

/** Names by employee, of those who left too. */
export async function namesOf(ctx: Any, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('employee')
    .select(['id', 'name'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Accounts of these employees, and of those who act for them now. */
export async function accountsOf(ctx: Any, employeeIds: readonly string[]): Promise<string[]> {
  if (employeeIds.length === 0) return []
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .select('e.user_id')
    .distinct()
    .where('e.tenant_id', '=', ctx.tenantId)
    .where('e.status', '=', 1)
    .where('e.deleted_at', 'is', null)
    .where((w) =>
      w.or([
        w('e.id', 'in', [...employeeIds]),
        w(
          'e.id',
          'in',
          w
            .selectFrom('workflow_delegation as d')
            .select('d.delegate_id')
            .where('d.tenant_id', '=', ctx.tenantId)
            .where('d.employee_id', 'in', [...employeeIds])
            .where('d.starts_at', '<=', now)
            .where('d.ends_at', '>', now),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.user_id)
}

/** The head of an employee's department (`level` 1), or of one further up; null where there is none in use. */
export async function headOf(ctx: Any, employeeId: string, level: number): Promise<string | null> {
  const employee = await ctx.tx
    .selectFrom('employee')
    .select(['department_id', 'company_id'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', employeeId)
    .executeTakeFirst()
  let at = employee?.department_id ?? null
  for (let up = 1; at !== null; up++) {
    const department = await ctx.tx
      .selectFrom('department')
      .select(['parent_id', 'head_employee_id'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', at)
      .executeTakeFirst()
    if (up >= level) {
      const head = department?.head_employee_id
      return head ? ((await stillInUse(ctx, employee!.company_id, [head]))[0] ?? null) : null
    }
    at = department?.parent_id ?? null
  }
  return null
}

/** The company's longest-serving administrator in use who is none of these; null when there is nobody else. */
export async function administratorOf(ctx: Any, companyId: string, except: readonly string[]): Promise<string | null> {
  const rows = await inUse(ctx, companyId).where('e.is_admin', '=', true).execute()
  return rows.find((row) => !except.includes(row.id))?.id ?? null
}

/** Who steps in for somebody at a node: the head of the department, else the administrator; none of `except`. */
export async function standInFor(
  ctx: Any,
  person: { employeeId: string; companyId: string },
  except: readonly string[],
): Promise<string | null> {
  const head = await headOf(ctx, person.employeeId, 1)
  return head && !except.includes(head) ? head : administratorOf(ctx, person.companyId, except)
}

/** Colleagues in use, by name, without the person who asks; at most 50. */
export async function colleaguesOf(ctx: Context<Employee>, keyword = ''): Promise<Person[]> {
  const rows = await inUse(ctx, ctx.actor.companyId)
    .where('e.id', '!=', ctx.actor.employeeId)
    .$if(keyword !== '', (q) => q.where(includes(keyword, ['e.name'])))
    .limit(50)
    .execute()
  return rows.map(personValue)
}
