import { type Selectable, sql } from 'kysely'
import { MINUTE } from '#contract/time.ts'
import type { JointPart, PartialOpening } from '#features/sealing/core/joint/threshold.ts'
import type { QuoteOpening, QuoteRelease } from '#server/database/tables.ts'
import type { Any } from '../access.ts'

/** A round that waits for its keys, or did. */
export type Opening = Omit<Selectable<QuoteOpening>, 'bids'> & { bids: ListedQuote[] | null }
export type Release = Selectable<QuoteRelease>

/** A quote of the list that officers answer for. */
export interface ListedQuote {
  tradeId: string
  bidderId: string
  part: JointPart
}

/** Longer without a sign of life the platform was down, and has not said so yet. */
const SILENCE_MS = MINUTE

export async function openingOf(ctx: Any, roundId: string): Promise<Opening | undefined> {
  return ctx.one('quote_opening', { roundId })
}

export async function releasesOf(ctx: Any, roundId: string): Promise<Release[]> {
  return ctx.many('quote_release', { roundId }, { orderBy: ['releasedAt', 'tradeId'] })
}

/** Answers of officers, true or not, in the order in which they came. */
export async function answersOf(ctx: Any, roundId: string) {
  const rows = await ctx.many('quote_answer', { roundId }, { orderBy: ['at', 'id'] })
  return rows.map((row) => ({ ...row, answer: row.answer as unknown as PartialOpening }))
}

/** Until when suppliers release: everybody gets back what outages of the platform took. */
export async function endOf(ctx: Any, { since, releaseEnd }: Pick<Opening, 'since' | 'releaseEnd'>): Promise<Date> {
  const outages = await ctx.tx
    .selectFrom('platform_outage')
    .select(['fromAt', 'toAt'])
    .where('toAt', '>', since)
    .orderBy('fromAt')
    .execute()
  let end = releaseEnd.getTime()
  for (const { fromAt, toAt } of outages) {
    const from = Math.max(fromAt.getTime(), since.getTime())
    if (from < end) end += toAt.getTime() - from
  }
  return new Date(end)
}

/** The platform was down until this moment and has not said so yet: no time runs out before it has. */
export async function isSilent(ctx: Any): Promise<boolean> {
  const { rows } = await sql<{ gap: number }>`
    select (extract(epoch from clock_timestamp() - at) * 1000)::float8 as gap from platform_beat`.execute(ctx.tx)
  return (rows[0]?.gap ?? 0) >= SILENCE_MS
}
