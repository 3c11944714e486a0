import { methodOf } from '../methods/all.ts'
import { type OrderState, reached } from '../engine/states.ts'
import { TradeStatus } from './enums.ts'

/** The last that a supplier did about its offer. */
export interface OwnStand {
  round: number
  state: 'draft' | 'sealed' | 'withdrawn'
  /** Of any round something sealed stands. */
  hasSealed: boolean
}

/** A further round of quotes that takes one from the supplier now. */
export interface FurtherRound {
  round: number
  /** ISO instant. */
  deadline: string
}

/** How a supplier's own offer stands, before anybody has a result. */
export type OwnOffer = 'due' | 'draft' | 'sealed' | 'opened' | 'missed'

interface OwnOfferFacts {
  method: number
  state: OrderState
  /** Epoch ms. */
  bidEnd: number | null
  /** null: no part in it. */
  tradeStatus: number | null
  stand: OwnStand | null
  further: FurtherRound | null
}

/** The own offer of whoever was let in; null where offers are not sealed. Nothing of it tells of others. */
export function ownOfferOf(facts: OwnOfferFacts, now: number): OwnOffer | null {
  const { method, state, bidEnd, tradeStatus, stand, further } = facts
  if (tradeStatus !== TradeStatus.values.passed || methodOf(method).offers !== 'sealed') return null
  const round = further && Date.parse(further.deadline) > now ? further.round : 1
  if (round > 1 || (state === 'publish.open' && bidEnd !== null && now < bidEnd)) {
    if (stand?.round !== round || stand.state === 'withdrawn') return 'due'
    return stand.state
  }
  if (!stand?.hasSealed) return bidEnd !== null && now >= bidEnd ? 'missed' : null
  return reached({ state }, 'opened') ? 'opened' : 'sealed'
}
