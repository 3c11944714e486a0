import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { openBytes, sealBytes } from '#server/secrecy/box.ts'
import { RECOVERY_CODES, TOTP_PERIOD_SECONDS, TOTP_WINDOW } from '../rules.ts'

type Ctx = Pick<Context<Actor | null>, 'key'>

/** A fresh secret of an authenticator app: 160 bits, as RFC 4226 recommends. */
export function newSecret(): Secret {
  return new Secret({ size: 20 })
}

/** The secret as it is stored: encrypted, bound to its record. */
export function sealSecret(ctx: Ctx, factorId: string, secret: Secret): Buffer {
  return sealBytes(ctx.key('authenticator secret'), factorId, secret.bytes)
}

/** The time step whose code this is, one step of drift either way; null when it is none, or none after `lastStep`. */
export function stepOf(
  ctx: Ctx,
  { factorId, sealed, code, lastStep }: { factorId: string; sealed: Buffer; code: string; lastStep: number },
  now: Date,
): number | null {
  const bytes = openBytes(ctx.key('authenticator secret'), factorId, sealed)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: TOTP_WINDOW, period: TOTP_PERIOD_SECONDS })
  if (delta === null) return null
  const step = Math.floor(timestamp / 1000 / TOTP_PERIOD_SECONDS) + delta
  return step > lastStep ? step : null
}

/** What an app reads from the QR code. */
export function uriOf(secret: Secret, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ issuer, label: account, secret, period: TOTP_PERIOD_SECONDS }).toString()
}

/** Codes like `k7m2p-x9w4r`: 49 bits each. */
export function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A recovery code as it is stored; how it was typed does not matter. */
export function recoveryHash(ctx: Ctx, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^0-9a-z]/g, '')
  return createHmac('sha256', ctx.key('recovery code')).update(`${userId}/${plain}`).digest()
}

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
