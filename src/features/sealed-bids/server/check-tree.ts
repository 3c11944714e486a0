import { equalBytes, toHex } from '#features/sealing/core/bytes.ts'
import { parseNoteKey, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { HASH, leafHash, nodeHash } from '#features/sealing/core/log/merkle.ts'
import { type TileReaderStore, TileTree, tilePath } from '#features/sealing/core/log/tiles.ts'
import type { Finding } from './finding.ts'
import type { Leaf, Leaves } from './check-bids.ts'
import { decoysOf } from './log.ts'
import { tileStore, WIDTH } from './log-store.ts'
import { nativeVerify } from './native-signer.ts'
import { type Any, serviceKeys } from './service-keys.ts'
import { logKey } from './trust.ts'

/** The log of one tenant against what its leaves must be. `leaves`: by index, from the submissions. */
export async function checkTree(ctx: Any, leaves: Leaves): Promise<Finding[]> {
  const log = await ctx.tx.selectFrom('bid_log').selectAll().where('tenantId', '=', ctx.tenantId).executeTakeFirst()
  if (!log) {
    const [first] = leaves.keys()
    return first === undefined ? [] : [finding('log', '', '日志不存在，但有投标或存证记录')]
  }
  const store = tileStore(ctx)
  const tree = new TileTree(store, log.size)
  const findings = [...(await checkEntries(ctx, tree, leaves)), ...(await checkLevels(store, log.size))]
  for (const index of leaves.keys())
    if (index >= log.size) findings.push(finding('log', String(index), `日志缺少第 ${index} 条`))
  const root = await tree.root().catch(() => null)
  if (!root || !equalBytes(root, log.root)) findings.push(finding('log', 'root', '日志的根与记录不一致'))
  return [...findings, ...(await checkHeads(ctx, tree))]
}

/** Every entry is what the submission says, or the decoy of its place; and its hash is in the tree. */
async function checkEntries(ctx: Any, tree: TileTree, leaves: Leaves): Promise<Finding[]> {
  const decoyAt = decoysOf(ctx.tenantId, (await serviceKeys(ctx)).log)
  const findings: Finding[] = []
  for (let index = 0; index < tree.size; index++) {
    const leaf = leaves.get(index)
    const expected = leaf?.entry ?? decoyAt(index).entry
    const entry = await tree.entry(index).catch(() => null)
    const hash = await tree.leaf(index).catch(() => null)
    const inTree = hash !== null && entry !== null && equalBytes(hash, leafHash(entry))
    const id = String(index)
    if (!entry) findings.push(finding('entry', id, `日志第 ${index} 条缺失`))
    else if (!equalBytes(entry, expected)) {
      // The tree still stands by the entry: then it is not the log that was altered.
      if (inTree && !leaf) findings.push(finding('submission', id, `日志第 ${index} 条对应的投标或存证记录被删除`))
      else if (inTree && leaf) findings.push(contradiction(leaf, index))
      else findings.push(finding('entry', id, `日志第 ${index} 条被改动`))
    } else if (!inTree)
      findings.push(finding('tile', tilePath(0, Math.floor(index / WIDTH)), `日志第 ${index} 条的哈希被改动`))
  }
  return findings
}

/** A row that the leaf at its index does not open to. */
function contradiction(leaf: Leaf, index: number): Finding {
  if ('recordId' in leaf)
    return finding('log-record', leaf.recordId, `存证记录「${leaf.name}」与日志第 ${index} 条不一致`)
  return finding('submission', leaf.submissionId, `投标记录与日志第 ${index} 条不一致`)
}

/** Each hash above the leaves is the root of the full tile below it. */
async function checkLevels(store: TileReaderStore, size: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let level = 1, count = Math.floor(size / WIDTH); count > 0; level++, count = Math.floor(count / WIDTH)) {
    for (let index = 0; index < count; index++) {
      const at = Math.floor(index / WIDTH)
      const path = tilePath(level, at, Math.min(WIDTH, count - at * WIDTH))
      const tile = await store.readTile(path)
      const offset = (index % WIDTH) * HASH
      const stored = tile?.subarray(offset, offset + HASH)
      const below = await rootOfTile(store, level - 1, index)
      if (!stored || !below || !equalBytes(stored, below))
        findings.push(finding('tile', path, `第 ${level} 层哈希 ${index} 被改动`))
    }
  }
  return findings
}

/** Root of one full tile. */
async function rootOfTile(store: TileReaderStore, level: number, index: number): Promise<Uint8Array | null> {
  const tile = await store.readTile(tilePath(level, index))
  if (!tile) return null
  let row: Uint8Array[] = Array.from({ length: WIDTH }, (_, i) => tile.subarray(i * HASH, (i + 1) * HASH))
  while (row.length > 1) row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!))
  return row[0]!
}

/** Every published tree head was signed by the log's key and is a head of this very tree. */
async function checkHeads(ctx: Any, tree: TileTree): Promise<Finding[]> {
  const key = parseNoteKey(await logKey(ctx))
  const heads = await ctx.tx
    .selectFrom('bid_checkpoint')
    .select(['id', 'size', 'note'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('size')
    .execute()
  const findings: Finding[] = []
  for (const head of heads) {
    try {
      const { size, root } = verifyCheckpoint(head.note, key, nativeVerify)
      const now = size <= tree.size ? await tree.root(size) : new Uint8Array(0)
      if (size !== head.size || !equalBytes(now, root))
        findings.push(
          finding('checkpoint', head.id, `规模 ${head.size} 的检查点与日志不一致（${toHex(root).slice(0, 16)}…）`),
        )
    } catch (error) {
      findings.push(finding('checkpoint', head.id, `规模 ${head.size} 的检查点无效：${String(error)}`))
    }
  }
  return findings
}

function finding(what: Finding['what'], id: string, message: string): Finding {
  return { what, id, message }
}
