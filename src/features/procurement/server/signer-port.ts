import type { Signer } from '#features/sealing/core/receipt.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** Who signs an archive for the service: the keys that sign receipts in this suite. */
export const archiveSigners = port<{
  signersOf: (ctx: Context<Actor | null>, suite: SuiteName) => Promise<readonly Signer[]>
}>('keys that sign archives')
