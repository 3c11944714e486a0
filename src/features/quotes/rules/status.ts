import { statusTable } from '#contract/transition.ts'
import { QuoteStatus, RoundStatus } from './enums.ts'

/** Whoever acts: on the side that asks for quotes, the supplier in its own quote, the clock, or anybody else. */
export type QuotePart = 'host' | 'supplier' | 'clock' | 'none'

/** What both tables look at. `deadline` in epoch ms, null before the start. */
interface Facts<S> {
  status: S
  deadline: number | null
  /** Why nothing goes on any more, in words; empty while it does. */
  over: string
}

const host = (who: QuotePart) => who === 'host'
const supplier = (who: QuotePart) => who === 'supplier'
const notOver = ({ over }: { over: string }) => over || true
const inTime = (facts: { over: string; deadline: number | null }, now: number) =>
  facts.over || (facts.deadline !== null && now >= facts.deadline ? '已超过截止时间' : true)

type RoundState = (typeof RoundStatus.values)[keyof typeof RoundStatus.values]
export type RoundAction = 'start' | 'close' | 'extend' | 'drop' | 'expire'
export interface RoundFacts extends Facts<RoundState> {
  invited: number
  submitted: number
}
const R = RoundStatus.values

/** Confirmations name suppliers in the words of the order's method. */
export const ROUND_STATUS = statusTable<RoundState, RoundAction, RoundFacts, QuotePart>(
  (round) => round.status,
  [
    {
      action: 'start',
      label: '开始报价',
      from: [R.notStarted],
      to: R.quoting,
      who: host,
      primary: true,
      confirm: '开始后即通知{bidder}报价并计时，确认开始？',
      guard: notOver,
    },
    {
      action: 'close',
      label: '提前结束',
      from: [R.quoting],
      to: R.closed,
      who: host,
      confirm: '全部{bidder}均已报价，确认提前结束本轮报价？',
      guard: (round) =>
        round.submitted < round.invited ? `尚有 ${round.invited - round.submitted} 家未报价，须待报价截止` : true,
    },
    { action: 'extend', label: '延长时间', from: [R.quoting], to: R.quoting, who: host, guard: inTime },
    { action: 'drop', label: '取消', from: [R.notStarted], who: host, danger: true, confirm: '确认取消本轮报价？' },
    { action: 'expire', label: '截止', from: [R.quoting], to: R.closed, who: (who) => who === 'clock' },
  ],
)

type QuoteState = (typeof QuoteStatus.values)[keyof typeof QuoteStatus.values]
export type QuoteAction = 'save' | 'submit' | 'sign' | 'withdraw'
export interface QuoteFacts extends Facts<QuoteState> {
  isQuoting: boolean
  /** The round lets it be replaced or withdrawn until the deadline. */
  mayChange: boolean
}
const Q = QuoteStatus.values
const quoting = (quote: QuoteFacts, now: number) => (quote.isQuoting ? inTime(quote, now) : '本轮报价已结束或尚未开始')
const submit = { action: 'submit', label: '提交报价', to: Q.submitted, primary: true, guard: quoting } as const

export const QUOTE_STATUS = statusTable<QuoteState, QuoteAction, QuoteFacts, QuotePart>(
  (quote) => quote.status,
  [
    { action: 'save', label: '保存', from: [Q.none, Q.saved], to: Q.saved, who: supplier, guard: quoting },
    {
      ...submit,
      from: [Q.none, Q.saved],
      who: (who, quote) => supplier(who) && !quote.mayChange,
      confirm: '提交后不能修改或撤回，确认提交？',
    },
    {
      ...submit,
      from: [Q.none, Q.saved, Q.submitted, Q.signed],
      who: (who, quote) => supplier(who) && quote.mayChange,
      confirm: '报价截止前可以重新提交或撤回，以最后一次提交的报价为准，确认提交？',
    },
    {
      action: 'sign',
      label: '签署报价',
      from: [Q.submitted],
      to: Q.signed,
      who: supplier,
      primary: true,
      guard: notOver,
    },
    {
      action: 'withdraw',
      label: '撤回报价',
      from: [Q.submitted, Q.signed],
      to: Q.none,
      who: (who, quote) => supplier(who) && quote.mayChange,
      danger: true,
      confirm: '撤回后本次报价无效，确认撤回？',
      guard: quoting,
    },
  ],
)
