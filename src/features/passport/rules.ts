/** Shown wherever a new password does not fit (specification part 1 section 5). */
export const DEFAULT_PASSWORD_RULE = '密码需介于6-14个字母和数字且必须包含大小写字母和数字'

/**
 * Wrong passwords before a proof of work is asked for, and before the place they come from is locked out of the account: a
 * known device by itself, otherwise a network. The account as such is never locked.
 */
export const PROOF_AFTER = 3
export const LOCK_AFTER = 8
export const LOCK_MINUTES = 15
/** Wrong passwords from unknown devices, all networks together, before only known devices, codes and passkeys get in. */
export const ACCOUNT_CEILING = 100
/** Failures of one address before its unknown devices must prove work for any account, and those of one further level. */
export const PROOF_AFTER_PER_IP = 15
/** A device that was not used this long is a stranger again. */
export const DEVICE_DAYS = 180
/** Seconds in which a proof of work must be shown. */
export const PROOF_SECONDS = 300
/**
 * A proof of work asks for up to `PROOF_TRIES * 2^(level - 1)` tries of PBKDF2 with so many rounds each: some tenths of a
 * second in a browser at level 1, some seconds at the highest.
 */
export const PROOF_ROUNDS = 2_000
export const PROOF_TRIES = 100
export const PROOF_LEVELS = 6
/** Seconds between two codes to one number, codes per number, device and day, and how long one is valid. */
export const SMS_INTERVAL_SECONDS = 60
export const SMS_PER_DAY = 10
/** Codes that all unknown devices together may send to one number a day: beyond anybody's need, short of a nuisance. */
export const SMS_PER_MOBILE_DAY = 30
/** Codes to one number a day, or from one address an hour, before unknown devices must prove work for another. */
export const SMS_PROOF_AFTER = 3
export const SMS_VALID_MINUTES = 5
/** Wrong codes before one is void. */
export const SMS_TRIES = 5
/** Codes and failed log-ins that one address may cause: generous, because a hospital is behind one address. */
export const SMS_PER_IP_HOUR = 30
export const FAILURES_PER_IP = 100
export const FAILURES_PER_IP_MINUTES = 10
/** A session ends after this long without a request, and after this long in any case. */
export const SESSION_IDLE_HOURS = 12
export const SESSION_MAX_HOURS = 7 * 24
export const TICKET_SECONDS = 60
/** A QR code for binding WeChat is valid this long; a call of WeChat may be this old. */
export const WX_SCENE_SECONDS = 600
export const WX_TOLERANCE_MS = 5 * 60_000
/** Authenticator apps: length of a time step, and how many steps a clock may be off either way. */
export const TOTP_PERIOD_SECONDS = 30
export const TOTP_WINDOW = 1
export const RECOVERY_CODES = 10
/** Changing second factors needs a log-in, or a factor shown, this recently. */
export const FRESH_MINUTES = 10
/** A question put to a passkey waits this long. */
export const PASSKEY_SECONDS = 300
/** Between the request to remove somebody's lost factors and the removal. */
export const RESET_HOURS = 24

/** What the log of log-ins keeps of what was typed: of a number, enough to recognise. */
export function shownAccount(typed: string): string {
  return typed.slice(0, 60).replace(/(\d{3})\d{4,}([\dXx]{4})/g, '$1****$2')
}

/** Days an invitation can be answered. */
export const INVITATION_DAYS = 7
