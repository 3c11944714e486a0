const END = 0x06054b50
const CENTRAL = 0x02014b50
/** The end stands before a comment of at most 64 KiB. */
const MOST_TAIL = 22 + 0xffff
/** Bytes of one part; longer ones are no documents. */
const MOST_PART = 64 * 1024 * 1024
const MOST_ENTRIES = 5000

/**
 * The named parts of an office document, which is a zip, as text; those that are not there are left out. Throws where the
 * file is none, or a part is larger than any document.
 */
export async function zipParts(file: Blob, wanted: (name: string) => boolean): Promise<Map<string, string>> {
  const tail = await view(file.slice(Math.max(0, file.size - MOST_TAIL)))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('no zip')
  const count = tail.getUint16(end + 10, true)
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (count > MOST_ENTRIES || start + length > file.size) throw new Error('no document')
  const directory = await view(file.slice(start, start + length))
  const parts = new Map<string, string>()
  for (let at = 0, i = 0; i < count; i++) {
    if (directory.getUint32(at, true) !== CENTRAL) throw new Error('damaged')
    const [nameLength, extra, comment] = [28, 30, 32].map((from) => directory.getUint16(at + from, true)) as [
      number,
      number,
      number,
    ]
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength))
    if (wanted(name)) {
      const [packed, size, offset] = [20, 24, 42].map((from) => directory.getUint32(at + from, true)) as [
        number,
        number,
        number,
      ]
      if (size > MOST_PART) throw new Error('too large')
      const local = await view(file.slice(offset, offset + 30))
      const from = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true)
      const isStored = directory.getUint16(at + 10, true) === 0
      parts.set(name, await textOf(file.slice(from, from + packed), isStored))
    }
    at += 46 + nameLength + extra + comment
  }
  return parts
}

async function textOf(data: Blob, isStored: boolean): Promise<string> {
  const stream = isStored ? data.stream() : data.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = stream.getReader()
  // What the directory says of sizes may be a lie.
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length
    if (length > MOST_PART) {
      await reader.cancel().catch(() => undefined)
      throw new Error('too large')
    }
    pieces.push(step.value)
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

async function view(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}
