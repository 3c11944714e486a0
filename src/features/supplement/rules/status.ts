import { statusTable } from '#contract/transition.ts'

/** As it is stored, and `submitted` while the first approval is pending. */
export const SUPPLEMENT_STATES = {
  draft: '草稿',
  submitted: '审批中',
  registered: '已登记',
  corrected: '已更正',
  withdrawn: '已撤回',
} as const
export type SupplementState = keyof typeof SUPPLEMENT_STATES

export type SupplementAction = 'edit' | 'submit' | 'remove' | 'discard' | 'note' | 'withdraw'

interface SupplementFacts {
  state: SupplementState
  /** Something is written that was not handed in. */
  hasCopy: boolean
  /** Name of the approval that it waits for. */
  pending: string | null
  /** Why its company no longer acts for the purchaser. */
  blocked: string | null
  /** Why it cannot be handed in. */
  unready: string | null
}

interface SupplementWho {
  /** Somebody who does the buying of the company that registers it. */
  isHandler: boolean
}

const handler = ({ isHandler }: SupplementWho) => isHandler
const unblocked = ({ blocked }: SupplementFacts) => blocked ?? true
const ready = ({ blocked, unready }: SupplementFacts) => blocked ?? unready ?? true

/** Every act on a registration. */
export const SUPPLEMENT_STATUS = statusTable<SupplementState, SupplementAction, SupplementFacts, SupplementWho>(
  ({ state }) => state,
  [
    {
      action: 'submit',
      label: '核对并提交',
      from: ['draft', 'submitted'],
      to: 'registered',
      who: handler,
      primary: true,
      guard: ready,
    },
    {
      action: 'submit',
      label: '核对并提交更正',
      from: ['registered', 'corrected'],
      to: 'corrected',
      who: ({ isHandler }, { hasCopy }) => isHandler && hasCopy,
      primary: true,
      guard: ready,
    },
    { action: 'edit', label: '编辑', from: ['draft', 'submitted'], who: handler, guard: unblocked },
    { action: 'edit', label: '更正', from: ['registered', 'corrected'], who: handler, guard: unblocked },
    { action: 'note', label: '补充记录', from: ['registered', 'corrected'], who: handler, guard: unblocked },
    {
      action: 'discard',
      label: '放弃更正',
      from: ['registered', 'corrected'],
      who: ({ isHandler }, { hasCopy }) => isHandler && hasCopy,
      confirm: '尚未提交的更正内容将丢弃，已登记的内容不变。',
    },
    {
      action: 'remove',
      label: '删除',
      from: ['draft', 'submitted'],
      who: handler,
      danger: true,
      confirm: '删除该补录草稿？',
    },
    {
      action: 'withdraw',
      label: '撤回登记',
      from: ['registered', 'corrected'],
      to: 'withdrawn',
      who: handler,
      danger: true,
      guard: unblocked,
    },
  ],
  ({ pending }) => (pending === null ? true : `${pending}审批中，不能办理`),
)
