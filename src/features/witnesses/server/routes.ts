import type { Feature } from '#server/feature.ts'
import { implementForPerson, implementPublic } from '#server/implement.ts'
import * as c from '../contract.ts'
import * as admin from './admin.ts'
import { cosignWorker } from './cosign.ts'
import { headsAround } from './heads.ts'
import { acknowledgedHeads } from './outside.ts'
import { hashStampWorker } from './hash-stamps.ts'
import { stampWorker } from './stamp-work.ts'

const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** Others watch the tenant's log: witnesses cosign its heads, a time-stamping authority stamps those at deadlines. */
export const witnesses: Feature = {
  name: 'witnesses',
  routes: [
    // Reads the log's key, which it may have to make first.
    implementForPerson(c.witnessList, { ...PLATFORM, readOnly: false }, (ctx) => admin.list(ctx)),
    implementForPerson(c.addWitness, PLATFORM, (ctx, { body }) => admin.add(ctx, body)),
    implementForPerson(c.retireWitness, PLATFORM, (ctx, input) => admin.retire(ctx, input)),
    implementForPerson(c.setThreshold, PLATFORM, (ctx, { body }) => admin.setThreshold(ctx, body)),
    implementForPerson(c.askWitness, PLATFORM, (ctx, input) => admin.ask(ctx, input)),
    implementPublic(c.cosignedHeads, {}, (ctx, { query }) => headsAround(ctx, new Date(query.at))),
    implementPublic(c.logWitnesses, {}, (ctx) => admin.publicList(ctx)),
  ],
  workers: [cosignWorker, stampWorker, hashStampWorker],
  acknowledged: acknowledgedHeads,
}
