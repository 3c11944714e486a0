import { statusTable, type Transition } from '#contract/transition.ts'
import { AskStatus, CorrectionStatus, LowPriceStatus } from '#features/evaluation/rules/enums.ts'

/*
 * What goes back and forth between committee and bidders: questions and corrections of prices. The leader
 * speaks for the committee; other members prepare.
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
