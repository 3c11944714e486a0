import { statesReached } from '../../engine/states.ts'
import { type OrderWho, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

const clock = (who: OrderWho) => who.part === 'clock'

/** Offers are made live, against each other. It begins and ends by the clock. */
export const auction = step({
  name: 'auction',
  label: '竞价',
  pages: { door: 'buyer', hall: 'buyer', supplierDoor: 'anyone', supplierHall: 'supplier' },
  orderRows: () => [
    { action: 'startAuction', label: '竞价开始', from: ['publish.open'], to: 'auction.running', who: clock, isUnheld: true },
    { action: 'endAuction', label: '竞价结束', from: ['auction.running'], to: 'auction.ended', who: clock, isUnheld: true },
    // What has no result waits for its owner to declare it abortive.
    {
      action: 'failAuction',
      isUnheld: true,
      label: '竞价失败',
      from: ['publish.open', 'auction.running'],
      to: 'auction.failed',
      who: clock,
    },
  ],
  tradeRows: [
    {
      action: 'auction',
      label: '进入竞价大厅',
      from: [TradeStatus.values.passed],
      who: (who, { orderState }) =>
        who.part === 'supplier' && statesReached('published', 'publicised').includes(orderState),
      primary: true,
    },
  ],
  stage: ({ state, openAt }) => {
    switch (state) {
      case 'publish.open':
        return { label: '待竞价', next: { at: openAt, label: '竞价开始' } }
      case 'auction.running':
        return { label: '竞价中' }
      case 'auction.failed':
        return { label: '待流标处理' }
      default:
        return null
    }
  },
  date: (order) => order.openAt,
  due: {
    'publish.open': ['auction.door', 'sign-up.list', 'clarify.edit', 'change.list'],
    'auction.running': ['auction.door'],
    'auction.failed': ['abortive.edit', 'auction.door'],
  },
})
