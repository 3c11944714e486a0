import { statusTable } from '#contract/transition.ts'
import { AuditStatus } from './enums.ts'

/** An application of any kind, as far as its status is concerned. */
export interface Application {
  status: number
  /** Why it cannot be passed now; '' when it can. */
  obstacle: string
}

export type AuditAction = 'pass' | 'reject' | 'withdraw'

/** What somebody has to do with an application. */
export interface AuditWho {
  decides: boolean
  /** Applied for it. */
  applied: boolean
}

const S = AuditStatus.values

/** Applications of every kind: decided once, by the platform's administration; until then the applicant may withdraw. */
export const AUDIT_STATUS = statusTable<number, AuditAction, Application, AuditWho>(
  (record) => record.status,
  [
    {
      action: 'pass',
      label: '通过',
      from: [S.pending],
      to: S.passed,
      who: ({ decides }) => decides,
      guard: ({ obstacle }) => obstacle === '' || obstacle,
      primary: true,
      confirm: '通过后立即生效，审核结论不能修改。',
    },
    {
      action: 'reject',
      label: '驳回',
      from: [S.pending],
      to: S.rejected,
      who: ({ decides }) => decides,
      danger: true,
    },
    {
      action: 'withdraw',
      label: '撤回申请',
      from: [S.pending],
      to: S.withdrawn,
      who: ({ applied }) => applied,
      danger: true,
      confirm: '撤回后平台不再审核，可修改后重新提交。',
    },
  ],
)
