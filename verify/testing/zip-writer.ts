import { crc32 } from 'node:zlib'

/** A member to be written; what is given beside contents stands in the headers instead of the truth. */
export interface Written {
  path: string
  content: Buffer
}

/** What differs from the one way to write an archive. */
export interface Bend {
  /** Before, between and behind the members, and as comment. */
  leading?: Buffer
  gap?: Buffer
  trailing?: Buffer
  comment?: string
  /** Of the local header of the first member. */
  localPath?: string
  localFlags?: number
}

/** A zip written as archives are (`zip-frame.ts`), or bent. `at`: ISO instant. */
export function writeZip(members: readonly Written[], at: string, bend: Bend = {}): Buffer {
  const d = new Date(Date.parse(at) + 8 * 3_600_000)
  const time = (d.getUTCHours() << 11) | (d.getUTCMinutes() << 5) | (d.getUTCSeconds() >> 1)
  const date = ((d.getUTCFullYear() - 1980) << 9) | ((d.getUTCMonth() + 1) << 5) | d.getUTCDate()
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  const add = (...more: Buffer[]) => {
    parts.push(...more)
    offset += more.reduce((sum, part) => sum + part.length, 0)
  }
  add(bend.leading ?? Buffer.alloc(0))
  members.forEach(({ path, content }, i) => {
    const name = Buffer.from(path)
    const localName = Buffer.from(i === 0 ? (bend.localPath ?? path) : path)
    const crc = crc32(content)
    const at = offset
    const flags = i === 0 ? (bend.localFlags ?? 0x0808) : 0x0808
    add(
      fields(
        [4, 0x04034b50],
        [2, 20],
        [2, flags],
        [2, 0],
        [2, time],
        [2, date],
        [4, 0],
        [4, 0],
        [4, 0],
        [2, localName.length],
        [2, 0],
      ),
    )
    add(localName, content)
    add(fields([4, 0x08074b50], [4, crc], [4, content.length], [4, content.length]))
    if (i === 0) add(bend.gap ?? Buffer.alloc(0))
    central.push(
      fields([4, 0x02014b50], [2, (3 << 8) | 63], [2, 20], [2, 0x0808], [2, 0], [2, time], [2, date], [4, crc]),
      fields([4, content.length], [4, content.length], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0]),
      fields([4, (0o100664 << 16) >>> 0], [4, at]),
      name,
    )
  })
  const directory = Buffer.concat(central)
  const comment = Buffer.from(bend.comment ?? '')
  const start = offset
  add(directory)
  const count = members.length
  add(
    fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, directory.length],
      [4, start],
      [2, comment.length],
    ),
  )
  add(comment, bend.trailing ?? Buffer.alloc(0))
  return Buffer.concat(parts)
}

function fields(...all: [width: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    all.map(([width, value]) => {
      const part = Buffer.alloc(width)
      part.writeUIntLE(value, 0, width)
      return part
    }),
  )
}
