import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** An application of a company, as it is shown. */
export const SignAudit = enumeration({
  pending: { value: 0, label: '审核中' },
  passed: { value: 1, label: '已通过' },
  rejected: { value: 2, label: '已驳回' },
})

export type ApplicationState = 'pending' | 'passed' | 'rejected' | 'replaced'
export const AUDIT_OF: Readonly<Record<Exclude<ApplicationState, 'replaced'>, 0 | 1 | 2>> = {
  pending: SignAudit.values.pending,
  passed: SignAudit.values.passed,
  rejected: SignAudit.values.rejected,
}

/** Tries to name the small amount that was sent. */
export const MOST_TRIES = 3
/** So long an amount can be named, in hours. */
export const AMOUNT_HOURS = 48
/** Applications of a company within a day: each may send money. */
export const MOST_APPLICATIONS = 5
/** How often somebody looks at identities of colleagues within an hour. */
export const MOST_LOOKUPS = 30
/** How long a seal is valid, in years. Ours. */
export const SEAL_YEARS = 5

/** An application, as far as the platform decides on it. */
export interface Reviewed {
  state: ApplicationState
  proof: string
  /** Why it cannot be passed now; '' when it can. */
  obstacle: string
}

/** Applications that the platform looks at are decided once; those that are proven by an amount decide themselves. */
export const REVIEW = statusTable<ApplicationState, 'pass' | 'reject', Reviewed, null>(
  ({ state }) => state,
  [
    {
      action: 'pass',
      label: '通过',
      from: ['pending'],
      to: 'passed',
      who: () => true,
      guard: ({ proof, obstacle }) => (proof === 'bank' ? '该申请以打款金额验证，无需人工审核' : obstacle || true),
      primary: true,
      confirm: '通过后企业即可使用电子签章，审核结论不能修改。',
    },
    {
      action: 'reject',
      label: '驳回',
      from: ['pending'],
      to: 'rejected',
      who: () => true,
      guard: ({ proof }) => (proof === 'bank' ? '该申请以打款金额验证，无需人工审核' : true),
      danger: true,
    },
  ],
)

/** How somebody stands with signing for the company. */
export const PersonState = enumeration({
  none: { value: 0, label: '未开通' },
  asked: { value: 1, label: '待本人确认' },
  opened: { value: 2, label: '已开通' },
})

export interface Person {
  state: 'none' | 'asked' | 'opened'
  /** Why nobody can be asked now; '' when one can. */
  obstacle: string
}

/** What may be done with somebody, by an administrator or by oneself. */
export type PersonAction = 'ask' | 'open' | 'change' | 'revoke' | 'decline'
export const PERSON = statusTable<Person['state'], PersonAction, Person, { isAdmin: boolean; isSelf: boolean }>(
  ({ state }) => state,
  [
    {
      action: 'ask',
      label: '邀请开通',
      from: ['none'],
      to: 'asked',
      who: ({ isAdmin, isSelf }) => isAdmin && !isSelf,
      guard: ({ obstacle }) => obstacle === '' || obstacle,
    },
    {
      action: 'open',
      label: '本人开通',
      from: ['none'],
      to: 'opened',
      // An administrator need not ask itself first.
      who: ({ isAdmin, isSelf }) => isAdmin && isSelf,
      guard: ({ obstacle }) => obstacle === '' || obstacle,
      primary: true,
    },
    {
      action: 'open',
      label: '确认开通',
      from: ['asked'],
      to: 'opened',
      who: ({ isSelf }) => isSelf,
      guard: ({ obstacle }) => obstacle === '' || obstacle,
      primary: true,
    },
    {
      action: 'change',
      label: '修改身份信息',
      from: ['opened'],
      who: ({ isSelf }) => isSelf,
    },
    {
      action: 'decline',
      label: '谢绝',
      from: ['asked'],
      to: 'none',
      who: ({ isSelf }) => isSelf,
      danger: true,
      confirm: '谢绝后您不会代表企业签署，管理员可以再次邀请。',
    },
    {
      action: 'revoke',
      label: '撤回邀请',
      from: ['asked'],
      to: 'none',
      who: ({ isAdmin, isSelf }) => isAdmin && !isSelf,
      danger: true,
    },
    {
      action: 'revoke',
      label: '撤销',
      from: ['opened'],
      to: 'none',
      who: ({ isAdmin, isSelf }) => isAdmin || isSelf,
      danger: true,
      confirm: '撤销后不能再代表企业签署，未签的签署任务转给管理员；已签的文件仍然有效。',
    },
  ],
)
