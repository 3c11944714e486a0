import { statusTable } from '#contract/transition.ts'
import { AuditStatus } from './enums.ts'

/** An application of any kind, as far as its status is concerned. */
export interface Application {
  status: number
  /** Why it cannot be passed now; '' when it can. */
  obstacle: string
}

export type AuditAction = 'pass' | 'reject'

const S = AuditStatus.values

/** Applications of every kind: decided once, by the platform's administration. */
export const AUDIT_STATUS = statusTable<number, AuditAction, Application, { decides: boolean }>(
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
  ],
)
