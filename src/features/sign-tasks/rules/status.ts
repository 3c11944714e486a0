import { statusTable } from '#contract/transition.ts'

export const TASK_STATES = {
  draft: '草稿',
  signing: '签署中',
  completed: '已完成',
  refused: '已拒签',
  returned: '已退回',
  withdrawn: '已撤回',
  expired: '已过期',
} as const
export type TaskState = keyof typeof TASK_STATES

export const SIGNER_STATES = { waiting: '待签署', locked: '签署中', signed: '已签署', refused: '已拒签' } as const
export type SignerState = keyof typeof SIGNER_STATES

export const ORDER_KINDS = { sequential: '依次签署', parallel: '不分先后' } as const
export type OrderKind = keyof typeof ORDER_KINDS

export type TaskAction = 'send' | 'edit' | 'remove' | 'withdraw' | 'sign' | 'unlock' | 'back' | 'refuse' | 'again'

/** What the status table looks at. */
export interface TaskFacts {
  state: TaskState
  deadline: number
  /** Whoever else signs just now; null: nobody. */
  otherLock: string | null
  /** Has begun to sign, and not given it up. */
  isLocked: boolean
  /** Asked for by another feature, where it is asked for again as well. */
  hasSubject: boolean
}

/** What somebody is to a task. */
export interface Part {
  /** Of the company that sent it, with the right to. */
  isSender: boolean
  /** Has a signature to give, as things stand: it is this person's turn. */
  isNext: boolean
}

const inTime = ({ deadline }: TaskFacts, now: number) => now < deadline || '签署期限已过'
const unlocked = ({ otherLock }: TaskFacts) => otherLock === null || `${otherLock}正在签署，请稍后再试`

/** How a task goes on. Its content is whatever was sent: nothing of it is changed any more. */
export const TASK = statusTable<TaskState, TaskAction, TaskFacts, Part>(
  ({ state }) => state,
  [
    {
      action: 'sign',
      label: '签署',
      from: ['signing'],
      who: ({ isNext }) => isNext,
      guard: (facts, now) => {
        const isFree = unlocked(facts)
        return isFree === true ? inTime(facts, now) : isFree
      },
      primary: true,
    },
    {
      action: 'unlock',
      label: '放弃本次签署',
      from: ['signing'],
      who: (_, { isLocked }) => isLocked,
    },
    {
      action: 'back',
      label: '退回修改',
      from: ['signing'],
      to: 'returned',
      who: ({ isNext }) => isNext,
      guard: unlocked,
    },
    {
      action: 'refuse',
      label: '拒签',
      from: ['signing'],
      to: 'refused',
      who: ({ isNext }) => isNext,
      guard: unlocked,
      danger: true,
    },
    {
      action: 'send',
      label: '发起签署',
      from: ['draft'],
      to: 'signing',
      who: ({ isSender }) => isSender,
      guard: inTime,
      confirm: '发起后文件和签署方不能再修改，冻结 1 份电子签章，全部签署后扣除。',
      primary: true,
    },
    { action: 'edit', label: '修改', from: ['draft'], who: ({ isSender }) => isSender },
    {
      action: 'remove',
      label: '删除',
      from: ['draft'],
      who: ({ isSender }) => isSender,
      confirm: '删除该草稿。',
      danger: true,
    },
    {
      action: 'withdraw',
      label: '撤回',
      from: ['signing'],
      to: 'withdrawn',
      who: ({ isSender }) => isSender,
      guard: unlocked,
      confirm: '撤回后任务结束，已有的签署保留为记录，不扣份数。',
      danger: true,
    },
    {
      action: 'again',
      label: '重新发起',
      from: ['returned', 'refused', 'withdrawn', 'expired'],
      who: ({ isSender }, { hasSubject }) => isSender && !hasSubject,
    },
  ],
)
