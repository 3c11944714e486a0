import { formatDate } from '#contract/time.ts'
import { orderFilling } from '#features/procurement/server/public.ts'
import type { Commitment } from '#features/procurement/contract/commitment.ts'
import { acceptanceOf, acceptCommitment, commitmentFor } from '#features/templates/server/public.ts'
import { type Ctx, type Order, record, type ReviewerRow } from './access.ts'

/** The integrity commitment an order demands of its reviewers, in the words of this order and member; null: none. */
export async function commitmentOf(ctx: Ctx, order: Order, me: ReviewerRow): Promise<Commitment | null> {
  return commitmentFor(ctx, order.id, {
    scope: 'expert',
    values: async () => ({
      ...(await orderFilling(ctx, order)).values,
      承诺人: me.name,
      工作单位: me.employer,
      承诺日期: formatDate(ctx.clock.now()),
    }),
  })
}

/** Demands the acceptance of the commitment once per member, with the first statement. Recorded with its hash. */
export async function demandCommitment(
  ctx: Ctx,
  order: Order,
  { me, accepted }: { me: ReviewerRow; accepted: { versionId: string; textHash: string } | null },
): Promise<void> {
  const commitment = await commitmentOf(ctx, order, me)
  if (!commitment || (await acceptanceOf(ctx, { reviewerId: me.id }))) return
  await acceptCommitment(ctx, { commitment, accepted, by: { reviewerId: me.id } })
  record(ctx, order.id, {
    action: 'commitment',
    summary: `接受《${commitment.title}》`,
    data: { reviewerId: me.id, versionId: commitment.versionId, textHash: commitment.textHash },
  })
}
