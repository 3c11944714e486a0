import { isBefore, step } from '../../engine/step.ts'
import { OrderStatus, TradeStatus } from '../../rules/enums.ts'
import { RUNNING_PAGES, until } from '../sign-up/step.ts'

const S = OrderStatus.values

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
      who: (who, trade) => who.part === 'supplier' && trade.orderStatus === S.published,
      primary: true,
      guard: until((t) => t.bidEnd, '投标已截止'),
    },
  ],
  stage: ({ status, bidEnd }, now) =>
    status === S.published && isBefore(now, bidEnd)
      ? { label: '投标中', next: { at: bidEnd, label: '投标截止' } }
      : null,
  date: (order) => order.bidEnd,
  due: { [S.published]: RUNNING_PAGES },
})
