import { step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

declare module '../../engine/step.ts' {
  interface OrderFacts {
    /** A talk about the price: provided for by the terms, or going on. */
    talk?: 'allowed' | 'open' | undefined
  }
  interface TradeFacts {
    /** The buyer has talked with this supplier about the price. */
    hasTalk?: boolean
  }
}

/** Where its terms provide for it, the price is talked over with the first once offers have ended. */
export const priceTalk = step({
  name: 'price-talk',
  pages: { edit: 'buyer', answer: 'supplier' },
  orderRows: () => [
    {
      action: 'talkPrice',
      label: '议价',
      from: ['auction.ended'],
      who: ({ part }, { talk }) => part === 'owner' && talk !== undefined,
    },
  ],
  tradeRows: [
    {
      action: 'talkPrice',
      label: '议价',
      from: [TradeStatus.values.passed],
      who: ({ part }, { hasTalk }) => part === 'supplier' && hasTalk === true,
      primary: true,
    },
  ],
})
