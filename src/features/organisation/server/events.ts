import { formatTime } from '#contract/time.ts'
import type { Workbench } from '#contract/workbench.ts'
import { companyWorkbenches } from '#features/passport/rules-rights.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { EmployeeStatus } from '../contract/shared.ts'
import { NULL } from '#server/database/records.ts'

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
const COMPANY = { group: '企业', workbenches: ['purchaser', 'agency', 'supplier'] } as const
const INVITED = ['purchaser', 'agency', 'supplier', 'expert'] as const
const PHONE = { channels: ['wechat'], isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...COMPANY, kind: 'association.changed', label: '企业关联', channels: [] },
  { ...COMPANY, ...PHONE, kind: 'employee.invited', label: '加入企业的邀请', workbenches: INVITED },
  { ...COMPANY, kind: 'employee.declined', label: '邀请被谢绝', channels: [] },
  { ...COMPANY, ...PHONE, kind: 'employee.administrator', label: '企业管理员变更' },
]

export const subscribers: readonly Subscriber[] = [
  { name: 'organisation.association-message', kind: 'association.changed', handle: tellOtherSide },
  { name: 'organisation.invitation-message', kind: 'employee.invited', handle: tellInvited },
  { name: 'organisation.declined-message', kind: 'employee.declined', handle: tellInviter },
  { name: 'organisation.administrator-message', kind: 'employee.administrator', handle: tellAdministrator },
]

/** Whoever has an inbox already reads of the invitation there; others come to it by logging in. */
async function tellInvited(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const row = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .select(['e.userId', 'e.invitedUntil', 'c.name'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.id', '=', String(event.payload.employeeId))
    .where('e.status', '=', EmployeeStatus.values.invited)
    .where('e.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row?.invitedUntil) return
  for (const identity of await inboxesOf(ctx, row.userId))
    await notify(ctx, {
      to: { userIds: [row.userId] },
      identity,
      kind: event.kind,
      title: `${row.name}邀请您加入`,
      content: `请于 ${formatTime(row.invitedUntil)}（北京时间）前接受或谢绝，接受前您不是该企业的员工。`,
      link: '/personal-centre/companies',
      eventId: event.id,
    })
}

async function tellInviter(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const { name, companyId, invitedBy } = event.payload as { name: string; companyId: string; invitedBy: string | null }
  if (invitedBy === null) return
  for (const identity of await workbenchesOf(ctx, companyId))
    await notify(ctx, {
      to: { userIds: [invitedBy] },
      identity,
      kind: event.kind,
      title: `${name}谢绝了加入邀请`,
      content: '对方未加入本企业。如有需要，请与对方联系后重新邀请。',
      link: '/enterprise/organisation',
      eventId: event.id,
    })
}

/** Somebody administers a company from now on, or no longer. */
async function tellAdministrator(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const { userId, companyId, isAdmin } = event.payload as { userId: string; companyId: string; isAdmin: boolean }
  const company = await ctx.one('company', { id: companyId }, { columns: ['name'] })
  if (!company) return
  for (const identity of await workbenchesOf(ctx, companyId))
    await notify(ctx, {
      to: { userIds: [userId] },
      identity,
      kind: event.kind,
      title: isAdmin ? `您已成为${company.name}的管理员` : `您不再是${company.name}的管理员`,
      content: isAdmin
        ? '您可以管理企业的员工、角色、认证与上下级关系。'
        : '企业的员工、角色、认证与上下级关系由新的管理员管理。',
      link: isAdmin ? '/enterprise/organisation' : null,
      eventId: event.id,
    })
}

/** Workbenches in which a person reads messages: those of the companies worked for, and the experts'. */
async function inboxesOf(ctx: Context<null>, userId: string): Promise<Workbench[]> {
  const jobs = await ctx.many(
    'employee',
    { userId, status: EmployeeStatus.values.enabled, deletedAt: NULL },
    { columns: ['companyId'] },
  )
  const inboxes = new Set<Workbench>()
  for (const job of jobs) for (const one of await workbenchesOf(ctx, job.companyId)) inboxes.add(one)
  const expert = await ctx.tx.selectFrom('expert_user').select('userId').where('userId', '=', userId).executeTakeFirst()
  if (expert) inboxes.add('expert')
  return [...inboxes]
}

/** Administrators of the other company hear of every step but of being ignored, in each of their workbenches. */
async function tellOtherSide(ctx: Context<null>, event: DeliveredEvent): Promise<void> {
  const { action, companyName, otherId } = event.payload as { action: string; companyName: string; otherId: string }
  const title = TITLES[action]?.(companyName)
  if (title === undefined) return
  for (const identity of await workbenchesOf(ctx, otherId))
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

/** The workbenches that are open to the administrators of a company; none for a company that is unknown here. */
async function workbenchesOf(ctx: Context<null>, companyId: string): Promise<Workbench[]> {
  const row = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['t.isCertified', 't.isPurchaser', 't.isAgency', 't.isSupplier', 'c.companyType'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.companyId', '=', companyId)
    .executeTakeFirst()
  if (!row) return []
  const certification = {
    isCertified: row.isCertified,
    isPurchaser: row.isPurchaser,
    isAgency: row.isAgency,
    isSupplier: row.isSupplier,
    companyType: row.companyType,
  }
  return companyWorkbenches(certification, { rights: [], isAdmin: true })
}
