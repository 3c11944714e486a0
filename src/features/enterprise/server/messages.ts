import type { Workbench } from '#contract/workbench.ts'
import { notify, sendText } from '#features/messages/server/public.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import { AuditKind } from '../rules/enums.ts'
import { serviceOf } from '../rules/services.ts'
import { findCompany } from './access.ts'
import { contentOf } from './audit-rows.ts'
import { certifiedWorkbenches } from './companies.ts'
import { cardVerifier } from './payout.ts'

type Ctx = Context<null>

/** Who is told what, by event. Each runs once per event. */
export const subscribers: readonly Subscriber[] = [
  cardVerifier,
  on('company.audit.submitted', async (ctx, event) => {
    const audit = await auditOf(ctx, event)
    await tellPlatform(ctx, event, {
      kind: 'enterprise.audit.submitted',
      title: `新的${AuditKind.label(audit.kind)}申请`,
      content: `${audit.name}提交了${AuditKind.label(audit.kind)}申请，请审核。`,
      link: `/admin/company-audits/${audit.id}`,
    })
  }),
  on('company.audit.decided', async (ctx, event) => {
    const audit = await auditOf(ctx, event)
    const what = AuditKind.label(audit.kind)
    const { workbenches, contactMobile } = contentOf(ctx, audit)
    const passed = audit.status === 1
    const content = passed
      ? `${audit.name}的${what}申请已通过。`
      : `${audit.name}的${what}申请被驳回：${audit.reason}。修改后可重新提交。`
    await notify(ctx, {
      to: { userIds: [audit.appliedBy] },
      identity: workbenches[0] ?? (await homeOf(ctx, audit.companyId)),
      kind: 'enterprise.audit.decided',
      title: passed ? `${what}已通过` : `${what}被驳回`,
      content,
      link: passed ? '/enterprise/certificate/info' : rejectedAt(audit.kind),
      eventId: event.id,
    })
    // Without a company there is no workbench whose messages one could read: the telephone is the way.
    await sendText(ctx, { mobile: contactMobile, text: content, eventId: event.id })
  }),
  on('service.audit.submitted', async (ctx, event) => {
    const { name, label } = await serviceAuditOf(ctx, event)
    await tellPlatform(ctx, event, {
      kind: 'enterprise.service.submitted',
      title: '新的服务开通申请',
      content: `${name}申请开通${label}，请审核。`,
      link: '/admin/service-audits',
    })
  }),
  on('service.audit.decided', async (ctx, event) => {
    const { row, label } = await serviceAuditOf(ctx, event)
    const passed = row.status === 1
    await tellCompany(ctx, event, row.companyId, {
      kind: 'enterprise.service.decided',
      title: passed ? `${label}已开通` : `${label}开通申请被驳回`,
      content: passed ? `${label}已开通，可以使用。` : `开通${label}的申请被驳回：${row.reason}。`,
      link: '/enterprise/service-dredge',
    })
  }),
  on('brand.audit.submitted', async (ctx, event) => {
    const { name } = await brandOf(ctx, event)
    await tellPlatform(ctx, event, {
      kind: 'enterprise.brand.submitted',
      title: '新的品牌申请',
      content: `${name}提交了平台品牌申请，请审核。`,
      link: '/admin/brand-applications',
    })
  }),
  on('brand.audit.decided', async (ctx, event) => {
    const { row } = await brandOf(ctx, event)
    const passed = row.status === 1
    await tellCompany(ctx, event, row.companyId, {
      kind: 'enterprise.brand.decided',
      title: passed ? '品牌申请已通过' : '品牌申请被驳回',
      content: passed ? '平台品牌已更新，刷新页面即可看到。' : `品牌申请被驳回：${row.reason}。`,
      link: '/enterprise/brand-application',
    })
  }),
  on('join.requested', async (ctx, event) => {
    const row = await joinOf(ctx, event)
    await tellCompany(ctx, event, row.companyId, {
      kind: 'enterprise.join.requested',
      title: '有人申请加入企业',
      content: `${row.name}申请加入${row.companyName}${row.message ? `：${row.message}` : ''}，请处理。`,
      link: '/enterprise/organisation?part=guests',
    })
  }),
  on('join.decided', async (ctx, event) => {
    const row = await joinOf(ctx, event)
    const content =
      row.status === 1
        ? `您加入${row.companyName}的申请已同意，可在“切换企业”中进入。`
        : `您加入${row.companyName}的申请未被同意。`
    await notify(ctx, {
      to: { userIds: [row.userId] },
      identity: await homeOf(ctx, row.companyId),
      kind: 'enterprise.join.decided',
      title: row.status === 1 ? '已加入企业' : '加入申请未被同意',
      content,
      eventId: event.id,
    })
    const mobile = mobileOf(ctx, { id: row.userId, mobile: row.mobile })
    if (mobile) await sendText(ctx, { mobile, text: content, eventId: event.id })
  }),
]

/** Where what was rejected is corrected: there the reason stands and the content is filled in. */
function rejectedAt(kind: number): string {
  return `/home/enterprise-certificate${kind === AuditKind.values.change ? '/edit' : ''}`
}

interface Text {
  kind: string
  title: string
  content: string
  link: string
}

function on(kind: string, handle: Subscriber['handle']): Subscriber {
  return { name: `enterprise.${kind}`, kind, handle }
}

/** Platform administrators, in their own workbench. */
async function tellPlatform(ctx: Ctx, event: DeliveredEvent, text: Text): Promise<void> {
  const rows = await ctx.many('app_user', { isPlatformAdmin: true }, { columns: ['id'] })
  await notify(ctx, { ...text, to: { userIds: rows.map((row) => row.id) }, identity: 'admin', eventId: event.id })
}

/** Administrators of a company, in the workbench they see first. */
// oxlint-disable-next-line max-params -- context and event, whom, what: as everywhere in messages
async function tellCompany(ctx: Ctx, event: DeliveredEvent, companyId: string, text: Text): Promise<void> {
  const identity = await homeOf(ctx, companyId)
  await notify(ctx, { ...text, to: { companyId, right: 'businessManagement' }, identity, eventId: event.id })
}

async function homeOf(ctx: Ctx, companyId: string | null): Promise<Workbench> {
  const company = companyId === null ? undefined : await findCompany(ctx, companyId)
  return (company && certifiedWorkbenches(company)[0]) ?? 'supplier'
}

function auditOf(ctx: Ctx, { payload }: DeliveredEvent) {
  return ctx.expectOne('company_audit', { id: String(payload.auditId) })
}

async function serviceAuditOf(ctx: Ctx, { payload }: DeliveredEvent) {
  const row = await ctx.expectOne('service_audit', { id: String(payload.id) })
  const company = await findCompany(ctx, row.companyId)
  return { row, name: company?.name ?? '', label: serviceOf(row.type)?.label ?? row.type }
}

async function brandOf(ctx: Ctx, { payload }: DeliveredEvent) {
  const row = await ctx.expectOne('brand_application', { id: String(payload.id) })
  return { row, name: (await findCompany(ctx, row.companyId))?.name ?? '' }
}

function joinOf(ctx: Ctx, { payload }: DeliveredEvent) {
  return ctx.tx
    .selectFrom('join_request as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .innerJoin('app_user as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select(['c.name as companyName', 'u.mobile'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.id', '=', String(payload.id))
    .executeTakeFirstOrThrow()
}
