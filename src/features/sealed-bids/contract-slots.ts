import { slot } from '#contract/slot.ts'

/** Content keys by position, hex: as they are released. */
export type ContentKeys = { position: number; contentKey: string }[]

/** What other features bring to the page of a sealed bid. */
export const BID_SLOTS = {
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
