import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { wayOf } from '#features/messages/server/public.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import { Section } from '#features/workflow/contract/workflows.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { submitTask } from '../contract/tasks.ts'
import { PLACES } from '../rules/places.ts'
import { MOST_DAYS_AHEAD } from '../rules/task.ts'
import {
  type Any,
  type Ctx,
  demanded,
  invalid,
  nextOf,
  ownTask,
  record,
  type Task,
  TASK_SUBJECT,
  WRITES,
} from './access.ts'
import { lockOptouts } from './optouts.ts'
import { planOf, type Planned, summaryOf } from './plan.ts'
import { smsPolicy } from './policy.ts'
import { demandUnrevoked } from './revocations.ts'
import { begin } from './sending.ts'

type Body = BodyOf<typeof submitTask>

const AMOUNT: FactField = { key: 'amount', label: '短信费用', type: 'amount', options: [] }
/** More rows than this take several statements: one takes 65,535 values. */
const AT_ONCE = 1000

/** A task is sent, or planned for its time. */
const submitNode: BusinessNode<Body, object> = {
  node: 'submit',
  label: '短信发送',
  body: submitTask.body,
  subjectKind: TASK_SUBJECT,
  facts: [AMOUNT],
  open: (ctx, id, lock) => ownTask(ctx, id, lock),
  async describe(ctx, id) {
    const row = await ctx.expectOne('sms_task', { id })
    const page = PLACES.task(id)
    return {
      title: row.title,
      facts: { amount: (await offer(ctx, row)).cost },
      trail: { entity: 'sms-task', entityId: id },
      topics: [],
      page,
      editor: page,
    }
  },
  async sections(ctx, id, { sendAt }) {
    const row = await ctx.expectOne('sms_task', { id })
    const { recipients, segments, cost, previews, leftOut } = await offer(ctx, row)
    return [
      Section.parse({
        title: '短信任务',
        rows: [
          { label: '任务名称', value: row.title },
          { label: '发送时间', value: sendAt === null ? '审批通过后立即发送' : formatTime(sendAt) },
          { label: '收件人', value: `${recipients} 人` },
          { label: '不发送', value: leftOut.map(({ reason, count }) => `${count} 家${reason}`).join('；') || '无' },
          { label: '短信条数', value: `${segments} 条` },
          { label: '费用', value: cost === null ? '平台未设单价' : `${cost} 元` },
          ...previews.map(({ name, text }) => ({ label: `预览：${name}`, value: text })),
        ],
      }),
    ]
  },
  apply: (ctx, id, body) => submit(ctx, id, body),
}

/** Hands a task in: who is sent what is fixed from here on. */
async function submit(ctx: Ctx, id: string, { sendAt, segments }: Body): Promise<object> {
  // In the order in which whoever sends locks.
  await lockOptouts(ctx, ctx.actor.companyId)
  const row = await ownTask(ctx, id, 'update')
  const state = await nextOf(ctx, row, { action: 'submit' })
  if (wayOf(ctx, 'sms') === 'none') throw new AppError('wrongState', '平台尚未接入短信通道，暂不能发送')
  await demandTemplate(ctx, row)
  const now = ctx.clock.now()
  const at = sendAt === null ? now : new Date(sendAt)
  if (at < now) throw new AppError('wrongState', '发送时间已过，请重新选择')
  const plan = await planOf(ctx, row)
  const { price, quietFrom, quietTo } = await smsPolicy(ctx)
  const summary = summaryOf(plan, price)
  if (summary.recipients === 0) throw new AppError('wrongState', '没有可发送的收件人，请调整收件范围')
  if (summary.segments > segments)
    throw new AppError(
      'conflict',
      `收件人已变化：提交时为 ${segments} 条，现为 ${summary.segments} 条，请刷新后重新确认`,
    )
  await ctx.update(
    'sms_task',
    { id },
    { state, price, quietFrom, quietTo, sendAt: at, submittedAt: now, submittedByName: ctx.actor.name },
  )
  await keep(ctx, id, plan)
  record(ctx, row, {
    action: 'submit',
    summary: `提交短信任务（${summary.recipients} 人，${summary.segments} 条）`,
    data: {
      recipients: summary.recipients,
      segments: summary.segments,
      cost: summary.cost,
      leftOut: summary.leftOut.map(({ reason, count }) => ({ reason, count })),
      sendAt: at.toISOString(),
    },
  })
  await begin(ctx, await ctx.expectOne('sms_task', { id }))
  return {}
}

async function offer(ctx: Any, row: Task) {
  return summaryOf(await planOf(ctx, row), (await smsPolicy(ctx)).price)
}

/** What is no longer offered is not sent either; a task that was handed in before goes on. */
async function demandTemplate(ctx: Ctx, { templateId, templateVersion, signature }: Task): Promise<void> {
  const { state, name } = await demandUnrevoked(ctx, { templateId, templateVersion })
  const passed = await ctx.one('sms_template_review', { templateId, version: templateVersion, isPassed: true })
  if (passed?.signature !== signature)
    throw new AppError('wrongState', `模板“${name}”第 ${templateVersion} 版与签名未经平台审核通过，不能发送`)
  if (state !== 'active') throw new AppError('wrongState', `模板“${name}”已停用，请选择其他模板`)
}

async function keep(ctx: Ctx, taskId: string, plan: readonly Planned[]): Promise<void> {
  const rows = plan.map(({ leftOut, mobile, ...one }) => {
    const id = ctx.newId()
    return {
      id,
      taskId,
      ...one,
      ...ctx.cipher.fields('sms_recipient.mobile', id, mobile),
      state: leftOut === null ? 'waiting' : 'left-out',
      reason: leftOut ?? '',
    }
  })
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await ctx.insert('sms_recipient', rows.slice(from, from + AT_ONCE))
}

/** Sending, as companies may have it approved. */
export const smsApprovals: Business = {
  type: 'sms',
  label: '供应商短信',
  menus: ['supplier-sms-tasks'],
  nodes: [submitNode],
}

export function submitRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(submitTask, WRITES, async (ctx, { params, body }) => {
      await lockOptouts(ctx, ctx.actor.companyId)
      await demanded(ctx, params.taskId, 'submit')
      const ahead = body.sendAt === null ? 0 : new Date(body.sendAt).getTime() - ctx.clock.now().getTime()
      if (ahead < 0) throw invalid('sendAt', '发送时间不能早于现在')
      if (ahead > MOST_DAYS_AHEAD * DAY) throw invalid('sendAt', `最多可提前 ${MOST_DAYS_AHEAD} 天安排发送`)
      const given = { business: smsApprovals, node: submitNode, subjectId: params.taskId, body }
      const answer = await approvals.submit(ctx, given)
      return 'done' in answer ? {} : answer
    }),
  ]
}
