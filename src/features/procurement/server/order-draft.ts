import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { type Statement, statementOf } from '#server/database/exchange.ts'
import { NULL } from '#server/database/records.ts'
import * as contract from '../contract/order.ts'
import { wholeSchedule } from '../engine/schedule.ts'
import { methodFor, methodOf, RUNNABLE, type Run } from '../methods/all.ts'
import { USUAL_CANDIDATE_DAYS } from '../rules/candidate-days.ts'
import { keyModeProblems } from '../rules/key-mode.ts'
import type { OrderAction } from '../methods/pages.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { codeFrom, codeOfLot, drawProjectCode, drawRun, orderCode } from './codes.ts'
import {
  announcementInsert,
  announcementOf,
  demandDocuments,
  fileColumns,
  filesInsert,
  saveParts,
} from './draft-parts.ts'
import { copyInvitations } from './invited.ts'
import type { HeldOrder } from './order-handle.ts'
import { ownOrder } from './public.ts'
import { draftProject } from './project-draft.ts'
import { draftItems } from './project-items.ts'
import { findOwnProject, runnerOf, type Project } from './projects.ts'
import { datesOf } from './values.ts'

type Fields = BodyOf<typeof contract.updateOrder>

export const draftRoutes: readonly Route[] = [
  buyer(
    contract.createOrder,
    async (ctx, { body, first }) => {
      const { projectId: _, method, admission, ...fields } = body
      const under = demandMethod({ method, admission })
      demandKeyMode(fields, 1)
      const [[found] = [], [run] = [], [beside] = []] = first
      const project = demandRunnable(ctx, found as Project | undefined)
      demandKind(method, beside)
      return writeOrder(ctx, { project, ...under, run: run!.last as number, fields })
    },
    {
      first: (caller, { body }) => {
        const { projectId } = body as BodyOf<typeof contract.createOrder>
        const project = findOwnProject(caller, projectId, 'share')
        return [project, drawRun(caller.tenantId, projectId), findBeside(caller.tenantId, projectId)]
      },
    },
  ),

  buyer(
    contract.createWithProject,
    async (ctx, { body, first }) => {
      const { project: about, items, method, admission, ...fields } = body
      const under = demandMethod({ method, admission })
      demandKeyMode(fields, 1)
      const project = await draftProject(ctx, about, { code: codeFrom(first[0]) })
      demandRunnable(ctx, project)
      draftItems(ctx, project.id, items)
      ctx.withCommit(drawRun(ctx.tenantId, project.id))
      return { projectId: project.id, ...(await writeOrder(ctx, { project, ...under, run: 1, fields })) }
    },
    { first: (_caller, _input, now) => [drawProjectCode(now)] },
  ),

  buyer(contract.updateOrder, async (ctx, { params, body }) => {
    await editDraft(ctx, params.orderId, body)
  }),

  buyer(contract.copyOrder, async (ctx, { params }) => copyDraft(ctx, await ownOrder(ctx, params.orderId, 'update'))),

  buyer(contract.deleteOrder, async (ctx, { params }) => {
    const order = await changeable(ctx, params.orderId, 'delete')
    await ctx.remove('notice', { orderId: order.id })
    await ctx.remove('purchase_order', { id: order.id })
    ctx.audit({
      action: 'order.delete',
      entity: 'order',
      entityId: order.id,
      summary: `删除草稿：${order.title}（${order.code}）`,
    })
  }),
]

/** Changes a draft of the own company to what the form holds. */
export async function editDraft(ctx: Context<Employee>, orderId: string, body: Fields): Promise<void> {
  const order = await changeable(ctx, orderId, 'edit')
  demandKeyMode(body, order.reviewModel)
  await ctx.update(
    'purchase_order',
    { id: order.id },
    { ...columnsOf(body, order.method), code: codeOfLot(order.code, body.lotNo), updatedAt: ctx.clock.now() },
  )
  await saveParts(ctx, order, body)
  ctx.audit({
    action: 'order.edit',
    entity: 'order',
    entityId: order.id,
    summary: `修改草稿：${body.title}`,
    // The text of the announcement is kept by its publication.
    data: { ...body, announcement: { title: body.announcement.title } },
  })
}

/** What a draft is that is made beside others: its method, and whom it admits. */
interface DraftOf extends Run {
  projectId: string
  /** The package that it is part of. */
  packageId?: string
  /** Files that the owner holds in another order. */
  kept?: string[]
  fields: Fields
}

/** A new draft of a project that the own company runs, stored at once, so that the caller may go on with it. */
export async function draftOrder(
  ctx: Context<Employee>,
  { projectId, packageId, kept, fields, ...run }: DraftOf,
): Promise<{ orderId: string; code: string }> {
  const under = demandMethod(run)
  demandKeyMode(fields, fields.reviewModel)
  const [[found] = [], [drawn] = [], [beside] = []] = await ctx.run([
    findOwnProject(ctx, projectId, 'share'),
    drawRun(ctx.tenantId, projectId),
    findBeside(ctx.tenantId, projectId),
  ])
  const project = demandRunnable(ctx, found as Project | undefined)
  demandKind(under.method, beside)
  await demandDocuments(ctx, fields.files, kept)
  const { order, insert } = orderInsert(ctx, {
    project,
    ...under,
    run: drawn!.last as number,
    values: { ...columnsOf(fields, under.method), packageId: packageId ?? null },
  })
  await insert.execute()
  if (fields.files.length > 0) await filesInsert(ctx, order.id, fields.files.map(fileColumns)).execute()
  await announcementInsert(ctx, order, fields.announcement).execute()
  created(ctx, order)
  return { orderId: order.id, code: order.code }
}

/**
 * A new draft with the terms, documents and title of the announcement of another order of the same owner. The
 * announcement's text holds the dates of that order, and is written anew.
 */
export async function copyDraft(
  ctx: Context<Employee>,
  own: HeldOrder,
): Promise<{ orderId: string; code: string; projectId: string }> {
  await own.demand('copy')
  const source = own.order
  const [[found] = [], [run] = []] = await ctx.run([
    findOwnProject(ctx, source.projectId, 'share'),
    drawRun(ctx.tenantId, source.projectId),
  ])
  const project = demandRunnable(ctx, found as Project | undefined)
  const { title, lotNo, reviewModel, reviewMethod, suite, estimatedPrice, controlPrice } = source
  const { bond, documentFee, place, decryptMinutes, settings } = source
  const amounts = { estimatedPrice, controlPrice, bond, documentFee }
  const review = { reviewModel, reviewMethod, suite, settings: JSON.stringify(settings) }
  const { order, insert } = orderInsert(ctx, {
    project,
    method: source.method,
    admission: source.admission,
    run: run!.last as number,
    values: { title, lotNo, place, decryptMinutes, ...amounts, ...review },
  })
  const files = await ctx.many(
    'order_file',
    { orderId: source.id, noticeId: NULL, replacedAt: NULL },
    { columns: ['fileId', 'kind', 'name'], orderBy: ['id'] },
  )
  const announcement = await announcementOf(ctx, source)
  await insert.execute()
  if (files.length > 0) await filesInsert(ctx, order.id, files).execute()
  if (announcement) await announcementInsert(ctx, order, { title: announcement.title, content: null }).execute()
  await copyInvitations(ctx, source, order.id)
  created(ctx, order, `由 ${source.code} 复制`)
  return { orderId: order.id, code: order.code, projectId: source.projectId }
}

/** Writes a new draft with its files and announcement, with the commit. */
async function writeOrder(
  ctx: Context<Employee>,
  { fields, ...of }: Under & { project: RunProject; run: number; fields: Fields },
): Promise<{ orderId: string; code: string }> {
  const { files, announcement } = fields
  await demandDocuments(ctx, files)
  const { order, insert } = orderInsert(ctx, { ...of, values: columnsOf(fields, of.method) })
  ctx.withCommit(statementOf(insert))
  if (files.length > 0) ctx.withCommit(statementOf(filesInsert(ctx, order.id, files.map(fileColumns))))
  if (announcement.title !== '' || announcement.content !== null)
    ctx.withCommit(statementOf(announcementInsert(ctx, order, announcement)))
  created(ctx, order)
  return { orderId: order.id, code: order.code }
}

/** What a new order runs under: a method that can be run, admitting suppliers in a way that it allows, by default the first. */
interface Under {
  method: number
  admission: string
}

function demandMethod({ method, admission }: Run): Under {
  const known = RUNNABLE.find((m) => m.code === method)
  if (!known) throw new AppError('invalid', '暂不支持该采购方式', [{ path: 'method', message: '暂不支持该采购方式' }])
  const under = { method, admission: admission ?? known.admission }
  if (methodFor(under).admission === under.admission) return under
  const message = `${known.name}不能采用该参与方式`
  throw new AppError('invalid', message, [{ path: 'admission', message }])
}

/** The method of some other order of a project. */
function findBeside(tenantId: number, projectId: string): Statement {
  return {
    text: 'select method from purchase_order where tenant_id = $1 and project_id = $2 limit 1',
    values: [tenantId, projectId],
  }
}

/** By one project one buys or sells: its budget is what is spent, or what the goods are worth. */
function demandKind(method: number, beside: Record<string, unknown> | undefined): void {
  if (!beside || methodOf(beside.method as number).sells === methodOf(method).sells) return
  throw new AppError('wrongState', '采购和销售不能在同一项目中办理，请另建项目')
}

/** Modes that exclude each other are refused where they are chosen, not only at publication. */
function demandKeyMode({ suite, settings }: Fields, reviewModel: number): void {
  const problems = keyModeProblems({ keyMode: settings.keyMode ?? 'bidder', suite, reviewModel })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
}

/** The locked own order, when the status table lets this action happen now. */
async function changeable(ctx: Context<Employee>, orderId: string, action: OrderAction): Promise<Order> {
  const own = await ownOrder(ctx, orderId, 'update')
  await own.demand(action)
  return own.order
}

/** A project whose orders the own company runs; `notFound` without one. */
function demandRunnable<P extends RunProject>(ctx: Context<Employee>, project: P | undefined): P {
  if (!project) throw new AppError('notFound')
  if (runnerOf(project) !== ctx.actor.companyId)
    throw new AppError('wrongState', '项目已委托代理机构，由代理机构发起采购')
  return project
}

function columnsOf(fields: Fields, method: number) {
  const { keyModes, candidates } = methodOf(method)
  const { keyMode = keyModes[0] ?? 'bidder', quote } = fields.settings
  const settings = {
    ...fields.settings,
    // Another method seals in its own way.
    keyMode: keyModes.length === 0 || keyModes.includes(keyMode) ? keyMode : keyModes[0]!,
    ...(candidates === 'optional' && quote && { quote: { candidateDays: USUAL_CANDIDATE_DAYS, ...quote } }),
  }
  const schedule = wholeSchedule({ method, schedule: fields.schedule })
  return {
    title: fields.title,
    lotNo: fields.lotNo,
    reviewModel: fields.reviewModel,
    reviewMethod: fields.reviewMethod,
    suite: fields.suite,
    estimatedPrice: fields.estimatedPrice,
    controlPrice: fields.controlPrice,
    bond: fields.bond,
    documentFee: fields.documentFee,
    place: fields.place,
    decryptMinutes: fields.decryptMinutes,
    ...datesOf(schedule),
    settings: JSON.stringify(settings),
  }
}

type Columns = Partial<Omit<ReturnType<typeof columnsOf>, 'suite' | 'reviewModel'>> & {
  title: string
  estimatedPrice: string
  suite?: string
  packageId?: string | null
  reviewModel?: number
}

/** What is asked of the project of an order. */
type RunProject = Pick<Project, 'id' | 'code' | 'purchaserCompanyId' | 'agencyCompanyId'>

/** A new draft, and the statement that writes it. */
function orderInsert(
  ctx: Context<Employee>,
  { project, method, admission, run, values }: Under & { project: RunProject; run: number; values: Columns },
) {
  const now = ctx.clock.now()
  const code = orderCode({ projectCode: project.code, method, run, lotNo: values.lotNo ?? 1 })
  const order = { id: ctx.newId(), code, projectId: project.id, method, admission, title: values.title }
  const sides = { ownerCompanyId: ctx.actor.companyId, purchaserCompanyId: project.purchaserCompanyId }
  const own = { tenantId: ctx.tenantId, createdBy: ctx.actor.userId, createdAt: now, updatedAt: now }
  return { order, insert: ctx.tx.insertInto('purchase_order').values({ ...own, ...sides, ...values, ...order }) }
}

function created(ctx: Context<Employee>, order: ReturnType<typeof orderInsert>['order'], how = ''): void {
  ctx.audit({
    action: 'order.create',
    entity: 'order',
    entityId: order.id,
    summary: `创建${order.title}（${order.code}）${how}`,
    data: { projectId: order.projectId, method: order.method },
  })
}
