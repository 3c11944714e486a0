import type { Bytes } from '../bytes.ts'
import { concat } from '../bytes.ts'
import { emptyRoot, HASH, leafHash, nodeHash, splitPoint } from './merkle.ts'

/** Where tiles live: a table, a folder, a bucket, a web server. Paths as C2SP tlog-tiles names them. */
export interface TileReaderStore {
  readTile(path: string): Promise<Uint8Array | undefined>
}

export interface TileStore extends TileReaderStore {
  writeTile(path: string, bytes: Uint8Array): Promise<void>
}

/** Hashes (or entries) a full tile holds, and the tree levels it spans. */
const WIDTH = 256
const HEIGHT = 8
const MAX_ENTRY = 0xffff

/** `tile/<L>/<N>[.p/<W>]`; level `entries` for entry bundles. */
export function tilePath(level: number | 'entries', index: number, width = WIDTH): string {
  let rest = index
  let path = String(rest % 1000).padStart(3, '0')
  while (rest >= 1000) {
    rest = Math.floor(rest / 1000)
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`
  }
  return `tile/${level}/${path}${width === WIDTH ? '' : `.p/${width}`}`
}

/**
 * Appends entries (each at most 65,535 bytes) to a log of `size` leaves and returns its new size. Only tiles that
 * change are read and written, each under a new path or with the same bytes: a failed append leaves the published
 * tree intact, and the caller publishes the checkpoint last. The caller lets one append run at a time.
 */
export async function appendEntries(store: TileStore, size: number, entries: readonly Uint8Array[]): Promise<number> {
  if (entries.length === 0) return size
  const framed = entries.map((entry) => {
    if (entry.length > MAX_ENTRY) throw new RangeError('log entry too long')
    return concat(Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry)
  })
  await extend({ store, level: 'entries', from: size }, framed)
  let from = size
  let added: Bytes[] = entries.map(leafHash)
  for (let level = 0; added.length > 0; level++) {
    const tiles = await extend({ store, level, from }, added)
    added = tiles.filter((tile) => tile.length === WIDTH * HASH).map(tileRoot)
    from = Math.floor(from / WIDTH)
  }
  return size + entries.length
}

/** Reads one state of a log, of `size` leaves, from its tiles; keeps what it has read. */
export class TileTree {
  readonly size: number
  private readonly store: TileReaderStore
  private readonly tiles = new Map<string, Promise<Uint8Array>>()
  private readonly pyramids = new Map<string, Promise<Bytes[][]>>()

  constructor(store: TileReaderStore, size: number) {
    this.store = store
    this.size = size
  }

  /** Root of the first `size` leaves, all of them unless told. */
  async root(size = this.size): Promise<Bytes> {
    this.assertSize(size)
    return size === 0 ? emptyRoot() : this.range(0, size)
  }

  /** RFC 6962 §2.1.1, audit path of leaf `index` in the tree of the first `size` leaves. */
  async inclusionProof(index: number, size = this.size): Promise<Bytes[]> {
    this.assertSize(size)
    if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('no such leaf')
    const path: Bytes[] = []
    let [from, to] = [0, size]
    while (to - from > 1) {
      const middle = from + splitPoint(to - from)
      if (index < middle) {
        path.unshift(await this.range(middle, to))
        to = middle
      } else {
        path.unshift(await this.range(from, middle))
        from = middle
      }
    }
    return path
  }

  /** RFC 6962 §2.1.2, proof that the tree of `size` leaves begins with that of `older`. */
  async consistencyProof(older: number, size = this.size): Promise<Bytes[]> {
    this.assertSize(size)
    if (!Number.isSafeInteger(older) || older < 0 || older > size) throw new RangeError('no such older tree')
    if (older === 0 || older === size) return []
    const path: Bytes[] = []
    let [from, to] = [0, size]
    let whole = true
    while (older !== to) {
      const middle = from + splitPoint(to - from)
      if (older <= middle) {
        path.unshift(await this.range(middle, to))
        to = middle
      } else {
        path.unshift(await this.range(from, middle))
        from = middle
        whole = false
      }
    }
    if (!whole) path.unshift(await this.range(from, to))
    return path
  }

  /** Hash over leaves from ≤ i < to: a subtree of RFC 6962, which `root` would go through on its way. */
  subtree(from: number, to: number): Promise<Bytes> {
    this.assertSize(to)
    return this.range(from, to)
  }

  /** Hash of one leaf, as the tiles have it. */
  leaf(index: number): Promise<Bytes> {
    return this.range(index, index + 1)
  }

  /** The entry at `index`. Throws when the bundle is missing or cut. */
  async entry(index: number): Promise<Bytes> {
    if (index < 0 || index >= this.size) throw new RangeError('no such leaf')
    const bundle = await this.tile('entries', Math.floor(index / WIDTH), this.size)
    const at = index % WIDTH
    return bundle.slice(endOfEntry(bundle, at - 1) + 2, endOfEntry(bundle, at))
  }

  private assertSize(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size) throw new RangeError('no such tree')
  }

  /** Hash of leaves from ≤ i < to, where `from` is a multiple of the power of two that `to - from` does not exceed. */
  private async range(from: number, to: number): Promise<Bytes> {
    const count = to - from
    let level = 0
    let span = 1
    while (span < count) {
      span *= 2
      level++
    }
    if (span === count) return this.node(level, from / span)
    const middle = from + span / 2
    return nodeHash(await this.range(from, middle), await this.range(middle, to))
  }

  /** A node with all its leaves: from the tile that holds its descendants. */
  private async node(level: number, index: number): Promise<Bytes> {
    const tileLevel = Math.floor(level / HEIGHT)
    const above = level % HEIGHT
    const nodesOfTile = WIDTH / 2 ** above
    const rows = await this.pyramid(tileLevel, Math.floor(index / nodesOfTile))
    return rows[above]![index % nodesOfTile]!
  }

  /** All whole nodes over the hashes of a tile, row by row from below: proofs of many leaves share them. */
  private pyramid(level: number, index: number): Promise<Bytes[][]> {
    const key = `${level}/${index}`
    let rows = this.pyramids.get(key)
    if (!rows) {
      const stored = Math.floor(this.size / WIDTH ** level)
      rows = this.tile(level, index, stored).then((tile) =>
        rowsOver(tile.subarray(0, Math.min(WIDTH, stored - index * WIDTH) * HASH)),
      )
      this.pyramids.set(key, rows)
    }
    return rows
  }

  private tile(level: number | 'entries', index: number, stored: number): Promise<Uint8Array> {
    const key = `${level}/${index}`
    let tile = this.tiles.get(key)
    if (!tile) {
      tile = readTile({ store: this.store, level, index, width: Math.min(WIDTH, stored - index * WIDTH) })
      this.tiles.set(key, tile)
    }
    return tile
  }
}

interface TileName {
  store: TileReaderStore
  level: number | 'entries'
  index: number
  width: number
}

/** A partial tile may have given way to the full one, which begins with it. */
async function readTile({ store, level, index, width }: TileName): Promise<Uint8Array> {
  const path = tilePath(level, index, width)
  const tile =
    (await store.readTile(path)) ?? (width < WIDTH ? await store.readTile(tilePath(level, index)) : undefined)
  if (!tile) throw new RangeError(`missing ${path}`)
  if (level === 'entries') return tile
  if (tile.length < width * HASH || tile.length % HASH !== 0) throw new RangeError(`cut ${path}`)
  return tile
}

/** Appends items to a level that held `from` of them; returns the tiles it wrote, whole. */
async function extend(
  at: { store: TileStore; level: number | 'entries'; from: number },
  items: readonly Bytes[],
): Promise<Bytes[]> {
  const { store, level, from } = at
  const written: Bytes[] = []
  let done = 0
  while (done < items.length) {
    const index = Math.floor((from + done) / WIDTH)
    const held = (from + done) % WIDTH
    const fresh = items.slice(done, done + WIDTH - held)
    const before = held === 0 ? new Uint8Array(0) : await readTile({ store, level, index, width: held })
    const kept = before.subarray(0, level === 'entries' ? endOfEntry(before, held - 1) : held * HASH)
    const tile = concat(kept, ...fresh)
    await store.writeTile(tilePath(level, index, held + fresh.length), tile)
    written.push(tile)
    done += fresh.length
  }
  return written
}

/** Where entry `last` of a bundle ends: entries follow each other, each after its length in 16 bits. */
function endOfEntry(bundle: Uint8Array, last: number): number {
  let end = 0
  for (let i = 0; i <= last; i++) {
    end += 2 + (bundle[end] ?? 0) * 256 + (bundle[end + 1] ?? 0)
    if (end > bundle.length) throw new RangeError('entry bundle is cut')
  }
  return end
}

/** Root of a full tile. */
function tileRoot(hashes: Uint8Array): Bytes {
  return rowsOver(hashes).at(-1)![0]!
}

/** A run of hashes, and above it the rows of those nodes that have both children. */
function rowsOver(hashes: Uint8Array): Bytes[][] {
  let row: Bytes[] = []
  for (let at = 0; at < hashes.length; at += HASH) row.push(hashes.slice(at, at + HASH))
  const rows = [row]
  while (row.length > 1) {
    const next: Bytes[] = []
    for (let i = 0; i + 1 < row.length; i += 2) next.push(nodeHash(row[i]!, row[i + 1]!))
    rows.push((row = next))
  }
  return rows
}
