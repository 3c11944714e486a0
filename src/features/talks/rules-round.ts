import { MINUTE } from '#contract/time.ts'
import { statusTable } from '#contract/transition.ts'

/** How far a talk between two rounds has come. */
export const ROUND_TALK_STATES = {
  planned: '已安排',
  called: '已通知',
  running: '谈判中',
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
export const DRAWN = '谈判次序由小组抽签确定，请在评审页抽签'

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

/** What either side may do in a talk. Refused minutes are written anew, or stay refused. */
export const ROUND_TALK_STATUS = statusTable<RoundTalkState, RoundTalkAction, RoundTalkFacts, RoundTalkWho>(
  ({ state }) => state,
  [
    {
      action: 'call',
      label: '通知供应商',
      from: ['planned'],
      to: 'called',
      who: host,
      primary: true,
      confirm: '通知后该供应商可以看到谈判的时间、地点和议题。确认通知？',
    },
    {
      action: 'begin',
      label: '开始谈判',
      from: ['called'],
      to: 'running',
      who: host,
      primary: true,
      guard: ({ hasOther, hasEarlier }) => {
        if (hasOther) return '正在与另一家供应商谈判，一次只能与一家谈判'
        return hasEarlier ? '按抽签次序，次序在先的供应商谈判后方可开始' : true
      },
    },
    { action: 'write', label: '记录谈判', from: ['running'], to: 'minuted', who: host, primary: true },
    { action: 'write', label: '重新记录', from: ['refused'], to: 'minuted', who: host },
    { action: 'sign', label: '签署', from: ['minuted'], to: 'signed', who: supplier, primary: true },
    { action: 'refuse', label: '退回', from: ['minuted'], to: 'refused', who: supplier, danger: true },
    {
      action: 'drop',
      label: '取消谈判',
      from: ['planned', 'called', 'running', 'minuted'],
      to: 'dropped',
      who: host,
      danger: true,
    },
  ],
)

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
    problems.push({ path: 'endedAt', message: `每家谈判不超过 ${minutes} 分钟，结束时间不能更晚` })
  if (at < began) problems.push({ path: 'endedAt', message: '结束时间不能早于开始时间' })
  return problems
}
