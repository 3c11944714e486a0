import type { Readable } from 'node:stream'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from './access.ts'

/**
 * One file of an archive: its path inside, and its bytes, or the hash (SHA-256, hex) they are stored under, or what
 * opens them when they are written.
 */
export interface ArchiveEntry {
  path: string
  content: Buffer | { sha256: string } | (() => Promise<Readable>)
}

/**
 * What a feature adds to the archive of an order. `src/server/features.ts` hands the parts of all features over, so
 * that procurement needs to know none of them. Runs in the archiving transaction, with the order locked.
 */
export interface ArchivePart {
  /** Folder of its entries. */
  name: string
  entries: (ctx: Context<Actor>, order: Order) => Promise<ArchiveEntry[]>
}

/** A value as an entry: JSON, indented, so that a person can read it. */
export function jsonEntry(path: string, value: unknown): ArchiveEntry {
  return { path, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}
