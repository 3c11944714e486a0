import type { Bytes } from './bytes.ts'
import { concat, readU32, u32 } from './bytes.ts'
import { EnvelopeError } from './errors.ts'
import type { ByteReader } from './source.ts'

/**
 * A record of a sealed file: position (31 bits of index, top bit set on the last), length of what follows, sealed bytes.
 * The position is written out so that a moved or repeated record is told from an altered one; it is authenticated.
 */
const LAST = 0x80000000
const HEAD = 8

export function recordHead(index: number, last: boolean, length: number): Bytes {
  return concat(position(index, last), u32(length))
}

/** What each record is bound to: this file's header and its own position. 36 bytes, always. */
export function recordAad(headerHash: Uint8Array, index: number, last: boolean): Bytes {
  return concat(headerHash, position(index, last))
}

/** The record that must come now. Refuses with `truncated`, `replayed` (another position) or `tampered` (length). */
export async function readRecord(
  reader: ByteReader,
  due: { index: number; last: boolean; length: number },
): Promise<{ head: Bytes; sealed: Bytes }> {
  const head = await reader.read(HEAD)
  if (head.length < HEAD) throw new EnvelopeError('truncated', `head of record ${due.index}`)
  const at = readU32(head)
  const found = { index: at % LAST, last: at >= LAST }
  if (found.index !== due.index) {
    throw new EnvelopeError('replayed', `record ${found.index} in the place of record ${due.index}`)
  }
  if (found.last !== due.last) throw new EnvelopeError('tampered', `last flag of record ${due.index}`)
  if (readU32(head, 4) !== due.length) throw new EnvelopeError('tampered', `length of record ${due.index}`)
  const sealed = await reader.read(due.length)
  if (sealed.length < due.length) throw new EnvelopeError('truncated', `record ${due.index}`)
  return { head, sealed }
}

function position(index: number, last: boolean): Bytes {
  return u32(index + (last ? LAST : 0))
}
