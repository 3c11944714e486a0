import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'
import type { Act } from './kinds.ts'

/** Specification part 1, “Certificate/CA status”. */
export const ApplicationStatus = enumeration({
  saved: { value: 0, label: '待提交' },
  pending: { value: 1, label: '待审核' },
  opened: { value: 2, label: '已开通' },
  rejected: { value: 3, label: '已驳回' },
})

/** `paying`: handed in, and paid for when the cashier says so. `issuing`: approved, and the authority has not answered yet. */
export type ApplicationState = 'saved' | 'paying' | 'pending' | 'issuing' | 'opened' | 'rejected'

const S = ApplicationStatus.values
export const STATUS_OF: Readonly<Record<ApplicationState, number>> = {
  saved: S.saved,
  paying: S.saved,
  pending: S.pending,
  issuing: S.pending,
  opened: S.opened,
  rejected: S.rejected,
}
export const STATE_LABELS: Readonly<Record<ApplicationState, string>> = {
  saved: '待提交',
  paying: '待支付',
  pending: '待审核',
  issuing: '签发中',
  opened: '已开通',
  rejected: '已驳回',
}

export type ApplicationAction = 'save' | 'submit' | 'pay' | 'cancel' | 'remove'
interface Facts {
  state: ApplicationState
}

/** What the company may do with its application. */
export const APPLICATION = statusTable<ApplicationState, ApplicationAction, Facts, null>(
  ({ state }) => state,
  [
    { action: 'save', label: '继续办理', from: ['saved'], who: () => true, primary: true },
    { action: 'save', label: '修改', from: ['rejected'], who: () => true, primary: true },
    { action: 'submit', label: '提交', from: ['saved', 'rejected'], to: 'paying', who: () => true },
    { action: 'pay', label: '去支付', from: ['paying'], who: () => true, primary: true },
    {
      action: 'cancel',
      label: '取消支付',
      from: ['paying'],
      to: 'saved',
      who: () => true,
      confirm: '取消后付款单关闭，抵用券退回，申请可继续修改。',
    },
    {
      action: 'remove',
      label: '删除',
      from: ['saved', 'rejected'],
      who: () => true,
      confirm: '删除后填写的资料和上传的文件不再保留。',
      danger: true,
    },
  ],
)

/** What the platform may do with it. */
export const REVIEW = statusTable<ApplicationState, 'approve' | 'reject', Facts, null>(
  ({ state }) => state,
  [
    { action: 'approve', label: '通过', from: ['pending'], to: 'issuing', who: () => true, primary: true },
    { action: 'reject', label: '驳回', from: ['pending'], to: 'rejected', who: () => true, danger: true },
  ],
)

/** Days before its end from which on a certificate is renewed. */
export const RENEW_DAYS = 60
/** Days before its end on which its holder is reminded. */
export const REMINDERS = [60, 30, 7] as const

export interface CertificateFacts {
  /** Epoch ms. */
  from: number
  until: number
  revokedAt: number | null
  /** A certificate that follows it exists, or is asked for. */
  isFollowed: boolean
}

export type CertificateState = 'coming' | 'active' | 'expired' | 'revoked'
export const CERTIFICATE_STATES: Readonly<
  Record<CertificateState, { label: string; tone: 'success' | 'neutral' | 'danger' | 'active' }>
> = {
  coming: { label: '未生效', tone: 'active' },
  active: { label: '有效', tone: 'success' },
  expired: { label: '已到期', tone: 'neutral' },
  revoked: { label: '已吊销', tone: 'danger' },
}

export function certificateState({ from, until, revokedAt }: CertificateFacts, now: number): CertificateState {
  if (revokedAt !== null) return 'revoked'
  if (now >= until) return 'expired'
  return now < from ? 'coming' : 'active'
}

const DAY = 86_400_000
const notFollowed = ({ isFollowed }: CertificateFacts) => !isFollowed || '已有办理中的申请，或已有后续证书'

/** What its company may do with a certificate that has not ended. */
export const CERTIFICATE = statusTable<
  CertificateState,
  Exclude<Act, 'new'> | 'revoke',
  CertificateFacts & { now: number },
  null
>(
  (record) => certificateState(record, record.now),
  [
    {
      action: 'renew',
      label: '续期',
      from: ['active'],
      who: () => true,
      guard: (record, now) =>
        record.until - now > RENEW_DAYS * DAY ? `到期前 ${RENEW_DAYS} 天起可续期` : notFollowed(record),
      primary: true,
    },
    { action: 'rename', label: '信息变更', from: ['active'], who: () => true, guard: notFollowed },
    { action: 'replace', label: '遗失补办', from: ['active'], who: () => true, guard: notFollowed },
    // Whoever had to revoke at once may still have another for the time that was paid.
    {
      action: 'replace',
      label: '遗失补办',
      from: ['revoked'],
      who: (_, { until, now }) => until > now,
      guard: notFollowed,
    },
    { action: 'revoke', label: '吊销', from: ['coming', 'active'], who: () => true, danger: true },
  ],
)

/** Why a company revokes, by the codes of lists of revocations. */
export const REVOKE_REASONS = {
  keyCompromise: '密钥遗失或可能泄露',
  affiliationChanged: '持有人离职或职务变动',
  cessation: '不再使用',
  superseded: '已更换证书',
} as const
export type RevokeReason = keyof typeof REVOKE_REASONS

/** What the platform sees: applications that were handed in. */
export const PLATFORM_LISTED: readonly ApplicationState[] = ['pending', 'issuing', 'opened', 'rejected']
