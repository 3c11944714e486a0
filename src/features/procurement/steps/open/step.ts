import { statesReached } from '../../engine/states.ts'
import { type OrderWho, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'
import { RUNNING_PAGES } from '../sign-up/step.ts'

const owner = (who: OrderWho) => who.part === 'owner'

/** Bids are opened in a hall, before everybody who takes part. */
export const open = step({
  name: 'open',
  label: '开标',
  pages: {
    status: 'buyer',
    door: 'buyer',
    hall: 'buyer',
    jointKey: 'buyer',
    supplierDoor: 'supplier',
    supplierHall: 'supplier',
  },
  orderRows: () => [
    {
      action: 'startOpening',
      label: '进入开标大厅',
      from: ['publish.open'],
      to: 'open.running',
      who: owner,
      primary: true,
      guard: ({ openAt }, now) => (openAt === null || now < openAt ? '未到开标时间' : true),
    },
    {
      action: 'openMarks',
      label: '公布开标一览',
      from: ['open.running'],
      to: 'open.reading',
      who: owner,
      primary: true,
    },
    {
      action: 'endOpening',
      label: '结束开标',
      from: ['open.reading'],
      to: 'open.ended',
      who: owner,
      primary: true,
      confirm: '结束后不可再操作开标，确认结束？',
    },
  ],
  tradeRows: [
    {
      action: 'hall',
      label: '进入开标大厅',
      primary: true,
      from: [TradeStatus.values.passed],
      who: (who, { orderState, isDouble }) =>
        who.part === 'supplier' &&
        statesReached('published', isDouble ? 'summarised' : 'reviewing').includes(orderState),
      guard: (trade, now) => (trade.bidEnd !== null && now < trade.bidEnd ? '投标截止后可进入' : true),
    },
  ],
  stage: ({ state, openAt }) => {
    switch (state) {
      case 'publish.open':
        return { label: '待开标', next: { at: openAt, label: '开标时间' } }
      case 'open.running':
        return { label: '开标中' }
      case 'open.reading':
        return { label: '唱标中' }
      default:
        return null
    }
  },
  date: (order) => order.openAt,
  due: {
    'publish.open': ['open.status', ...RUNNING_PAGES.filter((page) => page !== 'open.status')],
    'open.running': ['open.status'],
    'open.reading': ['open.status'],
  },
})
