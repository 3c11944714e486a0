import { trimZeros } from '#contract/money.ts'
import type { Any } from './rows.ts'

/* The only place that reads and writes sealed quotes: the own one of a supplier, and everybody's once they are revealed. */

export interface Quote {
  entryId: string
  prices: { line: number; unitPrice: string }[]
  amount: string
  quotedAt: Date
  quotedByName: string
}

interface At {
  competitionId: string
  entryId: string
}

/** The quote of one supplier that counts so far, for that supplier alone; undefined: none, or it was withdrawn. */
export async function ownQuote(ctx: Any, at: At): Promise<Quote | undefined> {
  const [last] = await ctx.many('frame_quote', { ...at }, { orderBy: ['version desc'], limit: 1 })
  return last && last.prices !== null ? valueOf(last) : undefined
}

/** Which competitions of these an entry has a quote in. */
export async function quotedIn(ctx: Any, entryId: string, competitionIds: readonly string[]): Promise<Set<string>> {
  if (competitionIds.length === 0) return new Set()
  const rows = await ctx.many('frame_quote', { entryId, competitionId: [...competitionIds] }, { orderBy: ['version'] })
  const newest = new Map(rows.map(({ competitionId, prices }) => [competitionId, prices !== null]))
  return new Set([...newest].flatMap(([id, counts]) => (counts ? id : [])))
}

/** Quotes of competitions whose deadline has come, one a supplier; before it, none. */
export async function revealedQuotes(ctx: Any, competitionId: string): Promise<Quote[]> {
  const rows = await ctx.many('frame_quote_revealed', { competitionId })
  return rows.map(valueOf)
}

/** Hands a quote in, behind those before; null: takes them back. Its caller holds the lock of the agreement. */
export async function keepQuote(
  ctx: Any,
  at: At,
  { quote, byName }: { quote: Pick<Quote, 'prices' | 'amount'> | null; byName: string },
): Promise<Date> {
  const before = await ctx.many('frame_quote', { ...at }, { columns: ['version'] })
  const quotedAt = ctx.clock.now()
  await ctx.insert('frame_quote', {
    ...at,
    version: before.length + 1,
    prices: quote && JSON.stringify(quote.prices),
    amount: quote && quote.amount,
    quotedAt,
    quotedByName: byName,
  })
  return quotedAt
}

interface Row {
  entryId: string | null
  prices: unknown
  amount: string | null
  quotedAt: Date | null
  quotedByName: string | null
}

function valueOf(row: Row): Quote {
  return {
    entryId: row.entryId!,
    prices: (row.prices as Quote['prices']).map((one) => ({ ...one, unitPrice: trimZeros(one.unitPrice) })),
    amount: row.amount!,
    quotedAt: row.quotedAt!,
    quotedByName: row.quotedByName!,
  }
}
