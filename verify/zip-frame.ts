import { equalBytes, utf8 } from '#features/sealing/core/bytes.ts'
import type { Zip } from './zip.ts'

const BIG = 0xfffffffe
const FULL = 0xffffffff

/**
 * The first place where a zip is not written in the one way in which archives are: members stored one after another with
 * their sizes behind them, all of one time, without any further field. Null: every byte outside the contents is as it must
 * be. `at`: ISO instant of the archive.
 */
export async function frameFault(archive: Blob, { members, directory }: Zip, at: string): Promise<string | null> {
  const time = dosTime(at)
  const central: Uint8Array[] = []
  for (const { path, blob, crc, offset, from, end, isStored } of members) {
    if (!isStored) return `${path} 被重新压缩`
    const name = utf8(path)
    const isBig = blob.size > BIG || offset > BIG
    const local = bytes(
      [4, 0x04034b50],
      [2, 20],
      [2, FLAGS],
      [2, 0],
      [4, time],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    )
    if (!(await holds(archive, offset, [local, name]))) return `${path} 的文件头不是规定的写法`
    if (from !== offset + 30 + name.length) return `${path} 的文件头不是规定的写法`
    const wide = isBig ? 8 : 4
    const descriptor = bytes([4, 0x08074b50], [4, crc], [wide, blob.size], [wide, blob.size])
    if (end !== from + blob.size + descriptor.length || !(await holds(archive, from + blob.size, [descriptor])))
      return `${path} 之后的记录不是规定的写法`
    const short = (value: number) => (isBig ? FULL : value)
    const extra = isBig ? bytes([2, 1], [2, 24], [8, blob.size], [8, blob.size], [8, offset]) : new Uint8Array(0)
    central.push(
      bytes([4, 0x02014b50], [2, MADE_BY], [2, isBig ? 45 : 20], [2, FLAGS], [2, 0], [4, time], [4, crc]),
      bytes([4, short(blob.size)], [4, short(blob.size)], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
      bytes([4, MODE], [4, short(offset)]),
      name,
      extra,
    )
  }
  const length = central.reduce((sum, part) => sum + part.length, 0)
  const tail = [...central, ...endOf({ count: members.length, length, start: directory })]
  return (await holds(archive, directory, tail)) && directory + sizeOf(tail) === archive.size
    ? null
    : 'zip 目录不是规定的写法'
}

/** UTF-8 names, sizes behind the contents; made on Unix by version 6.3; a plain file of mode 664. */
const FLAGS = 0x0808
const MADE_BY = (3 << 8) | 63
const MODE = 0o100664 * 0x10000

function endOf({ count, length, start }: { count: number; length: number; start: number }): Uint8Array[] {
  const isBig = count >= 0xffff || length >= FULL || start >= FULL
  const [count16, length32, start32] = [
    count >= 0xffff ? 0xffff : count,
    length >= FULL ? FULL : length,
    start >= FULL ? FULL : start,
  ]
  const end = bytes([4, 0x06054b50], [2, 0], [2, 0], [2, count16], [2, count16], [4, length32], [4, start32], [2, 0])
  if (!isBig) return [end]
  return [
    bytes(
      [4, 0x06064b50],
      [8, 44],
      [2, MADE_BY],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, length],
      [8, start],
    ),
    bytes([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
    end,
  ]
}

/** Time and date of MS-DOS, of the instant in Beijing. */
function dosTime(at: string): number {
  const d = new Date(Date.parse(at) + 8 * 3_600_000)
  const time = (d.getUTCHours() << 11) | (d.getUTCMinutes() << 5) | (d.getUTCSeconds() >> 1)
  const date = ((d.getUTCFullYear() - 1980) << 9) | ((d.getUTCMonth() + 1) << 5) | d.getUTCDate()
  return date * 0x10000 + time
}

/** Little-endian numbers of these widths. */
function bytes(...fields: [width: number, value: number][]): Uint8Array {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [width]) => sum + width, 0)))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) out.setUint16(at, value, true)
    else if (width === 4) out.setUint32(at, value, true)
    else out.setBigUint64(at, BigInt(value), true)
    at += width
  }
  return new Uint8Array(out.buffer)
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

async function holds(archive: Blob, at: number, parts: readonly Uint8Array[]): Promise<boolean> {
  const found = new Uint8Array(await archive.slice(at, at + sizeOf(parts)).arrayBuffer())
  let from = 0
  for (const part of parts) {
    if (!equalBytes(found.subarray(from, from + part.length), part)) return false
    from += part.length
  }
  return true
}
