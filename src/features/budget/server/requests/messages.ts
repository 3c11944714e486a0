import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { RequestAction } from '../../rules/request-status.ts'

const KIND = { group: '需求申报', workbenches: ['purchaser'], channels: URGENT } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'demand-request.submit', label: '需求申报待受理' },
  { ...KIND, kind: 'demand-request.accept', label: '需求申报已受理' },
  { ...KIND, kind: 'demand-request.return', label: '需求申报被退回' },
  { ...KIND, kind: 'demand-request.merge', label: '需求申报已合并' },
  { ...KIND, kind: 'demand-request.hand', label: '需求申报已转为采购项目' },
]

interface Told {
  title: string
  says: string
}

const TOLD: Readonly<Partial<Record<RequestAction | 'hand', Told>>> = {
  accept: { title: '需求申报已受理', says: '采购部门已受理。' },
  return: { title: '需求申报被退回', says: '请按退回原因修改后重新提交。' },
  merge: { title: '需求申报已合并', says: '与其他部门的申报合并采购。' },
  hand: { title: '需求申报已转为采购项目', says: '采购已开始准备。' },
}

/** Purchasing hears of what is handed in, whoever asked of what became of it. */
export const messages: readonly Subscriber[] = [
  {
    name: 'demand requests: tell the other side',
    kind: 'demand-request.moved',
    async handle(ctx, { id, payload }) {
      const action = payload.action as RequestAction | 'hand'
      const told = TOLD[action]
      if (!told && action !== 'submit') return
      const row = await ctx.one('demand_request', { id: String(payload.requestId) })
      if (!row) return
      const about = `“${row.title}”（${row.code}）`
      const base = { identity: 'purchaser', kind: `demand-request.${action}`, eventId: id } as const
      if (!told) {
        await notify(ctx, {
          ...base,
          to: { companyId: row.companyId, right: 'demandManagement' },
          title: '需求申报待受理',
          content: `${row.createdByName}提交了${about}，请受理或者退回。`,
          link: `/purchaser/demand-requirement/apply-handle?request=${row.id}`,
        })
        return
      }
      const reason = action === 'return' ? `原因：${row.returnReason}。` : ''
      await notify(ctx, {
        ...base,
        to: { userIds: [row.createdBy] },
        title: told.title,
        content: `${about}：${reason}${told.says}`,
        link: `/purchaser/demand-requirement/apply?request=${row.id}`,
      })
    },
  },
]
