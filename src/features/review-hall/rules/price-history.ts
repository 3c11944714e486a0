/** Something that changed what a bid costs: a confirmed correction, or the offer of a closed round. Amounts in yuan. */
export interface PriceEvent {
  at: Date
  amount: string
}

/** What counts for a bid now: the newest change, else what was read out. A bidder who missed a round stays with that. */
export function evaluatedPrice(opening: string | null, events: readonly PriceEvent[]): string | null {
  if (opening === null) return null
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1)?.amount ?? opening
}
