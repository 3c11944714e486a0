import type { Admission, AdmissionAct } from '../rules/admission.ts'
import type { Any } from './access.ts'
import { admissions, certificateOn } from './admissions.ts'

export { admissions } from './admissions.ts'
export type { Admission, AdmissionAct, Refusal } from '../rules/admission.ts'

/**
 * Whether an owner lets a company be invited, sign up or be drawn: ok, or a warning or refusal with its reason and rule.
 * Asked before something new begins; what a company has signed up for goes on.
 */
export async function admission(
  ctx: Any,
  { companyId, ...asked }: { ownerCompanyId: string; companyId: string; act: AdmissionAct; isOpenByLaw: boolean },
): Promise<Admission> {
  return (await admissions(ctx, { ...asked, companyIds: [companyId] })).get(companyId)!
}

/** Whether the owner knows a certificate of this kind of the company that holds today; an expired one does not count. */
export async function qualifies(
  ctx: Any,
  { ownerCompanyId, companyId }: { ownerCompanyId: string; companyId: string },
  kind: string,
): Promise<boolean> {
  const state = await certificateOn(ctx, { ownerCompanyId, companyId, kind })
  return state === 'valid' || state === 'expiring'
}
