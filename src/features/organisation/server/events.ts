import { companyWorkbenches } from '#features/passport/rules-rights.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'

/** What the other side reads, by what was done. */
const TITLES: Record<string, (company: string) => string> = {
  send: (company) => `${company}申请与贵企业关联`,
  again: (company) => `${company}再次申请与贵企业关联`,
  cancel: (company) => `${company}取消了企业关联申请`,
  agree: (company) => `${company}同意了企业关联申请`,
  refuse: (company) => `${company}拒绝了企业关联申请`,
  disassociate: (company) => `${company}解除了企业关联`,
}

/** Every step of an association is one kind: nobody wants one side of it without the other. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'association.changed',
    label: '企业关联',
    group: '企业',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: [],
  },
]

export const subscribers: readonly Subscriber[] = [
  { name: 'organisation.association-message', kind: 'association.changed', handle: tellOtherSide },
]

/** Administrators of the other company hear of every step but of being ignored, in each of their workbenches. */
async function tellOtherSide(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const { action, companyName, otherId } = event.payload as { action: string; companyName: string; otherId: string }
  const title = TITLES[action]?.(companyName)
  if (title === undefined) return
  const row = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .select(['t.is_certified', 't.is_purchaser', 't.is_agency', 't.is_supplier', 'c.company_type'])
    .where('t.tenant_id', '=', ctx.tenantId)
    .where('t.company_id', '=', otherId)
    .executeTakeFirst()
  if (!row) return
  const certification = {
    isCertified: row.is_certified,
    isPurchaser: row.is_purchaser,
    isAgency: row.is_agency,
    isSupplier: row.is_supplier,
    companyType: row.company_type,
  }
  for (const identity of companyWorkbenches(certification, { rights: [], isAdmin: true }))
    await notify(ctx, {
      to: { companyId: otherId, right: 'businessManagement' },
      identity,
      kind: event.kind,
      title,
      content: '请在“企业管理 - 上下级企业”中查看和处理。',
      link: '/enterprise/association',
      eventId: event.id,
    })
}
