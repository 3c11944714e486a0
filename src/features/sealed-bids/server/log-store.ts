import { type CompiledQuery, sql } from 'kysely'
import { HASH } from '#features/sealing/core/log/merkle.ts'
import { type TileStore, tilePath } from '#features/sealing/core/log/tiles.ts'
import type { Any } from './service-keys.ts'

/** Entry bundles are kept as level -1. */
const ENTRIES = -1
export const WIDTH = 256

export interface TileName {
  level: number
  index: number
  width: number
}

/** Reads a C2SP tile path; undefined when it is not one in its one spelling. */
export function parseTilePath(path: string): TileName | undefined {
  const [, level, index, width] = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  if (level === undefined || index === undefined) return undefined
  const name = {
    level: level === 'entries' ? ENTRIES : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? WIDTH : Number(width),
  }
  const spelt = tilePath(name.level === ENTRIES ? 'entries' : name.level, name.index, name.width)
  return spelt === path && name.width > 0 ? name : undefined
}

/** The first leaf that a tile needs beyond those it covers: a tile is public once the tree has that many leaves. */
export function leavesOf({ level, index, width }: TileName): number {
  return (index * WIDTH + width) * WIDTH ** Math.max(level, 0)
}

/** Tiles that were read, by level and index; null: there is none. */
export type KnownTiles = Map<string, Buffer | null>

/** The tenant's tiles, and what was written to them so far. */
export interface TableStore extends TileStore {
  /** Stores what was written. */
  writing(): CompiledQuery
}

/**
 * The tenant's tiles. The widest form of each tile is kept, for every narrower one is its beginning; what was read or
 * written is remembered. Writing needs the log's row lock, and is done when `writing` is run.
 */
export function tileStore(ctx: Any, known: KnownTiles = new Map()): TableStore {
  const written = new Map<string, TileName & { data: Buffer }>()
  return {
    async readTile(path) {
      const name = parseTilePath(path)
      if (!name) return undefined
      const key = keyOf(name)
      if (!known.has(key)) known.set(key, await load(ctx, name))
      const data = known.get(key)
      return data ? narrowed(data, name) : undefined
    },
    async writeTile(path, bytes) {
      const name = parseTilePath(path)
      if (!name) throw new RangeError(`not a tile: ${path}`)
      const data = Buffer.from(bytes)
      const key = keyOf(name)
      written.set(key, { ...name, data })
      known.set(key, data)
    },
    writing() {
      const tiles = [...written.values()]
      const columns = [tiles.map((t) => t.level), tiles.map((t) => t.index), tiles.map((t) => t.data)]
      return sql`insert into bid_log_tile (tenant_id, level, idx, data)
        select ${ctx.tenantId}::int, * from unnest(${columns[0]}::smallint[], ${columns[1]}::bigint[], ${columns[2]}::bytea[])
        on conflict (tenant_id, level, idx) do update set data = excluded.data`.compile(ctx.tx)
    },
  }
}

/** The last tile of each level, which appending reads, and the size of the log that they belong to; null: no log yet. */
export async function lastTiles(ctx: Any): Promise<{ size: number | null; tiles: KnownTiles }> {
  const { rows } = await sql<{ size: number; level: number; index: number; data: Buffer | null }>`
    select l.size, w.level, l.size / w.leaves as index, t.data
    from bid_log l cross join (values (-1, 256), (0, 256), (1, 65536), (2, 16777216), (3, 4294967296)) w(level, leaves)
    left join bid_log_tile t on t.tenant_id = l.tenant_id and t.level = w.level and t.idx = l.size / w.leaves
    where l.tenant_id = ${ctx.tenantId}`.execute(ctx.tx)
  return { size: rows[0]?.size ?? null, tiles: new Map(rows.map((row) => [keyOf(row), row.data])) }
}

function keyOf({ level, index }: Pick<TileName, 'level' | 'index'>): string {
  return `${level}/${index}`
}

async function load(ctx: Any, { level, index }: TileName): Promise<Buffer | null> {
  const row = await ctx.one('bid_log_tile', { level, idx: index }, { columns: ['data'] })
  return row?.data ?? null
}

/** The first `width` hashes or entries; undefined when there are not that many. */
function narrowed(data: Buffer, { level, width }: TileName): Buffer | undefined {
  if (level !== ENTRIES) return data.length < width * HASH ? undefined : data.subarray(0, width * HASH)
  let end = 0
  let count = 0
  for (; count < width && end + 2 <= data.length; count++) end += 2 + data.readUInt16BE(end)
  return count < width || end > data.length ? undefined : data.subarray(0, end)
}
