import { createHash } from 'node:crypto'

/** A vote as it is counted. */
export interface Vote {
  tradeId: string
  salt: Uint8Array
}

export interface Counted {
  /** Votes by candidate, most first. */
  tally: { tradeId: string; votes: number }[]
  /** Who is chosen; null: nobody has a majority, and those named are voted on again. */
  chosen: string | null
  again: string[]
  /** Who took part in the lot; empty without one. */
  lot: string[]
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
  if (first && first.votes * 2 > votes.length) return { tally, chosen: first.tradeId, again: [], lot: [] }
  return { tally, chosen: null, again: leadersOf(tally), lot: [] }
}

/**
 * Vote and lot: the two with most votes, and whoever has as many, enter a lot. It is drawn by the random numbers that the service
 * added to the votes, which are told with the result: SHA-256 over them in the order of their bytes, modulo the number of lots.
 */
export function drawLot(votes: readonly Vote[]): Counted {
  const tally = tallyOf(votes)
  const lot = leadersOf(tally).toSorted()
  const hash = createHash('sha256')
  for (const salt of votes.map((vote) => Buffer.from(vote.salt)).toSorted(Buffer.compare)) hash.update(salt)
  const at = Number(hash.digest().readBigUInt64BE() % BigInt(lot.length))
  return { tally, chosen: lot[at]!, again: [], lot }
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
