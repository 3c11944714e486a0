import { step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

/**
 * A group reviews the responses of the first round, talks with every supplier in a drawn order, may change demands, asks for final
 * offers and recommends in a report. How far it has come is its own; the order goes on when the report is signed.
 */
export const group = step({
  name: 'group',
  label: '{weighed}',
  pages: { compose: 'buyer', desk: 'buyer', result: 'buyer', own: 'supplier' },
  orderRows: () => [
    {
      action: 'leadGroup',
      label: '{weighed}评审',
      from: ['quote.closed'],
      who: (who) => who.part === 'owner',
      primary: true,
    },
    // The last signature under the report.
    {
      action: 'endGroup',
      label: '评审报告签署完成',
      from: ['quote.closed'],
      to: 'group.done',
      who: (who) => who.part === 'clock',
      isUnheld: true,
    },
  ],
  tradeRows: [
    {
      action: 'followGroup',
      label: '{weighed}进展',
      from: [TradeStatus.values.passed],
      who: ({ part }, { orderState }) => part === 'supplier' && orderState === 'quote.closed',
      primary: true,
    },
  ],
  stage: ({ state }) => (state === 'quote.closed' ? { label: '{weighed}中' } : null),
  due: { 'quote.closed': ['group.desk'], 'publish.open': ['group.compose'] },
})
