import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { PLACES } from '../rules/places.ts'
import { REVIEWED } from './reviews.ts'
import { SENT } from './settle.ts'

export const messageKinds: readonly MessageKind[] = [
  { kind: REVIEWED, label: '短信模板审核结果', group: '供应商管理', workbenches: ['purchaser'], channels: [] },
  { kind: 'sms-task.sent', label: '短信任务发送完成', group: '供应商管理', workbenches: ['purchaser'], channels: [] },
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
