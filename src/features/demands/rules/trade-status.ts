import { statusTable } from '#contract/transition.ts'
import type { DemandState } from './status.ts'

export const TRADE_STATES = {
  invited: '已邀请',
  waiting: '待审核',
  passed: '已通过',
  refused: '未通过',
  declined: '不参与',
} as const
/** `none`: a supplier that has not signed up. */
export type TradeState = keyof typeof TRADE_STATES | 'none'

export type TradeAction = 'signUp' | 'decline' | 'answer' | 'decide'

export interface TradeFacts {
  state: TradeState
  demand: DemandState
  hasAnswered: boolean
}

const isOpen = ({ demand }: TradeFacts) => (demand === 'surveying' ? true : '调研已截止')
const supplier = (who: 'supplier' | 'handler') => who === 'supplier'

/** Every act on somebody's part in a survey. */
export const TRADE_STATUS = statusTable<TradeState, TradeAction, TradeFacts, 'supplier' | 'handler'>(
  ({ state }) => state,
  [
    {
      action: 'signUp',
      label: '报名参与',
      from: ['none', 'refused'],
      to: 'waiting',
      who: supplier,
      guard: isOpen,
      primary: true,
    },
    // Whoever was invited was chosen already.
    {
      action: 'signUp',
      label: '接受邀请',
      from: ['invited', 'declined'],
      to: 'passed',
      who: supplier,
      guard: isOpen,
      primary: true,
    },
    { action: 'decline', label: '不参与', from: ['invited'], to: 'declined', who: supplier, guard: isOpen },
    {
      action: 'answer',
      label: '提交应答',
      from: ['passed'],
      who: (who, { hasAnswered }) => supplier(who) && !hasAnswered,
      guard: isOpen,
      primary: true,
    },
    {
      action: 'answer',
      label: '修改应答',
      from: ['passed'],
      who: (who, { hasAnswered }) => supplier(who) && hasAnswered,
      guard: isOpen,
    },
    {
      action: 'decide',
      label: '审核',
      from: ['waiting'],
      who: (who) => who === 'handler',
      guard: isOpen,
      primary: true,
    },
  ],
)
