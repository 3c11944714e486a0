import { type OrderWho, step } from '../../engine/step.ts'
import { OrderStatus, TradeStatus } from '../../rules/enums.ts'

const S = OrderStatus.values
const clock = (who: OrderWho) => who.part === 'clock'

/** Offers are made live, against each other. It begins and ends by the clock. */
export const auction = step({
  name: 'auction',
  label: '竞价',
  pages: { door: 'buyer', hall: 'buyer', supplierDoor: 'anyone', supplierHall: 'supplier' },
  orderRows: () => [
    { action: 'startAuction', label: '竞价开始', from: [S.published], to: S.opened, who: clock },
    { action: 'endAuction', label: '竞价结束', from: [S.opened], to: S.reviewed, who: clock },
    // What has no result waits for its owner to declare it abortive.
    { action: 'failAuction', label: '竞价失败', from: [S.published, S.opened], to: S.openingEnded, who: clock },
  ],
  tradeRows: [
    {
      action: 'auction',
      label: '进入竞价大厅',
      from: [TradeStatus.values.passed],
      who: (who, { orderStatus }) => who.part === 'supplier' && orderStatus >= S.published && orderStatus <= S.reviewed,
      primary: true,
    },
  ],
  stage: ({ status, openAt }) => {
    switch (status) {
      case S.published:
        return { label: '待竞价', next: { at: openAt, label: '竞价开始' } }
      case S.opened:
        return { label: '竞价中' }
      case S.openingEnded:
        return { label: '待流标处理' }
      default:
        return null
    }
  },
  date: (order) => order.openAt,
  due: {
    [S.published]: ['auction.door', 'sign-up.list', 'clarify.edit', 'change.list'],
    [S.opened]: ['auction.door'],
    [S.openingEnded]: ['abortive.edit', 'auction.door'],
  },
})
