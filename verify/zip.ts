import { pathFault } from '#features/sealing/core/record-manifest.ts'
import { crc32 } from './digests.ts'

/** A file of an archive. */
export interface Entry {
  path: string
  blob: Blob
}

/** One member as the directory of the zip and its own header describe it alike. Offsets count from the first byte. */
export interface ZipMember extends Entry {
  crc: number
  /** Of the local header. */
  offset: number
  /** Where its bytes begin, and where the next header does: behind the descriptor. */
  from: number
  end: number
  isStored: boolean
}

export interface Zip {
  members: ZipMember[]
  /** Where the central directory begins. */
  directory: number
}

const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const FULL16 = 0xffff
const FULL32 = 0xffffffff

/** What is unpacked at most: everything deflated together, and as a multiple of its packed size. */
const MOST = 1 << 30
const RATIO = 1100
const MEMBERS = 200_000

/** The files of a zip archive, folders left out. Throws as `readZip` does. */
export async function unzip(archive: Blob): Promise<Entry[]> {
  return (await readZip(archive)).members.map(({ path, blob }) => ({ path, blob }))
}

/**
 * Reads a zip of which every byte is accounted for: the headers of members follow one another from the first byte to the
 * directory, each says what the directory says, and nothing stands before, between or behind them. Names are unique and stay in their
 * folder; contents have the size and CRC-32 that is stated. Throws with a Chinese finding on anything else: encryption,
 * comments, several disks, more unpacked than is sound.
 */
export async function readZip(archive: Blob): Promise<Zip> {
  const end = await endOf(archive)
  if (end.length > 1 << 27) throw new Error('zip 目录过大')
  const directory = await view(archive.slice(end.start, end.start + end.length))
  const members: ZipMember[] = []
  let [at, next, packed] = [0, 0, 0]
  for (let i = 0; i < end.count; i++) {
    const record = centralRecord(directory, at)
    const member = await memberOf(archive, record, { next, limit: end.start, room: MOST - packed })
    if (!member.isStored) packed += member.blob.size
    members.push(member)
    ;[at, next] = [at + record.length, member.end]
  }
  if (at !== end.length) throw new Error('zip 目录中有多余的内容')
  if (next !== end.start) throw new Error('zip 文件中有不属于任何文件的内容')
  demandDistinct(members)
  return { members: members.filter(({ path }) => !path.endsWith('/')), directory: end.start }
}

/** Stands for the end of a zip: how many records its directory has, and where it lies. */
async function endOf(archive: Blob): Promise<{ count: number; length: number; start: number }> {
  const at = archive.size - 22
  const end = await view(archive.slice(Math.max(0, at)))
  if (at < 0 || end.getUint32(0, true) !== END) throw new Error('不是有效的 zip 文件，或末尾有注释或多余的内容')
  if (end.getUint16(20, true) !== 0) throw new Error('zip 文件带有注释')
  if (end.getUint16(4, true) !== 0 || end.getUint16(6, true) !== 0) throw new Error('不支持分卷的 zip 文件')
  const count = end.getUint16(10, true)
  const [length, start] = [end.getUint32(12, true), end.getUint32(16, true)]
  if (end.getUint16(8, true) !== count) throw new Error('zip 目录的数目不一致')
  const isBig = count === FULL16 || length === FULL32 || start === FULL32
  const found = isBig ? await end64Of(archive, at, { count, length, start }) : { count, length, start, before: at }
  if (found.count > MEMBERS) throw new Error('zip 文件中的文件过多')
  if (found.start + found.length !== found.before) throw new Error('zip 目录之后有多余的内容')
  return found
}

/** The same of zip64; what the old record says, it must say as well. */
async function end64Of(archive: Blob, at: number, old: { count: number; length: number; start: number }) {
  const locator = await view(archive.slice(Math.max(0, at - 20), at))
  if (locator.byteLength !== 20 || locator.getUint32(0, true) !== LOCATOR64) throw new Error('zip64 定位记录缺失')
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) !== 1) throw new Error('不支持分卷的 zip 文件')
  const before = big(locator, 8)
  const end = await view(archive.slice(before, at - 20))
  const isEnd = end.byteLength === 56 && end.getUint32(0, true) === END64 && big(end, 4) === 44
  if (!isEnd || end.getUint32(16, true) !== 0 || end.getUint32(20, true) !== 0) throw new Error('zip64 结束记录有误')
  const [count, length, start] = [big(end, 32), big(end, 40), big(end, 48)]
  if (big(end, 24) !== count) throw new Error('zip 目录的数目不一致')
  const agrees =
    [FULL16, count].includes(old.count) && [FULL32, length].includes(old.length) && [FULL32, start].includes(old.start)
  if (!agrees) throw new Error('zip64 结束记录与结束记录不一致')
  return { count, length, start, before }
}

interface CentralRecord {
  path: string
  flags: number
  method: number
  time: number
  crc: number
  packed: number
  size: number
  offset: number
  isBig: boolean
  /** Bytes of the record. */
  length: number
}

const UTF8 = 1 << 11
const LATER = 1 << 3

function centralRecord(directory: DataView, at: number): CentralRecord {
  if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== CENTRAL) throw new Error('zip 目录损坏')
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((from) => directory.getUint16(at + from, true)) as [
    number,
    number,
    number,
  ]
  const length = 46 + nameLength + extraLength + commentLength
  if (at + length > directory.byteLength) throw new Error('zip 目录损坏')
  if (commentLength !== 0) throw new Error('zip 文件带有注释')
  if (directory.getUint16(at + 34, true) !== 0) throw new Error('不支持分卷的 zip 文件')
  const flags = directory.getUint16(at + 8, true)
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength)
  const path = nameOf(name, flags)
  const method = directory.getUint16(at + 10, true)
  if (flags & ~(UTF8 | LATER)) throw new Error(`zip 内容已加密或格式不受支持：${path}`)
  if (method !== 0 && method !== 8) throw new Error(`不支持的 zip 压缩方式：${path}`)
  const wide = wideOf(directory, at + 46 + nameLength, extraLength)
  const take = (short: number) => (short === FULL32 && wide.length > 0 ? wide.shift()! : short)
  const [packed32, size32, offset32] = [20, 24, 42].map((from) => directory.getUint32(at + from, true)) as [
    number,
    number,
    number,
  ]
  const size = take(size32)
  const packed = take(packed32)
  const offset = take(offset32)
  if (wide.length > 0) throw new Error(`zip64 字段有误：${path}`)
  const isBig = [packed32, size32, offset32].includes(FULL32)
  const [time, crc] = [directory.getUint32(at + 12, true), directory.getUint32(at + 16, true)]
  return { path, flags, method, time, crc, packed, size, offset, isBig, length }
}

/** The 64-bit values of the zip64 field; other fields (times, owners) tell nothing that is read here. */
function wideOf(directory: DataView, from: number, length: number): number[] {
  let wide: number[] = []
  let at = from
  for (; at + 4 <= from + length; at += 4 + directory.getUint16(at + 2, true)) {
    const size = directory.getUint16(at + 2, true)
    if (at + 4 + size > from + length) throw new Error('zip 附加字段损坏')
    if (directory.getUint16(at, true) !== 1) continue
    if (wide.length > 0 || size % 8 !== 0) throw new Error('zip64 字段有误')
    wide = Array.from({ length: size / 8 }, (_, i) => big(directory, at + 4 + i * 8))
  }
  if (at !== from + length) throw new Error('zip 附加字段损坏')
  return wide
}

async function memberOf(
  archive: Blob,
  record: CentralRecord,
  { next, limit, room }: { next: number; limit: number; room: number },
): Promise<ZipMember> {
  const { path, offset, packed, size, crc, method } = record
  if (offset !== next) throw new Error(`zip 中的文件重叠，或之间有多余的内容：${path}`)
  const { from, isWide } = await localHeader(archive, record)
  const descriptor = record.flags & LATER ? await descriptorOf(archive, record, { at: from + packed, isWide }) : 0
  const end = from + packed + descriptor
  if (end > limit) throw new Error(`zip 内容不完整：${path}`)
  const data = archive.slice(from, from + packed)
  const isStored = method === 0
  if (isStored && packed !== size) throw new Error(`zip 内容的大小与目录不符：${path}`)
  if (!isStored && (size > room || size > Math.max(1 << 20, packed * RATIO)))
    throw new Error(`解压后的内容过大，可能是压缩炸弹：${path}`)
  const blob = isStored ? data : await inflate(data, size, path)
  if ((await crc32(blob)) !== crc) throw new Error(`文件内容与 zip 记录的校验码不一致，已被改动：${path}`)
  return { path, blob, crc, offset, from, end, isStored }
}

/**
 * Checks the header before a member against its record in the directory; gives where the bytes begin, and whether the header has a
 * field of zip64: then the sizes behind the bytes are of 64 bits, however small they are.
 */
async function localHeader(archive: Blob, record: CentralRecord): Promise<{ from: number; isWide: boolean }> {
  const { path, offset, flags, method, time } = record
  const local = await view(archive.slice(offset, offset + 30))
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) throw new Error(`zip 内容损坏：${path}`)
  const [nameLength, extraLength] = [local.getUint16(26, true), local.getUint16(28, true)]
  const rest = await view(archive.slice(offset + 30, offset + 30 + nameLength + extraLength))
  if (rest.byteLength !== nameLength + extraLength) throw new Error(`zip 内容损坏：${path}`)
  const name = nameOf(new Uint8Array(rest.buffer, 0, nameLength), flags)
  const agree =
    name === path &&
    local.getUint16(6, true) === flags &&
    local.getUint16(8, true) === method &&
    local.getUint32(10, true) === time
  if (!agree) throw new Error(`文件头与 zip 目录不一致：${path}`)
  const wide = wideOf(rest, nameLength, extraLength)
  const isWide = wide.length > 0
  const [crc, packed32, size32] = [14, 18, 22].map((from) => local.getUint32(from, true)) as [number, number, number]
  const size = size32 === FULL32 && wide.length > 0 ? wide.shift()! : size32
  const packed = packed32 === FULL32 && wide.length > 0 ? wide.shift()! : packed32
  const isLater = (flags & LATER) !== 0
  const isSame = crc === record.crc && packed === record.packed && size === record.size
  const isOpen = isLater && crc === 0 && packed === 0 && size === 0
  if (!isSame && !isOpen) throw new Error(`文件头与 zip 目录不一致：${path}`)
  return { from: offset + 30 + nameLength + extraLength, isWide }
}

/** Checks the record behind the bytes of a member; gives its length. */
async function descriptorOf(
  archive: Blob,
  { path, crc, packed, size, isBig }: CentralRecord,
  { at, isWide }: { at: number; isWide: boolean },
) {
  const found = await view(archive.slice(at, at + 24))
  const has = (from: number, isOf64: boolean) => {
    const width = isOf64 ? 8 : 4
    if (from + 4 + 2 * width > found.byteLength) return false
    const read = (where: number) => (isOf64 ? big(found, where) : found.getUint32(where, true))
    return found.getUint32(from, true) === crc && read(from + 4) === packed && read(from + 4 + width) === size
  }
  const wide = isWide || isBig || packed >= FULL32 || size >= FULL32
  const signed = found.byteLength >= 4 && found.getUint32(0, true) === DESCRIPTOR
  const length = (signed ? 4 : 0) + (wide ? 20 : 12)
  if (!has(signed ? 4 : 0, wide)) throw new Error(`文件之后的记录与 zip 目录不一致：${path}`)
  return length
}

async function inflate(data: Blob, size: number, path: string): Promise<Blob> {
  const parts: BlobPart[] = []
  let length = 0
  const reader = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length
    if (length > size) {
      await reader.cancel().catch(() => undefined)
      throw new Error(`zip 内容的大小与目录不符：${path}`)
    }
    parts.push(step.value)
  }
  if (length !== size) throw new Error(`zip 内容的大小与目录不符：${path}`)
  return new Blob(parts)
}

function nameOf(bytes: Uint8Array, flags: number): string {
  if (!(flags & UTF8) && bytes.some((byte) => byte > 0x7f)) throw new Error('zip 中有文件名不是 UTF-8')
  let path: string
  try {
    path = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('zip 中有文件名不是 UTF-8')
  }
  const fault = pathFault(path.replace(/\/$/, ''))
  if (fault) throw new Error(`${fault}：${path}`)
  return path
}

function demandDistinct(members: readonly ZipMember[]): void {
  const seen = new Set<string>()
  for (const { path } of members) {
    const key = path.replace(/\/$/, '').toLowerCase()
    if (seen.has(key)) throw new Error(`同名文件出现不止一次：${path}`)
    seen.add(key)
  }
}

function big(from: DataView, at: number): number {
  const value = Number(from.getBigUint64(at, true))
  if (!Number.isSafeInteger(value)) throw new Error('zip64 数值过大')
  return value
}

async function view(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}
