import type { GrowingRecord } from '#server/marks/check.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { tileStore } from './log-store.ts'

/** The transparency log as a record that only grows: its root at an earlier size. */
export const growingLog: GrowingRecord = {
  kind: 'log',
  async hashAt(ctx, size) {
    const log = await ctx.tx
      .selectFrom('bid_log')
      .select('size')
      .where('tenantId', '=', ctx.tenantId)
      .executeTakeFirst()
    if (!log || log.size < size) return null
    const root = await new TileTree(tileStore(ctx), log.size).root(size).catch(() => null)
    return root && toHex(root)
  },
  async latest(ctx) {
    const row = await ctx.tx
      .selectFrom('bid_checkpoint')
      .select('at')
      .where('tenantId', '=', ctx.tenantId)
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.at ?? null
  },
}
