import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { entrustedPlace } from '../rules/places.ts'

const KIND = { group: '补录登记', workbenches: ['purchaser'], channels: ['email'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'supplement.registered', label: '代理机构登记补录' },
  { ...KIND, kind: 'supplement.corrected', label: '代理机构更正补录' },
  { ...KIND, kind: 'supplement.withdrawn', label: '代理机构撤回补录' },
]

const TOLD = {
  registered: { title: '代理机构登记了补录', does: '为贵单位登记了平台外完成的采购' },
  corrected: { title: '代理机构更正了补录', does: '更正了为贵单位登记的补录' },
  withdrawn: { title: '代理机构撤回了补录', does: '撤回了为贵单位登记的补录' },
} as const

/** The purchaser hears of what an agency registers in its name. */
export const messages: readonly Subscriber[] = [
  {
    name: 'supplement: tell the purchaser',
    kind: 'supplement.moved',
    async handle(ctx, { id, payload }) {
      const { supplementId, to } = payload as { supplementId: string; to: keyof typeof TOLD }
      const row = await ctx.tx
        .selectFrom('supplement as s')
        .innerJoin('company as a', 'a.id', 's.companyId')
        .select(['s.id', 's.title', 's.code', 's.companyId', 's.purchaserCompanyId', 'a.name as agency'])
        .where('s.tenantId', '=', ctx.tenantId)
        .where('s.id', '=', supplementId)
        .executeTakeFirst()
      if (!row || row.companyId === row.purchaserCompanyId) return
      const { title, does } = TOLD[to]
      await notify(ctx, {
        to: { companyId: row.purchaserCompanyId, right: 'tendering' },
        identity: 'purchaser',
        kind: `supplement.${to}`,
        eventId: id,
        title,
        content: `${row.agency}${does}“${row.title}”（${row.code}）。`,
        link: entrustedPlace(row.id),
      })
    },
  },
]
