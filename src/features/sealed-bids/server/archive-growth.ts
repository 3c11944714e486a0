import { MINUTE } from '#contract/time.ts'
import { type HeadGrowth, TICK } from '#server/public-log.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { headsAtDeadlines } from './log.ts'
import { tileStore } from './log-store.ts'
import type { Any } from './service-keys.ts'

/** A head is published at each tick; a transaction may have begun a little before what it saw. */
const AROUND = TICK + MINUTE

/**
 * That the head of `size` leaves continues every head that an archive made at `at` may show: those at the order's deadlines, and
 * the newest of then. So whoever saw the later head has seen all that the archive says of the log.
 */
export async function growthOf(
  ctx: Any,
  { orderId, at, size }: { orderId: string; at: Date; size: number },
): Promise<HeadGrowth[]> {
  const closing = (await headsAtDeadlines(ctx, orderId)).map((head) => head.size)
  const around = (limit: Date) =>
    ctx.tx
      .selectFrom('bid_checkpoint')
      .select('size')
      .where('tenantId', '=', ctx.tenantId)
      .where('at', '<=', limit)
      .orderBy('size', 'desc')
  const before = await around(new Date(at.getTime() - AROUND))
    .limit(1)
    .execute()
  const during = await around(new Date(at.getTime() + AROUND))
    .where('at', '>', new Date(at.getTime() - AROUND))
    .execute()
  const sizes = new Set([...closing, ...before.map((head) => head.size), ...during.map((head) => head.size)])
  return growthFrom(ctx, { sizes, size })
}

/** That the head of `size` leaves continues the smaller ones of `sizes`. */
export async function growthFrom(
  ctx: Any,
  { sizes, size }: { sizes: ReadonlySet<number>; size: number },
): Promise<HeadGrowth[]> {
  const tree = new TileTree(tileStore(ctx), size)
  const growth: HeadGrowth[] = []
  for (const older of [...sizes].filter((one) => one < size).toSorted((a, b) => a - b))
    growth.push({ size: older, proof: (await tree.consistencyProof(older)).map(toHex) })
  return growth
}
