import type { AuditedFact } from '../rules/certification.ts'
import type { Content } from './audit-rows.ts'

/** The audited facts in force: who the company is, and what its last passed application says beyond that. */
export function registeredFacts(company: {
  name: string
  credit_code: string
  company_type: number
  legal_person: string
  registration: unknown
}): Record<AuditedFact, string | number> {
  const isPerson = company.company_type === 4
  const said = company.registration as Partial<Record<AuditedFact, string>>
  return {
    companyType: company.company_type,
    companyName: company.name,
    socialCreditCode: isPerson ? '' : company.credit_code,
    legalPerson: company.legal_person,
    identityNumber: isPerson ? company.credit_code : (said.identityNumber ?? ''),
    registeredAddress: said.registeredAddress ?? '',
    registeredCapital: said.registeredCapital ?? '',
    establishedOn: said.establishedOn ?? '',
    businessScope: said.businessScope ?? '',
    contactName: said.contactName ?? '',
    contactMobile: said.contactMobile ?? '',
    contactEmail: said.contactEmail ?? '',
  }
}

/** What of an application is kept with the company at this tenant. */
export function registrationOf(content: Content): string {
  const { identityNumber, registeredAddress, registeredCapital, establishedOn, businessScope } = content
  const { contactName, contactMobile, contactEmail } = content
  return JSON.stringify({
    ...(content.companyType === 4 ? {} : { identityNumber }),
    registeredAddress,
    registeredCapital,
    establishedOn,
    businessScope,
    contactName,
    contactMobile,
    contactEmail,
  })
}
