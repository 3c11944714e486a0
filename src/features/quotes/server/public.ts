import { sql } from 'kysely'
import type { AllowedAction } from '#contract/transition.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { Any, Order } from './host.ts'

/*
 * What features that hold rounds may call. They decide who may act and hand in who they are (`QuoteHost`); everything runs
 * in their transaction.
 */

export type { QuoteHost, QuotePlace, RoundPlace, SigningHost } from './host.ts'
export {
  linesOf,
  openRounds,
  type OwnQuote,
  ownQuotes,
  quoteFacts,
  quoteItems,
  roundFacts,
  type RoundRow,
  roundRows,
  roundsSoFar,
  standings,
} from './reads.ts'
export {
  beginRounds,
  closeAtDeadline,
  closeRound,
  cutOffRounds,
  dropPart,
  dropRound,
  extendRound,
  invitedTo,
  moveDeadline,
  openRound,
  startRound,
} from './rounds.ts'
export { type AskedFor, askedFor, comparedQuotes, extentOf, linePrices, lowestPrices } from './asked.ts'
export { type Counting, countingQuotes, invalidCauses, invalidReasons } from './counting.ts'
export { type Alternative, alternativesOf, countAlternatives, type QuoteFile, quoteFiles } from './extras.ts'
export { type OpenedQuote, revealRound } from './reveal.ts'
export { roundQuotes, type RoundQuotes } from './round-quotes.ts'
export { previousQuotes } from './previous.ts'
export { agreeToOpen, mayOpen, openersOf, remindOpeners } from './openers.ts'
export {
  answerQuestion,
  askAboutQuote,
  decideQuestion,
  hasOpenQuestion,
  type Question,
  questionsOf,
} from './questions.ts'
export { ruleInvalid } from './rulings.ts'
export { quotationName, saveDraft, signQuote, submitQuote, withdrawQuote } from './submit.ts'

/** A quote that counts, of a closed round: one that is not ruled invalid. */
export interface Revealed {
  quoteId: string
  roundId: string
  roundNo: number
  tradeId: string
  mode: number
  total: string
  closedAt: Date
}

/** Quotes that count of all closed rounds of an order, oldest round first. */
export async function revealedQuotes(ctx: Any, orderId: string): Promise<Revealed[]> {
  const { rows } = await sql<Revealed>`
    select id as quote_id, round_id, round_no, trade_id, mode, total, closed_at from quote_valid
    where tenant_id = ${ctx.tenantId} and order_id = ${orderId} order by closed_at, round_no, trade_id`.execute(ctx.tx)
  return rows
}

/** Actions with their confirmations in the words of the order. */
export function inWords(order: Order, actions: readonly AllowedAction[]): AllowedAction[] {
  const bidder = say(order, '{bidder}')
  return actions.map((one) => (one.confirm ? { ...one, confirm: one.confirm.replaceAll('{bidder}', bidder) } : one))
}
