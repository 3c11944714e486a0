import { step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

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
