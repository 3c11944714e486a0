import { toHex } from '#features/sealing/core/bytes.ts'
import { sha256Hasher } from '#features/sealing/core/hasher.ts'
import { pieces } from '#features/sealing/core/source.ts'

/** What a file was found to be, once read. */
interface Read {
  crc: number
  sha256: string
}

const READ = new WeakMap<Blob, Promise<Read>>()

/** CRC-32 of a file. It is read once, for both. */
export async function crc32(blob: Blob): Promise<number> {
  return (await readOnce(blob)).crc
}

/** SHA-256 of a file, hex. */
export async function sha256Of(blob: Blob): Promise<string> {
  return (await readOnce(blob)).sha256
}

function readOnce(blob: Blob): Promise<Read> {
  const known = READ.get(blob)
  if (known) return known
  const read = digest(blob)
  READ.set(blob, read)
  return read
}

async function digest(blob: Blob): Promise<Read> {
  const hash = sha256Hasher()
  let crc = 0
  for await (const piece of pieces(blob)) {
    hash.update(piece)
    crc = updateCrc(piece, crc)
  }
  return { crc, sha256: toHex(hash.digest()) }
}

let updateCrc: (piece: Uint8Array, before: number) => number = inTables

/** From now on CRC-32 is made by this. */
export function useCrc32(faster: typeof updateCrc): void {
  updateCrc = faster
}

/** Four tables: four bytes at a step. */
const TABLES = tables()

function inTables(piece: Uint8Array, before: number): number {
  const [t0, t1, t2, t3] = TABLES
  let crc = ~before
  let at = 0
  for (const whole = piece.length - 3; at < whole; at += 4) {
    crc ^= piece[at]! | (piece[at + 1]! << 8) | (piece[at + 2]! << 16) | (piece[at + 3]! << 24)
    crc = t3[crc & 255]! ^ t2[(crc >>> 8) & 255]! ^ t1[(crc >>> 16) & 255]! ^ t0[crc >>> 24]!
  }
  for (; at < piece.length; at++) crc = t0[(crc ^ piece[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

function tables(): [Int32Array, Int32Array, Int32Array, Int32Array] {
  const [t0, t1, t2, t3] = [0, 0, 0, 0].map(() => new Int32Array(256)) as ReturnType<typeof tables>
  for (let n = 0; n < 256; n++) {
    let crc = n
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    t0[n] = crc
  }
  for (let n = 0; n < 256; n++) {
    t1[n] = (t0[n]! >>> 8) ^ t0[t0[n]! & 255]!
    t2[n] = (t1[n]! >>> 8) ^ t0[t1[n]! & 255]!
    t3[n] = (t2[n]! >>> 8) ^ t0[t2[n]! & 255]!
  }
  return [t0, t1, t2, t3]
}
