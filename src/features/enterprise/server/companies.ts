import type { z } from 'zod'
import { ancestorsOf } from '#features/organisation/server/public.ts'
import { accountOf, companyWorkbenches, mobileOf, RIGHTS } from '#features/passport/server/public.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/company.ts'
import { BasicInfo } from '../contract/company.ts'
import { COMPANY_WORKBENCHES, type CompanyWorkbench, WORKBENCH_LABELS } from '../rules/company-types.ts'
import { maskedIdentity } from '../rules/identifiers.ts'
import { isOpen, serviceOf, SERVICES } from '../rules/services.ts'
import { type Company, ownCompany, ownTenant, subjectOf } from './access.ts'
import { registeredFacts, shownCode } from './registration.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Employee>

/** The state of the company entered, in the words of the specification. */
export async function oneself(ctx: Ctx): Promise<z.output<typeof c.companyOneself.returns>> {
  const company = await ownCompany(ctx)
  const tenant = await ownTenant(ctx)
  const subject = subjectOf(company, tenant)
  const { name, alias, themeColor, logo } = tenant.config
  return {
    companyId: company.id,
    companyType: company.companyType as 1,
    companyName: company.name,
    socialCreditCode: shownCode(ctx, company),
    logo,
    acronyms: BasicInfo.parse(company.profile).acronyms,
    isSupplier: company.isSupplier,
    isPurchaser: company.isPurchaser,
    isAgency: company.isAgency,
    isCertified: company.isCertified,
    certifiedAt: company.certifiedAt?.toISOString() ?? null,
    status: company.status,
    hierarchy: [company.id, ...(await ancestorsOf(ctx, company.id))],
    stateOwnedSupervise: company.supervise,
    chargeConfig: { tenantId: company.chargeTenantId ?? ctx.tenantId },
    administratorInfo: await administrators(ctx, company.id),
    permissionInfo: {
      features: SERVICES.map((service) => ({ code: service.code, value: isOpen(service, subject) })),
    },
    tenantId: ctx.tenantId,
    greyFeatures: await greyFeatures(ctx, company),
    platformConfig: { name, alias, themeColor },
    platformDomains: certifiedWorkbenches(company).map((workbench) => ({ workbench, path: `/portal/${alias}` })),
  }
}

/** Who may administer a company, with their numbers: told to its own people only. */
export async function administrators(ctx: Context<Actor>, companyId: string) {
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.userId', 'e.name', 'u.mobile'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.isAdmin', '=', true)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.createdAt')
    .execute()
  return rows.map(({ userId, name, mobile }) => ({
    userId,
    name,
    mobile: mobileOf(ctx, { id: userId, mobile }),
  }))
}

/** The audited facts in force; an identity number is masked. */
export async function business(ctx: Ctx): Promise<z.output<typeof c.businessInfo.returns>> {
  const company = await ownCompany(ctx)
  const facts = registeredFacts(ctx, company) as z.output<typeof c.businessInfo.returns>
  return {
    ...facts,
    identityNumber: maskedIdentity(facts.identityNumber),
    certifiedAt: company.certifiedAt?.toISOString() ?? null,
  }
}

export async function basic(ctx: Ctx): Promise<z.output<typeof c.basicInfo.returns>> {
  const company = await ownCompany(ctx)
  return { ...BasicInfo.parse(company.profile), companyType: company.companyType as 1 }
}

/** Basic information needs no audit: it is in force at once, and every change is on record. */
export async function setBasic(ctx: Ctx, body: BasicInfo): Promise<void> {
  const company = await ownCompany(ctx)
  const before = BasicInfo.parse(company.profile)
  const changed = (Object.keys(body) as (keyof BasicInfo)[]).filter((key) => body[key] !== before[key])
  if (changed.length === 0) return
  const now = ctx.clock.now()
  await ctx.update(
    'company_tenant',
    { companyId: company.id },
    {
      profile: JSON.stringify(body),
      ...(changed.includes('phone') ? { phoneAt: now } : {}),
      ...(changed.includes('address') ? { addressAt: now } : {}),
    },
  )
  ctx.audit({
    action: 'company.basic',
    entity: 'company',
    entityId: company.id,
    summary: '修改企业基本信息',
    data: Object.fromEntries(changed.map((key) => [key, { from: before[key], to: body[key] }])),
  })
}

/** The workbenches of the company and how many of its people may enter each. */
export async function profile(ctx: Ctx): Promise<z.output<typeof c.workbenchProfile.returns>> {
  const company = await ownCompany(ctx)
  const { config } = await ownTenant(ctx)
  const people = await ctx.many(
    'employee',
    { companyId: company.id, status: 1, deletedAt: NULL },
    { columns: ['rights', 'isAdmin'] },
  )
  const certification = {
    isCertified: company.isCertified,
    isPurchaser: company.isPurchaser,
    isAgency: company.isAgency,
    isSupplier: company.isSupplier,
    companyType: company.companyType,
  }
  const certified = certifiedWorkbenches(company)
  const open = people.map(({ rights, isAdmin }) => companyWorkbenches(certification, { rights, isAdmin }))
  return COMPANY_WORKBENCHES.map((workbench) => ({
    workbench,
    label: WORKBENCH_LABELS[workbench],
    isCertified: certified.includes(workbench),
    mayEnter: ctx.actor.workbenches.has(workbench),
    people: open.filter((one) => one.includes(workbench)).length,
    functions: (workbench === 'agency' ? config.agencyFuncList : config.funcList).filter((code) =>
      serviceOf(code)?.workbenches.includes(workbench),
    ),
  }))
}

/** Grey features of a company. Other companies that have them are nobody's business. */
export async function greyFeatures(ctx: Ctx, company: Company) {
  if (company.features.length === 0) return []
  const rows = await ctx.many(
    'grayscale_release',
    { code: company.features },
    { columns: ['code', 'name', 'workbenches'], orderBy: ['code'] },
  )
  return rows.map((row) => ({ ...row, workbenches: row.workbenches as CompanyWorkbench[], companyIds: [company.id] }))
}

/** The tenant that collects fees and deposits of the company: this one unless the platform says otherwise. */
export async function chargeTenantOf(ctx: Ctx): Promise<z.output<typeof c.chargeTenant.returns>> {
  const company = await ownCompany(ctx)
  const id = company.chargeTenantId ?? ctx.tenantId
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === id)!
  return { tenantId: id, name: tenant.name, alias: tenant.alias, isOwn: id === ctx.tenantId }
}

/** The person in this company. */
export async function account(ctx: Ctx): Promise<z.output<typeof c.accountInfo.returns>> {
  const row = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['u.id', 'u.account', 'u.mobile', 'e.name', 'e.email', 'e.isAdmin', 'e.isSigner', 'e.createdAt'])
    .select('d.name as department')
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.id', '=', ctx.actor.employeeId)
    .executeTakeFirstOrThrow()
  return {
    account: accountOf(ctx, row),
    name: row.name,
    mobile: mobileOf(ctx, row),
    email: row.email,
    department: row.department ?? '',
    isAdmin: row.isAdmin,
    isSigner: row.isSigner,
    rights: [...ctx.actor.rights].map((code) => ({ code, label: RIGHTS[code as keyof typeof RIGHTS]?.label ?? code })),
    joinedAt: row.createdAt.toISOString(),
  }
}

export function certifiedWorkbenches(company: Company): CompanyWorkbench[] {
  const is = { purchaser: company.isPurchaser, agency: company.isAgency, supplier: company.isSupplier }
  return COMPANY_WORKBENCHES.filter((workbench) => is[workbench])
}
