import { type Any, todayOf } from './access.ts'
import { admissions } from './admissions.ts'
import { isListingInForce } from './in-force.ts'

/** A purchaser that lets a company sign up for nothing new, or for nothing but what the law opens to all. */
export interface RefusingOwner {
  ownerCompanyId: string
  isAlsoByLaw: boolean
}

/** Owners that keep this company out of sign-ups today. It is for that company alone, which is told so when it signs up. */
export async function refusingOwners(ctx: Any, companyId: string): Promise<RefusingOwner[]> {
  const { tenantId, tx } = ctx
  const listed = await tx
    .selectFrom('supplier_listing as l')
    .select('l.ownerCompanyId')
    .distinct()
    .where('l.tenantId', '=', tenantId)
    .where('l.companyId', '=', companyId)
    .where('l.kind', 'in', ['black', 'untrust'])
    .where(isListingInForce(todayOf(ctx)))
    .execute()
  const byLaw = new Set(listed.map((row) => row.ownerCompanyId))
  // A pause or a grade: of whoever has neither nothing is asked.
  const known = await tx
    .selectFrom('supplier')
    .select('ownerCompanyId')
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .where((e) => e.or([e('state', '=', 'paused'), e('grade', 'is not', null)]))
    .execute()
  const refusing = [...byLaw].map((ownerCompanyId) => ({ ownerCompanyId, isAlsoByLaw: true }))
  for (const { ownerCompanyId } of known) {
    if (byLaw.has(ownerCompanyId)) continue
    const asked = { ownerCompanyId, companyIds: [companyId], act: 'signUp', isOpenByLaw: false } as const
    if ((await admissions(ctx, asked)).get(companyId)?.level === 'block')
      refusing.push({ ownerCompanyId, isAlsoByLaw: false })
  }
  return refusing
}
