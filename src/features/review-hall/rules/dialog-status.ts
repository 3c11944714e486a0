import { statusTable, type Transition } from '#contract/transition.ts'
import {
  AskStatus,
  CorrectionStatus,
  LowPriceStatus,
  OfferRoundStatus,
  OfferStatus,
} from '#features/evaluation/rules/enums.ts'

/*
 * What goes back and forth between committee and bidders: questions, corrections of prices, rounds of offers. The
 * leader speaks for the committee; other members prepare.
 */

export interface DialogWho {
  part: 'leader' | 'member' | 'bidder' | 'system' | 'none'
  /** Wrote the draft. */
  isAuthor: boolean
}

const leader = (who: DialogWho) => who.part === 'leader'
const bidder = (who: DialogWho) => who.part === 'bidder'
const leaderOrAuthor = (who: DialogWho) => leader(who) || (who.part === 'member' && who.isAuthor)

/** What the tables look at. `deadline` in epoch ms. */
export interface DialogFacts<S> {
  status: S
  deadline: number | null
  /** The review has been summed up, or is not running. */
  isOver: boolean
}

const notOver = (facts: { isOver: boolean }) => (facts.isOver ? '评审已汇总' : true)
const inTime = (facts: { isOver: boolean; deadline: number | null }, now: number) => {
  if (facts.isOver) return '评审已汇总'
  return facts.deadline !== null && now >= facts.deadline ? '已超过截止时间' : true
}

type AskState = (typeof AskStatus.values)[keyof typeof AskStatus.values]
export type AskAction = 'send' | 'withdraw' | 'extend' | 'reply' | 'expire'
export interface AskFacts extends DialogFacts<AskState> {
  /** The committee has voted on the explanation it asked for. */
  isDecided: boolean
}
const A = AskStatus.values

export const ASK_STATUS = statusTable<AskState, AskAction, AskFacts, DialogWho>(
  (ask) => ask.status,
  [
    { action: 'send', label: '发出', from: [A.draft], to: A.waiting, who: leader, primary: true, guard: notOver },
    withdrawal<AskState, AskFacts>([A.draft], A.withdrawn, leaderOrAuthor),
    withdrawal<AskState, AskFacts>([A.waiting], A.withdrawn, leader),
    {
      action: 'extend',
      label: '延长时间',
      from: [A.waiting, A.overdue],
      to: A.waiting,
      who: leader,
      guard: (ask) => (ask.isDecided ? '评标委员会已就该说明表决' : notOver(ask)),
    },
    { action: 'reply', label: '答复', from: [A.waiting], to: A.replied, who: bidder, primary: true, guard: inTime },
    { action: 'expire', label: '逾期', from: [A.waiting], to: A.overdue, who: system },
  ],
)

type LowPriceState = (typeof LowPriceStatus.values)[keyof typeof LowPriceStatus.values]
export type LowPriceAction = 'ask' | 'waive'
export interface LowPriceFacts extends DialogFacts<LowPriceState> {
  /** The rule of the documents lets the committee go without an explanation. */
  mayWaive: boolean
}
const L = LowPriceStatus.values

/** An abnormally low price: explained, and voted on, or left at that with a reason. */
export const LOW_PRICE_STATUS = statusTable<LowPriceState, LowPriceAction, LowPriceFacts, DialogWho>(
  (price) => price.status,
  [
    {
      action: 'ask',
      label: '要求说明',
      from: [L.open],
      who: (who) => leader(who) || who.part === 'member',
      primary: true,
      guard: notOver,
    },
    {
      action: 'waive',
      label: '无需说明',
      from: [L.open],
      to: L.waived,
      who: (who, price) => leader(who) && price.mayWaive,
      guard: notOver,
    },
  ],
)

type CorrectionState = (typeof CorrectionStatus.values)[keyof typeof CorrectionStatus.values]
export type CorrectionAction = 'send' | 'withdraw' | 'decide' | 'refuse' | 'expire'
export type CorrectionFacts = DialogFacts<CorrectionState>
const C = CorrectionStatus.values

export const CORRECTION_STATUS = statusTable<CorrectionState, CorrectionAction, CorrectionFacts, DialogWho>(
  (correction) => correction.status,
  [
    { action: 'send', label: '发出', from: [C.draft], to: C.waiting, who: leader, primary: true, guard: notOver },
    withdrawal<CorrectionState, CorrectionFacts>([C.draft], C.withdrawn, leaderOrAuthor),
    withdrawal<CorrectionState, CorrectionFacts>([C.waiting], C.withdrawn, leader),
    {
      action: 'decide',
      label: '确认修正',
      from: [C.waiting],
      to: C.confirmed,
      who: bidder,
      primary: true,
      confirm: '确认后以修正后的价格参加评审，对贵方具有约束力，确认修正？',
      guard: inTime,
    },
    {
      action: 'refuse',
      label: '不接受修正',
      from: [C.waiting],
      to: C.refused,
      who: bidder,
      danger: true,
      confirm: '不接受修正的，评标委员会将否决投标，确认不接受？',
      guard: inTime,
    },
    { action: 'expire', label: '逾期', from: [C.waiting], to: C.overdue, who: system },
  ],
)

type RoundState = (typeof OfferRoundStatus.values)[keyof typeof OfferRoundStatus.values]
export type RoundAction = 'start' | 'close' | 'extend' | 'drop' | 'expire'
export interface RoundFacts extends DialogFacts<RoundState> {
  invited: number
  submitted: number
}
const R = OfferRoundStatus.values

export const ROUND_STATUS = statusTable<RoundState, RoundAction, RoundFacts, DialogWho>(
  (round) => round.status,
  [
    {
      action: 'start',
      label: '开始报价',
      from: [R.notStarted],
      to: R.quoting,
      who: leader,
      primary: true,
      confirm: '开始后即通知投标人报价并计时，确认开始？',
      guard: notOver,
    },
    {
      action: 'close',
      label: '提前结束',
      from: [R.quoting],
      to: R.closed,
      who: leader,
      confirm: '全部投标人均已报价，确认提前结束本轮报价？',
      guard: (round) =>
        round.submitted < round.invited ? `尚有 ${round.invited - round.submitted} 家未报价，须待报价截止` : true,
    },
    { action: 'extend', label: '延长时间', from: [R.quoting], to: R.quoting, who: leader, guard: inTime },
    { action: 'drop', label: '取消', from: [R.notStarted], who: leader, danger: true, confirm: '确认取消本轮报价？' },
    { action: 'expire', label: '截止', from: [R.quoting], to: R.closed, who: system },
  ],
)

type OfferState = (typeof OfferStatus.values)[keyof typeof OfferStatus.values]
export type OfferAction = 'save' | 'submit' | 'sign'
export interface OfferFacts extends DialogFacts<OfferState> {
  isQuoting: boolean
}
const O = OfferStatus.values
const quoting = (offer: OfferFacts, now: number) => (offer.isQuoting ? inTime(offer, now) : '本轮报价已结束或尚未开始')

export const OFFER_STATUS = statusTable<OfferState, OfferAction, OfferFacts, DialogWho>(
  (offer) => offer.status,
  [
    { action: 'save', label: '保存', from: [O.none, O.saved], to: O.saved, who: bidder, guard: quoting },
    {
      action: 'submit',
      label: '提交报价',
      from: [O.none, O.saved],
      to: O.submitted,
      who: bidder,
      primary: true,
      confirm: '提交后不能修改或撤回，确认提交？',
      guard: quoting,
    },
    {
      action: 'sign',
      label: '签署报价',
      from: [O.submitted],
      to: O.signed,
      who: bidder,
      primary: true,
      guard: notOver,
    },
  ],
)

function system(who: DialogWho): boolean {
  return who.part === 'system'
}

function withdrawal<S, F extends DialogFacts<S>>(
  from: S[],
  to: S,
  who: (who: DialogWho) => boolean,
): Transition<S, 'withdraw', F, DialogWho> {
  return { action: 'withdraw', label: '撤回', from, to, who, danger: true, guard: notOver }
}
