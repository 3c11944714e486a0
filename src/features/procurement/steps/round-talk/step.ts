import { step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

declare module '../../engine/step.ts' {
  interface OrderFacts {
    /** A talk with one of the suppliers has not come to its end. */
    roundTalk?: 'open' | undefined
  }
  interface TradeFacts {
    /** The buyer has called this supplier to a talk. */
    hasRoundTalk?: boolean
  }
}

/** Between two rounds of quotes the buyer talks with suppliers, one at a time; both sides sign the minutes. */
export const roundTalk = step({
  name: 'round-talk',
  pages: { hold: 'buyer', reply: 'supplier' },
  orderRows: () => [
    {
      action: 'holdTalk',
      label: '{act}',
      from: ['quote.closed'],
      who: (who) => who.part === 'owner',
      guard: ({ round }) => (round === 'open' ? '本轮报价尚未结束，结束后方可{act}' : true),
    },
  ],
  tradeRows: [
    {
      action: 'holdTalk',
      label: '{act}记录',
      from: [TradeStatus.values.passed],
      who: ({ part }, { hasRoundTalk }) => part === 'supplier' && hasRoundTalk === true,
      primary: true,
    },
  ],
})
