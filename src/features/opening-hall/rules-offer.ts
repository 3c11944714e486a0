import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'
import type { OrderState } from '#features/procurement/engine/states.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'

/** 1: the only opening, or that of the business envelopes; 2: that of the quotations (double envelope). */
export type Stage = 1 | 2

/** The second opening (projectInfo.offerBidOpenStatus). The order itself stays in review meanwhile. */
export const OfferOpenStatus = enumeration({
  none: { value: 0, label: '未开启' },
  opened: { value: 1, label: '解密中' },
  announcing: { value: 2, label: '唱标中' },
  ended: { value: 3, label: '已结束' },
})
export type OfferOpenStatus = (typeof OfferOpenStatus.values)[keyof typeof OfferOpenStatus.values]

export type OfferAction = 'startOffer' | 'openMarks' | 'end'

/** What the table looks at. */
export interface OfferFacts {
  status: OfferOpenStatus
  orderState: OrderState
  reviewModel: number
  /** The ways of the first stage are all summed up and the result is fixed. */
  firstStageDone: boolean
  /** How many passed it. */
  passed: number
}

const O = OfferOpenStatus.values
const isHost = (who: { isHost: boolean }, facts: OfferFacts) => who.isHost && isDouble(facts)

/**
 * Every change of the second opening. It waits for the *result* of the first stage, for without it nobody knows whose
 * envelopes may be opened; that stage's report may be written meanwhile.
 */
export const OFFER_STATUS = statusTable<OfferOpenStatus, OfferAction, OfferFacts, { isHost: boolean }>(
  (facts) => facts.status,
  [
    {
      action: 'startOffer',
      label: '开始报价开标',
      from: [O.none],
      to: O.opened,
      who: isHost,
      primary: true,
      confirm:
        '开始后公布第一阶段评审通过的投标人名单，并由其解密报价信封；未通过的投标人的报价信封不予开启。确认开始？',
      guard: (facts) => {
        if (facts.orderState !== 'review.running') return '评标尚未开始，或已经汇总'
        if (!facts.firstStageDone) return '第一阶段评审尚未汇总，不能开启报价信封'
        return facts.passed > 0 ? true : '没有投标人通过第一阶段评审，不能进行报价开标'
      },
    },
    {
      action: 'openMarks',
      label: '公布开标一览表',
      from: [O.opened],
      to: O.announcing,
      who: isHost,
      primary: true,
      guard: (facts) => inReview(facts),
    },
    {
      action: 'end',
      label: '结束开标',
      from: [O.announcing],
      to: O.ended,
      who: isHost,
      primary: true,
      guard: (facts) => inReview(facts),
    },
  ],
)

export function isDouble({ reviewModel }: { reviewModel: number }): boolean {
  return reviewModel === ReviewModel.values.double
}

/** What the second opening is called in its order; '' where there is none. */
export function stageLabel(reviewModel: number, stage: Stage): string {
  if (!isDouble({ reviewModel })) return ''
  return stage === 1 ? '商务开标' : '报价开标'
}

function inReview({ orderState }: OfferFacts): true | string {
  return orderState === 'review.running' ? true : '评标已经结束，不能再进行报价开标'
}
