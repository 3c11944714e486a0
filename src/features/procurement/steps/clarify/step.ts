import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { until } from '../sign-up/step.ts'

/** Participants ask; the answer goes to all of them. */
export const clarify = step({
  name: 'clarify',
  pages: { edit: 'buyer', audit: 'buyer' },
  orderRows: () => [
    {
      action: 'clarify',
      label: '澄清答疑',
      from: ['publish.open'],
      who: (who) => who.part === 'owner',
      guard: ({ bidEnd }, now) => (bidEnd === null || isBefore(now, bidEnd) ? true : '{closed}，不能澄清'),
    },
  ],
  tradeRows: [
    {
      action: 'ask',
      label: '提问',
      from: [TradeStatus.values.passed],
      who: (who, trade) => who.part === 'supplier' && trade.orderState === 'publish.open',
      guard: until((t) => t.questionEnd, '提问已截止'),
    },
  ],
})
