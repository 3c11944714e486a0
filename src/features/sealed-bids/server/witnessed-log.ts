import type { witnessedLog } from '#features/witnesses/server/log-port.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { newestHead } from './log.ts'
import { tileStore } from './log-store.ts'
import type { Any } from './service-keys.ts'
import { logKey } from './trust.ts'

/** The tenant's log as its witnesses are shown it: published heads alone. */
export const bidHeads: Parameters<typeof witnessedLog.give>[0] = {
  logKey,
  newest: newestHead,
  ofSize: (ctx, size) => heads(ctx).where('size', '=', size).limit(1).executeTakeFirst(),
  closingBeyond: (ctx, size) => heads(ctx).where('size', '>', size).where('orderId', 'is not', null).execute(),
  async consistency(ctx, older, newer) {
    return new TileTree(tileStore(ctx), newer).consistencyProof(older)
  },
}

function heads(ctx: Any) {
  return ctx.tx
    .selectFrom('bid_checkpoint')
    .select(['size', 'note', 'at'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('size')
    .orderBy('at')
}
