import { timeOfRound, isPublicChain } from '#contract/beacon-chain.ts'
import type { DrawRecord, FrozenDraw, NamedRound, SteppedSource } from '#contract/draw.ts'
import { closedHash, frozenHash, namedHash, roundOf } from '#contract/draw-steps.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { check, type Check, demand, Missing } from '#features/sealing/core/check.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { leafEntry } from '#features/sealing/core/log/leaf.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import type { NoticeTrust } from '#features/sealing/core/receipt.ts'
import { isPartOf } from '#features/sealing/core/verify-log.ts'
import type { LogRecords, ProvenRecord } from '#features/sealing/core/verify-log-records.ts'
import { verifyRoundTime } from '#features/sealing/core/verify-witnessed.ts'

/** What the log says of an order, and who watched it. `heads`: signed notes, with lines of witnesses, from anywhere. */
export interface DrawEvidence {
  records: LogRecords | undefined
  notice: NoticeTrust | undefined
  heads: readonly string[]
}

/**
 * Of each draw by steps: its steps are in the log in their order; its round follows from the first head that holds the closing,
 * which is a part of the log that proves the steps; and witnesses saw that before the round was out.
 */
export async function drawChecks(draws: readonly DrawRecord[], evidence: DrawEvidence): Promise<Check[]> {
  const checks: Check[] = []
  for (const { source } of draws) {
    if (source.by !== 'steps') continue
    const nth = new Set(checks.map(({ id }) => id.split('-').at(-1))).size + 1
    const kind = KINDS[source.frozen.kind] ?? source.frozen.kind
    checks.push(
      await check(`draw-logged-${nth}`, `抽取各步骤依次写入日志：${kind}`, () => checkOrder(source, evidence)),
    )
    const { named } = source
    if (!named) continue
    checks.push(
      await check(`draw-head-${nth}`, `信标轮次由首个含截止记录的日志头确定：${kind}`, () =>
        checkHead(source, named, evidence),
      ),
      await check(`draw-growth-${nth}`, `确定轮次的日志头与存证所用的是同一日志：${kind}`, () =>
        checkGrown(named, evidence),
      ),
      await check(`draw-witnessed-${nth}`, `信标产生之前，截止记录与轮次已经见证：${kind}`, () =>
        checkSeen(source, named, evidence),
      ),
    )
  }
  return checks
}

const KINDS: Readonly<Partial<Record<FrozenDraw['kind'], string>>> = {
  opening: '开标参数',
  'price-params': '评标基准价参数',
  lots: '并列次序',
}

function checkOrder({ frozen, closed, named }: SteppedSource, { records }: DrawEvidence): string {
  const place = (hash: string, what: string) => placeOf(records, { type: 'draw', hash, what })
  const places = [
    place(frozen.operator, '平台随机数的承诺'),
    place(frozenHash(frozen), '冻结的抽取事项'),
    place(closedHash(closed), '揭示截止的记录'),
    ...(named ? [place(namedHash(named), '信标轮次')] : []),
  ]
  demand(
    places.every((one, i) => i === 0 || places[i - 1]! < one),
    '抽取各步骤写入日志的次序不对',
  )
  return `日志第 ${places.join('、')} 条`
}

/** The head is the log's, holds the closing, and no head at hand that is smaller does. */
function checkHead({ closed }: SteppedSource, named: NamedRound, { records, heads }: DrawEvidence): string {
  const found = recordOf(records, { type: 'draw', hash: closedHash(closed), what: '揭示截止的记录' })
  const { leaf } = found
  const key = parseNoteKey(records!.logKey)
  const { size, root } = verifyCheckpoint(named.head, key)
  const at = { hash: leafHash(leafEntry(leaf.data, leaf.blinding)), index: leaf.index }
  demand(verifyInclusion(at, { size, root }, named.proof.map(fromHex)), '该日志头不包含截止记录')
  for (const note of heads) {
    const other = verifyCheckpoint(note, key)
    demand(
      other.size <= leaf.index || other.size >= size,
      `规模 ${other.size} 的日志头已包含截止记录，轮次却由较晚的日志头（规模 ${size}）确定`,
    )
  }
  return `规模 ${size}，${named.at} 发布`
}

/** The log's key can sign a second tree: the head is a part of the one that proves what was named. */
function checkGrown(named: NamedRound, { records }: DrawEvidence): string {
  const { head } = recordOf(records, { type: 'draw', hash: namedHash(named), what: '信标轮次' })
  if (head === null) throw new Missing('信标轮次归档时尚待写入日志')
  const [older, newer] = [parseCheckpoint(named.head), parseCheckpoint(head.checkpoint)]
  const lack = '存证记录没有载明日志由确定轮次的日志头增长而来，无法核对'
  demand(older.origin === newer.origin && older.size <= newer.size, '确定轮次的日志头不属于存证所用的日志')
  demand(
    isPartOf(older, newer, { growth: records!.growth, lack }),
    `确定轮次的日志头（规模 ${older.size}）与存证所用的不是同一份日志：平台另造了日志`,
  )
  return `规模 ${older.size} 是规模 ${newer.size} 的一段`
}

/** What witnesses say of when; of a beacon that is nobody's but the platform's times prove nothing. */
function checkSeen(source: SteppedSource, named: NamedRound, { records, notice, heads }: DrawEvidence): string {
  const beacon = source.frozen.beacon!
  const index = placeOf(records, { type: 'draw', hash: namedHash(named), what: '信标轮次' })
  if (!notice) throw new Missing('未提供公告文件，无法核对见证')
  if (!isPublicChain(beacon)) return `${beacon.name}不是已知的公共信标，见证的时间不能证明轮次尚未产生`
  const { size } = verifyCheckpoint(named.head, parseNoteKey(notice.logKey))
  const round = { at: timeOfRound(beacon, roundOf(source)!), index }
  return verifyRoundTime({ round, head: { at: Date.parse(named.at), size } }, { notice, heads })
}

/** Where the log took in a hash of the order; that the place is proven, is checked of the list of records. */
export function placeOf(records: LogRecords | undefined, about: { type: string; hash: string; what: string }): number {
  return recordOf(records, about).leaf.index
}

type Placed = ProvenRecord & { leaf: NonNullable<ProvenRecord['leaf']> }

function recordOf(
  records: LogRecords | undefined,
  { type, hash, what }: { type: string; hash: string; what: string },
): Placed {
  if (!records || !Array.isArray(records.records)) throw new Missing('未提供日志存证，无法核对')
  const isIt = ({ record }: ProvenRecord) =>
    record.type === type && record.hash === hash && record.subject === records.orderId
  const found = records.records.find(isIt)
  demand(found !== undefined, `${what}不在日志中：与当时写入日志的不是同一份`)
  const { leaf } = found
  if (leaf === null) throw new Missing(`${what}归档时尚待写入日志`)
  return { ...found, leaf }
}
