import type { Selectable } from 'kysely'
import type { BidSubmission } from '#server/database/tables.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { type KeyRelease, RELEASE_TYPE, type Unopened, UNOPENED_TYPE } from '#features/sealing/core/verify-bid.ts'
import { contentKeysOf } from './open-round.ts'
import { isRoundOpened, roundPrivateKey } from './round-keys.ts'
import type { Any } from './service-keys.ts'

type Row = Selectable<BidSubmission>

/**
 * The content keys of the bids that a round's key opened, if it has been put to use, as the verifier reads them, and what was not opened: bids that
 * were replaced or taken back, and files whose envelope the key does not open. Only after the deadline. `rows`: all of the
 * round, in the log's order.
 */
export async function roundReleases(
  ctx: Any,
  { orderId, round, rows }: { orderId: string; round: number; rows: readonly Row[] },
): Promise<{ releases: { bid: Row; release: KeyRelease }[]; unopened: Unopened }> {
  const privateKey = (await isRoundOpened(ctx, orderId, round)) ? await roundPrivateKey(ctx, orderId, round) : null
  const inForce = new Set(new Map(rows.map((row) => [row.tradeId, row.id])).values())
  const releases: { bid: Row; release: KeyRelease }[] = []
  const bids: Unopened['bids'] = []
  for (const bid of rows.filter((row) => row.kind === 'submitted')) {
    const manifest = bid.manifest as BidManifest
    const { tenantId, bidderId, files } = manifest
    const closed = (fileIds: string[], reason: string) => bids.push({ bidderId, round, fileIds, reason })
    if (privateKey === null || !inForce.has(bid.id)) {
      closed(
        files.map((file) => file.fileId),
        inForce.has(bid.id) ? '本轮未开启' : '已被替换或撤回，未开启',
      )
      continue
    }
    const contentKey = await contentKeysOf(ctx, { submissionId: bid.id, manifest }, privateKey)
    const keys: KeyRelease['keys'] = []
    for (const [i, { fileId }] of files.entries()) {
      try {
        keys.push({ fileId, contentKey: await contentKey(i + 1) })
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error
        closed([fileId], `未能开启：${error.message}`)
      }
    }
    releases.push({ bid, release: { type: RELEASE_TYPE, tenantId, orderId, bidderId, round, keys } })
  }
  return {
    releases,
    unopened: { type: UNOPENED_TYPE, tenantId: String(ctx.tenantId), orderId, bids },
  }
}
