import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { generateLogKey, signNote } from '#features/sealing/core/log/checkpoint.ts'
import { appendEntries, type TileStore, TileTree } from '#features/sealing/core/log/tiles.ts'
import { parseTilePath, type TileName } from '#features/sealed-bids/server/log-store.ts'
import { nativeSigner } from '#features/sealed-bids/server/native-signer.ts'
import { quantile, send } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

/** Leaves of the log: `LEAVES=20000` for a small run. */
const LEAVES = Number(process.env.LEAVES ?? 1_000_000)
const PROOFS = 500
const HEADS = 50
const AT_ONCE = 256 * 64
const TENANT = 1
const KEY = generateLogKey()
const ORIGIN = 'bench'

/** Proofs of any leaf over HTTP, and the head of a big log: its tiles read from the database, its root computed and signed. */
export async function publicLog(world: BenchWorld): Promise<Line[]> {
  await fill(world)
  const agent = new Agent({ keepAlive: true })
  const proofs: number[] = []
  for (let n = 0; n < PROOFS; n++) {
    const began = performance.now()
    const path = `/api/log/proof/inclusion?index=${randomInt(LEAVES)}&size=${LEAVES}`
    const { status } = await send(world.product, { method: 'GET', path, headers: {} }, agent)
    if (status !== 200) throw new Error(`proof: ${status}`)
    proofs.push(performance.now() - began)
  }
  agent.destroy()
  const heads: number[] = []
  for (let n = 0; n < HEADS; n++) {
    const began = performance.now()
    await signedHead(world)
    heads.push(performance.now() - began)
  }
  const [proof, head] = [quantile(proofs, 0.95), quantile(heads, 0.95)]
  const leaves = LEAVES.toLocaleString('en')
  return [
    {
      what: `inclusion proof in a log of ${leaves} leaves`,
      figures: `p50 ${quantile(proofs, 0.5).toFixed(1)} ms, p95 ${proof.toFixed(1)} ms`,
      target: 'p95 ≤ 20 ms',
      holds: proof <= 20,
    },
    {
      what: `head of a log of ${leaves} leaves`,
      figures: `p50 ${quantile(heads, 0.5).toFixed(1)} ms, p95 ${head.toFixed(1)} ms`,
      target: '≤ 50 ms',
      holds: head <= 50,
    },
  ]
}

async function signedHead(world: BenchWorld): Promise<{ root: Uint8Array; note: string }> {
  const root = await new TileTree(tilesOf(world), LEAVES).root()
  return { root, note: signNote({ origin: ORIGIN, size: LEAVES, root }, nativeSigner(KEY)) }
}

/** A log of random leaves in place of the tenant's own, with a published head. */
async function fill(world: BenchWorld): Promise<void> {
  for (const table of ['bid_checkpoint', 'bid_log_tile', 'bid_log'])
    await world.owner.query(`delete from ${table} where tenant_id = $1`, [TENANT])
  let size = 0
  while (size < LEAVES) {
    const store = tilesOf(world)
    const entries = Array.from({ length: Math.min(AT_ONCE, LEAVES - size) }, randomEntry)
    size = await appendEntries(store, size, entries)
    await store.keep()
  }
  const { root, note } = await signedHead(world)
  await world.owner.query(
    'insert into bid_log (tenant_id, origin, size, root, filled_to) values ($1, $2, $3, $4, now())',
    [TENANT, ORIGIN, LEAVES, Buffer.from(root)],
  )
  await world.owner.query(
    'insert into bid_checkpoint (tenant_id, id, size, note, at) values ($1, gen_random_uuid(), $2, $3, now())',
    [TENANT, LEAVES, note],
  )
}

function randomEntry(): Uint8Array {
  return Buffer.from(JSON.stringify({ commitment: createHash('sha256').update(randomBytes(16)).digest('hex'), v: 1 }))
}

/** The tenant's tiles in the database, as the product keeps them: the widest of each. */
function tilesOf({ owner }: BenchWorld): TileStore & { keep: () => Promise<void> } {
  const written = new Map<string, TileName & { data: Buffer }>()
  const named = (path: string) => parseTilePath(path)!
  return {
    async readTile(path) {
      const { level, index } = named(path)
      const held = written.get(`${level}/${index}`)
      if (held) return held.data
      const { rows } = await owner.query<{ data: Buffer }>(
        'select data from bid_log_tile where tenant_id = $1 and level = $2 and idx = $3',
        [TENANT, level, index],
      )
      return rows[0]?.data
    },
    async writeTile(path, bytes) {
      const name = named(path)
      written.set(`${name.level}/${name.index}`, { ...name, data: Buffer.from(bytes) })
    },
    async keep() {
      const tiles = [...written.values()]
      await owner.query(
        `insert into bid_log_tile (tenant_id, level, idx, data)
         select $1::int, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])
         on conflict (tenant_id, level, idx) do update set data = excluded.data`,
        [TENANT, tiles.map((t) => t.level), tiles.map((t) => t.index), tiles.map((t) => t.data)],
      )
    },
  }
}
