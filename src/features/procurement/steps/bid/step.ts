import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { RUNNING_PAGES, until } from '../sign-up/step.ts'

/** Sealed bids are handed in until the deadline. */
export const bid = step({
  name: 'bid',
  label: '投标',
  pages: { room: 'supplier' },
  tradeRows: [
    {
      action: 'bid',
      label: '投标',
      from: [TradeStatus.values.passed],
      who: (who, trade) => who.part === 'supplier' && trade.orderState === 'publish.open',
      primary: true,
      guard: until((t) => t.bidEnd, '投标已截止'),
    },
  ],
  stage: ({ state, bidEnd }, now) =>
    state === 'publish.open' && isBefore(now, bidEnd)
      ? { label: '投标中', next: { at: bidEnd, label: '投标截止' } }
      : null,
  date: (order) => order.bidEnd,
  due: { 'publish.open': RUNNING_PAGES },
})
