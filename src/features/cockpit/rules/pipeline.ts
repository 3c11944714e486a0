import { isAbortive, type OrderState, reached } from '#features/procurement/engine/states.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { OwnResult } from '#features/procurement/rules/own-result.ts'

/** Where participations stand, from the supplier's side, in their order. */
export const GROUPS = {
  signUp: '报名',
  bid: '编制与投标',
  opening: '开标评审',
  result: '结果',
  performance: '履约',
} as const
export type Group = keyof typeof GROUPS

interface PartFacts {
  state: OrderState
  /** Null: invited, and not signed up. */
  tradeStatus: number | null
  /** Epoch ms. */
  bidEnd: number | null
  /** What was published of it, by the engine. */
  outcome: OwnResult['outcome'] | null
}

/** Under which heading a participation is listed: the engine's state and result, sorted. */
export function groupOf({ state, tradeStatus, bidEnd, outcome }: PartFacts, now: number): Group {
  if (tradeStatus !== TradeStatus.values.passed) return 'signUp'
  if (outcome === 'won') return 'performance'
  if (outcome !== null || isAbortive({ state }) || reached({ state }, 'publicised')) return 'result'
  return state === 'publish.open' && (bidEnd === null || now < bidEnd) ? 'bid' : 'opening'
}

/** The order whose page an address leads to, of those given; to-dos name what they are about by their address alone. */
export function orderOf(link: string, orderIds: readonly string[]): string | undefined {
  const parts = link.split(/[/?=&#]/)
  return orderIds.find((id) => parts.includes(id))
}
