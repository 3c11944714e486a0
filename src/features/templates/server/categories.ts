import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type {
  addDemandCategory,
  DemandCategory,
  sortDemandCategories,
  updateDemandCategory,
} from '../contract/categories.ts'
import { type Ctx, mayKeep, ownerOf } from './access.ts'

/** Deeper trees are not read any more. */
const MAX_DEPTH = 4

/** The platform's and the own categories, every parent before its children, siblings in their order. */
export async function listCategories(ctx: Ctx): Promise<DemandCategory[]> {
  const owner = ownerOf(ctx.actor)
  const rows = await visible(ctx)
    .selectAll('c')
    .select((e) =>
      e
        .selectFrom('template as t')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('t.tenantId', '=', 'c.tenantId')
        .where('t.kind', '=', 'demands-parameter')
        .where('t.status', '=', 1)
        .where((w) => w.or([w('t.companyId', 'is', null), ...(owner ? [w('t.companyId', '=', owner)] : [])]))
        .where((w) => w(w.cast<string>('c.id', 'text'), '=', w.ref('t.scope')))
        .as('templates'),
    )
    .orderBy('c.sort')
    .orderBy('c.id')
    .execute()
  const editable = mayKeep(ctx.actor, 'demands-parameter')
  const below = (parentId: string | null): DemandCategory[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .flatMap((row) => [
        {
          categoryId: row.id,
          parentId: row.parentId,
          code: row.code,
          name: row.name,
          sort: row.sort,
          isEnabled: row.isEnabled,
          isPreset: row.companyId === null,
          templates: row.templates ?? 0,
          mayEdit: editable && row.companyId === owner,
        },
        ...below(row.id),
      ])
  return below(null)
}

export async function addCategory(ctx: Ctx, body: BodyOf<typeof addDemandCategory>): Promise<{ categoryId: string }> {
  const { name, code, parentId } = body
  const path = await pathTo(ctx, parentId)
  if (path.length >= MAX_DEPTH) throw new AppError('invalid', `分类最多 ${MAX_DEPTH} 级`)
  await demandFreeCode(ctx, code, null)
  const siblings = await ownSiblings(ctx, parentId)
  const categoryId = ctx.newId()
  await ctx.insert('demand_category', {
    id: categoryId,
    companyId: ownerOf(ctx.actor),
    parentId,
    code,
    name,
    sort: (siblings.at(-1)?.sort ?? 0) + 1,
    createdAt: ctx.clock.now(),
  })
  record(ctx, categoryId, { action: 'demand-category.add', summary: `新增需求分类 ${code} ${name}` })
  return { categoryId }
}

export async function updateCategory(
  ctx: Ctx,
  categoryId: string,
  body: BodyOf<typeof updateDemandCategory>,
): Promise<void> {
  const before = await ownCategory(ctx, categoryId)
  await demandFreeCode(ctx, body.code, categoryId)
  await ctx.update(
    'demand_category',
    { id: categoryId },
    { name: body.name, code: body.code, isEnabled: body.isEnabled },
  )
  record(ctx, categoryId, {
    action: 'demand-category.update',
    summary: `修改需求分类 ${body.code} ${body.name}`,
    data: { from: { name: before.name, code: before.code, isEnabled: before.isEnabled }, to: body },
  })
}

export async function sortCategories(ctx: Ctx, body: BodyOf<typeof sortDemandCategories>): Promise<void> {
  const own = await ownSiblings(ctx, body.parentId)
  const given = new Set(body.categoryIds)
  if (given.size !== own.length || own.some(({ id }) => !given.has(id)))
    throw new AppError('conflict', '分类已变化，请刷新后重试')
  for (const [i, id] of body.categoryIds.entries()) {
    await ctx.update('demand_category', { id }, { sort: i + 1 })
  }
  record(ctx, body.parentId ?? body.categoryIds[0]!, { action: 'demand-category.sort', summary: '调整需求分类顺序' })
}

export async function deleteCategory(ctx: Ctx, categoryId: string): Promise<void> {
  const category = await ownCategory(ctx, categoryId)
  const child = await ctx.one('demand_category', { parentId: categoryId }, { columns: ['id'] })
  if (child) throw new AppError('wrongState', '分类下还有子分类，不能删除')
  const template = await ctx.one('template', { kind: 'demands-parameter', scope: categoryId }, { columns: ['id'] })
  if (template) throw new AppError('wrongState', '分类已有参数模板，不能删除，可以停用')
  await ctx.remove('demand_category', { id: categoryId })
  record(ctx, categoryId, {
    action: 'demand-category.delete',
    summary: `删除需求分类 ${category.code} ${category.name}`,
  })
}

function visible(ctx: Ctx) {
  const owner = ownerOf(ctx.actor)
  return ctx.tx
    .selectFrom('demand_category as c')
    .where('c.tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('c.companyId', 'is', null), ...(owner === null ? [] : [e('c.companyId', '=', owner)])]))
}

/** An own category, locked, or `notFound`. */
async function ownCategory(ctx: Ctx, categoryId: string) {
  const owner = ownerOf(ctx.actor)
  const row = await ctx.tx
    .selectFrom('demand_category')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', categoryId)
    .where('companyId', owner === null ? 'is' : '=', owner)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The categories from the root down to this one; a parent that is not there is `notFound`. */
async function pathTo(ctx: Ctx, categoryId: string | null): Promise<string[]> {
  const path: string[] = []
  for (let id = categoryId; id !== null;) {
    const row = await visible(ctx).select(['c.id', 'c.parentId']).where('c.id', '=', id).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    path.unshift(row.id)
    id = row.parentId
  }
  return path
}

/** A code stands for one category only, of the platform or the own ones. */
async function demandFreeCode(ctx: Ctx, code: string, except: string | null): Promise<void> {
  const taken = await visible(ctx)
    .select('c.id')
    .where('c.code', '=', code)
    .$if(except !== null, (q) => q.where('c.id', '<>', except!))
    .executeTakeFirst()
  if (taken) throw new AppError('conflict', `编码 ${code} 已被使用`, [{ path: 'code', message: '编码已被使用' }])
}

async function ownSiblings(ctx: Ctx, parentId: string | null) {
  const owner = ownerOf(ctx.actor)
  return ctx.tx
    .selectFrom('demand_category')
    .select(['id', 'sort'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', owner === null ? 'is' : '=', owner)
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, entity: 'demand-category', entityId: id })
}
