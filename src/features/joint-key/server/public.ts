import { type JointKey } from '#features/sealed-bids/core/joint/joint-key.ts'
import { CeremonyStatus } from '../rules.ts'
import { type Any, attemptsOf } from './access.ts'
import { recordOf } from './view.ts'

/*
 * What other features may call. No access checks: a ready joint key is public with its order.
 */

/** The finished joint key of an order with its fingerprint; null while there is none. */
export async function jointKeyOf(ctx: Any, orderId: string): Promise<{ record: JointKey; fingerprint: string } | null> {
  const ready = (await attemptsOf(ctx, orderId)).find(({ row }) => row.status === CeremonyStatus.values.ready)
  if (!ready?.row.fingerprint) return null
  return { record: recordOf(ctx, ready), fingerprint: ready.row.fingerprint }
}
