import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { OrderFields } from '#features/procurement/contract/order-fields.ts'
import { methodFor, methodOf, METHODS } from '#features/procurement/methods/all.ts'
import { sayText, say } from '#features/procurement/methods/say.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { drawNumber, isPrivate, orderItems, ownersOrder } from '#features/procurement/server/public.ts'
import { heldAmong } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { savePackage } from '../contract.ts'
import { sharedNotice } from '../rules/shared-notice.ts'
import { ownersPackage } from './access.ts'
import type { LotActs } from './acts.ts'

type Ctx = Context<Employee>
type Body = BodyOf<typeof savePackage>
type Lot = Body['lots'][number]

/** Makes a package of drafts under shared terms, or brings the drafts of one up to date. */
export async function save(ctx: Ctx, acts: LotActs, body: Body): Promise<{ packageId: string; orderIds: string[] }> {
  demandPackaged(body.method)
  demandDistinct(body.lots)
  const packageId = await packageFor(ctx, body)
  if (body.split) await acts.split(ctx, body.projectId, body.split)
  const orderIds: string[] = []
  for (const lot of body.lots) orderIds.push(await saveLot(ctx, acts, { lot, packageId, body }))
  await writeShared(ctx, acts, packageId)
  ctx.audit({
    action: 'package.save',
    entity: 'package',
    entityId: packageId,
    summary: `保存采购包：${body.title}，共 ${orderIds.length} 个采购单`,
    data: { projectId: body.projectId, orderIds },
  })
  return { packageId, orderIds }
}

/**
 * Writes the shared notice to the open drafts of a package: the open orders of the package, and no other, are named. Throws
 * `invalid` where those that are published together do not end at the same time.
 */
export async function writeShared(ctx: Ctx, acts: LotActs, packageId: string) {
  const found = await ctx.expectOne('order_package', { id: packageId })
  const lots = await ctx.many('purchase_order', { packageId }, { orderBy: ['lotNo', 'id'] })
  const project = await ctx.expectOne('project', { id: found.projectId }, { columns: ['description'] })
  const open = lots.filter((one) => !isPrivate(one))
  const listed = []
  for (const one of open) {
    const { title, code, controlPrice } = one
    listed.push({ title, code, controlPrice, lines: (await orderItems(ctx, one)).length })
  }
  const held = await heldAmong(ctx, { kind: 'order', ids: lots.map(({ id }) => id) })
  // What waits for its approval is published as it was handed in.
  const drafts = lots.filter(({ id, state }) => state === 'publish.draft' && !held.has(id))
  for (const one of drafts) {
    if (isPrivate(one)) continue
    const { title, content } = sharedNotice({
      title: found.title,
      remark: found.remark,
      hasDescription: project.description !== '',
      lots: listed,
    })
    const { words } = methodFor(one)
    await acts.announce(ctx, one.id, { title: fillWords(words, title), content: sayText(one, content) })
  }
  return drafts
}

/** Those that open together name one sign-up and one deadline. */
export function demandOneSchedule(lots: readonly Awaited<ReturnType<typeof writeShared>>[number][]): void {
  const [first, ...others] = lots.filter((one) => !isPrivate(one))
  if (!first) return
  for (const field of ['signUpEnd', 'questionEnd', 'bidEnd'] as const) {
    const odd = others.find((one) => one[field]?.getTime() !== first[field]?.getTime())
    if (!odd) continue
    const label = methodOf(first.method).dates.labels[field]
    const message = `同一公告的采购单须时间一致：${odd.title}的${label}为 ${formatTime(odd[field])}，${first.title}为 ${formatTime(first[field])}`
    throw new AppError('invalid', message, [{ path: `terms.schedule.${field}`, message }])
  }
}

function demandPackaged(method: number): void {
  const known = METHODS.find(({ code }) => code === method)
  if (known?.family.packages) return
  const message = '该采购方式不能组成采购包'
  throw new AppError('invalid', message, [{ path: 'method', message }])
}

function demandDistinct(lots: readonly Lot[]): void {
  lots.forEach((lot, i) => {
    const isTwice =
      lots.findIndex((other) => other.lotNo === lot.lotNo || (lot.orderId && other.orderId === lot.orderId)) < i
    const isSame = lots.findIndex((other) => other.title === lot.title) < i
    const message = isTwice ? `包号 ${lot.lotNo} 重复` : `采购单名称“${lot.title}”重复`
    if (isTwice || isSame)
      throw new AppError('invalid', message, [{ path: `lots.${i}.${isTwice ? 'lotNo' : 'title'}`, message }])
  })
}

/** A new package, or that of the drafts that were given. */
async function packageFor(ctx: Ctx, { projectId, title, remark, lots }: Body): Promise<string> {
  const ids = new Set<string>()
  for (const { orderId } of lots) {
    if (!orderId) continue
    const { order } = await ownersOrder(ctx, orderId)
    if (order.projectId !== projectId) throw new AppError('notFound')
    if (order.packageId !== null) ids.add(order.packageId)
  }
  const now = ctx.clock.now()
  if (ids.size > 1) throw new AppError('wrongState', '所选采购单分属不同的采购包')
  const [packageId] = ids
  if (packageId !== undefined) {
    await ownersPackage(ctx, packageId, 'update')
    await ctx.update('order_package', { id: packageId }, { title, remark, updatedAt: now })
    return packageId
  }
  const project = await ctx.one('project', { id: projectId }, { columns: ['code'] })
  if (!project) throw new AppError('notFound')
  const [[drawn] = []] = await ctx.run([drawNumber(ctx.tenantId, `package/${projectId}`)])
  const id = ctx.newId()
  const code = `CB${project.code.slice(2)}${String(drawn!.last).padStart(3, '0')}`
  const { userId: createdBy, name: createdByName } = ctx.actor
  await ctx.insert('order_package', {
    id,
    projectId,
    code,
    title,
    remark,
    createdBy,
    createdByName,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/** Whoever may not run orders of the project is refused by the draft itself (`notFound`). */
async function saveLot(
  ctx: Ctx,
  acts: LotActs,
  { lot, packageId, body }: { lot: Lot; packageId: string; body: Body },
): Promise<string> {
  const { projectId, method, terms } = body
  const { orderId, companyIds, admission, ...own } = lot
  const fields = OrderFields.parse({ ...terms, ...own, announcement: {} })
  if (orderId !== undefined) {
    const { order } = await ownersOrder(ctx, orderId, 'update')
    if (order.method !== method || order.admission !== admission)
      throw new AppError('invalid', say(order, `{order}“${order.title}”的采购方式和邀请范围不能在此变更`))
    await acts.edit(ctx, orderId, fields)
    if (order.packageId === null) await ctx.update('purchase_order', { id: orderId }, { packageId })
    if (isPrivate(order)) await acts.announce(ctx, orderId)
    return orderId
  }
  const made = await acts.draft(ctx, { projectId, packageId, method, admission, fields })
  if (admission !== 'invited') return made.orderId
  if (companyIds.length > 0)
    await acts.invite(ctx, made.orderId, {
      companyIds,
      reason: `受邀参加${lot.title}`,
      approval: { choices: {}, remark: '' },
    })
  await acts.announce(ctx, made.orderId)
  return made.orderId
}
