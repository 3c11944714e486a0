import { BUYER, buyer, demandBuyer, lotOutcome } from '#features/procurement/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { implementEach } from '#server/implement.ts'
import * as contract from '../contract.ts'
import type { LotActs } from './acts.ts'
import { actOnLot, lotsFor } from './batch.ts'
import { packageRows, packagesOf } from './lists.ts'
import { publishAll } from './publish.ts'
import { save } from './save.ts'

/** Packages: orders of one project that run as one, and steps for several orders at once. */
export function packages({ acts }: { acts: LotActs }): Feature {
  return {
    name: 'packages',
    routes: [
      buyer(contract.packagePage, (ctx, { query }) => packageRows(ctx, query)),
      buyer(contract.projectPackages, (ctx, { params }) => packagesOf(ctx, params.projectId)),
      buyer(contract.savePackage, (ctx, { body }) => save(ctx, acts, body)),
      buyer(contract.publishPackage, (ctx, { params, body }) => publishAll(ctx, acts, { ...params, body })),
      buyer(contract.batchLots, (ctx, { query }) => lotsFor(ctx, acts, query)),
      implementEach(contract.runBatch, BUYER, {
        recordsOf: ({ body }) => body.lots.map(({ orderId }) => orderId),
        act(ctx, { body }, orderId) {
          demandBuyer(ctx)
          return actOnLot(ctx, acts, { body, orderId })
        },
        tell: (outcomes) => ({ rows: outcomes.map(lotOutcome) }),
      }),
    ],
  }
}
