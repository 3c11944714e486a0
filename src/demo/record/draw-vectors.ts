import { QUICKNET, timeOfRound } from '#contract/beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_VERSION,
  type FrozenDraw,
  hashOf,
  type NamedRound,
  type SteppedSource,
} from '#contract/draw.ts'
import { closedHash, frozenHash, frozenParts, namedHash, roundFor, seedOf } from '#contract/draw-steps.ts'
import { LOT_PARTS } from '#features/review-hall/rules/testing/bundle.ts'
import { type Bytes, toHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint, signCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { blindLeaf } from '#features/sealing/core/log/leaf.ts'
import { leafHash, nodeHash } from '#features/sealing/core/log/merkle.ts'
import { recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { TestService } from '#features/sealing/core/test-world.ts'
import { LOG_RECORDS_TYPE, type LogRecords, type ProvenRecord } from '#features/sealing/core/verify-log-records.ts'
import { policyOf, seenAt } from './witness-vectors.ts'

/** A round of quicknet as published (https://api.drand.sh/52db…/public/657413): nobody here could sign another. */
const ROUND = 657_413
const SIGNATURE = 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b'
const OUT = timeOfRound(QUICKNET, ROUND)
const LEAD = 30
const ORDER = 'order-1'
const TENANT = 'tenant-1'
const at = (seconds: number) => new Date(OUT + seconds * 1000).toISOString()

/** How a draw went; seconds are those from the round of the beacon on. */
export interface Course {
  /** A head is published that holds the closing, and passed over. */
  passesOver?: boolean
  /** The head that names the round is of a second tree, which the log's key signed as well: other leaves stand before the closing. */
  isForked?: boolean
  /** When witnesses saw the head that names the round; not at all where left out. */
  headSeen?: number
  /** When they saw the first head that holds what names it. */
  namedSeen?: number
}

/** A draw of quicknet's, with what the log took in of it and heads that two of three witnesses cosigned. */
export async function drawVector({ passesOver = false, isForked = false, headSeen, namedSeen = -20 }: Course = {}) {
  const service = new TestService()
  const logged: { record: ProvenRecord['record']; salt: string; blinding: string; index: number }[] = []
  const log = async (hash: string, seconds: number) => {
    const record = { type: 'draw', subject: ORDER, hash, at: at(seconds) } as const
    const salt = hashOf(`salt of ${hash}`)
    const leaf = blindLeaf({ type: 'record', tenantId: TENANT, ref: recordRef(record, salt) })
    const [index] = await service.append([leaf])
    logged.push({ record, salt, blinding: leaf.blinding, index: index! })
    return { index: index!, entry: leaf.entry }
  }
  const operatorSeed = hashOf('operator')
  const value = hashOf('member')
  const frozen: FrozenDraw = {
    version: DRAW_VERSION,
    drawId: 'draw-1',
    kind: 'lots',
    subject: ORDER,
    parts: frozenParts(LOT_PARTS),
    operator: commitmentOf(operatorSeed),
    preparedAt: at(-3000),
    participants: [{ id: 'p1', role: '评标委员会成员', commitment: commitmentOf(value) }],
    beacon: QUICKNET,
    lead: LEAD,
    frozenAt: at(-70),
    revealUntil: at(-10),
  }
  const closed: ClosedDraw = { frozen: frozenHash(frozen), reveals: [{ id: 'p1', value }], closedAt: at(-32) }
  await log(frozen.operator, -3000)
  const heads = [seenAt(await service.checkpoint(), [0, 1], OUT / 1000 - 2700)]
  await log(frozenHash(frozen), -70)
  const { index, entry } = await log(closedHash(closed), -32)
  if (passesOver) {
    heads.push(await service.checkpoint())
    await service.append([blindLeaf({ type: 'decoy', tenantId: TENANT })])
  }
  let head = await service.checkpoint()
  if (headSeen !== undefined) heads.push(seenAt(head, [0, 1], OUT / 1000 + headSeen))
  const held = service.size
  let path = await new TileTree(service.store, held).inclusionProof(index)
  if (isForked) {
    const { path: other, root } = forked(leafHash(entry), { index, path })
    path = other
    head = signCheckpoint({ ...parseCheckpoint(head), root }, service.logKey.privateKey)
  }
  const proof = path.map(toHex)
  const round = roundFor(QUICKNET, LEAD, at(-LEAD))
  const named: NamedRound = { closed: closedHash(closed), head, at: at(-LEAD), proof, round }
  await log(namedHash(named), -28)
  heads.push(seenAt(await service.checkpoint(), [0, 1], OUT / 1000 + namedSeen))
  const notice = { ...(await service.notice(ORDER)), checkpoint: null, witnesses: policyOf(2) }
  const newest = await service.checkpoint()
  const tree = new TileTree(service.store, parseCheckpoint(newest).size)
  const records: LogRecords = {
    type: LOG_RECORDS_TYPE,
    tenantId: TENANT,
    orderId: ORDER,
    logKey: notice.logKey,
    growth: [{ size: held, proof: (await tree.consistencyProof(held)).map(toHex) }],
    records: await Promise.all(
      logged.map(async ({ record, salt, blinding, index: place }) => ({
        record,
        text: null,
        salt,
        leaf: {
          index: place,
          blinding,
          data: { type: 'record' as const, tenantId: TENANT, ref: recordRef(record, salt) },
        },
        head: { checkpoint: newest, inclusionProof: (await tree.inclusionProof(place)).map(toHex) },
      })),
    ),
  }
  const source: SteppedSource = { by: 'steps', frozen, closed, named, operatorSeed, signature: SIGNATURE }
  const result = draw(seedOf(source), LOT_PARTS)
  const one = { purpose: 'lots', parts: LOT_PARTS, source, result }
  return { type: 'kaibiao.vector-draws/1', notice, heads, records, draws: [one] }
}

/** The same place of a leaf in a tree whose older part is another. The leaf is in the last part, which is full and has no smaller one beside it. */
function forked(leaf: Bytes, { index, path }: { index: number; path: readonly Bytes[] }) {
  const own = path.slice(0, -1)
  const part = own.reduce(
    (hash, node, i) => ((index >> i) % 2 === 1 ? nodeHash(node, hash) : nodeHash(hash, node)),
    leaf,
  )
  const other = new Uint8Array(32).fill(7)
  return { path: [...own, other], root: nodeHash(other, part) }
}
