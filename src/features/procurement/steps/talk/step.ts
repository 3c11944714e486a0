import { isBefore, step } from '../../engine/step.ts'
import { OrderStatus, TradeStatus } from '../../rules/enums.ts'

const S = OrderStatus.values

/** Price and terms are agreed with the supplier; its minutes are the buyer's, and hold once the supplier confirms them. */
export const talk = step({
  name: 'talk',
  label: '协商',
  pages: { edit: 'buyer', reply: 'supplier' },
  orderRows: () => [
    {
      action: 'recordTalk',
      label: '协商',
      from: [S.published, S.opened],
      to: S.opened,
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
      from: [S.opened],
      to: S.reviewed,
      who: (who) => who.part === 'supplier',
    },
  ],
  tradeRows: [
    {
      action: 'talk',
      label: '协商情况',
      primary: true,
      from: [TradeStatus.values.passed],
      who: (who, { orderStatus }) => who.part === 'supplier' && orderStatus >= S.opened && orderStatus <= S.archived,
    },
  ],
  stage: ({ status }) => {
    switch (status) {
      case S.published:
        return { label: '待协商' }
      case S.opened:
        return { label: '协商中' }
      default:
        return null
    }
  },
  due: { [S.published]: ['talk.edit'], [S.opened]: ['talk.edit'] },
})
