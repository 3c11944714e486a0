import { HASH } from '../core/log/merkle.ts'
import { type TileStore, tilePath } from '../core/log/tiles.ts'
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

/**
 * The tenant's tiles. The widest form of each tile is kept, for every narrower one is its beginning; what was read or
 * written is remembered for the length of the transaction. Writing needs the log's row lock.
 */
export function tileStore(ctx: Any): TileStore {
  const known = new Map<string, Buffer | null>()
  return {
    async readTile(path) {
      const name = parseTilePath(path)
      if (!name) return undefined
      const key = `${name.level}/${name.index}`
      if (!known.has(key)) known.set(key, await load(ctx, name))
      const data = known.get(key)
      return data ? narrowed(data, name) : undefined
    },
    async writeTile(path, bytes) {
      const name = parseTilePath(path)
      if (!name) throw new RangeError(`not a tile: ${path}`)
      const data = Buffer.from(bytes)
      await ctx.tx
        .insertInto('bid_log_tile')
        .values({ tenant_id: ctx.tenantId, level: name.level, idx: name.index, data })
        .onConflict((c) => c.columns(['tenant_id', 'level', 'idx']).doUpdateSet({ data }))
        .execute()
      known.set(`${name.level}/${name.index}`, data)
    },
  }
}

async function load(ctx: Any, { level, index }: TileName): Promise<Buffer | null> {
  const row = await ctx.tx
    .selectFrom('bid_log_tile')
    .select('data')
    .where('tenant_id', '=', ctx.tenantId)
    .where('level', '=', level)
    .where('idx', '=', index)
    .executeTakeFirst()
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
