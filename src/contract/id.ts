import * as z from 'zod'

/** Record ids are UUIDs of version 7: unguessable, and near in time means near in the index. */
export const Id = z.uuid('编号格式不正确')
export type Id = string

/** A new id for the instant `now` (ms). Random source: WebCrypto, present in Node and browsers alike. */
export function newId(now: number = Date.now()): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let ms = now
  for (let i = 5; i >= 0; i--) {
    bytes[i] = ms % 256
    ms = Math.floor(ms / 256)
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
