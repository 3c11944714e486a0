import type { OutputOf } from '#contract/endpoint.ts'
import { slot } from '#contract/slot.ts'
import type { bidRoom } from './contract.ts'

/** Content keys by position, hex: as they are released. */
export type ContentKeys = { position: number; contentKey: string }[]

/** A bid as it stands in the browser before it is sealed. It is handed to parts of the page and to nothing else. */
export interface UnsealedBid {
  /** Yuan; null while it is not known. */
  total: string | null
  /** What keeps it from being sealed, in words, by step. */
  lacks: { price: readonly string[]; files: readonly string[] }
  /** Odd, but taken. */
  warnings: readonly string[]
  marks: readonly { name: string; value: string }[]
  /** `envelope`: of two; null where there is one. */
  files: readonly { id: string; name: string; envelope: 1 | 2 | null; content: Blob }[]
}

/** What other features bring to the page of a sealed bid. */
export const BID_SLOTS = {
  /** Looks at the bid before it is sealed. */
  beforeSealing: slot<{ room: OutputOf<typeof bidRoom>; bid: UnsealedBid }>('bid.beforeSealing'),
  /** What the own quote of a round held, once it has been opened. Tenders seal no quote sheet and have no such part. */
  openedQuote: slot<{ orderId: string; round: number }>('bid.openedQuote'),
  /** What is still to be done of the own quote of a round that has ended, above its receipt. */
  endedQuote: slot<{ orderId: string; round: number }>('bid.endedQuote'),
  /** Asks for the own key file or recovery code, and unwraps the keys of the own files with it, here in the browser. */
  unwrap: slot<{
    title: string
    okText: string
    /** What happens once they are released. */
    note: string
    /** The files with their envelopes, of this order; undefined while they are being loaded. */
    orderId: string
    files: readonly { position: number; header: Record<string, unknown> }[] | undefined
    keyFingerprint: string | undefined
    /** Hands them in; rejects with what to tell the person. */
    onKeys: (keys: ContentKeys) => Promise<void>
    onClose: () => void
  }>('bid.unwrap'),
}
