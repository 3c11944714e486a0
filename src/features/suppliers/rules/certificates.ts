import { addDays, type Day } from './days.ts'

/** Kinds that are offered; any other may be written. */
export const CERTIFICATE_KINDS = [
  '营业执照',
  '医疗器械经营许可证',
  '医疗器械生产许可证',
  '建筑业企业资质证书',
  '安全生产许可证',
  '质量管理体系认证证书',
  '环境管理体系认证证书',
  '职业健康安全管理体系认证证书',
] as const

/** Days before the end at which owner and supplier are reminded. */
export const REMINDERS = [60, 30, 7] as const

export const CERTIFICATE_STATES = { valid: '有效', expiring: '即将到期', expired: '已过期' } as const
export type CertificateState = keyof typeof CERTIFICATE_STATES

/** How a certificate stands on a day: good on its last day, expired on the next. */
export function certificateState(validUntil: Day | null, today: Day): CertificateState {
  if (validUntil === null) return 'valid'
  if (validUntil < today) return 'expired'
  return validUntil <= addDays(today, REMINDERS[0]) ? 'expiring' : 'valid'
}

/** Reminders still to come, with the day of each; what is past when a certificate is entered is not sent any more. */
export function remindersFor(validUntil: Day | null, today: Day): { before: number; on: Day }[] {
  if (validUntil === null) return []
  return REMINDERS.map((before) => ({ before, on: addDays(validUntil, -before) })).filter(({ on }) => on > today)
}
