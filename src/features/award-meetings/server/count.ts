/** A vote as it is counted. */
export interface Vote {
  tradeId: string
}

export interface Counted {
  /** Votes by candidate, most first. */
  tally: { tradeId: string; votes: number }[]
  /** Who is chosen; null: nobody has a majority, and those named are voted on again. */
  chosen: string | null
  again: string[]
}

/**
 * The votes of a round that count: a member who was replaced before the round was counted has none in it. Until then its vote stays
 * sealed, and so for good.
 */
export function countedVotes<V extends { memberId: string; at: Date }>(
  round: readonly V[],
  members: readonly { id: string; outAt: Date | null }[],
): V[] {
  const last = Math.max(...round.map(({ at }) => at.getTime()))
  const outOf = new Map(members.map(({ id, outAt }) => [id, outAt]))
  return round.filter(({ memberId }) => {
    const outAt = outOf.get(memberId)
    return !outAt || outAt.getTime() > last
  })
}

/** A vote: more than half of all members choose. Without a majority the two with most votes, and whoever has as many, go on. */
export function countVotes(votes: readonly Vote[]): Counted {
  const tally = tallyOf(votes)
  const [first] = tally
  if (first && first.votes * 2 > votes.length) return { tally, chosen: first.tradeId, again: [] }
  return { tally, chosen: null, again: leadersOf(tally) }
}

/** Vote and lot: the two with most votes, and whoever has as many, enter a lot; one alone needs none. */
export function countForLot(votes: readonly Vote[]): Counted {
  const tally = tallyOf(votes)
  const lot = leadersOf(tally).toSorted()
  return { tally, chosen: lot.length === 1 ? lot[0]! : null, again: lot }
}

function tallyOf(votes: readonly Vote[]): Counted['tally'] {
  return [...Map.groupBy(votes, ({ tradeId }) => tradeId)]
    .map(([tradeId, own]) => ({ tradeId, votes: own.length }))
    .toSorted((a, b) => b.votes - a.votes || (a.tradeId < b.tradeId ? -1 : 1))
}

/** Those who have at least as many votes as the second. */
function leadersOf(tally: Counted['tally']): string[] {
  const least = tally[Math.min(1, tally.length - 1)]?.votes ?? 0
  return tally.filter(({ votes }) => votes >= least).map(({ tradeId }) => tradeId)
}
