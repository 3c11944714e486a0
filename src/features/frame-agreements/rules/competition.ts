import { Exact, lineTotal, sum } from '#contract/money.ts'
import { statusTable } from '#contract/transition.ts'
import type { Price } from './quota.ts'
import type { Side } from './status.ts'

/* Mini-competitions (二次竞价) under an agreement. Amounts are decimal strings in yuan, instants milliseconds. */

export const COMPETITION_STATES = {
  open: '报价中',
  lone: '待确定',
  won: '已成交',
  failed: '未成交',
  cancelled: '已取消',
} as const
export type CompetitionState = keyof typeof COMPETITION_STATES

export type CompetitionAction = 'quote' | 'withdraw' | 'cancel' | 'accept' | 'reject'

export interface CompetitionFacts {
  state: CompetitionState
  until: number
  /** The supplier at hand has a quote that counts so far; of no meaning for the purchaser. */
  hasQuote: boolean
}

/** The least time that suppliers have to answer. */
export const LEAST_MINUTES = 60

/** How many quotes it takes for the clock to decide alone. */
export const ENOUGH = 2

const buys = (side: Side) => side === 'purchaser'
const sells = (side: Side) => side === 'supplier'
const inTime = ({ until }: CompetitionFacts, now: number) => now < until || '报价已截止'

/** Every act on a mini-competition; won and failed it otherwise becomes by the clock. */
export const COMPETITION_STATUS = statusTable<CompetitionState, CompetitionAction, CompetitionFacts, Side>(
  ({ state }) => state,
  [
    { action: 'quote', label: '报价', from: ['open'], who: sells, primary: true, guard: inTime },
    {
      action: 'withdraw',
      label: '撤回报价',
      from: ['open'],
      who: (side, { hasQuote }) => sells(side) && hasQuote,
      danger: true,
      confirm: '撤回后可在截止前重新报价。',
      guard: inTime,
    },
    { action: 'cancel', label: '取消竞价', from: ['open'], to: 'cancelled', who: buys, danger: true, guard: inTime },
    { action: 'accept', label: '确定成交', from: ['lone'], to: 'won', who: buys, primary: true },
    { action: 'reject', label: '不予成交', from: ['lone'], to: 'failed', who: buys, danger: true },
  ],
)

export interface Offer {
  /** Place of the supplier in the agreement. */
  no: number
  amount: string
  quotedAt: number
}

/** Cheapest first; at the same amount the one handed in earlier, then the one named earlier in the agreement. */
export function ranked<O extends Offer>(offers: readonly O[]): O[] {
  return offers.toSorted((a, b) => new Exact(a.amount).cmp(b.amount) || a.quotedAt - b.quotedAt || a.no - b.no)
}

export interface Wanted {
  line: number
  name: string
  quantity: string
}

/** What a quote comes to, and what is wrong with it: every line once, none above the agreed price. */
export function quoteOf(
  wanted: readonly Wanted[],
  given: readonly { line: number; unitPrice: string }[],
  agreed: readonly Price[],
): { amount: string; problem: string | null } {
  const priceOf = (line: number) => given.filter((one) => one.line === line)
  const problem = (): string | null => {
    if (given.length !== wanted.length || wanted.some(({ line }) => priceOf(line).length !== 1))
      return '请对每行标的报价'
    const above = wanted.find(({ line }) => {
      const most = agreed.find((one) => one.line === line)?.unitPrice
      return most && new Exact(priceOf(line)[0]!.unitPrice).gt(most)
    })
    return above ? `“${above.name}”的报价高于协议价` : null
  }
  const totals = wanted.map(({ line, quantity }) => lineTotal(priceOf(line)[0]?.unitPrice ?? '0', quantity))
  return { amount: new Exact(sum(totals)).toFixed(2), problem: problem() }
}
