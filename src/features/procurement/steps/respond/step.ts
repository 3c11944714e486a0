import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { RUNNING_PAGES, until } from '../sign-up/step.ts'

/** The supplier hands in what it offers, unsealed; the buyer reads it from the deadline on. */
export const respond = step({
  name: 'respond',
  label: '响应',
  pages: { edit: 'supplier' },
  tradeRows: [
    {
      action: 'respond',
      label: '提交{offer}',
      from: [TradeStatus.values.passed],
      who: (who, trade) => who.part === 'supplier' && trade.orderState === 'publish.open',
      primary: true,
      guard: until((t) => t.bidEnd, '{closed}'),
    },
  ],
  stage: ({ state, bidEnd }, now) =>
    state === 'publish.open' && isBefore(now, bidEnd)
      ? { label: '响应中', next: { at: bidEnd, label: '{deadline}' } }
      : null,
  date: (order) => order.bidEnd,
  due: { 'publish.open': RUNNING_PAGES },
})
