/** A file of an archive. */
export interface Entry {
  path: string
  blob: Blob
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50

/**
 * The files of a zip archive, stored or deflated. Small enough to be read and trusted by whoever reads the verifier.
 * Throws on anything else: encryption, zip64, several disks, sizes that do not agree.
 */
export async function unzip(archive: Blob): Promise<Entry[]> {
  const tail = await view(archive.slice(Math.max(0, archive.size - 65_557)))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('不是有效的 zip 文件')
  const count = tail.getUint16(end + 10, true)
  const length = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  if (count === 0xffff || start === 0xffffffff) throw new Error('不支持 zip64 格式，请先解压')
  const directory = await view(archive.slice(start, start + length))
  const entries: Entry[] = []
  for (let at = 0, i = 0; i < count; i++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== CENTRAL) throw new Error('zip 目录损坏')
    const nameLength = directory.getUint16(at + 28, true)
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength))
    if (!path.endsWith('/')) entries.push({ path, blob: await extract(archive, directory, at) })
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

async function extract(archive: Blob, directory: DataView, at: number): Promise<Blob> {
  const [encrypted, method] = [directory.getUint16(at + 8, true) & 1, directory.getUint16(at + 10, true)]
  const [packed, size] = [directory.getUint32(at + 20, true), directory.getUint32(at + 24, true)]
  const offset = directory.getUint32(at + 42, true)
  const local = await view(archive.slice(offset, offset + 30))
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL || encrypted) throw new Error('zip 内容损坏或已加密')
  const from = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const data = archive.slice(from, from + packed)
  const blob = await unpack(data, method)
  if (blob.size !== size) throw new Error('zip 内容的大小与目录不符')
  return blob
}

function unpack(data: Blob, method: number): Promise<Blob> {
  if (method === 0) return Promise.resolve(data)
  if (method !== 8) throw new Error('不支持的 zip 压缩方式')
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob()
}

async function view(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}
