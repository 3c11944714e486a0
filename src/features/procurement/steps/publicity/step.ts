import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { NO_TRADE } from '../sign-up/step.ts'

const T = TradeStatus.values

/** Why one supplier alone is asked stands open to objections, of anybody. */
export const publicity = step({
  name: 'publicity',
  label: '公示',
  pages: { object: 'supplier' },
  tradeRows: [
    {
      action: 'object',
      label: '对公示提出异议',
      primary: true,
      from: [NO_TRADE, T.pending, T.passed, T.refused, T.withdrawn],
      who: (who, { orderState, publicityEnd }) =>
        who.part === 'supplier' && orderState === 'publish.open' && publicityEnd !== null,
      guard: ({ publicityEnd }, now) => (isBefore(now, publicityEnd) ? true : '公示期已满'),
    },
  ],
  stage: ({ state, publicityEnd }, now) =>
    state === 'publish.open' && isBefore(now, publicityEnd)
      ? { label: '公示中', next: { at: publicityEnd, label: '公示截止' } }
      : null,
  skips: ({ publishedAt, publicityEnd }) => publishedAt !== null && publicityEnd === null,
  date: (order) => order.publicityEnd,
})
