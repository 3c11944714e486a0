import { methodFor } from '../methods/all.ts'
import type { TradeAction } from '../methods/pages.ts'
import type { TradeFacts, TradeRow, TradeWho } from './step.ts'
import { tablesByMethod } from './tables.ts'

/** Every status change of a sign-up, and what an approved participant may do when, by method: the rows of its steps. */
export const TRADE_STATUS = tablesByMethod<number, TradeAction, TradeFacts, TradeWho, TradeRow<TradeAction>>({
  statusOf: (trade) => trade.status,
  // Rows name the states of the order in which they hold.
  rows: (trade) => methodFor(trade).steps.flatMap((step) => step.tradeRows ?? []),
})
