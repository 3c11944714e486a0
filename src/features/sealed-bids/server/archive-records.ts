import { headCovering, headsAround } from '#features/witnesses/server/public.ts'
import { MINUTE } from '#contract/time.ts'
import type { HeadGrowth, RecordProof } from '#server/public-log.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { LOG_RECORDS_TYPE, type LogRecords } from '#features/sealing/core/verify-log-records.ts'
import { FIRST_ROUND } from '../rules.ts'
import type { Bid } from './bid.ts'
import { growthFrom } from './archive-growth.ts'
import { proofsOf } from './log-records.ts'
import type { Any } from './service-keys.ts'
import { logKey, noticeTrust } from './trust.ts'

/**
 * What of an order's procedure the log proves, with the proofs there are by now, and the public keys to check them with where
 * no bids bring them along. By name in the archive.
 */
export async function recordParts(ctx: Any, order: Bid['order']): Promise<Record<string, object>> {
  const records = await proofsOf(ctx, { subject: order.id })
  const heads = await headsOf(ctx, records)
  const growth = await drawGrowth(ctx, records)
  const list: LogRecords = {
    type: LOG_RECORDS_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    logKey: await logKey(ctx),
    records,
    ...(heads.length > 0 && { heads }),
    ...(growth.length > 0 && { growth }),
  }
  const isSealed = methodOf(order.method).offers === 'sealed'
  return {
    'log/records.json': list,
    ...(!isSealed && { 'log/notice-trust.json': await noticeTrust(ctx, order, FIRST_ROUND) }),
  }
}

/** Clocks of the platform and of witnesses may differ by this much (docs/protocol 5.5). */
const SLACK_MS = 2 * MINUTE

/** The cosigned heads that bound when each record came into the log: the last from before its time, the first that holds it. */
async function headsOf(ctx: Any, records: readonly RecordProof[]): Promise<string[]> {
  const heads = new Map<number, string>()
  for (const { record, leaf } of records) {
    if (!leaf) continue
    const at = new Date(record.at)
    const { before } = await headsAround(ctx, new Date(at.getTime() - SLACK_MS))
    const cover = await headCovering(ctx, { index: leaf.index, at })
    for (const head of [before, cover]) if (head) heads.set(head.size, head.note)
  }
  return [...heads].toSorted(([a], [b]) => a - b).map(([, note]) => note)
}

/**
 * That the head which proves the records continues each that may name the round of a draw: the first published one that holds a
 * step of it (docs/protocol 8.4).
 */
async function drawGrowth(ctx: Any, records: readonly RecordProof[]): Promise<HeadGrowth[]> {
  const steps = records.flatMap(({ record, leaf }) => (record.type === 'draw' && leaf ? leaf.index : []))
  const newest = records.find(({ head }) => head !== null)?.head
  if (!newest || steps.length === 0) return []
  const sizes = new Set<number>()
  for (const index of steps) {
    const first = await ctx.tx
      .selectFrom('bid_checkpoint')
      .select('size')
      .where('tenantId', '=', ctx.tenantId)
      .where('size', '>', index)
      .orderBy('size')
      .limit(1)
      .executeTakeFirst()
    if (first) sizes.add(first.size)
  }
  return growthFrom(ctx, { sizes, size: parseCheckpoint(newest.checkpoint).size })
}
