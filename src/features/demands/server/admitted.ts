import { admissions, type Refusal } from '#features/suppliers/server/public.ts'
import type { Ctx, Demand } from './access.ts'

interface Asked {
  companyIds: readonly string[]
  act: 'invite' | 'signUp'
}

/** Companies that the purchaser keeps out of what begins, with the reason for its people and the one told to the company. */
export async function barredOf(
  ctx: Ctx,
  { purchaserCompanyId, regime, mode }: Pick<Demand, 'purchaserCompanyId' | 'regime' | 'mode'>,
  { companyIds, act }: Asked,
): Promise<(Refusal & { companyId: string })[]> {
  // Whoever holds a letter was admitted when it was asked.
  const isOpenByLaw = mode === 'invited' ? act === 'signUp' : regime !== 'enterprise'
  const found = await admissions(ctx, { ownerCompanyId: purchaserCompanyId, companyIds, act, isOpenByLaw })
  return [...found].flatMap(([companyId, admission]) =>
    admission.level === 'block' ? [{ companyId, ...admission }] : [],
  )
}
