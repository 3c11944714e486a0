import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { agencyPlace, purchaserPlace } from '../rules/places.ts'
import type { EntrustSide, EntrustState } from '../rules/status.ts'

const KIND = { group: '委托代理', workbenches: ['purchaser', 'agency'], channels: URGENT } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'entrust.offered', label: '收到委托', isEssential: true },
  { ...KIND, kind: 'entrust.draft', label: '委托已撤回' },
  { ...KIND, kind: 'entrust.accepted', label: '委托已接受' },
  { ...KIND, kind: 'entrust.refused', label: '委托被拒绝', isEssential: true },
  { ...KIND, kind: 'entrust.ended', label: '委托已终止', isEssential: true },
]

interface Telling {
  title: string
  says: (row: Told) => string
}

const ended: Telling = {
  title: '委托已终止',
  says: ({ endReason, returnedOrders }) =>
    `${endReason}。${returnedOrders.length > 0 ? `${returnedOrders.length} 个未结束的采购单交回采购人办理。` : ''}`,
}

/** What the other side is told of each move, by who proposed. */
const TOLD: Record<EntrustSide, Record<EntrustState, Telling>> = {
  purchaser: {
    offered: { title: '收到新的委托', says: ({ purchaser }) => `${purchaser}委托贵单位代理，请接受或者拒绝。` },
    draft: { title: '委托已撤回', says: ({ purchaser }) => `${purchaser}已撤回委托。` },
    accepted: { title: '委托已接受', says: ({ agency }) => `${agency}已接受委托，采购单由其办理。` },
    refused: { title: '委托被拒绝', says: ({ agency, refusal }) => `${agency}拒绝委托：${refusal}。` },
    ended,
  },
  agency: {
    offered: {
      title: '代理机构提请委托',
      says: ({ agency }) => `${agency}为贵单位登记了该项目，请同意或者拒绝由其代理；同意前不能发布公告。`,
    },
    draft: { title: '委托申请已撤回', says: ({ agency }) => `${agency}已撤回委托申请。` },
    accepted: { title: '采购人已同意委托', says: ({ purchaser }) => `${purchaser}同意由贵单位代理，可以发布公告。` },
    refused: { title: '采购人不同意委托', says: ({ purchaser, refusal }) => `${purchaser}不同意：${refusal}。` },
    ended,
  },
}

interface Told {
  purchaser: string
  agency: string
  refusal: string
  endReason: string
  returnedOrders: string[]
}

export const messages: readonly Subscriber[] = [
  {
    name: 'entrust: tell the other side',
    kind: 'entrust.moved',
    async handle(ctx, { id, payload }) {
      const { entrustmentId, to, by } = payload as { entrustmentId: string; to: EntrustState; by: string }
      const row = await ctx.tx
        .selectFrom('entrustment as e')
        .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.id', '=', 'e.projectId'))
        .innerJoin('company as c', 'c.id', 'e.purchaserCompanyId')
        .innerJoin('company as a', 'a.id', 'e.agencyCompanyId')
        .selectAll('e')
        .select(['p.name', 'p.code', 'c.name as purchaser', 'a.name as agency'])
        .where('e.tenantId', '=', ctx.tenantId)
        .where('e.id', '=', entrustmentId)
        .executeTakeFirst()
      if (!row) return
      const side: EntrustSide = by === row.purchaserCompanyId ? 'agency' : 'purchaser'
      const isAgency = side === 'agency'
      const telling = TOLD[row.proposedBy as EntrustSide][to]
      await notify(ctx, {
        to: isAgency
          ? { companyId: row.agencyCompanyId, right: 'entrustHandling' }
          : { companyId: row.purchaserCompanyId, right: 'tendering' },
        identity: side,
        kind: `entrust.${to}`,
        eventId: id,
        title: telling.title,
        content: `“${row.name}”（${row.code}）：${telling.says(row)}`,
        // What was taken back can no longer be looked at.
        link: to === 'draft' ? null : isAgency ? agencyPlace(row.projectId) : purchaserPlace(row.projectId),
      })
    },
  },
]
