import { AppError } from '#contract/errors.ts'
import { readTenants, type Tenant } from '#features/tenancy/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ServiceSubject } from '../rules/services.ts'

type Ctx = Context<Actor>

/** A company with what it is at this tenant; every company of another tenant does not exist. */
export type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>

/** Reads a company of this tenant; undefined where it is not one. */
export function findCompany(ctx: Context<Actor | null>, companyId: string) {
  return companiesHere(ctx).where('t.companyId', '=', companyId).executeTakeFirst()
}

/** All companies of this tenant, to be narrowed by the caller: `t` what they are here, `c` who they are. */
export function companiesHere(ctx: Context<Actor | null>) {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id', 'c.name', 'c.creditCode', 'c.identity', 'c.companyType', 'c.legalPerson'])
    .select(['t.isPurchaser', 't.isAgency', 't.isSupplier', 't.isCertified', 't.status', 't.features'])
    .select(['t.supervise', 't.registration', 't.profile', 't.certifiedAt', 't.disabledReason', 't.chargeTenantId'])
    .where('t.tenantId', '=', ctx.tenantId)
}

/** The company entered. */
export async function ownCompany(ctx: Context<Employee>): Promise<Company> {
  const company = await findCompany(ctx, ctx.actor.companyId)
  if (!company) throw new AppError('notFound')
  return company
}

/** A company of this tenant, or `notFound`. */
export async function companyHere(ctx: Ctx, companyId: string): Promise<Company> {
  const company = await findCompany(ctx, companyId)
  if (!company) throw new AppError('notFound')
  return company
}

/**
 * The applications a person may see: those of the company entered for its administrators, and what the person applied
 * for itself before there was a company.
 */
export function ownAudits(ctx: Ctx) {
  const { actor, tenantId } = ctx
  return ctx.tx
    .selectFrom('company_audit as a')
    .where('a.tenantId', '=', tenantId)
    .where((e) =>
      e.or([
        e('a.appliedBy', '=', actor.userId).and('a.kind', '=', 1),
        ...(actor.isAdmin && actor.companyId !== null ? [e('a.companyId', '=', actor.companyId)] : []),
      ]),
    )
}

/** The tenant of this request. */
export async function ownTenant(ctx: Context<Actor | null>): Promise<Tenant> {
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === ctx.tenantId)
  if (!tenant) throw new AppError('notFound')
  return tenant
}

/** What decides on the services of a company. */
export function subjectOf(company: Company, tenant: Tenant): ServiceSubject {
  return {
    companyType: company.companyType,
    isPurchaser: company.isPurchaser,
    isAgency: company.isAgency,
    isSupplier: company.isSupplier,
    features: company.features,
    funcList: tenant.config.funcList,
    agencyFuncList: tenant.config.agencyFuncList,
  }
}
