import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/departments.ts'
import { inOrder, levelOf, MAX_LEVELS, movedTo, whyNotBelow } from '../rules/tree.ts'
import { COLLEAGUE, KEEPER, lockCompany, ownEmployees } from './access.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Employee>

export const departmentRoutes: readonly Route[] = [
  implement(c.departments, COLLEAGUE, (ctx) => departmentsOf(ctx, ctx.actor.companyId)),

  implement(c.createDepartment, KEEPER, async (ctx, { body }) => {
    const nodes = await lockedTree(ctx)
    const { name, parentId } = body
    if (parentId !== null && !nodes.some((n) => n.id === parentId)) throw new AppError('notFound')
    if (levelOf(nodes, parentId) >= MAX_LEVELS) throw new AppError('wrongState', `部门最多${MAX_LEVELS}级`)
    refuseTwin(nodes, { name, parentId })
    const deptId = ctx.newId()
    const sort = 1 + Math.max(-1, ...nodes.filter((n) => n.parentId === parentId).map((n) => n.sort))
    await ctx.insert('department', {
      id: deptId,
      companyId: ctx.actor.companyId,
      parentId,
      name,
      sort,
    })
    record(ctx, deptId, { action: 'department.create', summary: `新增部门${name}` })
    return { deptId }
  }),

  implement(c.sortDepartments, KEEPER, async (ctx, { body }) => {
    const nodes = await lockedTree(ctx)
    const { deptId, parentId, index } = body
    const moved = nodes.find((n) => n.id === deptId)
    if (!moved || (parentId !== null && !nodes.some((n) => n.id === parentId))) throw new AppError('notFound')
    const why = whyNotBelow(nodes, deptId, parentId)
    if (why) throw new AppError('wrongState', why)
    refuseTwin(nodes, { name: moved.name, parentId, except: deptId })
    const siblings = nodes.filter((n) => n.parentId === parentId && n.id !== deptId)
    const order = movedTo([...siblings.map((n) => n.id), deptId], deptId, index)
    await sql`
      update department d set sort = o.place - 1, parent_id = case when d.id = ${deptId} then ${parentId} else d.parent_id end
      from unnest(${order}::uuid[]) with ordinality as o (id, place)
      where d.tenant_id = ${ctx.tenantId} and d.company_id = ${ctx.actor.companyId} and d.id = o.id`.execute(ctx.tx)
    record(ctx, deptId, { action: 'department.move', summary: `移动部门${moved.name}`, data: { parentId, index } })
  }),

  implement(c.renameDepartment, KEEPER, async (ctx, { params, body }) => {
    const nodes = await lockedTree(ctx)
    const before = nodes.find((n) => n.id === params.id)
    if (!before) throw new AppError('notFound')
    refuseTwin(nodes, { name: body.name, parentId: before.parentId, except: params.id })
    await ownDepartment(ctx, params.id).set({ name: body.name }).execute()
    record(ctx, params.id, { action: 'department.rename', summary: `部门${before.name}更名为${body.name}` })
  }),

  implement(c.setDepartmentHead, KEEPER, async (ctx, { params, body }) => {
    // Nobody is disabled or deleted meanwhile.
    await lockCompany(ctx, ctx.actor.companyId)
    const head = body.employeeId === null ? null : await demandInUse(ctx, body.employeeId)
    const row = await ownDepartment(ctx, params.id)
      .set({ headEmployeeId: head?.id ?? null })
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const summary = head ? `${head.name}任${row.name}负责人` : `${row.name}不再设负责人`
    record(ctx, params.id, { action: 'department.head', summary, data: { employeeId: body.employeeId } })
  }),

  implement(c.deleteDepartment, KEEPER, async (ctx, { params }) => {
    const nodes = await lockedTree(ctx)
    const before = nodes.find((n) => n.id === params.id)
    if (!before) throw new AppError('notFound')
    if (nodes.some((n) => n.parentId === params.id)) throw new AppError('wrongState', '请先删除下级部门')
    if (await hasEmployees(ctx, params.id)) throw new AppError('wrongState', '部门下还有员工，请先调整员工的部门')
    for (const table of ['employee', 'invitation'] as const)
      // What is over keeps no place: deleted employees, and invitations that are answered by whoever comes.
      await ctx.tx
        .updateTable(table)
        .set({ departmentId: null })
        .where('tenantId', '=', ctx.tenantId)
        .where('departmentId', '=', params.id)
        .execute()
    await ctx.remove('department', { companyId: ctx.actor.companyId, id: params.id })
    record(ctx, params.id, { action: 'department.delete', summary: `删除部门${before.name}` })
  }),
]

/** Departments of a company with the number of employees directly in each; parents before children. */
export async function departmentsOf(ctx: Ctx, companyId: string) {
  const rows = await ctx.tx
    .selectFrom('department as d')
    .leftJoin('employee as h', (j) => j.onRef('h.tenantId', '=', 'd.tenantId').onRef('h.id', '=', 'd.headEmployeeId'))
    .select(['d.id', 'd.parentId as parentId', 'd.name', 'd.headEmployeeId as headEmployeeId', 'h.name as headName'])
    .select((e) =>
      e
        .selectFrom('employee as e')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('e.tenantId', '=', 'd.tenantId')
        .whereRef('e.companyId', '=', 'd.companyId')
        .whereRef('e.departmentId', '=', 'd.id')
        .where('e.deletedAt', 'is', null)
        .as('employees'),
    )
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.companyId', '=', companyId)
    .orderBy('d.sort')
    .orderBy('d.id')
    .execute()
  return inOrder(rows).map(({ id, employees, headName, ...row }) => ({
    ...row,
    deptId: id,
    employees: employees ?? 0,
    headName: headName ?? '',
  }))
}

/** Refuses a department that is not the own company's. */
export async function demandDepartment(ctx: Context<Employee>, deptId: string | null): Promise<void> {
  if (deptId === null) return
  const row = await ctx.one(
    'department',
    { companyId: ctx.actor.companyId, id: deptId },
    { columns: ['id'], lock: 'share' },
  )
  if (!row) throw new AppError('invalid', '部门不存在', [{ path: 'deptId', message: '部门不存在，请重新选择' }])
}

/** An employee in use of the own company, or a refusal at the field. */
async function demandInUse(ctx: Ctx, employeeId: string): Promise<{ id: string; name: string }> {
  const row = await ownEmployees(ctx)
    .select(['e.id', 'e.name'])
    .where('e.id', '=', employeeId)
    .where('e.status', '=', 1)
    .executeTakeFirst()
  if (row) return row
  throw new AppError('invalid', '员工不存在或已禁用', [
    { path: 'employeeId', message: '员工不存在或已禁用，请重新选择' },
  ])
}

/** The tree, locked: two people who move departments at once must not make a ring of them. */
async function lockedTree(ctx: Ctx) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`departments/${ctx.tenantId}/${ctx.actor.companyId}`}, 8))`.execute(
    ctx.tx,
  )
  return ctx.tx
    .selectFrom('department')
    .select(['id', 'parentId as parentId', 'name', 'sort'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .orderBy('sort')
    .orderBy('id')
    .forUpdate()
    .execute()
}

function refuseTwin(
  nodes: Awaited<ReturnType<typeof lockedTree>>,
  { name, parentId, except }: { name: string; parentId: string | null; except?: string },
): void {
  if (nodes.some((n) => n.parentId === parentId && n.name === name && n.id !== except))
    throw new AppError('conflict', '同级已有同名部门', [{ path: 'name', message: '同级已有同名部门' }])
}

async function hasEmployees(ctx: Ctx, deptId: string): Promise<boolean> {
  const row = await ctx.one(
    'employee',
    { companyId: ctx.actor.companyId, departmentId: deptId, deletedAt: NULL },
    { columns: ['id'], limit: 1 },
  )
  return row !== undefined
}

function ownDepartment(ctx: Ctx, id: string) {
  return ctx.tx
    .updateTable('department')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .where('id', '=', id)
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, entity: 'department', entityId: id })
}
