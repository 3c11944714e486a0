import { logRecord, type NewRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { readHeader, releaseContentKey } from '#features/sealing/core/envelope.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { type BidManifest, checkManifest } from '#features/sealing/core/manifest.ts'
import { type ClosedBid, closingList } from './closing-list.ts'
import { type Checked, checkSubmission, type ContentKey, storedFiles } from './opening.ts'
import { isRoundOpened, noteOpened, roundPrivateKey } from './round-keys.ts'
import type { Released } from './round-port.ts'
import type { Any } from './service-keys.ts'

export interface OpenedBid {
  bid: ClosedBid
  /** What does not open says why and by whose fault, and leaves the others alone. */
  outcome: Checked | NotReleased
}

/** Its bidder did not release the keys, by its own fault. */
interface NotReleased {
  ok: false
  reason: string
  refusal: 'not-released'
}

/**
 * Opens the bids of a round whose key the service holds, those in force at the deadline, in the order in which they came.
 * Fixes the log first; `tooEarly` before the deadline. Nothing is kept and nobody is told: that is the caller's, whose
 * transaction holds the order's row. May be repeated; throws only by troubles of ours.
 */
export async function openRound(ctx: Any, orderId: string, round: number): Promise<OpenedBid[]> {
  const bids = await closingList(ctx, orderId, round)
  const privateKey = await roundPrivateKey(ctx, orderId, round)
  const opened: OpenedBid[] = []
  for (const bid of bids) {
    const contentKey = await contentKeysOf(ctx, bid, privateKey)
    opened.push({ bid, outcome: await checkSubmission(ctx, bid.submissionId, contentKey) })
  }
  if (!(await isRoundOpened(ctx, orderId, round))) logRecord(ctx, releaseOf(ctx, { orderId, round, opened }))
  await noteOpened(ctx, orderId, round)
  recordOpening(ctx, { orderId, round, opened })
  return opened
}

/**
 * The same of a round whose bidders' own keys open it. `releasedOf`: content keys of a bid by position, or why its bidder
 * released none. For the caller that opens a round once, when nobody releases any more.
 */
export async function openReleased(
  ctx: Any,
  { orderId, round }: { orderId: string; round: number },
  releasedOf: (bid: ClosedBid) => Released,
): Promise<OpenedBid[]> {
  const opened: OpenedBid[] = []
  for (const bid of await closingList(ctx, orderId, round)) {
    const released = releasedOf(bid)
    const outcome =
      'keys' in released
        ? await checkSubmission(ctx, bid.submissionId, (position) => released.keys[position] ?? '')
        : { ok: false as const, reason: released.reason, refusal: 'not-released' as const }
    opened.push({ bid, outcome })
  }
  logRecord(ctx, releaseOf(ctx, { orderId, round, opened }))
  recordOpening(ctx, { orderId, round, opened })
  return opened
}

interface Opened {
  orderId: string
  round: number
  opened: readonly OpenedBid[]
}

function recordOpening(ctx: Any, { orderId, round, opened }: Opened): void {
  ctx.audit({
    action: 'bid.round-opened',
    entity: 'order',
    entityId: orderId,
    summary: `到期开启第 ${round} 轮：共 ${opened.length} 份，${opened.filter(({ outcome }) => outcome.ok).length} 份开启成功`,
    data: {
      round,
      bids: opened.map(({ bid: { submissionId, tradeId, manifestHash }, outcome }) => ({
        submissionId,
        tradeId,
        manifestHash,
        refusal: outcome.ok ? null : outcome.refusal,
      })),
    },
  })
}

/** What was opened of a round, as the log proves it. */
function releaseOf(ctx: Any, { orderId, round, opened }: Opened): NewRecord {
  const bids = opened.map(({ bid: { logIndex, manifestHash }, outcome }) => ({
    index: logIndex,
    manifestHash,
    refusal: outcome.ok ? null : outcome.refusal,
  }))
  const text = canonicalJson({ type: 'kaibiao.round-release/1', tenantId: String(ctx.tenantId), orderId, round, bids })
  return { type: 'release', subject: orderId, text }
}

/**
 * The content keys of a submission's files, taken from the envelopes with the private half of its round. From the files
 * themselves, whose hash the receipt names, and not from what the database says of them.
 */
export async function contentKeysOf(
  ctx: Any,
  { submissionId, manifest }: { submissionId: string; manifest: BidManifest },
  privateKey: string,
): Promise<ContentKey> {
  const { tenantId, orderId, bidderId, round, files } = checkManifest(manifest)
  const stored = await storedFiles(ctx, submissionId)
  return async (position) => {
    const [file, entry] = [stored.find((one) => one.position === position), files[position - 1]]
    if (!file || !entry) throw new EnvelopeError('malformed', `file ${position}`)
    const header = await readHeader(await ctx.files.read(file.sha256.toString('hex')))
    const { fileId, role } = entry
    return toHex(await releaseContentKey(header, privateKey, { tenantId, orderId, bidderId, round, fileId, role }))
  }
}
