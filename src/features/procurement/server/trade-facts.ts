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
    orderStatus: order.status as TradeFacts['orderStatus'],
    method: order.method,
    isDouble: order.review_model === ReviewModel.values.double,
    signUpEnd: order.sign_up_end?.getTime() ?? null,
    questionEnd: order.question_end?.getTime() ?? null,
    bidEnd: order.bid_end?.getTime() ?? null,
    openAt: order.open_at?.getTime() ?? null,
    publicityEnd: order.publicity_end?.getTime() ?? null,
  }
}
