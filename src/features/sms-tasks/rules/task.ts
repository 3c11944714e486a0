import { statusTable } from '#contract/transition.ts'

export const TASK_STATES = {
  draft: '草稿',
  scheduled: '待发送',
  sending: '发送中',
  sent: '已发送',
  stopped: '已停止',
} as const
export type TaskState = keyof typeof TASK_STATES

export type TaskAction = 'edit' | 'remove' | 'submit' | 'begin' | 'finish' | 'stop' | 'retry'
export type TaskWho = 'keeper' | 'process'

export interface TaskFacts {
  state: TaskState
  pendingApproval: string | null
  /** Recipients whose message failed and was tried once only. */
  retriable: number
}

const byKeeper = (who: TaskWho) => who === 'keeper'
const byProcess = (who: TaskWho) => who === 'process'

/** Every way a task goes. */
export const TASK_STATUS = statusTable<TaskState, TaskAction, TaskFacts, TaskWho>(
  ({ state }) => state,
  [
    { action: 'submit', label: '发送', from: ['draft'], to: 'scheduled', who: byKeeper, primary: true },
    { action: 'edit', label: '编辑', from: ['draft'], who: byKeeper },
    { action: 'remove', label: '删除', from: ['draft'], who: byKeeper, danger: true, confirm: '删除该草稿？' },
    { action: 'begin', label: '开始发送', from: ['scheduled'], to: 'sending', who: byProcess },
    { action: 'finish', label: '发送完成', from: ['sending'], to: 'sent', who: byProcess },
    // The platform may take back what it is sent with.
    { action: 'stop', label: '停止发送', from: ['scheduled', 'sending'], to: 'stopped', who: () => true, danger: true },
    {
      action: 'retry',
      label: '重发失败的短信',
      from: ['sent'],
      to: 'sending',
      who: byKeeper,
      guard: ({ retriable }) => (retriable > 0 ? true : '没有可重发的短信，每个收件人只重发一次'),
      confirm: '只发给发送失败的收件人，每人只重发一次；已提交或已送达的不再发送。重发按条数另计费用。',
    },
  ],
  ({ pendingApproval }) => (pendingApproval === null ? true : `“${pendingApproval}”正在审批`),
)

export const RECIPIENT_STATES = {
  waiting: '待发送',
  queued: '待发送',
  handed: '已提交',
  delivered: '已送达',
  failed: '发送失败',
  skipped: '未发送',
  stopped: '已停止',
  'left-out': '不发送',
} as const
export type RecipientState = keyof typeof RECIPIENT_STATES

/** What a channel tells of a message. */
export type Told = 'sent' | 'kept' | 'failed' | 'delivered' | 'undelivered'

/**
 * What a recipient's state becomes by what is told of its message; null: nothing. Of the message before a retry only that it
 * arrived counts: then nobody has to send another.
 */
export function nextState(state: RecipientState, told: Told, isFormer: boolean): RecipientState | null {
  if (told === 'delivered') return state === 'delivered' ? null : 'delivered'
  if (isFormer) return null
  if (state === 'queued') return told === 'failed' ? 'failed' : told === 'undelivered' ? 'failed' : 'handed'
  return state === 'handed' && told === 'undelivered' ? 'failed' : null
}

/** Why somebody whom the conditions mean is sent nothing; the first that fits is told. */
export const LEFT_OUT = {
  unregistered: '未在平台注册，没有联系人',
  noMobile: '没有可联系的手机号码',
  listed: '在黑名单或失信名单中',
  unsubscribed: '已退订本单位的短信',
  duplicate: '与其他收件人的号码相同，只发一次',
  tooLong: '短信过长',
} as const
export type LeftOut = keyof typeof LEFT_OUT

/** More suppliers than this are not sent one task. */
export const MOST_RECIPIENTS = 2000
/** How far ahead a task is planned, in days. */
export const MOST_DAYS_AHEAD = 90
