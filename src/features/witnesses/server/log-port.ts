import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'

/** A published head: a signed note without cosignatures. */
export interface LogHead {
  size: number
  note: string
  /** When it was published. */
  at: Date
}

/** What witnesses are shown of the tenant's log. Nothing beyond the newest published head is. */
interface WitnessedLog {
  /** C2SP verifier key. */
  logKey(ctx: Context<Actor | null>): Promise<string>
  newest(ctx: Context<Actor | null>): Promise<LogHead | undefined>
  /** The head of this size. */
  ofSize(ctx: Context<Actor | null>, size: number): Promise<LogHead | undefined>
  /** Heads at deadlines that are larger than `size`, the smallest first. */
  closingBeyond(ctx: Context<Actor | null>, size: number): Promise<LogHead[]>
  /** That the tree of `newer` leaves continues that of `older`. */
  consistency(ctx: Context<Actor | null>, older: number, newer: number): Promise<Bytes[]>
}

export const witnessedLog = port<WitnessedLog>('the log that witnesses watch')
