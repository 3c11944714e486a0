import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/roles.ts'
import { KEEPER } from './access.ts'
import { chosenRights, recomputeRights } from './rights.ts'

type Ctx = Context<Employee>

export const roleRoutes: readonly Route[] = [
  implement(c.roles, KEEPER, async (ctx) => {
    const rows = await ownRoles(ctx)
      .select(['o.id', 'o.name', 'o.note', 'o.rights', 'o.updatedAt'])
      .select(
        sql<number>`(select count(*)::int from employee_role x where x.tenant_id = o.tenant_id and x.role_id = o.id)`.as(
          'holders',
        ),
      )
      .orderBy('o.name')
      .execute()
    return rows.map(({ id, updatedAt, ...row }) => ({ ...row, roleId: id, updatedAt: updatedAt.toISOString() }))
  }),

  implement(c.createRole, KEEPER, async (ctx, { body }) => {
    const rights = await chosenRights(ctx, body.rights, [])
    const roleId = ctx.newId()
    const now = ctx.clock.now()
    await refuseTwin(ctx, body.name)
    await ctx.insert('role', {
      id: roleId,
      companyId: ctx.actor.companyId,
      name: body.name,
      note: body.note,
      rights,
      createdAt: now,
      updatedAt: now,
    })
    record(ctx, roleId, { action: 'role.create', summary: `新增角色${body.name}`, data: { rights } })
    return { roleId }
  }),

  implement(c.updateRole, KEEPER, async (ctx, { params, body }) => {
    const before = await lockedRole(ctx, params.roleId)
    const rights = await chosenRights(ctx, body.rights, before.rights)
    await refuseTwin(ctx, body.name, params.roleId)
    await ctx.update(
      'role',
      { id: params.roleId },
      { name: body.name, note: body.note, rights, updatedAt: ctx.clock.now() },
    )
    await recomputeRights(ctx, { companyId: ctx.actor.companyId, roleId: params.roleId })
    record(ctx, params.roleId, {
      action: 'role.update',
      summary: `修改角色${body.name}`,
      data: { from: { name: before.name, rights: before.rights }, to: { name: body.name, rights } },
    })
  }),

  implement(c.deleteRole, KEEPER, async (ctx, { params }) => {
    const before = await lockedRole(ctx, params.roleId)
    const holder = await ctx.one('employee_role', { roleId: params.roleId }, { columns: ['employeeId'], limit: 1 })
    if (holder) throw new AppError('wrongState', '仍有员工使用该角色，请先为其更换角色')
    await ctx.remove('role', { id: params.roleId })
    record(ctx, params.roleId, { action: 'role.delete', summary: `删除角色${before.name}` })
  }),
]

function ownRoles(ctx: Ctx) {
  return ctx.tx
    .selectFrom('role as o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.companyId', '=', ctx.actor.companyId)
}

async function lockedRole(ctx: Ctx, roleId: string) {
  const row = await ownRoles(ctx).selectAll('o').where('o.id', '=', roleId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

async function refuseTwin(ctx: Ctx, name: string, except?: string): Promise<void> {
  const twin = await ownRoles(ctx)
    .select('o.id')
    .where('o.name', '=', name)
    .$if(except !== undefined, (q) => q.where('o.id', '<>', except!))
    .executeTakeFirst()
  if (twin) throw new AppError('conflict', '已有同名角色', [{ path: 'name', message: '已有同名角色' }])
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, entity: 'role', entityId: id })
}
