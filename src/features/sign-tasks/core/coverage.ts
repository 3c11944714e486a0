import { type Bytes, concat } from '#features/sealing/core/bytes.ts'

/** A signature as it lies in the bytes of a PDF file, whatever the structure of the file says. */
export interface RawSignature {
  /** Where its container begins and ends: the gap that it does not cover, `<` and `>` included. */
  gap: { start: number; end: number }
  /** Where the revision that it covers ends. */
  end: number
  /** DER. */
  container: Bytes
}

/** What is wrong with how a signature covers the file. */
export interface CoverageFault {
  /** Of the `/ByteRange`. */
  at: number
  finding: string
}

const KEY = bytesOf('/ByteRange')
const CONTENTS = /\/Contents(?![A-Za-z0-9])/g
const RANGE = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/
/** How far before its gap the dictionary of a signature begins at most, and after which it ends. */
const NEAR = 4096

/**
 * The signatures of a file, in the order of their revisions, by its bytes alone: ISO 32000-2 §12.8.1 wants the range to span the
 * revision from the first byte to the last with the container as its one gap. A range that reaches beyond the file, or leaves
 * another gap, is a fault. What merely looks like a range (text of a page, a file within) is none.
 */
export function signaturesIn(file: Bytes): { signatures: RawSignature[]; faults: CoverageFault[] } {
  const signatures: RawSignature[] = []
  const faults: CoverageFault[] = []
  for (let at = indexOf(file, KEY, 0); at >= 0; at = indexOf(file, KEY, at + KEY.length)) {
    const range = RANGE.exec(textOf(file.subarray(at, at + 100)))
    if (!range) continue
    const [first, gapStart, gapEnd, rest] = range.slice(1).map(Number) as [number, number, number, number]
    const found = readGap(file, { at, first, start: gapStart, end: gapEnd, length: rest })
    if (typeof found === 'string') faults.push({ at, finding: found })
    else signatures.push(found)
  }
  return { signatures: signatures.toSorted((a, b) => a.end - b.end), faults }
}

/** The bytes that a signature covers: its revision without the gap. */
export function coveredBy(file: Bytes, { gap, end }: Pick<RawSignature, 'gap' | 'end'>): Bytes {
  return concat(file.subarray(0, gap.start), file.subarray(gap.end, end))
}

interface Range {
  at: number
  first: number
  start: number
  end: number
  length: number
}

function readGap(file: Bytes, { at, first, start, end, length }: Range): RawSignature | string {
  if (first !== 0) return '签名未从文件的第一个字节起覆盖'
  if (start >= end || at >= end + length) return '签名的覆盖范围自相矛盾'
  if (end + length > file.length) return `文件尾部被截断：签名覆盖 ${end + length} 字节，文件只有 ${file.length} 字节`
  if (file[start] !== 0x3c || file[end - 1] !== 0x3e) return '签名覆盖范围的缺口不是签名容器'
  const hex = textOf(file.subarray(start + 1, end - 1))
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(hex)) return '签名覆盖范围的缺口中有签名容器以外的内容'
  const container = containerOf(hex)
  if (!container) return '签名容器格式错误'
  const before = textOf(file.subarray(Math.max(0, Math.min(at, start) - NEAR), start))
  const dictionary =
    before.slice(before.lastIndexOf(' obj') + 1) + textOf(file.subarray(end, end + NEAR)).split('endobj')[0]
  // A reader may take another /Contents than the one that fills the gap.
  if ((dictionary.match(CONTENTS) ?? []).length !== 1) return '签名字典中有一个以上的签名内容'
  if (!isEndOfRevision(file, end + length)) return '签名覆盖范围不止于一个版本的末尾'
  return { gap: { start, end }, end: end + length, container }
}

/** The outermost value, without the zeros that fill the gap up; undefined where anything else follows it. */
function containerOf(hex: string): Bytes | undefined {
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
  if (bytes[0] !== 0x30) return undefined
  const first = bytes[1]!
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 3) return undefined
  let length = count === 0 ? first : 0
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[2 + i] ?? 0)
  const end = 2 + count + length
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) return undefined
  return bytes.slice(0, end)
}

function isEndOfRevision(file: Bytes, end: number): boolean {
  return /%%EOF\s*$/.test(textOf(file.subarray(Math.max(0, end - 16), end)))
}

function indexOf(file: Bytes, word: Bytes, from: number): number {
  for (let at = file.indexOf(word[0]!, from); at >= 0; at = file.indexOf(word[0]!, at + 1))
    if (word.every((byte, i) => file[at + i] === byte)) return at
  return -1
}

function textOf(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes)
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text)
}
