import type { Selectable } from 'kysely'
import type { BidSubmission } from '#server/database/tables.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { type KeyRelease, RELEASE_TYPE, type Unopened, UNOPENED_TYPE } from '#features/sealing/core/verify-bid.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import type { Bid } from './bid.ts'
import { contentKeysOf } from './open-round.ts'
import { isRoundOpened, roundPrivateKey } from './round-keys.ts'
import { rounds } from './round-port.ts'
import type { Any } from './service-keys.ts'

type Row = Selectable<BidSubmission>

/**
 * The keys of the bids of a round as the verifier reads them, where the round was opened, and what was not opened: bids that
 * were replaced or taken back or whose bidder released nothing, and files whose envelope the round's key does not open. Null
 * where a hall tells of it. Only after the deadline. `rows`: all of the round, in the log's order.
 */
export async function roundReleases(
  ctx: Any,
  { order, round, rows }: { order: Bid['order']; round: number; rows: readonly Row[] },
): Promise<{ releases: { bid: Row; release: KeyRelease }[]; unopened: Unopened } | null> {
  const keysOf = isTimed(order.settings)
    ? await fromEnvelopes(ctx, order.id, round)
    : await fromBidders(ctx, order, round)
  if (!keysOf) return null
  const orderId = order.id
  const inForce = new Set(new Map(rows.map((row) => [row.tradeId, row.id])).values())
  const releases: { bid: Row; release: KeyRelease }[] = []
  const bids: Unopened['bids'] = []
  for (const bid of rows.filter((row) => row.kind === 'submitted')) {
    const { tenantId, bidderId, files } = bid.manifest as BidManifest
    const found = inForce.has(bid.id) ? await keysOf(bid) : { keys: [], closed: [{ reason: '已被替换或撤回，未开启' }] }
    for (const { fileId, reason } of found.closed)
      bids.push({
        bidderId,
        round,
        fileIds: fileId === undefined ? files.map((file) => file.fileId) : [fileId],
        reason,
      })
    const { keys } = found
    if (keys.length > 0)
      releases.push({ bid, release: { type: RELEASE_TYPE, tenantId, orderId, bidderId, round, keys } })
  }
  return { releases, unopened: { type: UNOPENED_TYPE, tenantId: String(ctx.tenantId), orderId, bids } }
}

/** What opened a bid, and what of it was not opened: one file, or all of them. */
interface Found {
  keys: KeyRelease['keys']
  closed: readonly { fileId?: string; reason: string }[]
}

type KeysOf = (bid: Row) => Found | Promise<Found>

async function fromEnvelopes(ctx: Any, orderId: string, round: number): Promise<KeysOf> {
  if (!(await isRoundOpened(ctx, orderId, round))) return () => ({ keys: [], closed: [{ reason: '本轮未开启' }] })
  const privateKey = await roundPrivateKey(ctx, orderId, round)
  return async ({ id: submissionId, manifest: stored }) => {
    const manifest = stored as BidManifest
    const contentKey = await contentKeysOf(ctx, { submissionId, manifest }, privateKey)
    const keys: KeyRelease['keys'] = []
    const closed: { fileId: string; reason: string }[] = []
    for (const [i, { fileId }] of manifest.files.entries()) {
      try {
        keys.push({ fileId, contentKey: await contentKey(i + 1) })
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error
        closed.push({ fileId, reason: `未能开启：${error.message}` })
      }
    }
    return { keys, closed }
  }
}

async function fromBidders(ctx: Any, order: Bid['order'], round: number): Promise<KeysOf | null> {
  const released = await rounds().releasedOf(ctx, order, round)
  return (
    released &&
    (({ id, manifest }) => {
      const found = released(id)
      if (!('keys' in found)) return { keys: [], closed: [found] }
      const files = (manifest as BidManifest).files.entries()
      return { keys: [...files].map(([i, { fileId }]) => ({ fileId, contentKey: found.keys[i + 1]! })), closed: [] }
    })
  )
}
