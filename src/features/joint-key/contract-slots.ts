import { slot } from '#contract/slot.ts'
import type { JointPart, PartialOpening } from '#features/sealing/core/joint/threshold.ts'

/** What an officer of a finished joint key is asked to answer for. */
export interface Asked {
  /** How the key was made: the own device checks it first. */
  record: Readonly<Record<string, unknown>>
  round: number
  bids: { bidderId: string; part: JointPart }[]
  /** What the log holds of the deadline (`ClosingEvidence`): the own device checks it, too. */
  evidence: Readonly<Record<string, unknown>>
}

/** What the opening brings to the page of an officer. */
export const OFFICER_SLOTS = {
  opening: slot<{
    ceremonyId: string
    /** Of the order: quotes are opened otherwise than tenders. */
    method: number
    /** The officer's own. */
    index: number
    threshold: number
    /** Answers on the own device; null while it is not there. Rejects with what to tell the officer. */
    answer: ((asked: Asked) => Promise<PartialOpening>) | null
  }>('officer.opening', 4),
}
