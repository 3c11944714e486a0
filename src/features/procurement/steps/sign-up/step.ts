import { isBefore, step, type TradeFacts, type TradeWho } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

const T = TradeStatus.values
const supplier = (who: TradeWho) => who.part === 'supplier'

/** Of a supplier who has no part in an order yet. */
export const NO_TRADE = -1

/** A guard: the order is published and `end` has not come. */
export const until = (end: (trade: TradeFacts) => number | null, late: string) => (trade: TradeFacts, now: number) => {
  if (trade.orderState !== 'publish.open') return late
  const at = end(trade)
  return at === null || now < at ? true : late
}

/** Where an order between announcement and deadline is worked on. */
export const RUNNING_PAGES = ['sign-up.list', 'clarify.edit', 'change.list', 'open.status']

/** Suppliers sign up, and the buyer decides on each. */
export const signUp = step({
  name: 'sign-up',
  label: '报名',
  pages: { list: 'buyer', decide: 'buyer', read: 'buyer', audit: 'buyer', join: 'supplier' },
  tradeRows: [
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
      action: 'decline',
      label: '谢绝邀请',
      from: [NO_TRADE, T.refused, T.withdrawn],
      who: ({ part, mayDecline }) => part === 'supplier' && mayDecline === true,
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
      who: (who) => who.part === 'owner',
      primary: true,
      guard: (trade, now) =>
        trade.isPending ? '审核结果审批中' : until((t) => t.bidEnd, '{closed}，不能再审核报名')(trade, now),
    },
  ],
  stage: ({ state, signUpEnd }, now) =>
    state === 'publish.open' && isBefore(now, signUpEnd)
      ? { label: '报名中', next: { at: signUpEnd, label: '报名截止' } }
      : null,
  date: (order) => order.signUpEnd,
  due: { 'publish.open': RUNNING_PAGES },
})
