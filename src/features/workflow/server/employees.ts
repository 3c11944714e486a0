import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type { Person } from '../contract/shared.ts'

type Any = Context<Actor | null>

/** Employees in use of a company, with their departments. */
export function inUse(ctx: Any, companyId: string) {
  return ctx.tx
    .selectFrom('employee as e')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['e.id', 'e.userId', 'e.name', 'e.rights', 'e.isAdmin', 'e.departmentId', 'd.name as department'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.createdAt')
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
  const rows = await ctx.many('employee', { id: [...new Set(ids)] }, { columns: ['id', 'name'] })
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Accounts of these employees, and of those who act for them now. */
export async function accountsOf(ctx: Any, employeeIds: readonly string[]): Promise<string[]> {
  if (employeeIds.length === 0) return []
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .select('e.userId')
    .distinct()
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where((w) =>
      w.or([
        w('e.id', 'in', [...employeeIds]),
        w(
          'e.id',
          'in',
          w
            .selectFrom('workflow_delegation as d')
            .select('d.delegateId')
            .where('d.tenantId', '=', ctx.tenantId)
            .where('d.employeeId', 'in', [...employeeIds])
            .where('d.startsAt', '<=', now)
            .where('d.endsAt', '>', now),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.userId)
}

/** The head of an employee's department (`level` 1), or of one further up; null where there is none in use. */
export async function headOf(ctx: Any, employeeId: string, level: number): Promise<string | null> {
  const employee = await ctx.one('employee', { id: employeeId }, { columns: ['departmentId', 'companyId'] })
  let at = employee?.departmentId ?? null
  for (let up = 1; at !== null; up++) {
    const department = await ctx.one('department', { id: at }, { columns: ['parentId', 'headEmployeeId'] })
    if (up >= level) {
      const head = department?.headEmployeeId
      return head ? ((await stillInUse(ctx, employee!.companyId, [head]))[0] ?? null) : null
    }
    at = department?.parentId ?? null
  }
  return null
}

/** The company's longest-serving administrator in use who is none of these; null when there is nobody else. */
export async function administratorOf(ctx: Any, companyId: string, except: readonly string[]): Promise<string | null> {
  const rows = await inUse(ctx, companyId).where('e.isAdmin', '=', true).execute()
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
