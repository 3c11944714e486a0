import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes, fromHex, toHex, utf8 } from '../bytes.ts'
import { canonicalJson } from '../canonical.ts'
import { parseNoteKey, verifyCheckpoint } from '../log/checkpoint.ts'
import { witnessedAt } from '../log/cosignature.ts'
import { leafHash, verifyInclusion } from '../log/merkle.ts'
import { recordEntry } from '../log/record-leaf.ts'
import { type NoticeTrust, roundOf } from '../receipt.ts'
import { CLOSING_LIST_TYPE, type ClosingListText } from '../verify-completeness.ts'
import type { ProvenRecord } from '../verify-log-records.ts'
import { CeremonyError } from './ceremony.ts'
import type { JointPart } from './threshold.ts'

/** What an officer's device is shown of the deadline before it answers. */
export interface ClosingEvidence {
  notice: NoticeTrust
  /** The closing list as the log holds it; null where there was none yet. */
  closing: ProvenRecord | null
  /** The released bids as the log holds them. */
  release: ProvenRecord | null
}

/** What the officer is asked to answer for. */
export interface AskedFor {
  tenantId: string
  orderId: string
  round: number
  fingerprint: string
  bids: readonly { bidderId: string; part: JointPart }[]
}

/**
 * Refuses to answer for anything but bids that the log had at the deadline: the head at the deadline is signed by the log and
 * by as many witnesses as the notice names; the closing list is of that head, is in a head that they cosigned, and holds
 * every bid asked for; the bids are those whose release was logged. Where the notice names no witness, a service that shows
 * two histories would not be noticed, and the place of the list in the log is checked only as far as it is there. Throws
 * CeremonyError.
 */
export function demandClosing({ notice, closing, release }: ClosingEvidence, asked: AskedFor): void {
  const { tenantId, orderId, round, bids } = asked
  const isOurs = notice.tenantId === tenantId && notice.orderId === orderId && roundOf(notice) === round
  demand(isOurs && notice.jointKey === asked.fingerprint, '公告校验文件不是本标段的，或其联合密钥不同')
  const { checkpoint, witnesses: policy } = notice
  demand(checkpoint !== null, '截止时的日志签名尚未公布，本机拒绝开启')
  const { size } = held(checkpoint, notice.logKey)
  if (policy) demandWitnessed(checkpoint, policy)
  if (policy) demand(closing?.head != null, '截止清单尚未写入已公布的日志，约五分钟后再试')
  if (closing) {
    const list = textOf<ClosingListText>(closing, { type: 'closing-list', orderId })
    const isIt = list.type === CLOSING_LIST_TYPE && list.orderId === orderId && list.round === round
    demand(isIt && list.size === size, '截止清单与截止时的日志签名不符')
    const known = new Set(list.bids.map(({ bidderId }) => bidderId))
    const odd = bids.filter(({ bidderId }) => !known.has(bidderId))
    demand(odd.length === 0, `有 ${odd.length} 份投标不在截止清单中，本机拒绝开启`)
    if (closing.head) demandLogged(closing, notice)
  }
  if (policy) demand(release !== null, '已提交密钥的名单没有写入日志，本机拒绝开启')
  if (!release) return
  const list = textOf<{ bids: { bidderId: string; part: JointPart }[] }>(release, { type: 'release', orderId })
  const plain = (all: AskedFor['bids']) => canonicalJson(all.map(({ bidderId, part }) => ({ bidderId, part })))
  demand(plain(list.bids) === plain(bids), '要求开启的名单与写入日志的不同，本机拒绝开启')
}

function demandWitnessed(note: string, policy: NonNullable<NoticeTrust['witnesses']>): void {
  const { threshold, witnesses } = policy
  demand(
    witnessedAt(note, policy) !== null,
    `公告要求 ${witnesses.length} 个见证方中至少 ${threshold} 个见证，截止时的日志尚未取得，请稍后再试`,
  )
}

/** The text of a record, which must be the one whose hash the log holds. */
function textOf<T>({ record, text }: ProvenRecord, about: { type: string; orderId: string }): T {
  const isAbout = record.type === about.type && record.subject === about.orderId && text !== null
  demand(isAbout && toHex(sha256(utf8(text))) === record.hash, '写入日志的名单与其哈希不符')
  return JSON.parse(text) as T
}

/** Its leaf is in a head that the log, and the witnesses, signed. */
function demandLogged({ record, salt, leaf, head }: ProvenRecord, notice: NoticeTrust): void {
  demand(leaf !== null && head !== null, '截止清单没有日志证明')
  const tree = held(head.checkpoint, notice.logKey)
  const entry = recordEntry(notice.tenantId, { record, salt, blinding: leaf.blinding })
  const proof = head.inclusionProof.map(fromHex)
  demand(verifyInclusion({ hash: leafHash(entry), index: leaf.index }, tree, proof), '截止清单的日志证明不成立')
  const closing = held(notice.checkpoint!, notice.logKey)
  demand(tree.size > closing.size || equalBytes(tree.root, closing.root), '两个日志签名不是同一日志')
  if (notice.witnesses) demandWitnessed(head.checkpoint, notice.witnesses)
}

function held(note: string, logKey: string) {
  try {
    return verifyCheckpoint(note, parseNoteKey(logKey))
  } catch {
    throw new CeremonyError('日志签名无效，本机拒绝开启')
  }
}

function demand(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new CeremonyError(finding)
}
