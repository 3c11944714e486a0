import { statusTable } from '#contract/transition.ts'
import { OrderStatus, TradeStatus } from './enums.ts'

export type TradeAction = 'signUp' | 'withdraw' | 'decide' | 'ask' | 'bid' | 'hall' | 'auction' | 'object'

/** A supplier's part in an order with the dates that bound it (epoch ms). `status` -1: no part yet. */
export interface TradeFacts {
  status: number
  orderStatus: OrderStatus
  signUpEnd: number | null
  questionEnd: number | null
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  /** Double envelope: a second opening is held during the review. */
  isDouble?: boolean
  /** Offers are made live, in an auction. */
  isLive?: boolean
  /** The buyer's decision waits for approval. */
  isPending?: boolean
}

/** The supplier itself, or the buyer who runs the order. */
export interface TradeWho {
  part: 'supplier' | 'owner'
}

export const NO_TRADE = -1

const T = TradeStatus.values
const S = OrderStatus.values
const supplier = (who: TradeWho) => who.part === 'supplier'
const owner = (who: TradeWho) => who.part === 'owner'
const until = (end: (trade: TradeFacts) => number | null, late: string) => (trade: TradeFacts, now: number) => {
  if (trade.orderStatus !== S.published) return late
  const at = end(trade)
  return at === null || now < at ? true : late
}

/** Every status change of a sign-up, and what an approved participant may do when. */
export const TRADE_STATUS = statusTable<number, TradeAction, TradeFacts, TradeWho>(
  (trade) => trade.status,
  [
    {
      action: 'signUp',
      label: '报名',
      from: [NO_TRADE, T.refused, T.withdrawn],
      to: T.pending,
      who: supplier,
      primary: true,
      guard: until((t) => t.signUpEnd, '报名已截止'),
    },
    {
      action: 'withdraw',
      label: '撤回报名',
      from: [T.pending],
      to: T.withdrawn,
      who: supplier,
      confirm: '确认撤回报名？报名截止前可重新报名。',
      guard: until((t) => t.signUpEnd, '报名已截止，不能撤回'),
    },
    {
      action: 'decide',
      label: '审核',
      from: [T.pending],
      who: owner,
      primary: true,
      guard: (trade, now) =>
        trade.isPending
          ? '审核结果审批中'
          : until((t) => t.bidEnd, trade.isLive ? '竞价时间已到，不能再审核报名' : '投标已截止，不能再审核报名')(
              trade,
              now,
            ),
    },
    {
      action: 'bid',
      label: '投标',
      from: [T.passed],
      who: (who, trade) => supplier(who) && trade.orderStatus === S.published && !trade.isLive,
      primary: true,
      guard: until((t) => t.bidEnd, '投标已截止'),
    },
    {
      action: 'hall',
      label: '进入开标大厅',
      from: [T.passed],
      who: (who, { orderStatus, isDouble, isLive }) =>
        supplier(who) &&
        !isLive &&
        orderStatus >= S.published &&
        orderStatus <= (isDouble ? S.reviewing : S.openingEnded),
      guard: (trade, now) => (trade.bidEnd !== null && now < trade.bidEnd ? '投标截止后可进入' : true),
    },
    {
      action: 'auction',
      label: '进入竞价大厅',
      from: [T.passed],
      who: (who, { orderStatus, isLive }) =>
        supplier(who) && isLive === true && orderStatus >= S.published && orderStatus <= S.reviewed,
      primary: true,
    },
    {
      action: 'ask',
      label: '提问',
      from: [T.passed],
      who: (who, trade) => supplier(who) && trade.orderStatus === S.published,
      guard: until((t) => t.questionEnd, '提问已截止'),
    },
    {
      action: 'object',
      label: '提出异议',
      from: [T.passed],
      who: (who, trade) => supplier(who) && trade.orderStatus === S.candidates,
      guard: ({ publicityEnd }, now) => (publicityEnd === null || now < publicityEnd ? true : '公示期已满'),
    },
  ],
)
