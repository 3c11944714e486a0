import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import type * as admin from '../contract/admin.ts'
import type * as certification from '../contract/certification.ts'
import type * as c from '../contract/services.ts'
import type { Decision } from '../contract/shared.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { COMPANY_WORKBENCHES, type CompanyWorkbench, WORKBENCH_LABELS } from '../rules/company-types.ts'
import { isOffered, isOpen, obstacleTo, type Service, serviceOf, SERVICES } from '../rules/services.ts'
import { companiesHere, companyHere, ownCompany, ownTenant, subjectOf } from './access.ts'
import { namesOf, standingOf } from './audit-rows.ts'
import { PLATFORM } from './audits.ts'
import { fullRights } from './certifying.ts'
import { newestFirst } from './paging.ts'

type Ctx = Context<Actor>
type Row = z.output<typeof c.ServiceAuditRow>

/** Applies for a workbench or service that the company does not have. */
export async function apply(
  ctx: Context<Employee>,
  { type, statement }: { type: string; statement: string },
): Promise<{ id: string }> {
  const service = serviceOf(type)
  if (!service) throw new AppError('notFound')
  const obstacle = obstacleTo(service, subjectOf(await ownCompany(ctx), await ownTenant(ctx)))
  if (obstacle) throw new AppError('wrongState', obstacle)
  const open = await applications(ctx)
    .select('a.id')
    .where('a.companyId', '=', ctx.actor.companyId)
    .where('a.type', '=', type)
    .where('a.status', '=', 0)
    .executeTakeFirst()
  if (open) throw new AppError('conflict', '该服务的开通申请正在审核，请勿重复提交')
  const id = ctx.newId()
  await ctx.insert('service_audit', {
    id,
    companyId: ctx.actor.companyId,
    type,
    statement,
    appliedBy: ctx.actor.userId,
    appliedAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'service.apply',
    entity: 'company',
    entityId: ctx.actor.companyId,
    summary: `申请开通${service.label}`,
  })
  ctx.emit({ kind: 'service.audit.submitted', payload: { id } })
  return { id }
}

/** Every workbench and service of the tenant with its newest application. */
export async function states(ctx: Context<Employee>): Promise<z.output<typeof c.latestServiceAudits.returns>> {
  const subject = subjectOf(await ownCompany(ctx), await ownTenant(ctx))
  const newest = await applications(ctx)
    .selectAll('a')
    .distinctOn('a.type')
    .where('a.companyId', '=', ctx.actor.companyId)
    .orderBy('a.type')
    .orderBy('a.id', 'desc')
    .execute()
  const rows = await serviceRows(ctx, newest)
  // What comes with a workbench that the company has not is nothing to decide on.
  const shown = SERVICES.filter((service) =>
    service.included ? isOpen(service, subject) : isOffered(service, subject),
  )
  return shown.map((service) => ({
    type: service.code,
    label: service.label,
    description: service.description,
    kind: service.kind,
    included: service.included,
    isOpen: isOpen(service, subject),
    obstacle: obstacleTo(service, subject),
    latest: rows.find((row) => row.type === service.code) ?? null,
  }))
}

export async function ofType(ctx: Context<Employee>, type: string): Promise<Row[]> {
  if (!serviceOf(type)) throw new AppError('notFound')
  const rows = await applications(ctx)
    .selectAll('a')
    .where('a.companyId', '=', ctx.actor.companyId)
    .where('a.type', '=', type)
    .orderBy('a.id', 'desc')
    .limit(100)
    .execute()
  return serviceRows(ctx, rows)
}

/** How each workbench of the company stands. */
export async function workbenchStates(
  ctx: Context<Employee>,
): Promise<z.output<typeof certification.workbenchAuditStatus.returns>> {
  const all = await states(ctx)
  return COMPANY_WORKBENCHES.map((workbench) => {
    const { isOpen: open, obstacle, latest } = all.find((one) => one.type === workbench)!
    const state = open ? 'passed' : latest === null ? 'none' : latest.status === 0 ? 'pending' : 'rejected'
    return {
      workbench,
      label: WORKBENCH_LABELS[workbench],
      state,
      reason: open ? '' : (latest?.reason ?? ''),
      obstacle,
    }
  })
}

/** Applications of all companies at this tenant, for the platform. */
export async function list(
  ctx: Ctx,
  query: z.output<typeof admin.serviceAudits.query>,
): Promise<Page<z.output<typeof admin.serviceAudits.returns>['rows'][number]>> {
  const tenant = await ownTenant(ctx)
  const base = applications(ctx)
    .selectAll('a')
    .$if(query.status !== undefined, (q) => q.where('a.status', '=', query.status!))
  const page = await newestFirst(ctx, base, { query, key: 'a.id' })
  const rows = await serviceRows(ctx, page.rows)
  const companies = page.rows.length
    ? await companiesHere(ctx)
        .where('t.companyId', 'in', [...new Set(page.rows.map((row) => row.companyId))])
        .execute()
    : []
  const now = ctx.clock.now().getTime()
  return {
    ...page,
    rows: rows.map((row, i) => {
      const company = companies.find((one) => one.id === page.rows[i]!.companyId)!
      const obstacle = row.status === 0 ? obstacleTo(serviceOf(row.type)!, subjectOf(company, tenant)) : ''
      const actions = AUDIT_STATUS.allowed({ status: row.status, obstacle }, PLATFORM, now)
      return { ...row, companyId: company.id, companyName: company.name, obstacle, actions }
    }),
  }
}

/** Passes or rejects; a passed workbench or service is there at once for everybody in the company. */
export async function decide(ctx: Ctx, id: string, decision: z.output<typeof Decision>): Promise<void> {
  const row = await applications(ctx).selectAll('a').where('a.id', '=', id).forUpdate().executeTakeFirst()
  const service = row && serviceOf(row.type)
  if (!service) throw new AppError('notFound')
  const company = await companyHere(ctx, row.companyId)
  const obstacle = obstacleTo(service, subjectOf(company, await ownTenant(ctx)))
  const status = AUDIT_STATUS.next(decision.pass ? 'pass' : 'reject', {
    record: { status: row.status, obstacle },
    who: PLATFORM,
    now: ctx.clock.now().getTime(),
  })
  if (decision.pass) await open(ctx, row.companyId, service)
  await ctx.update(
    'service_audit',
    { id },
    { status, reason: decision.reason, decidedBy: ctx.actor.userId, decidedAt: ctx.clock.now() },
  )
  ctx.audit({
    action: decision.pass ? 'service.pass' : 'service.reject',
    entity: 'company',
    entityId: row.companyId,
    summary: `${decision.pass ? '通过' : '驳回'}开通申请：${service.label}`,
    data: { reason: decision.reason },
  })
  ctx.emit({ kind: 'service.audit.decided', payload: { id } })
}

/** Applications as they are listed. */
export async function serviceRows(
  ctx: Ctx,
  rows: readonly {
    id: string
    type: string
    statement: string
    status: number
    appliedBy: string
    appliedAt: Date
    decidedBy: string | null
    decidedAt: Date | null
    reason: string
  }[],
): Promise<Row[]> {
  const names = await namesOf(
    ctx.tx,
    rows.flatMap((row) => [row.appliedBy, row.decidedBy]),
  )
  return rows.map((row) => ({
    ...standingOf(row, names, ctx.actor.workbench === 'admin'),
    id: row.id,
    type: row.type,
    label: serviceOf(row.type)?.label ?? row.type,
    statement: row.statement,
  }))
}

async function open(ctx: Ctx, companyId: string, service: Service): Promise<void> {
  const own = ctx.tx
    .updateTable('company_tenant')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
  if (service.kind === 'workbench') {
    const workbench = service.code as CompanyWorkbench
    const set = { purchaser: { isPurchaser: true }, agency: { isAgency: true }, supplier: { isSupplier: true } }
    await own.set(set[workbench]).execute()
    // Who administers the company can work in its new workbench without giving the rights to themselves first.
    const more = fullRights([workbench])
    await sql`update employee set rights = array(select distinct unnest(rights || ${more}::text[])),
        direct_rights = array(select distinct unnest(direct_rights || ${more}::text[]))
      where tenant_id = ${ctx.tenantId} and company_id = ${companyId} and is_admin and deleted_at is null`.execute(
      ctx.tx,
    )
  } else {
    await own
      .set({ features: sql<string[]>`array(select distinct unnest(features || ${[service.code]}::text[]))` })
      .execute()
  }
  await companyChanged(ctx, companyId)
}

function applications(ctx: Ctx) {
  return ctx.tx.selectFrom('service_audit as a').where('a.tenantId', '=', ctx.tenantId)
}
