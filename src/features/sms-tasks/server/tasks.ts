import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { masked } from '#features/messages/rules.ts'
import { wayOf } from '#features/messages/server/public.ts'
import { pendingApproval } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/tasks.ts'
import type { Conditions } from '../contract/tasks.ts'
import { LEFT_OUT, type LeftOut, RECIPIENT_STATES, TASK_STATES, TASK_STATUS, type TaskState } from '../rules/task.ts'
import { costOf } from '../rules/text.ts'
import { type Ctx, demanded, factsOf, invalid, ownTask, READS, record, TASK_SUBJECT, WRITES } from './access.ts'
import { planOf, summaryOf } from './plan.ts'
import { smsPolicy } from './policy.ts'
import { revocationOf } from './revocations.ts'
import { retry, stop } from './sending.ts'
import { ownTemplate, signatureOf, versionOf } from './templates.ts'

const TABS = tabsOf('t', Object.keys(TASK_STATES))
const RECIPIENT_TABS = {
  ...tabsOf('r', Object.keys(RECIPIENT_STATES)),
  waiting: sql<boolean>`r.state in ('waiting', 'queued')`,
}

/** Tasks, and what their keepers do with them; `submit.ts` sends. */
export const taskRoutes: readonly Route[] = [
  implement(contract.taskPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 't',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['t.title']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 't.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implement(contract.taskChoices, WRITES, async (ctx) => {
    const at = { ownerCompanyId: ctx.actor.companyId }
    const templates = await ctx.tx
      .selectFrom('sms_template as t')
      .innerJoin('sms_template_version as v', (j) =>
        j
          .onRef('v.tenantId', '=', 't.tenantId')
          .onRef('v.templateId', '=', 't.id')
          .onRef('v.version', '=', 't.offeredVersion'),
      )
      .select(['t.id as templateId', 't.name', 'v.text'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.ownerCompanyId', '=', ctx.actor.companyId)
      .where('t.state', '=', 'active')
      .orderBy('t.id', 'desc')
      .limit(500)
      .execute()
    const suppliers = await ctx.many('supplier', at, { columns: ['id', 'name', 'categories'], orderBy: ['name'] })
    return {
      templates,
      suppliers: suppliers.map(({ id, name }) => ({ supplierId: id, name })),
      categories: [...new Set(suppliers.flatMap(({ categories }) => categories))].toSorted(),
      signature: await signatureOf(ctx),
      policy: await smsPolicy(ctx),
      goes: wayOf(ctx, 'sms'),
    }
  }),

  implement(contract.createTask, WRITES, async (ctx, { body }) => {
    const id = ctx.newId()
    const columns = await columnsOf(ctx, body)
    await ctx.insert('sms_task', {
      id,
      ownerCompanyId: ctx.actor.companyId,
      ...columns,
      ...(await textOf(ctx, body.templateId)),
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    record(ctx, { id, title: body.title }, { action: 'draft', summary: '起草短信任务', data: body })
    return { taskId: id }
  }),

  implement(contract.updateTask, WRITES, async (ctx, { params, body: { renews, ...body } }) => {
    const { row } = await demanded(ctx, params.taskId, 'edit')
    const takesText = renews || body.templateId !== row.templateId
    const text = takesText ? await textOf(ctx, body.templateId) : {}
    await ctx.update('sms_task', { id: row.id }, { ...(await columnsOf(ctx, body)), ...text })
    record(ctx, { id: row.id, title: body.title }, { action: 'edit', summary: '修改短信任务', data: body })
  }),

  implement(contract.removeTask, WRITES, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.taskId, 'remove')
    await ctx.remove('sms_task', { id: row.id })
    record(ctx, row, { action: 'remove', summary: '删除短信任务草稿' })
  }),

  implement(contract.stopTask, WRITES, (ctx, { params, body }) => stop(ctx, params.taskId, body.reason)),
  implement(contract.retryTask, WRITES, (ctx, { params }) => retry(ctx, params.taskId)),

  implement(contract.taskDetail, READS, async (ctx, { params: { taskId } }) => {
    const row = await shown(ctx).where('t.id', '=', taskId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const isDraft = row.state === 'draft'
    const terms = isDraft ? await smsPolicy(ctx) : row
    const plan = isDraft ? await planOf(ctx, row) : await storedPlan(ctx, taskId)
    const facts = await factsOf(ctx, row, row.pending)
    const now = ctx.clock.now().getTime()
    return {
      ...rowValue(row),
      templateId: row.templateId,
      templateVersion: row.templateVersion,
      newestVersion: row.newestVersion ?? row.templateVersion,
      signature: row.signature,
      text: row.text,
      isMarketing: row.isMarketing,
      conditions: row.conditions as Conditions,
      plan: summaryOf(plan, terms.price),
      price: terms.price,
      quietFrom: terms.quietFrom,
      quietTo: terms.quietTo,
      goes: wayOf(ctx, 'sms'),
      submittedByName: row.submittedByName,
      submittedAt: instant(row.submittedAt),
      startedAt: instant(row.startedAt),
      endedAt: instant(row.endedAt),
      stoppedByName: row.stoppedByName,
      stopReason: row.stopReason,
      revokedReason: (await revocationOf(ctx, row)) ?? '',
      actions: ctx.actor.rights.has('sms') ? TASK_STATUS.allowed(facts, 'keeper', now) : [],
    }
  }),

  implement(contract.recipientPage, READS, async (ctx, { params: { taskId }, query }) => {
    await ownTask(ctx, taskId)
    const all = () =>
      ctx.tx.selectFrom('sms_recipient as r').where('r.tenantId', '=', ctx.tenantId).where('r.taskId', '=', taskId)
    const page = await listPage(ctx, {
      query,
      tabs: RECIPIENT_TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'r',
        keys: ['id'],
        rows: () =>
          all().$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['r.name', 'r.contactName']))),
      },
      show: (rows) => all().selectAll('r').innerJoin(rows, 'page.id', 'r.id'),
    })
    const answers = await answersTo(
      ctx,
      page.rows.map(({ id }) => id),
    )
    return {
      ...page,
      rows: page.rows.map((row) => {
        const mobile = ctx.cipher.open('sms_recipient.mobile', row.id, row.mobile)
        return {
          recipientId: row.id,
          name: row.name,
          contactName: row.contactName,
          mobile: mobile === '' ? '' : masked(mobile),
          text: row.text,
          segments: row.segments,
          state: row.state as 'waiting',
          reason: row.state === 'left-out' ? LEFT_OUT[row.reason as LeftOut] : row.reason,
          tries: row.tries,
          handedAt: instant(row.handedAt),
          doneAt: instant(row.doneAt),
          answers: answers.get(row.id) ?? [],
        }
      }),
    }
  }),
]

/** What a draft says beside its text; chosen suppliers must be of the own library. */
async function columnsOf(ctx: Ctx, { title, conditions }: { title: string; conditions: Conditions }) {
  const { supplierIds } = conditions
  if (supplierIds.length > 0) {
    const at = { ownerCompanyId: ctx.actor.companyId, id: supplierIds }
    const found = await ctx.many('supplier', at, { columns: ['id'] })
    if (found.length < new Set(supplierIds).size)
      throw invalid('conditions.supplierIds', '所选供应商不在本单位供应商库中')
  }
  return { title, conditions: JSON.stringify(conditions) }
}

/** The offered version of an own template, as a task keeps it. */
async function textOf(ctx: Ctx, templateId: string) {
  const template = await ownTemplate(ctx, templateId, 'share')
  if (template.state !== 'active') throw new AppError('wrongState', `模板“${template.name}”已停用，请选择其他模板`)
  const { id, offeredVersion } = template
  if (offeredVersion === null) {
    const isRevoked = await ctx.one('sms_template_revocation', { templateId }, { columns: ['version'] })
    const why = isRevoked ? '的审核结果已被平台撤销，请修改后重新送审' : '还没有经平台审核通过的版本，请等待审核'
    throw new AppError('wrongState', `模板“${template.name}”${why}，或选择其他模板`)
  }
  const { version, text, isMarketing } = await versionOf(ctx, { id, version: offeredVersion })
  return { templateId, templateVersion: version, text, isMarketing, signature: await signatureOf(ctx) }
}

/** What recipients answered, in order. */
async function answersTo(ctx: Ctx, recipientIds: readonly string[]) {
  if (recipientIds.length === 0) return new Map<string, { text: string; at: string }[]>()
  const rows = await ctx.many('sms_answer', { recipientId: [...recipientIds] }, { orderBy: ['at'] })
  return new Map(
    [...Map.groupBy(rows, (row) => row.recipientId)].map(([id, own]) => [
      id,
      own.map(({ text, at }) => ({ text, at: at.toISOString() })),
    ]),
  )
}

/** What was planned when a task was handed in. */
async function storedPlan(ctx: Ctx, taskId: string) {
  const rows = await ctx.many(
    'sms_recipient',
    { taskId },
    { columns: ['name', 'text', 'segments', 'state', 'reason'], orderBy: ['id'] },
  )
  return rows.map(({ name, text, segments, state, reason }) => ({
    name,
    text,
    segments,
    leftOut: state === 'left-out' ? (reason as LeftOut) : null,
  }))
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('sms_task as t')
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from sms_recipient r where r.tenant_id = t.tenant_id and r.task_id = t.id
      and ${condition})`
  const inState = (state: string) => count(sql`r.state = ${state}`)
  return own(ctx)
    .innerJoin('sms_template as m', (j) => j.onRef('m.tenantId', '=', 't.tenantId').onRef('m.id', '=', 't.templateId'))
    .selectAll('t')
    .select(['m.name as templateName', 'm.offeredVersion as newestVersion'])
    .select([
      count(sql`r.state in ('waiting', 'queued')`).as('waiting'),
      inState('handed').as('handed'),
      inState('delivered').as('delivered'),
      inState('failed').as('failed'),
      inState('skipped').as('skipped'),
      inState('stopped').as('stopped'),
      inState('left-out').as('leftOut'),
      sql<number>`(select coalesce(sum(r.segments * r.taken), 0)::int from sms_recipient r
        where r.tenant_id = t.tenant_id and r.task_id = t.id)`.as('counted'),
    ])
    .select(pendingApproval(ctx, TASK_SUBJECT, 't.id').as('pending'))
}

function rowValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>) {
  const { waiting, handed, delivered, failed, skipped, stopped, leftOut } = row
  return {
    taskId: row.id,
    title: row.title,
    state: row.state as TaskState,
    templateName: row.templateName,
    counts: { waiting, handed, delivered, failed, skipped, stopped, leftOut },
    cost: row.state === 'draft' ? null : costOf(row.counted, row.price),
    sendAt: instant(row.sendAt),
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    pendingApproval: row.pending,
  }
}

function tabsOf(alias: string, states: readonly string[]) {
  const own = states.map((state) => [state, sql<boolean>`${sql.ref(`${alias}.state`)} = ${sql.lit(state)}`])
  return { all: sql<boolean>`true`, ...(Object.fromEntries(own) as Record<string, RawBuilder<boolean>>) }
}

function instant(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
