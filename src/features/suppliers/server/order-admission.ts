import type { Lapse } from '#features/procurement/rules/qualification.ts'
import type { Any } from './access.ts'
import { admissions, lapsesOf } from './admissions.ts'

interface Asked {
  order: { projectId: string; purchaserCompanyId: string; admission: string }
  companyIds: readonly string[]
  act: 'invite' | 'signUp'
}

/**
 * What the purchaser of an order has against companies. A grade or a pause keeps nobody from signing up where the law opens
 * the order to all, nor whoever holds a letter: it was admitted when it was asked.
 */
export async function refusals(ctx: Any, { order, companyIds, act }: Asked) {
  const { regime } = await ctx.expectOne('project', { id: order.projectId }, { columns: ['regime'] })
  const isOpenByLaw = order.admission === 'invited' ? act === 'signUp' : regime !== 'enterprise'
  const ownerCompanyId = order.purchaserCompanyId
  const found = await admissions(ctx, { ownerCompanyId, companyIds, act, isOpenByLaw })
  return [...found].flatMap(([companyId, admission]) => (admission.level === 'ok' ? [] : [{ companyId, ...admission }]))
}

/** The named kinds of which the library of the order's purchaser knows certificates, but none that holds on the day `before`. */
export async function lapses(
  ctx: Any,
  {
    order,
    ...asked
  }: { order: { purchaserCompanyId: string }; companyId: string; kinds: readonly string[]; before: string },
): Promise<Lapse[]> {
  return lapsesOf(ctx, { ownerCompanyId: order.purchaserCompanyId, ...asked })
}
