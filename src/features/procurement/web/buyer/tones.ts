import type { Tone } from '#web/kit/status-tag.tsx'
import type { Step } from '#web/kit/steps-rail.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import type { OrderState } from '../../engine/states.ts'
import type { orderDetail, orderPage } from '../../contract/order.ts'
import type { tradeDetail } from '../../contract/trade.ts'
import { TradeStatus } from '../../rules/enums.ts'

export type OrderDetail = OutputOf<typeof orderDetail>
export type Trade = OutputOf<typeof tradeDetail>
export type OrderRow = OutputOf<typeof orderPage>['rows'][number]

/** What an order's status means for its buyer. */
export function orderTone({ state }: { state: OrderState }): Tone {
  if (state === 'publish.draft' || state === 'archive.done' || state === 'archive.abortive') return 'neutral'
  if (state === 'winner.fixed') return 'success'
  return state === 'abortive.declared' ? 'danger' : 'active'
}

export function tradeTone(status: number): Tone {
  switch (status) {
    case TradeStatus.values.pending:
      return 'warning'
    case TradeStatus.values.passed:
      return 'success'
    case TradeStatus.values.refused:
      return 'danger'
    default:
      return 'neutral'
  }
}

/** The rail of an order; where it ended as abortive, the last step reached is marked as failed. */
export function stepsOf(order: Pick<OrderDetail, 'rail' | 'isAbortive'>): Step[] {
  const last = order.rail.findLastIndex((step) => step.state === 'done' && step.name !== 'archive')
  return order.rail.map((step, i) => ({
    key: step.name,
    label: step.label,
    state: order.isAbortive && i === last ? 'failed' : step.state,
    at: step.at,
  }))
}
