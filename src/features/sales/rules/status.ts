import { Exact } from '#contract/money.ts'
import { statusTable } from '#contract/transition.ts'

export const DEAL_STATES = { due: '待付款', paid: '待提货', defaulted: '已违约', settled: '已结算' } as const
export type DealState = keyof typeof DEAL_STATES

export type DealAction = 'pay' | 'record' | 'weigh' | 'settle' | 'default'

/** What the table looks at. Amounts in yuan, times epoch ms. */
export interface DealFacts {
  state: DealState
  dueAt: number
  price: string
  paid: string
  /** What is owed for what was taken, as far as both sides agree on it; the price until something was. */
  amount: string
  /** Notes that the buyer has not answered, and those that it has confirmed. */
  openNotes: number
  confirmedNotes: number
}

export interface DealWho {
  part: 'seller' | 'buyer' | 'other'
}

const seller = ({ part }: DealWho) => part === 'seller'
const buyer = ({ part }: DealWho) => part === 'buyer'

/** What is still to be paid; below zero: to be given back. */
export function restOf({ state, price, paid, amount }: Pick<DealFacts, 'state' | 'price' | 'paid' | 'amount'>): Exact {
  return new Exact(state === 'due' ? price : amount).minus(paid)
}

const owes = (deal: DealFacts) => (restOf(deal).gt(0) ? true : '没有待付的价款')

/** Every change of a deal: the price is paid, goods are weighed and taken, and what is too much or too little is evened out. */
export const DEAL_STATUS = statusTable<DealState, DealAction, DealFacts, DealWho>(
  ({ state }) => state,
  [
    { action: 'pay', label: '在线付款', from: ['due', 'paid'], who: buyer, guard: owes, primary: true },
    { action: 'record', label: '登记收款', from: ['due', 'paid'], who: seller, guard: owes },
    { action: 'weigh', label: '登记提货', from: ['paid'], who: seller, primary: true },
    {
      action: 'settle',
      label: '结算',
      from: ['paid'],
      to: 'settled',
      who: seller,
      guard: (deal) => {
        if (deal.openNotes > 0) return '有提货单待成交人确认'
        if (deal.confirmedNotes === 0) return '尚未登记提货'
        return restOf(deal).gt(0) ? '成交人尚有价款未付' : true
      },
    },
    {
      action: 'default',
      label: '登记违约',
      from: ['due'],
      to: 'defaulted',
      who: seller,
      danger: true,
      guard: ({ dueAt }, now) => (now < dueAt ? '付款期限未到' : true),
    },
  ],
)
