import { notify, platformPeople } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { PLACES } from '../rules/places.ts'
import { REVIEWED } from './reviews.ts'
import { REVOKED } from './revocations.ts'
import { HALTED } from './sending.ts'
import { SENT } from './settle.ts'
import { WAITING } from './templates.ts'

const OURS = { group: '供应商管理', workbenches: ['purchaser'], channels: [] } as const

export const messageKinds: readonly MessageKind[] = [
  { kind: REVIEWED, label: '短信模板审核结果', ...OURS },
  { kind: REVOKED, label: '短信模板被撤销', ...OURS },
  { kind: 'sms-task.sent', label: '短信任务发送完成', ...OURS },
  { kind: HALTED, label: '短信任务被平台停止', ...OURS },
  { kind: WAITING, label: '短信模板待审核', group: '短信', workbenches: ['admin'], channels: [] },
]

/** Whoever wrote a template or made a task hears how it went. */
export const messages: readonly Subscriber[] = [
  {
    name: 'sms-tasks: tell what the platform said of a template',
    kind: REVIEWED,
    async handle(ctx, { id, payload }) {
      const at = { templateId: String(payload.templateId), version: Number(payload.version) }
      const { name } = await ctx.expectOne('sms_template', { id: at.templateId })
      const { byUserId } = await ctx.expectOne('sms_template_version', at)
      const { isPassed, reason } = await ctx.expectOne('sms_template_review', at)
      await notify(ctx, {
        to: { userIds: [byUserId] },
        identity: 'purchaser',
        kind: REVIEWED,
        eventId: id,
        title: `短信模板${isPassed ? '已通过' : '未通过'}审核：${name}`,
        content: isPassed ? `第 ${at.version} 版可以用于短信任务。` : `第 ${at.version} 版：${reason}`,
        link: PLACES.templates,
      })
    },
  },
  {
    name: 'sms-tasks: tell the platform that a template waits for its review',
    kind: WAITING,
    async handle(ctx, { id, payload }) {
      const { name, ownerCompanyId } = await ctx.expectOne('sms_template', { id: String(payload.templateId) })
      const owner = await ctx.expectOne('company', { id: ownerCompanyId }, { columns: ['name'] })
      await notify(ctx, {
        ...(await platformPeople(ctx)),
        kind: WAITING,
        eventId: id,
        title: `短信模板待审核：${name}`,
        content: `${owner.name}提交了第 ${Number(payload.version)} 版，请审核签名与正文。`,
        link: `${PLACES.reviews}?review=pending`,
      })
    },
  },
  {
    name: 'sms-tasks: tell that the platform took a version back',
    kind: REVOKED,
    async handle(ctx, { id, payload }) {
      const at = { templateId: String(payload.templateId), version: Number(payload.version) }
      const { name } = await ctx.expectOne('sms_template', { id: at.templateId })
      const { byUserId } = await ctx.expectOne('sms_template_version', at)
      const { reason } = await ctx.expectOne('sms_template_revocation', at)
      await notify(ctx, {
        to: { userIds: [byUserId] },
        identity: 'purchaser',
        kind: REVOKED,
        eventId: id,
        title: `短信模板已被平台撤销：${name}`,
        content: `第 ${at.version} 版：${reason}。该版本不能再发送，修改后可重新送审。`,
        link: PLACES.templates,
      })
    },
  },
  {
    name: 'sms-tasks: tell that the platform stopped a task',
    kind: HALTED,
    async handle(ctx, { id, payload }) {
      const task = await ctx.expectOne('sms_task', { id: String(payload.taskId) })
      const left = await ctx.many('sms_recipient', { taskId: task.id, state: 'stopped' }, { columns: ['id'] })
      await notify(ctx, {
        to: { userIds: [task.createdBy] },
        identity: 'purchaser',
        kind: HALTED,
        eventId: id,
        title: `短信任务已停止：${task.title}`,
        content: `${task.stopReason}。${left.length} 人未发送，已提交给短信通道的无法撤回。`,
        link: PLACES.task(task.id),
      })
    },
  },
  {
    name: 'sms-tasks: tell that a task was sent',
    kind: SENT,
    async handle(ctx, { id, payload }) {
      const task = await ctx.expectOne('sms_task', { id: String(payload.taskId) })
      const rows = await ctx.many('sms_recipient', { taskId: task.id }, { columns: ['state'] })
      const failed = rows.filter(({ state }) => state === 'failed').length
      const left = rows.filter(({ state }) => state === 'handed' || state === 'delivered').length
      await notify(ctx, {
        to: { userIds: [task.createdBy] },
        identity: 'purchaser',
        kind: 'sms-task.sent',
        eventId: id,
        title: `短信任务已发送：${task.title}`,
        content: `已提交 ${left} 人${failed > 0 ? `，失败 ${failed} 人，可在任务中重发一次` : ''}。`,
        link: PLACES.task(task.id),
      })
    },
  },
]
