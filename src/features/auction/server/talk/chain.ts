import { createHash } from 'node:crypto'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { TalkEntryKind } from '../../rules/talk.ts'

/** What the hash of an entry covers: its place, its content, and through `prev` everything before it. */
export interface EntryBody {
  type: 'kaibiao/price-talk-entry/1'
  tenantId: string
  talkId: string
  seq: number
  kind: TalkEntryKind
  side: 'buyer' | 'supplier'
  /** Two digits, yuan; empty without. */
  price: string
  until: string
  text: string
  at: string
  byUserId: string
  /** SHA-256 of the entry before, hex; of the first: of the talk itself. */
  prev: string
}

/** Signed by the service with its Ed25519 key under the label `price-talk/entry`, over the 32 bytes of `hash`. */
export interface EntryReceipt {
  body: EntryBody
  hash: string
  publicKey: string
  signature: string
}

/** Where the chain of a talk begins. */
export function talkGenesis(of: { tenantId: number; talkId: string; orderId: string; tradeId: string }): Buffer {
  return sha256({ type: 'kaibiao/price-talk/1', ...of, tenantId: String(of.tenantId) })
}

export function entryHash(body: EntryBody): Buffer {
  return sha256({ ...body })
}

function sha256(value: Parameters<typeof canonicalBytes>[0]): Buffer {
  return createHash('sha256').update(canonicalBytes(value)).digest()
}
