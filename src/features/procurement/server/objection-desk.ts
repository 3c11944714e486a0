import { bindRow } from '#server/bound-rows.ts'
import { OBJECTIONS } from './bound.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/objection.ts'
import { stageOf } from '../engine/stage.ts'
import type { Admission } from '../methods/method.ts'
import { dayOf } from '../rules/legal-calendar-days.ts'
import { OUTCOMES, periodInWords } from '../rules/objections.ts'
import { buyer, buyerFile } from './bind.ts'
import { answerPeriodOf, objectionFileAnswer, objectionHead, objectionValue } from './objections.ts'
import { ownOrders } from './orders.ts'
import { ownersOrder, ownOrder } from './public.ts'
import { STAGED, stageFacts, STEP_SETTINGS } from './values.ts'
import { seesParticipants, tellsParticipants } from './visible.ts'

type Ctx = Context<Employee>

/** What the buyer's side reads of objections, and what the owner does about them. */
export const objectionDeskRoutes: readonly Route[] = [
  buyer(contract.objectionPage, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const { keyword, method } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'b',
        keys: ['urgency', 'id'],
        rows: () =>
          ctx.tx.selectFrom(
            received(ctx)
              .$if(method !== undefined, (q) => q.where('o.method', '=', method!))
              .$if(Boolean(keyword), (q) =>
                q.where(includes(keyword!, ['b.subject', 'o.code', 'o.title', shownName(ctx)])),
              )
              .selectAll('b')
              .select(URGENCY.as('urgency'))
              .as('b'),
          ),
      },
      tabs: tabsAt(now),
      tab: query.tab,
      show: (page) =>
        received(ctx)
          .innerJoin(page, 'page.id', 'b.id')
          .selectAll('b')
          .select([...STAGED, STEP_SETTINGS])
          .select(['o.code as orderCode', 'o.title as orderTitle', 'o.admission', shownName(ctx).as('supplierName')]),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...objectionHead(row),
        supplierName: row.supplierName,
        orderId: row.orderId,
        orderCode: row.orderCode,
        orderTitle: row.orderTitle,
        method: row.method,
        admission: row.admission as Admission,
        stage: stageOf(stageFacts(row), now.getTime()).label,
      })),
    }
  }),

  buyer(contract.orderObjections, async (ctx, { params }) => {
    const { who } = await ownOrder(ctx, params.orderId)
    const rows = await received(ctx)
      .selectAll('b')
      .select(shownName(ctx).as('supplierName'))
      .where('b.orderId', '=', params.orderId)
      .orderBy('b.createdAt')
      .execute()
    return rows.map((row) => ({
      ...objectionValue(row),
      supplierName: row.supplierName,
      mayAnswer: who.part === 'owner' && isOpen(row),
    }))
  }),

  buyer(contract.objectionDetail, async (ctx, { params }) => {
    const { row, order, who } = await objectionOf(ctx, params.objectionId)
    const now = ctx.clock.now()
    const isOwner = who.part === 'owner'
    const period = await answerPeriodOf(ctx, order, row.tradeId === null)
    const trade = row.tradeId && (await ctx.one('trade', { id: row.tradeId }, { columns: ['supplierCompanyId'] }))
    const companyId = trade ? trade.supplierCompanyId : row.companyId!
    const company = await ctx.expectOne('company', { id: companyId }, { columns: ['name'] })
    const answerer = row.answeredBy && (await ctx.one('app_user', { id: row.answeredBy }, { columns: ['nickname'] }))
    return {
      ...objectionValue(row),
      supplierName: seesParticipants(order, who) ? company.name : null,
      order: {
        orderId: order.id,
        code: order.code,
        title: order.title,
        method: order.method,
        admission: order.admission as Admission,
        state: order.state,
        stage: stageOf(stageFacts(order), now.getTime()).label,
      },
      period: { words: periodInWords(period), source: period.source },
      answeredBy: answerer ? answerer.nickname : null,
      mayAnswer: isOwner && isOpen(row),
      mayNoteComplaint: isOwner && mayComplain(row, now) && row.complainedOn === null,
    }
  }),

  buyerFile(contract.objectionFile, async (ctx, { params }) => {
    const { row } = await objectionOf(ctx, params.objectionId)
    return objectionFileAnswer(ctx, row, params.fileId)
  }),

  buyer(contract.answerObjection, async (ctx, { params, body }) => {
    const { order, row } = await ownersObjection(ctx, params.objectionId)
    const fileIds = body.files.map((one) => one.fileId)
    await demandOwnFiles(ctx, fileIds, { use: 'objection-answer', by: 'company' })
    const answered = await ctx.tx
      .updateTable('objection')
      .set({
        outcome: body.outcome,
        answer: body.answer,
        answerFiles: JSON.stringify(await storedFiles(ctx, body.files)),
        answeredBy: ctx.actor.userId,
        answeredAt: ctx.clock.now(),
      })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', row.id)
      .where('answeredAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!answered) throw new AppError('wrongState', '该异议已答复或已撤回')
    bindRow(ctx, OBJECTIONS, [row.id])
    ctx.audit({
      action: 'objection.answer',
      entity: 'order',
      entityId: order.id,
      summary: `答复异议（${OUTCOMES[body.outcome]}）：${row.subject}`,
      data: { objectionId: row.id, outcome: body.outcome, answer: body.answer, files: body.files },
    })
    ctx.emit({ ...eventOf(row), kind: 'objection.answered' })
  }),

  buyer(contract.noteComplaint, async (ctx, { params, body }) => {
    const { order, row } = await ownersObjection(ctx, params.objectionId)
    const now = ctx.clock.now()
    if (!mayComplain(row, now)) throw new AppError('wrongState', '异议已撤回，或尚未答复且答复期限未满，不能登记投诉')
    if (body.on > formatDate(now)) throw wrongDay('日期不得晚于今天')
    if (body.on < formatDate(row.createdAt)) throw wrongDay('日期不得早于异议提出日期')
    const noted = await ctx.tx
      .updateTable('objection')
      .set({
        complainedOn: body.on,
        complaintAuthority: body.authority,
        complaintNotedBy: ctx.actor.userId,
        complaintNotedAt: now,
      })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', row.id)
      .where('complainedOn', 'is', null)
      .where('withdrawnAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!noted) throw new AppError('wrongState', '该异议的投诉已登记')
    bindRow(ctx, OBJECTIONS, [row.id])
    ctx.audit({
      action: 'objection.complaint',
      entity: 'order',
      entityId: order.id,
      summary: `登记投诉：${row.subject}（${body.on} 由${body.authority}受理）`,
      data: { objectionId: row.id, ...body },
    })
    ctx.emit({ ...eventOf(row), kind: 'objection.complained' })
  }),
]

/** Objections to orders of the workbench the person is in, with who raised them. */
function received(ctx: Ctx) {
  return ownOrders(ctx, 'purchase_order')
    .innerJoin('objection as b', (j) => j.onRef('b.tenantId', '=', 'o.tenantId').onRef('b.orderId', '=', 'o.id'))
    .leftJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', (j) => j.on('c.id', '=', (e) => e.fn.coalesce('b.companyId', 't.supplierCompanyId')))
}

/** The name of whoever objected, for those who learn who takes part: an unseen name is not searched either. */
function shownName(ctx: Ctx): RawBuilder<string | null> {
  return sql<string | null>`case when ${tellsParticipants(ctx.actor.companyId, 'o')} then c.name end`
}

const OPEN = sql<boolean>`b.answered_at is null and b.withdrawn_at is null`

/** A list is newest first: what is due soonest counts as newest of all, what is settled as old as it is. */
const URGENCY = sql<Date>`case when ${OPEN} then to_timestamp(253402300799 - extract(epoch from b.due_at))
  else b.created_at end`

function tabsAt(now: Date): Record<string, RawBuilder<boolean>> {
  const midnight = new Date((dayOf(now) + 1) * DAY - 8 * HOUR)
  return {
    all: sql<boolean>`true`,
    open: sql<boolean>`(${OPEN})`,
    today: sql<boolean>`(${OPEN} and b.due_at > ${now} and b.due_at <= ${midnight})`,
    overdue: sql<boolean>`(${OPEN} and b.due_at <= ${now})`,
    answered: sql<boolean>`(b.answered_at is not null and b.complained_on is null)`,
    complained: sql<boolean>`b.complained_on is not null`,
    withdrawn: sql<boolean>`b.withdrawn_at is not null`,
  }
}

/** An objection to an order of the buyer's side, or `notFound`. */
async function objectionOf(ctx: Ctx, objectionId: string) {
  const row = await objectionRow(ctx, objectionId)
  return { row, ...(await ownOrder(ctx, row.orderId)) }
}

/** The same for the order's owner, with the order locked. */
async function ownersObjection(ctx: Ctx, objectionId: string) {
  const row = await objectionRow(ctx, objectionId)
  return { row, ...(await ownersOrder(ctx, row.orderId, 'update')) }
}

async function objectionRow(ctx: Ctx, objectionId: string) {
  const row = await ctx.one('objection', { id: objectionId })
  if (!row) throw new AppError('notFound')
  return row
}

function isOpen({ answeredAt, withdrawnAt }: { answeredAt: Date | null; withdrawnAt: Date | null }): boolean {
  return answeredAt === null && withdrawnAt === null
}

/** Whether one may complain elsewhere: about an answer, or that none came in time. */
function mayComplain(
  { answeredAt, withdrawnAt, dueAt }: { answeredAt: Date | null; withdrawnAt: Date | null; dueAt: Date },
  now: Date,
): boolean {
  return withdrawnAt === null && (answeredAt !== null || dueAt <= now)
}

function wrongDay(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'on', message }])
}

function eventOf({ id, orderId, tradeId, companyId }: Awaited<ReturnType<typeof objectionRow>>) {
  return { payload: { objectionId: id, orderId, tradeId, companyId }, topics: [`order-owner:${orderId}`] }
}
