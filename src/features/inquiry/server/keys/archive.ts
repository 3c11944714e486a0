import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import { roundRows } from '#features/quotes/server/public.ts'
import type { Released } from '#features/sealed-bids/server/public.ts'
import { JOINT_OPENING_TYPE, type JointOpening } from '#features/sealing/core/verify-joint.ts'
import type { Any, Order } from '../access.ts'
import { HOST } from '../quote-host.ts'
import { NOT_RELEASED } from './open.ts'
import { answersOf, openingOf, releasesOf } from './opening.ts'

/** What suppliers released in a round: see `round-port.ts` of sealed bids. Null where the service holds the key. */
export async function releasedOf(
  ctx: Any,
  order: Order,
  round: number,
): Promise<((submissionId: string) => Released) | null> {
  if (!hasPage(order, 'quote.rounds') || isTimed(order.settings)) return null
  const row = (await roundRows(ctx, { orderId: order.id, kind: HOST.kind })).find(({ roundNo }) => roundNo === round)
  const opening = row && (await openingOf(ctx, row.id))
  if (!opening?.doneAt) return () => ({ reason: '本轮未开启' })
  const released = new Map<string, Released>()
  for (const { submissionId, keys, failure } of await releasesOf(ctx, row!.id))
    released.set(submissionId, failure === null ? { keys: keys as Record<string, string> } : { reason: failure })
  return (submissionId) => released.get(submissionId) ?? { reason: NOT_RELEASED }
}

/** Rounds opened with a joint key in the form the verifier reads: key, list, every answer, true or not. */
export const jointArchive: ArchivePart = {
  name: 'quote-keys',
  async entries(ctx, order) {
    const key = hasPage(order, 'quote.rounds') ? await jointKeyOf(ctx, order.id) : null
    if (!key) return []
    const entries = []
    for (const { id, roundNo } of await roundRows(ctx, { orderId: order.id, kind: HOST.kind })) {
      const opening = await openingOf(ctx, id)
      // Officers answer for nothing where nobody has released.
      if (!opening?.doneAt || !opening.bids?.length) continue
      const record: JointOpening = {
        type: JOINT_OPENING_TYPE,
        tenantId: String(ctx.tenantId),
        orderId: order.id,
        round: roundNo,
        key: key.record,
        bids: opening.bids.map(({ bidderId, part }) => ({ bidderId, part })),
        answers: (await answersOf(ctx, id)).map(({ answer }) => answer),
      }
      entries.push(jsonEntry(`bids/joint-opening${roundNo === 1 ? '' : `-${roundNo}`}.json`, record))
    }
    return entries
  },
}
