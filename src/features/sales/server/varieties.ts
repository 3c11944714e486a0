import { AppError } from '#contract/errors.ts'
import { buyer } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'

type Ctx = Context<Employee>

/** More varieties than anybody keeps. */
const MOST = 500

export const varietyRoutes: readonly Route[] = [
  buyer(contract.saleVarieties, async (ctx) => {
    const rows = await ctx.many(
      'sale_variety',
      { ownerCompanyId: ctx.actor.companyId },
      { orderBy: ['id desc'], limit: MOST },
    )
    return rows.map(({ id, name, unit, qualification, isActive, createdByName, createdAt }) => ({
      varietyId: id,
      name,
      unit,
      qualification,
      isActive,
      createdByName,
      createdAt: createdAt.toISOString(),
    }))
  }),

  buyer(contract.createSaleVariety, async (ctx, { body }) => {
    const id = ctx.newId()
    await demandNew(ctx, body)
    const now = ctx.clock.now()
    const made = { createdByName: ctx.actor.name, createdAt: now, updatedAt: now }
    await ctx.insert('sale_variety', { id, ownerCompanyId: ctx.actor.companyId, ...body, ...made })
    note(ctx, id, { action: 'sale-variety.create', summary: `新增销售品种：${body.name}（${body.unit}）` })
    return { varietyId: id }
  }),

  buyer(contract.updateSaleVariety, async (ctx, { params: { varietyId: id }, body }) => {
    const own = { id, ownerCompanyId: ctx.actor.companyId }
    if (!(await ctx.one('sale_variety', own, { columns: ['id'], lock: 'update' }))) throw new AppError('notFound')
    await demandNew(ctx, body, id)
    await ctx.update('sale_variety', own, { ...body, updatedAt: ctx.clock.now() })
    const state = body.isActive ? '' : '，停用'
    note(ctx, id, { action: 'sale-variety.update', summary: `修改销售品种：${body.name}（${body.unit}）${state}` })
  }),
]

/** One company keeps a name once for each unit; the index refuses who comes second at the same moment. */
async function demandNew(ctx: Ctx, { name, unit }: { name: string; unit: string }, id?: string): Promise<void> {
  const same = { ownerCompanyId: ctx.actor.companyId, name, unit }
  const known = await ctx.one('sale_variety', same, { columns: ['id'] })
  if (known && known.id !== id) throw new AppError('conflict', `已有品种“${name}（${unit}）”`)
}

function note(ctx: Ctx, id: string, { action, summary }: { action: string; summary: string }): void {
  ctx.audit({ action, entity: 'sale-variety', entityId: id, summary })
}
