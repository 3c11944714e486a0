import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import { includes } from '#server/search/includes.ts'
import type * as c from '../contract/admin.ts'
import { CompanyStatus } from '../rules/enums.ts'
import { serviceOf } from '../rules/services.ts'
import { type Company, companiesHere, companyHere } from './access.ts'
import { AUDIT_COLUMNS, auditRows, openAudit } from './audit-rows.ts'
import { allAudits } from './audits.ts'
import { certifiedWorkbenches } from './companies.ts'
import { newestFirst } from './paging.ts'
import { registeredFacts, shownCode } from './registration.ts'
import { serviceRows } from './services.ts'

type Ctx = Context<Actor>
type Row = z.output<typeof c.AdminCompanyRow>

const IN_PART = { purchaser: 't.isPurchaser', agency: 't.isAgency', supplier: 't.isSupplier' } as const

/** Companies at this tenant, newest first. */
export async function listCompanies(ctx: Ctx, query: z.output<typeof c.companies.query>): Promise<Page<Row>> {
  const { status, companyType, workbench, keyword } = query
  const base = companiesHere(ctx)
    .$if(status !== undefined, (q) => q.where('t.status', '=', status!))
    .$if(companyType !== undefined, (q) => q.where('c.companyType', '=', companyType!))
    .$if(workbench !== undefined, (q) => q.where(IN_PART[workbench!], '=', true))
    .$if(Boolean(keyword), (q) =>
      q.where((e) =>
        e.or([
          includes(keyword!, ['c.name']),
          e('c.creditCode', '=', keyword!.toUpperCase()),
          e('c.identityHash', 'in', ctx.cipher.hashes('company.identity', keyword!)),
        ]),
      ),
    )
  const page = await newestFirst(ctx, base, { query, key: 't.companyId' })
  const people = await peopleOf(
    ctx,
    page.rows.map((row) => row.id),
  )
  return { ...page, rows: page.rows.map((company) => shown(ctx, company, people.get(company.id) ?? 0)) }
}

export async function showCompany(ctx: Ctx, companyId: string): Promise<z.output<typeof c.company.returns>> {
  const company = await companyHere(ctx, companyId)
  const people = await peopleOf(ctx, [companyId])
  const facts = registeredFacts(ctx, company)
  const administrators = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.name', 'e.status', 'u.id', 'u.mobile'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.isAdmin', '=', true)
    .where('e.deletedAt', 'is', null)
    .execute()
  const audits = await allAudits(ctx)
    .select(AUDIT_COLUMNS)
    .where('a.companyId', '=', companyId)
    .orderBy('a.id', 'desc')
    .limit(20)
    .execute()
  const services = await ctx.many('service_audit', { companyId }, { orderBy: ['id desc'], limit: 20 })
  return {
    ...shown(ctx, company, people.get(companyId) ?? 0),
    legalPerson: company.legalPerson,
    registeredAddress: String(facts.registeredAddress),
    contactName: String(facts.contactName),
    contactMobile: String(facts.contactMobile),
    disabledReason: company.disabledReason,
    features: company.features.map((code) => ({ code, label: serviceOf(code)?.label ?? code })),
    administrators: administrators.map(({ name, status, ...user }) => ({ name, status, mobile: mobileOf(ctx, user) })),
    chargeTenantId: company.chargeTenantId ?? ctx.tenantId,
    audits: await auditRows(
      ctx,
      audits.map((one) => openAudit(ctx, one)),
    ),
    serviceAudits: await serviceRows(ctx, services),
  }
}

/** Disables or enables a company here. Its people are told so by their next request, and their live pages end. */
export async function setStatus(
  ctx: Ctx,
  companyId: string,
  { status, reason }: { status: number; reason: string },
): Promise<void> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('company_tenant')
    .set({ status, disabledReason: status === CompanyStatus.values.forbidden ? reason : '' })
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('status', '<>', status)
    .executeTakeFirst()
  const company = await companyHere(ctx, companyId)
  if (numUpdatedRows === 0n) return
  await companyChanged(ctx, companyId)
  const isOff = status === CompanyStatus.values.forbidden
  ctx.audit({
    action: isOff ? 'company.disable' : 'company.enable',
    entity: 'company',
    entityId: companyId,
    summary: `${isOff ? '停用' : '启用'}企业：${company.name}`,
    data: { reason },
  })
  ctx.emit({ kind: isOff ? 'company.disabled' : 'company.enabled', payload: { companyId } })
}

export async function setChargeTenant(ctx: Ctx, companyId: string, tenantId: number): Promise<void> {
  const company = await companyHere(ctx, companyId)
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === tenantId)
  if (!tenant) throw new AppError('invalid', '平台不存在', [{ path: 'tenantId', message: '平台不存在' }])
  await ctx.update('company_tenant', { companyId }, { chargeTenantId: tenantId === ctx.tenantId ? null : tenantId })
  ctx.audit({
    action: 'company.chargeTenant',
    entity: 'company',
    entityId: companyId,
    summary: `${company.name}的收费平台改为${tenant.name}`,
  })
}

/** Employees in use by company. */
async function peopleOf(ctx: Ctx, companyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (companyIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('employee')
    .select(['companyId', sql<number>`count(*)::int`.as('n')])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', 'in', [...companyIds])
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)
    .groupBy('companyId')
    .execute()
  return new Map(rows.map((row) => [row.companyId, row.n]))
}

function shown(ctx: Ctx, company: Company, people: number): Row {
  return {
    companyId: company.id,
    companyName: company.name,
    code: shownCode(ctx, company),
    companyType: company.companyType as 1,
    workbenches: certifiedWorkbenches(company),
    status: company.status as 0 | 1,
    people,
    certifiedAt: company.certifiedAt?.toISOString() ?? null,
  }
}
