import type { ClosingEvidence } from '#features/sealing/core/joint/verify-closing.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import type { ProvenRecord } from '#features/sealing/core/verify-log-records.ts'
import { withCosignatures } from '#features/witnesses/server/public.ts'
import { recordProof } from '#server/public-log.ts'
import type { Bid } from './bid.ts'
import type { Any } from './service-keys.ts'
import { noticeTrust } from './trust.ts'

/**
 * What the log holds of the deadline of a round and of its releases, with the witnesses' signatures: what an officer's device
 * checks before it answers. Of the round that was closed last.
 */
export async function closingEvidence(ctx: Any, order: Bid['order'], round: number): Promise<ClosingEvidence> {
  const proven = async (type: 'closing-list' | 'release'): Promise<ProvenRecord | null> => {
    const proof = await recordProof(ctx, { type, subject: order.id })
    if (!proof?.head) return proof ?? null
    const { checkpoint, inclusionProof } = proof.head
    const { size } = parseCheckpoint(checkpoint)
    return { ...proof, head: { checkpoint: await withCosignatures(ctx, { size, note: checkpoint }), inclusionProof } }
  }
  return {
    notice: await noticeTrust(ctx, order, round),
    closing: await proven('closing-list'),
    release: await proven('release'),
  }
}
