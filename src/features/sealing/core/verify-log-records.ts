import { equalBytes, fromHex, isHex, utf8 } from './bytes.ts'
import { type Check, check, demand, Missing } from './check.ts'
import { canonicalJson } from './canonical.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import { leafEntry } from './log/leaf.ts'
import { leafHash, verifyInclusion } from './log/merkle.ts'
import { type LogRecord, type RecordLeafData, recordRef } from './log/record-leaf.ts'
import { CLOSING_LIST_TYPE, type ClosingListText, type Completeness } from './verify-completeness.ts'
import type { Growth } from './verify-log.ts'

export const LOG_RECORDS_TYPE = 'kaibiao.log-records/1'

/** A record with its place in the log; see `recordLeaf`. */
export interface ProvenRecord {
  record: LogRecord
  text: string | null
  salt: string
  leaf: { index: number; blinding: string; data: RecordLeafData } | null
  head: { checkpoint: string; inclusionProof: string[] } | null
}

/** What of an order's procedure the log proves, in the order in which it happened. */
export interface LogRecords {
  type: typeof LOG_RECORDS_TYPE
  tenantId: string
  orderId: string
  /** C2SP verifier key, to be held against the published one. */
  logKey: string
  records: ProvenRecord[]
  /** Heads that witnesses cosigned around the times of the records; left out where there are none. */
  heads?: string[]
  /** That the head of the records continues those that name rounds of draws, by size; left out in files from before it was told. */
  growth?: Growth[]
}

/**
 * Checks every record: its text has its hash, its leaf opens to it, and the leaf is in a signed head of the log. `logKey`: from
 * where it was published; without it what the file says of itself is only consistent. `completeness`: its closing lists must
 * be those that the log proves. Never throws on bad input.
 */
export async function verifyLogRecords(
  list: LogRecords,
  { logKey, completeness }: { logKey?: string | undefined; completeness?: Completeness | undefined } = {},
): Promise<Check[]> {
  const checks: Check[] = [
    await check('records-key', '存证日志的公钥', () => {
      demand(Array.isArray(list.records), '存证记录格式错误')
      parseNoteKey(list.logKey)
      if (logKey === undefined) throw new Missing('未提供公告文件，无法核对日志公钥')
      demand(list.logKey === logKey, '存证记录所用的日志公钥不是公告公布的')
      return list.logKey
    }),
  ]
  if (!Array.isArray(list.records)) return checks
  for (const [i, one] of list.records.entries()) {
    const { type = '', at = '' } = Object(Object(one).record) as Partial<LogRecord>
    checks.push(await check(`record-${i}`, `存证：${RECORD_TITLES[type] ?? type} ${at}`, () => checkRecord(list, one)))
  }
  if (completeness)
    checks.push(await check('records-closing', '截止清单已写入日志', () => checkClosing(list, completeness)))
  return checks
}

/** What records are called, by their type. */
export const RECORD_TITLES: Readonly<Record<string, string>> = {
  notice: '公告',
  schedule: '时间安排',
  document: '文件',
  'sign-up': '报名审核',
  key: '密钥',
  'joint-transcript': '联合密钥生成记录',
  'closing-list': '截止清单',
  release: '密钥释放',
  opening: '开标结果',
  draw: '抽取',
  'review-bundle': '评审',
  award: '候选人及中标结果',
  auction: '竞价结果',
  'audit-head': '审计链',
  archive: '归档',
  'witness-list': '见证人名单',
}

function checkRecord(list: LogRecords, { record, text, salt, leaf, head }: ProvenRecord): string {
  demand(isHex(record.hash, 32) && isHex(salt, 32), '格式错误')
  if (text !== null) demand(equalBytes(sha256(utf8(text)), fromHex(record.hash)), '文本与哈希不一致')
  if (leaf === null || head === null) throw new Missing('归档时尚待写入日志')
  const data: RecordLeafData = { type: 'record', tenantId: list.tenantId, ref: recordRef(record, salt) }
  demand(canonicalJson(leaf.data) === canonicalJson(data), '日志条目不是该记录的')
  const { size, root } = verifyCheckpoint(head.checkpoint, parseNoteKey(list.logKey))
  const place = { hash: leafHash(leafEntry(data, leaf.blinding)), index: leaf.index }
  demand(verifyInclusion(place, { size, root }, head.inclusionProof.map(fromHex)), '日志证明不成立')
  return `位于日志第 ${leaf.index} 条，证明成立`
}

/** The lists that were published are those that the log proves, one for each round and no other. */
function checkClosing(list: LogRecords, { tenantId, orderId, closing }: Completeness): string {
  const proven = list.records
    .filter(({ record, text }) => record.type === 'closing-list' && record.subject === orderId && text !== null)
    .map(({ text }) => JSON.parse(text!) as ClosingListText)
  demand(list.orderId === orderId && list.tenantId === tenantId, '存证记录不属于该项目')
  demand(proven.length === closing.length, `日志存证的截止清单 ${proven.length} 份，公布的 ${closing.length} 份`)
  for (const { round, deadline, size, bids } of closing) {
    const one = proven.find((text) => text.type === CLOSING_LIST_TYPE && text.round === round)
    const known = one && {
      deadline: one.deadline,
      size: one.size,
      bids: one.bids.map(({ index, manifestHash }) => ({ index, manifestHash })),
    }
    const same = known !== undefined && canonicalJson(known) === canonicalJson({ deadline, size, bids })
    demand(same, `第 ${round} 轮的截止清单与日志存证的不一致`)
  }
  return closing.map(({ round, bids }) => `第 ${round} 轮 ${bids.length} 份`).join('，') || '没有已截止的轮次'
}
