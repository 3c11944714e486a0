import type { orderRow } from '#features/procurement/server/public.ts'
import type { JointCeremony } from '../contract.ts'
import { CARE, CeremonyStatus } from '../rules.ts'
import { concentration } from '#features/procurement/rules/key-holders.ts'
import type { Any, Attempt } from './access.ts'
import { careFacts, careWarnings } from './care.ts'
import { independenceOfAttempt } from './holders.ts'
import { tiesOf } from './ties.ts'
import { attemptView } from './view.ts'

/** An attempt as whoever runs the order sees it: with ties of officers to bidders, and what is to be seen to. */
export async function ownerView(
  ctx: Any,
  order: Awaited<ReturnType<typeof orderRow>>,
  attempt: Attempt,
): Promise<JointCeremony> {
  const view = await attemptView(ctx, attempt, { part: 'owner', own: null })
  if (attempt.row.status === CeremonyStatus.values.failed) return view
  const ties = await tiesOf(ctx, order, attempt)
  const { holders, supervisors } = await independenceOfAttempt(ctx, order, attempt)
  for (const { userId } of supervisors)
    ties.set(userId, [ties.get(userId), '是采购人或代理机构的人员，不得担任监督人'].filter(Boolean).join('；'))
  const spread = concentration(holders)
  const facts = await careFacts(ctx, attempt, { officer: null })
  const now = ctx.clock.now()
  return {
    ...view,
    officers: view.officers.map((officer) => ({
      ...officer,
      tie: ties.get(officer.userId) ?? '',
      actions: CARE.allowed({ ...facts, isExcused: officer.excused !== null }, { part: 'owner' }, now.getTime()),
    })),
    warnings: [...(spread === '' ? [] : [`${spread}。`]), ...careWarnings(attempt, facts, now)],
  }
}
