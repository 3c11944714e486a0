import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { AuditedFact } from '../rules/certification.ts'
import { maskedIdentity } from '../rules/identifiers.ts'
import type { Content } from './audit-rows.ts'

type Ctx = Context<Actor | null>

/** The audited facts in force: who the company is, and what its last passed application says beyond that. */
export function registeredFacts(
  ctx: Ctx,
  company: {
    id: string
    name: string
    creditCode: string
    identity: Sealed | null
    companyType: number
    legalPerson: string
    registration: Sealed | null
  },
): Record<AuditedFact, string | number> {
  const isPerson = company.companyType === 4
  const text = ctx.cipher.open('company_tenant.registration', `${ctx.tenantId}/${company.id}`, company.registration)
  const said = JSON.parse(text || '{}') as Partial<Record<AuditedFact, string>>
  return {
    companyType: company.companyType,
    companyName: company.name,
    socialCreditCode: isPerson ? '' : company.creditCode,
    legalPerson: company.legalPerson,
    identityNumber: isPerson ? identityOf(ctx, company) : (said.identityNumber ?? ''),
    registeredAddress: said.registeredAddress ?? '',
    registeredCapital: said.registeredCapital ?? '',
    establishedOn: said.establishedOn ?? '',
    businessScope: said.businessScope ?? '',
    contactName: said.contactName ?? '',
    contactMobile: said.contactMobile ?? '',
    contactEmail: said.contactEmail ?? '',
  }
}

/** The identity number of a natural person; '' of everybody else. */
export function identityOf({ cipher }: Pick<Ctx, 'cipher'>, company: { id: string; identity: Sealed | null }): string {
  return cipher.open('company.identity', company.id, company.identity) ?? ''
}

/** A credit code as it is, an identity number masked. */
export function shownCode(
  ctx: Pick<Ctx, 'cipher'>,
  company: { id: string; creditCode: string; identity: Sealed | null },
): string {
  return company.identity === null ? company.creditCode : maskedIdentity(identityOf(ctx, company))
}

/** What of an application is kept with the company at this tenant. */
export function registrationOf(ctx: Ctx, companyId: string, content: Content): Sealed {
  const { identityNumber, registeredAddress, registeredCapital, establishedOn, businessScope } = content
  const { contactName, contactMobile, contactEmail } = content
  const said = JSON.stringify({
    ...(content.companyType === 4 ? {} : { identityNumber }),
    registeredAddress,
    registeredCapital,
    establishedOn,
    businessScope,
    contactName,
    contactMobile,
    contactEmail,
  })
  return ctx.cipher.seal('company_tenant.registration', `${ctx.tenantId}/${companyId}`, said)
}
