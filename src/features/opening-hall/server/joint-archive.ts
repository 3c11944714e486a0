import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { type ArchiveEntry, jsonEntry } from '#features/procurement/server/public.ts'
import { JOINT_OPENING_TYPE, type JointOpening } from '#features/sealing/core/verify-joint.ts'
import { FIRST_ROUND } from '#features/sealed-bids/rules.ts'
import type { Order } from './access.ts'
import { type Any, givenAnswers, jointOf } from './joint-access.ts'

/** A joint-key opening in the form the verifier reads: key, list, every answer, true or not. Nothing in the other mode. */
export async function jointEntries(ctx: Any, order: Order): Promise<ArchiveEntry[]> {
  const joint = await jointOf(ctx, order)
  const key = joint && (await jointKeyOf(ctx, order.id))
  if (!joint?.row.bids || !key) return []
  const opening: JointOpening = {
    type: JOINT_OPENING_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    round: FIRST_ROUND,
    key: key.record,
    bids: joint.row.bids.map(({ bidderId, part }) => ({ bidderId, part })),
    answers: (await givenAnswers(ctx, order.id)).map(({ answer }) => answer),
  }
  return [jsonEntry('opening/joint-opening.json', opening)]
}
