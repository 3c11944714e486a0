import { MINUTE } from '#contract/time.ts'
import { statusTable, type Transition } from '#contract/transition.ts'
import { inWordsOf } from '#features/procurement/engine/tables.ts'
import { methodFor, type Run } from '#features/procurement/methods/all.ts'

/** How far a talk between two rounds has come; words in braces, here and below, are the method's. */
export const ROUND_TALK_STATES = {
  planned: '已安排',
  called: '已通知',
  running: '{act}中',
  minuted: '待供应商签署',
  signed: '双方已签署',
  refused: '供应商退回',
  dropped: '已取消',
} as const
export type RoundTalkState = keyof typeof ROUND_TALK_STATES

/** Nothing goes on in the order while a talk is in one of these. */
export const UNFINISHED: readonly RoundTalkState[] = ['called', 'running', 'minuted']
/** Its turn has not come yet. */
export const AWAITED: readonly RoundTalkState[] = ['planned', 'called']
/** A supplier that was in one of these has been talked to. */
export const HELD: readonly RoundTalkState[] = ['running', 'minuted', 'signed', 'refused']

/** Why no talk is arranged by hand. */
export const DRAWN = '{act}次序由小组抽签确定，请在评审页抽签'

export type RoundTalkAction = 'call' | 'begin' | 'write' | 'sign' | 'refuse' | 'drop'

interface RoundTalkFacts {
  state: RoundTalkState
  /** A talk with another supplier of the order is going on. */
  hasOther: boolean
  /** One whose turn was drawn to come before has not been held. */
  hasEarlier?: boolean
}

export interface RoundTalkWho {
  part: 'host' | 'supplier'
}

const host = ({ part }: RoundTalkWho) => part === 'host'
const supplier = ({ part }: RoundTalkWho) => part === 'supplier'

type Row = Transition<RoundTalkState, RoundTalkAction, RoundTalkFacts, RoundTalkWho>

const ROWS: readonly Row[] = [
  {
    action: 'call',
    label: '通知供应商',
    from: ['planned'],
    to: 'called',
    who: host,
    primary: true,
    confirm: '通知后该供应商可以看到{act}的时间、地点和议题。确认通知？',
  },
  {
    action: 'begin',
    label: '开始{act}',
    from: ['called'],
    to: 'running',
    who: host,
    primary: true,
    guard: ({ hasOther, hasEarlier }) => {
      if (hasOther) return '正在与另一家供应商{act}，一次只能与一家{act}'
      return hasEarlier ? '按抽签次序，次序在先的供应商{act}后方可开始' : true
    },
  },
  { action: 'write', label: '记录{act}', from: ['running'], to: 'minuted', who: host, primary: true },
  { action: 'write', label: '重新记录', from: ['refused'], to: 'minuted', who: host },
  { action: 'sign', label: '签署', from: ['minuted'], to: 'signed', who: supplier, primary: true },
  { action: 'refuse', label: '退回', from: ['minuted'], to: 'refused', who: supplier, danger: true },
  {
    action: 'drop',
    label: '取消{act}',
    from: ['planned', 'called', 'running', 'minuted'],
    to: 'dropped',
    who: host,
    danger: true,
  },
]

/** What either side may do in a talk, in the method's words. Refused minutes are written anew, or stay refused. */
export function roundTalkStatus(order: Run) {
  const rows = ROWS.map((row) =>
    inWordsOf<RoundTalkState, RoundTalkAction, RoundTalkFacts, RoundTalkWho, Row>(methodFor(order), row),
  )
  return statusTable<RoundTalkState, RoundTalkAction, RoundTalkFacts, RoundTalkWho>(({ state }) => state, rows)
}

/** What is wrong with minutes, by field: both sides were there, the talk is over, and it took no longer than each may take. */
export function minutesProblems(
  { people, endedAt }: { people: readonly { side: string }[]; endedAt: string },
  { began, now, minutes = null }: { began: number; now: number; minutes?: number | null },
): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (!people.some(({ side }) => side === 'buyer')) problems.push({ path: 'people', message: '请填写采购人的参加人员' })
  if (!people.some(({ side }) => side === 'supplier'))
    problems.push({ path: 'people', message: '请填写供应商的参加人员' })
  const at = Date.parse(endedAt)
  if (at > now) problems.push({ path: 'endedAt', message: '结束时间不能晚于当前时间' })
  if (minutes !== null && at > began + minutes * MINUTE)
    problems.push({ path: 'endedAt', message: `每家不超过 ${minutes} 分钟，结束时间不能更晚` })
  if (at < began) problems.push({ path: 'endedAt', message: '结束时间不能早于开始时间' })
  return problems
}
