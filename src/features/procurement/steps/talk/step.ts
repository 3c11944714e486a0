import { wentThrough } from '../../engine/states.ts'
import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

/** Price and terms are agreed with the supplier; its minutes are the buyer's, and hold once the supplier confirms them. */
export const talk = step({
  name: 'talk',
  label: '协商',
  pages: { edit: 'buyer', reply: 'supplier' },
  orderRows: () => [
    {
      action: 'recordTalk',
      label: '协商',
      from: ['publish.open', 'talk.running'],
      to: 'talk.running',
      who: (who) => who.part === 'owner',
      primary: true,
      guard: ({ bidEnd, openObjections }, now) => {
        if (bidEnd === null || isBefore(now, bidEnd)) return '{deadline}后方可协商'
        return openObjections > 0 ? '存在未答复的异议，流程暂停' : true
      },
    },
    {
      action: 'agreeTalk',
      label: '确认协商情况',
      from: ['talk.running'],
      to: 'talk.agreed',
      who: (who) => who.part === 'supplier',
    },
  ],
  tradeRows: [
    {
      action: 'talk',
      label: '协商情况',
      primary: true,
      from: [TradeStatus.values.passed],
      who: (who, { orderState: state }) => who.part === 'supplier' && wentThrough({ state }, 'opened'),
    },
  ],
  stage: ({ state }) => {
    switch (state) {
      case 'publish.open':
        return { label: '待协商' }
      case 'talk.running':
        return { label: '协商中' }
      default:
        return null
    }
  },
  due: { 'publish.open': ['talk.edit'], 'talk.running': ['talk.edit'] },
})
