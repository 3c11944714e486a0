import { AppError } from '#contract/errors.ts'
import { heldAmong } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Any = Context<Actor | null>

/** What approvals of bonds are about. */
export const BOND_SUBJECT = 'bond'

/** What waits for approval: bonds by their trade, and the order itself while a batch of its returns does. */
export function heldBonds(ctx: Any, orderId: string, tradeIds: readonly string[]): Promise<ReadonlySet<string>> {
  return heldAmong(ctx, { kind: BOND_SUBJECT, ids: [orderId, ...tradeIds] })
}

/** Two acts never decide about one bond. The caller holds the order's lock. Throws `wrongState`. */
export async function demandFree(ctx: Any, orderId: string, tradeIds: readonly string[]): Promise<void> {
  const held = await heldBonds(ctx, orderId, tradeIds)
  if (held.size > 0) throw new AppError('wrongState', '保证金正在审批，审批结束前不能办理')
}
