import type { BodyOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/order.ts'
import { type Ctx, demanded, invalid, KEEPS, record, sideOf } from './access.ts'
import { ORDER_USE } from './files.ts'

/** Calls while they are written. */
export const draftRoutes: readonly Route[] = [
  implement(c.createRecruit, KEEPS, async (ctx, { body }) => ({ orderId: await draft(ctx, body) })),

  implement(c.saveRecruit, KEEPS, async (ctx, { params, body }) => {
    const { order } = await demanded(ctx, params.orderId, 'edit')
    await ctx.update(
      'recruit_order',
      { id: order.id },
      await columnsOf(ctx, order.id, { form: body, kept: order.files as StoredFile[] }),
    )
    record(ctx, order.id, { action: 'update', summary: `修改征集草稿：${body.title}` })
  }),

  implement(c.removeRecruit, KEEPS, async (ctx, { params }) => {
    const { order } = await demanded(ctx, params.orderId, 'remove')
    await ctx.remove('recruit_order', { id: order.id })
    record(ctx, order.id, { action: 'remove', summary: `删除征集草稿：${order.title}（${order.code}）` })
  }),
]

type Form = BodyOf<typeof c.createRecruit>

/** Writes a new draft; its id. */
export async function draft(ctx: Ctx, form: Form): Promise<string> {
  const id = ctx.newId()
  const now = ctx.clock.now()
  const columns = await columnsOf(ctx, id, { form, kept: [] })
  const day = formatDate(now).replaceAll('-', '')
  const [[drawn] = []] = await ctx.run([drawNumber(ctx.tenantId, `recruit/${day}`)])
  await ctx.insert('recruit_order', {
    id,
    code: `ZM${day}${String(drawn!.last).padStart(4, '0')}`,
    ownerCompanyId: ctx.actor.companyId,
    ownerSide: sideOf(ctx),
    state: 'draft',
    createdBy: ctx.actor.userId,
    createdByName: ctx.actor.name,
    createdAt: now,
    ...columns,
  })
  record(ctx, id, { action: 'create', summary: `起草供应商征集：${form.title}` })
  return id
}

async function columnsOf(ctx: Ctx, id: string, { form, kept }: { form: Form; kept: readonly StoredFile[] }) {
  const { invited, categories, materials, files, contactPhone, startsAt, endsAt, ...plain } = form
  demandDistinct(categories)
  const isFree = form.feeTiming === 'none'
  if (!isFree && form.feeAmount !== null && Number(form.feeAmount) === 0) throw invalid('feeAmount', '费用须大于零')
  if (!isFree && form.feeAmount === null) throw invalid('feeAmount', '请填写费用金额')
  const chosen = form.openness === 'chosen' ? [...new Set(invited)].toSorted() : []
  await demandSuppliers(ctx, chosen)
  await demandOwnFiles(
    ctx,
    files.map(({ fileId }) => fileId),
    { use: ORDER_USE, by: 'company', kept: kept.map(({ fileId }) => fileId) },
  )
  return {
    ...plain,
    feeAmount: isFree ? null : form.feeAmount,
    invited: chosen,
    categories: JSON.stringify(categories),
    materials: JSON.stringify(materials),
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    files: JSON.stringify(await storedFiles(ctx, files)),
    ...ctx.cipher.fields('recruit_order.contact_phone', id, contactPhone),
    updatedAt: ctx.clock.now(),
  }
}

/** Keys name what applications refer to, names what people read. */
function demandDistinct(categories: Form['categories']): void {
  for (const part of ['key', 'name'] as const) {
    const twice = categories.findIndex((one, i) => categories.some((other, j) => j < i && other[part] === one[part]))
    if (twice >= 0) throw invalid(`categories.${twice}.name`, '品类不能重复')
  }
  for (const [i, { documents }] of categories.entries())
    if (new Set(documents.map(({ key }) => key)).size < documents.length)
      throw invalid(`categories.${i}.documents`, '材料不能重复')
}

/** All of them suppliers here, certified and in use, and none the own company. */
async function demandSuppliers(ctx: Ctx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  const rows = await ctx.many(
    'company_tenant',
    { companyId: [...companyIds], isSupplier: true, isCertified: true, status: 1 },
    { columns: ['companyId'] },
  )
  if (rows.length < companyIds.length || companyIds.includes(ctx.actor.companyId))
    throw invalid('invited', '所选供应商不存在或未认证，请重新选择')
}
