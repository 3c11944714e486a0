import type { Selectable } from 'kysely'
import type { Trade } from '#server/database/tables.ts'
import type { TradeFacts } from '../engine/step.ts'
import { ReviewModel } from '../rules/enums.ts'
import { NO_TRADE } from '../steps/sign-up/step.ts'
import type { Order } from './access.ts'

/** What the trade's status table looks at; without a trade: a supplier who has no part yet. */
export function tradeFacts(order: Order, trade: Pick<Selectable<Trade>, 'status'> | null | undefined): TradeFacts {
  return {
    status: trade?.status ?? NO_TRADE,
    orderState: order.state,
    method: order.method,
    isDouble: order.reviewModel === ReviewModel.values.double,
    signUpEnd: order.signUpEnd?.getTime() ?? null,
    questionEnd: order.questionEnd?.getTime() ?? null,
    bidEnd: order.bidEnd?.getTime() ?? null,
    openAt: order.openAt?.getTime() ?? null,
    publicityEnd: order.publicityEnd?.getTime() ?? null,
  }
}
