import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { Lane } from '#server/lane.ts'
import { say } from '#features/procurement/methods/say.ts'
import { fromHex, randomBytes, toHex } from '#features/sealing/core/bytes.ts'
import { type BidLeafData, bidderRef, type BlindedLeaf, blindLeaf } from '#features/sealing/core/log/leaf.ts'
import { type BidManifest, manifestHash } from '#features/sealing/core/manifest.ts'
import { issueReceipt, type Receipt, RECEIPT_TYPE, type ReceiptBody } from '#features/sealing/core/receipt.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import type { Bid } from './bid.ts'
import type { PairedFile } from './inspect.ts'
import { appendToLog, openLog, type Placed } from './log.ts'
import { receiptSigners, serviceKeys, type ServiceKeys } from './service-keys.ts'
import { isTickDue, keepTicking } from './tick.ts'

/** A submission or withdrawal that may be done. */
export interface Entry extends Bid {
  kind: 'submitted' | 'withdrawn'
  round: number
  deadline: Date
  keyId: string
  manifest: BidManifest
  files: readonly PairedFile[]
  /** The instant that was compared with the deadline. */
  at: Date
  replaced: string | null
}

/**
 * Commits of bids: what comes at one instant is logged under one tree head. The tenant's log is a queue anyway.
 */
export const bidCommits = new Lane<Entry, Receipt>((all) => recordAll(all as readonly Decided[]))

interface Decided {
  ctx: Context<Employee>
  decided: Entry
}

/**
 * Logs, signs and stores submissions and withdrawals in the order of their arrival, all or nothing with their transaction:
 * receipts are given out only after the commit. A fact is recorded under the trade and never under the order, and its event
 * goes to nobody's live page but the bidder's, so that the buyer's side learns nothing from either.
 */
async function recordAll(all: readonly Decided[]): Promise<Receipt[]> {
  const { ctx } = all[0]!
  // In one round trip with the log's lock.
  const [isTicking, keys, log] = await Promise.all([isTickDue(ctx), serviceKeys(ctx), openLog(ctx)])
  const leaves = all.map(({ decided }) => leafOf(String(ctx.tenantId), decided))
  const placed = await appendToLog(ctx, { log, key: keys.log }, leaves)
  const receipts = await Promise.all(all.map((one, i) => record(one, { keys, leaf: leaves[i]!, placed: placed[i]! })))
  if (!isTicking) await keepTicking(ctx)
  return receipts
}

interface Leaf extends BlindedLeaf {
  data: BidLeafData
  bidderSalt: string
}

function leafOf(tenantId: string, { order, trade, kind, round, deadline, manifest, at }: Entry): Leaf {
  const bidderSalt = toHex(randomBytes(32))
  const data: BidLeafData = {
    type: `bid.${kind}`,
    tenantId,
    orderId: order.id,
    round,
    manifestHash: manifestHash(manifest),
    at: at.toISOString(),
    deadline: deadline.toISOString(),
    bidderRef: bidderRef(order.id, trade.supplierCompanyId, bidderSalt),
  }
  return { ...blindLeaf(data), data, bidderSalt }
}

async function record(
  { ctx, decided: entry }: Decided,
  { keys, leaf, placed }: { keys: ServiceKeys; leaf: Leaf; placed: Placed },
): Promise<Receipt> {
  const { order, trade, kind, manifest } = entry
  const { data, bidderSalt } = leaf
  const body: ReceiptBody = {
    type: RECEIPT_TYPE,
    action: data.type,
    suite: order.suite as SuiteName,
    tenantId: data.tenantId,
    orderId: order.id,
    orderName: order.title,
    bidderId: trade.supplierCompanyId,
    bidderName: ctx.actor.companyName,
    round: data.round,
    manifestHash: data.manifestHash,
    at: data.at,
    deadline: data.deadline,
    bidderSalt,
    blinding: leaf.blinding,
    logIndex: placed.index,
    checkpoint: placed.checkpoint,
    inclusionProof: placed.proof,
    heads: `/api/log/heads?at=${data.at}`,
  }
  const receipt = await issueReceipt(body, receiptSigners(keys, body.suite), manifest)
  const submissionId = ctx.newId()
  store(ctx, { ...entry, submissionId, receipt })
  ctx.audit({
    action: data.type,
    entity: 'bid',
    entityId: trade.id,
    summary: say(order, kind === 'withdrawn' ? '撤回{bid}' : entry.replaced ? '替换{bid}' : '提交{bid}'),
    data: {
      submissionId,
      round: data.round,
      logIndex: placed.index,
      manifestHash: data.manifestHash,
      replaced: entry.replaced,
    },
  })
  ctx.emit({
    kind: data.type,
    payload: { orderId: order.id, tradeId: trade.id, submissionId, companyId: trade.supplierCompanyId },
    topics: [`bid:${trade.id}`],
  })
  ctx.acknowledge()
  return receipt
}

/** With the commit, since the log is locked. */
function store(ctx: Context<Employee>, entry: Entry & { submissionId: string; receipt: Receipt }): void {
  const { order, trade, submissionId, receipt, files } = entry
  const submission = ctx.tx
    .insertInto('bid_submission')
    .values({
      tenantId: ctx.tenantId,
      id: submissionId,
      orderId: order.id,
      tradeId: trade.id,
      round: entry.round,
      kind: entry.kind,
      suite: order.suite,
      keyId: entry.keyId,
      manifest: JSON.stringify(entry.manifest),
      manifestHash: Buffer.from(fromHex(receipt.body.manifestHash)),
      at: entry.at,
      deadline: entry.deadline,
      logIndex: receipt.body.logIndex,
      receipt: JSON.stringify(receipt),
      createdBy: ctx.actor.userId,
    })
    .compile()
  ctx.withCommit({ text: submission.sql, values: submission.parameters })
  if (files.length === 0) return
  const sealed = ctx.tx
    .insertInto('bid_file')
    .values(
      files.map(({ entry: file, upload }, i) => ({
        tenantId: ctx.tenantId,
        submissionId,
        position: i + 1,
        fileId: upload.fileId,
        role: file.role,
        name: file.name,
        size: upload.size,
        cipherHash: upload.cipherHash,
        header: JSON.stringify(upload.header),
      })),
    )
    .compile()
  ctx.withCommit({ text: sealed.sql, values: sealed.parameters })
}
