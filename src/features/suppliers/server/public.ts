import type { Admission, AdmissionAct } from '../rules/admission.ts'
import type { Grade } from '../rules/grades.ts'
import { stateOn, type SupplierState } from '../rules/states.ts'
import { type Any, type Ctx, ownSupplier, todayOf } from './access.ts'
import { admissions } from './admissions.ts'
import { setGrade } from './keeping.ts'

export { admissions } from './admissions.ts'
export { refusingOwners } from './refusing-owners.ts'
export { ratingOf } from './policies.ts'
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

/**
 * Gives a supplier of the own library the grade that an appraisal came to, from today on. False, and nothing is done, where its
 * record takes no grade: it is not in the library any more, or not yet, or the term is over.
 */
export async function giveAppraisedGrade(
  ctx: Ctx,
  { supplierId, ...given }: { supplierId: string; grade: Grade; until: string; reason: string },
): Promise<boolean> {
  const row = await ownSupplier(ctx, supplierId, 'update')
  const today = todayOf(ctx)
  const state = stateOn({ state: row.state as SupplierState, validUntil: row.validUntil, today })
  if ((state !== 'qualified' && state !== 'paused') || given.until < today) return false
  await setGrade(ctx, row, given)
  return true
}
