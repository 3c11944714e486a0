/** Shown wherever a new password does not fit (specification part 1 section 5). */
export const DEFAULT_PASSWORD_RULE = '密码需介于6-14个字母和数字且必须包含大小写字母和数字'

/** 6 to 14 letters and digits with at least one lower-case letter, one upper-case letter and one digit. */
export function passwordOk(value: string): boolean {
  const trimmed = value.trim()
  return /^[A-Za-z0-9]{6,14}$/.test(trimmed) && /[a-z]/.test(trimmed) && /[A-Z]/.test(trimmed) && /\d/.test(trimmed)
}

/** Wrong passwords before a captcha is asked for, and before the account is locked. */
export const CAPTCHA_AFTER = 3
export const LOCK_AFTER = 8
export const LOCK_MINUTES = 15
/** Seconds between two codes to one number, codes per number and day, and how long one is valid. */
export const SMS_INTERVAL_SECONDS = 60
export const SMS_PER_DAY = 10
export const SMS_VALID_MINUTES = 5
/** Wrong codes before one is void. */
export const SMS_TRIES = 5
/** Codes and failed log-ins that one address may cause: generous, because a hospital is behind one address. */
export const SMS_PER_IP_HOUR = 30
export const FAILURES_PER_IP = 100
export const FAILURES_PER_IP_MINUTES = 10
export const CAPTCHA_VALID_MINUTES = 5
/** Pictures that one address may have drawn: each costs the server more than a look at its clock. */
export const CAPTCHAS_PER_IP = 200
export const CAPTCHAS_PER_IP_MINUTES = 10
/** A session ends after this long without a request, and after this long in any case. */
export const SESSION_IDLE_HOURS = 12
export const SESSION_MAX_HOURS = 7 * 24
export const TICKET_SECONDS = 60
/** A QR code for binding WeChat is valid this long; a call of WeChat may be this old. */
export const WX_SCENE_SECONDS = 600
export const WX_TOLERANCE_MS = 5 * 60_000
