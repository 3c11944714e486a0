import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import * as contract from '../contract/order.ts'
import { NoticeKind } from '../rules/enums.ts'
import { wholeSchedule } from '../rules/live-order.ts'
import { METHODS } from '../rules/methods/all.ts'
import { keyModeProblems } from '../rules/key-mode.ts'
import { ORDER_STATUS, type OrderAction } from '../rules/order-status.ts'
import { doc } from '../rules/rich-text.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { codeOfLot, orderCode } from './codes.ts'
import { orderFacts, ownOrder } from './public.ts'
import { findOwnProject, ownProject, runnerOf, type Project } from './projects.ts'

type Fields = BodyOf<typeof contract.updateOrder>

export const draftRoutes: readonly Route[] = [
  buyer(
    contract.createOrder,
    async (ctx, { body, first }) => {
      const { method, ...fields } = body
      if (!METHODS.some((m) => m.code === method))
        throw new AppError('invalid', '暂不支持该采购方式', [{ path: 'method', message: '暂不支持该采购方式' }])
      demandKeyMode(fields, 1)
      const project = demandRunnable(ctx, first[0]?.[0] as Project | undefined)
      const order = await insertOrder(ctx, { project, method, values: columnsOf(fields, method) })
      await addFiles(ctx, order, { files: fields.files, kept: [] })
      const { title, content } = fields.announcement
      if (title !== '' || content !== null) await insertAnnouncement(ctx, order.id, fields.announcement)
      created(ctx, order)
      return { orderId: order.id, code: order.code }
    },
    {
      first: (caller, { body }) => {
        const { projectId } = body as BodyOf<typeof contract.createOrder>
        return [findOwnProject(caller, projectId, 'share')]
      },
    },
  ),

  buyer(contract.updateOrder, async (ctx, { params, body }) => {
    const order = await changeable(ctx, params.orderId, 'edit')
    demandKeyMode(body, order.review_model)
    await ctx.tx
      .updateTable('purchase_order')
      .set({ ...columnsOf(body, order.method), code: codeOfLot(order.code, body.lotNo), updated_at: ctx.clock.now() })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', order.id)
      .execute()
    await saveParts(ctx, order, body)
    ctx.audit({
      action: 'order.edit',
      entity: 'order',
      entityId: order.id,
      summary: `修改草稿：${body.title}`,
      // The text of the announcement is kept by its publication.
      data: { ...body, announcement: { title: body.announcement.title } },
    })
  }),

  buyer(contract.copyOrder, (ctx, { params }) => copyDraft(ctx, params.orderId)),

  buyer(contract.deleteOrder, async (ctx, { params }) => {
    const order = await changeable(ctx, params.orderId, 'delete')
    await ctx.tx.deleteFrom('notice').where('tenant_id', '=', ctx.tenantId).where('order_id', '=', order.id).execute()
    await ctx.tx.deleteFrom('purchase_order').where('tenant_id', '=', ctx.tenantId).where('id', '=', order.id).execute()
    ctx.audit({
      action: 'order.delete',
      entity: 'order',
      entityId: order.id,
      summary: `删除草稿：${order.title}（${order.code}）`,
    })
  }),
]

/** A new draft with the terms, tender documents and announcement of another order of the same owner. */
export async function copyDraft(
  ctx: Context<Employee>,
  orderId: string,
): Promise<{ orderId: string; code: string; projectId: string }> {
  const source = await changeable(ctx, orderId, 'copy')
  const project = demandRunnable(ctx, await ownProject(ctx, source.project_id, 'share'))
  const { title, lot_no, review_model, review_method, suite, estimated_price, control_price } = source
  const { bond, document_fee, place, decrypt_minutes, settings } = source
  const amounts = { estimated_price, control_price, bond, document_fee }
  const review = { review_model, review_method, suite, settings: JSON.stringify(settings) }
  const order = await insertOrder(ctx, {
    project,
    method: source.method,
    values: { title, lot_no, place, decrypt_minutes, ...amounts, ...review },
  })
  const files = await ctx.tx
    .selectFrom('order_file')
    .select(['file_id', 'kind', 'name'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', source.id)
    .where('notice_id', 'is', null)
    .where('replaced_at', 'is', null)
    .orderBy('id')
    .execute()
  await insertFiles(ctx, order.id, files)
  const announcement = await announcementOf(ctx, source.id)
  if (announcement) await saveAnnouncement(ctx, order.id, announcement)
  created(ctx, order, `由 ${source.code} 复制`)
  return { orderId: order.id, code: order.code, projectId: source.project_id }
}

/** The announcement of an order: its draft, or the published text. */
export async function announcementOf(ctx: Context<Employee>, orderId: string) {
  const row = await ctx.tx
    .selectFrom('notice')
    .select(['id', 'title', 'content', 'status'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('kind', '=', NoticeKind.values.announcement)
    .executeTakeFirst()
  return row && { id: row.id, title: row.title, content: row.content, isPublished: row.status === 1 }
}

/** Modes that exclude each other are refused where they are chosen, not only at publication. */
function demandKeyMode({ suite, settings }: Fields, reviewModel: number): void {
  const problems = keyModeProblems({ keyMode: settings.keyMode, suite, reviewModel })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
}

/** The locked own order, when the status table lets this action happen now. */
async function changeable(ctx: Context<Employee>, orderId: string, action: OrderAction): Promise<Order> {
  const { order, who } = await ownOrder(ctx, orderId, 'update')
  ORDER_STATUS.next(action, { record: await orderFacts(ctx, order), who, now: ctx.clock.now().getTime() })
  return order
}

/** A project whose orders the own company runs; `notFound` without one. */
function demandRunnable(ctx: Context<Employee>, project: Project | undefined): Project {
  if (!project) throw new AppError('notFound')
  if (runnerOf(project) !== ctx.actor.companyId)
    throw new AppError('wrongState', '项目已委托代理机构，由代理机构发起采购')
  return project
}

function columnsOf(fields: Fields, method: number) {
  const { settings } = fields
  const schedule = wholeSchedule({ method, schedule: fields.schedule })
  const at = (value: string | null) => (value === null ? null : new Date(value))
  return {
    title: fields.title,
    lot_no: fields.lotNo,
    review_model: fields.reviewModel,
    review_method: fields.reviewMethod,
    suite: fields.suite,
    estimated_price: fields.estimatedPrice,
    control_price: fields.controlPrice,
    bond: fields.bond,
    document_fee: fields.documentFee,
    place: fields.place,
    decrypt_minutes: fields.decryptMinutes,
    sale_start: at(schedule.saleStart),
    sale_end: at(schedule.saleEnd),
    sign_up_end: at(schedule.signUpEnd),
    question_end: at(schedule.questionEnd),
    bid_end: at(schedule.bidEnd),
    open_at: at(schedule.openAt),
    settings: JSON.stringify(settings),
  }
}

type Columns = Partial<Omit<ReturnType<typeof columnsOf>, 'suite' | 'review_model'>> & {
  title: string
  estimated_price: string
  suite?: string
  review_model?: number
}

async function insertOrder(
  ctx: Context<Employee>,
  { project, method, values }: { project: Project; method: number; values: Columns },
): Promise<Drafted> {
  const now = ctx.clock.now()
  const { run, code } = orderCode(ctx, { project, method, lotNo: values.lot_no ?? 1 })
  return ctx.tx
    .with('run', () => run)
    .insertInto('purchase_order')
    .values({
      tenant_id: ctx.tenantId,
      id: ctx.newId(),
      project_id: project.id,
      code,
      method,
      owner_company_id: ctx.actor.companyId,
      purchaser_company_id: project.purchaser_company_id,
      created_by: ctx.actor.userId,
      created_at: now,
      updated_at: now,
      ...values,
    })
    .returning(['id', 'code', 'title', 'project_id', 'method'])
    .executeTakeFirstOrThrow()
}

/** What is asked of an order that was just drafted. */
type Drafted = Pick<Order, 'id' | 'code' | 'title' | 'project_id' | 'method'>

/** Files and announcement of a draft, as the form has them now. */
async function saveParts(ctx: Context<Employee>, order: Order, { files, announcement }: Fields): Promise<void> {
  const kept = await ctx.tx
    .deleteFrom('order_file')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .returning('file_id')
    .execute()
  await addFiles(ctx, order, { files, kept: kept.map((f) => f.file_id) })
  await saveAnnouncement(ctx, order.id, announcement)
}

/** `kept`: files that were attached before, and need not be the person's own. */
async function addFiles(
  ctx: Context<Employee>,
  order: Pick<Order, 'id'>,
  { files, kept }: { files: Fields['files']; kept: string[] },
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map((f) => f.fileId)
  await demandOwnFiles(ctx, ids, { use: 'tender-document', by: 'company', kept })
  await insertFiles(
    ctx,
    order.id,
    files.map(({ fileId, kind, name }) => ({ file_id: fileId, kind, name })),
  )
}

async function insertFiles(
  ctx: Context<Employee>,
  orderId: string,
  files: readonly { file_id: string; kind: string; name: string }[],
): Promise<void> {
  if (files.length === 0) return
  const own = { tenant_id: ctx.tenantId, order_id: orderId, created_at: ctx.clock.now() }
  await ctx.tx
    .insertInto('order_file')
    .values(files.map((file) => ({ ...own, id: ctx.newId(), ...file })))
    .execute()
}

interface Announcement {
  title: string
  content: unknown
}

async function saveAnnouncement(ctx: Context<Employee>, orderId: string, given: Announcement): Promise<void> {
  const existing = await announcementOf(ctx, orderId)
  if (!existing) return insertAnnouncement(ctx, orderId, given)
  await ctx.tx
    .updateTable('notice')
    .set(announcementValues(ctx, given))
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', existing.id)
    .execute()
}

async function insertAnnouncement(ctx: Context<Employee>, orderId: string, given: Announcement): Promise<void> {
  const id = ctx.newId()
  const values = announcementValues(ctx, given)
  await ctx.tx
    .insertInto('notice')
    .values({
      tenant_id: ctx.tenantId,
      id,
      order_id: orderId,
      kind: NoticeKind.values.announcement,
      // The running code is given when it is published.
      code: `draft-${id}`,
      created_by: ctx.actor.userId,
      created_at: values.updated_at,
      ...values,
    })
    .execute()
}

function announcementValues(ctx: Context<Employee>, { title, content }: Announcement) {
  return { title, content: JSON.stringify(content ?? doc()), updated_at: ctx.clock.now() }
}

function created(ctx: Context<Employee>, order: Drafted, how = ''): void {
  ctx.audit({
    action: 'order.create',
    entity: 'order',
    entityId: order.id,
    summary: `创建${order.title}（${order.code}）${how}`,
    data: { projectId: order.project_id, method: order.method },
  })
}
