import { createHash, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '#server/config.ts'
import { WX_TOLERANCE_MS } from '../rules.ts'

export interface Signed {
  signature: string
  /** Seconds since 1970. */
  timestamp: string
  nonce: string
}

/** SHA-1 over token, time and nonce in order of the alphabet, as WeChat signs its calls. */
export function wechatSignature(token: string, { timestamp, nonce }: Omit<Signed, 'signature'>): string {
  return createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex')
}

/** Whether a call was signed with our token not long ago, in real time: WeChat knows no other. */
export function isFromWeChat(config: Config, signed: Signed): boolean {
  const token = wechatToken(config)
  if (token === null) return false
  const expected = Buffer.from(wechatSignature(token, signed))
  const given = Buffer.from(signed.signature)
  const age = Math.abs(Date.now() - Number(signed.timestamp) * 1000)
  return expected.length === given.length && timingSafeEqual(expected, given) && age <= WX_TOLERANCE_MS
}

/** WX_TOKEN; for a demonstration without an official account one of our own; null: nobody may call back. */
export function wechatToken(config: Config): string | null {
  if (process.env.WX_TOKEN) return process.env.WX_TOKEN
  return isLocal(config) ? deriveKey(config, 'wechat token').toString('hex') : null
}

/** No official account is configured, and this is not for real. */
export function isLocal(config: Config): boolean {
  return !process.env.WX_APP_ID && config.mode !== 'production'
}
