import * as z from 'zod'

/** Record ids are UUIDs of version 7: unguessable, and near in time means near in the index. */
export const Id = z.uuid('编号格式不正确')
export type Id = string

/**
 * A new id for the instant `now` (ms). Ids that a process makes one after the other for one millisecond rise, so that
 * lists by id are in the order in which things were made (RFC 9562, section 6.2, method 1); 62 bits are random. Random
 * source: WebCrypto, present in Node and browsers alike.
 */
export function newId(now: number = Date.now()): Id {
  if (used === POOL.length) {
    crypto.getRandomValues(POOL)
    used = 0
  }
  const instant = Math.floor(now)
  // Begins anywhere in the lower half: two thousand more fit into a millisecond before it starts again.
  count = instant === last ? (count + 1) & 0xfff : ((POOL[used]! & 7) << 8) | POOL[used + 1]!
  last = instant
  const time = instant.toString(16).padStart(12, '0')
  let tail = ''
  for (const end = used + 10; used < end; used++) tail += HEX[POOL[used]!]
  const variant = HEX[0x80 | (POOL[used - 8]! & 0x3f)]!
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${tail.slice(6, 8)}-${tail.slice(8)}`
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Random bytes are drawn for a hundred ids at a time. */
const POOL = new Uint8Array(1000)
let used = POOL.length
/** Of the last id: its instant, and its place among those of that instant. */
let last = 0
let count = 0
