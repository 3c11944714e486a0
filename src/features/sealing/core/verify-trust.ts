import { beijing } from './beijing.ts'
import { equalBytes, fromBase64, fromHex, isHex } from './bytes.ts'
import { check, type Check, demand, given } from './check.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import { canonicalJson } from './canonical.ts'
import { witnessedAt } from './log/cosignature.ts'
import { leafHash, verifyInclusion } from './log/merkle.ts'
import { splitNote } from './log/note.ts'
import { recordLeaf } from './log/record-leaf.ts'
import type { HeadStamp } from './head-stamp.ts'
import { type NoticeTrust, roundOf } from './receipt.ts'
import type { TrustFile } from './trust-file.ts'
import { type Growth, isPartOf } from './verify-log.ts'

export const PROOF_TYPE = 'kaibiao.record-proof/1'

/** Where the log holds a record: the file that is downloaded beside an archive. */
export interface ProofFile {
  type: typeof PROOF_TYPE
  tenantId: string
  record: { type: string; subject: string; hash: string; at: string }
  salt: string
  leaf: { index: number; blinding: string }
  head: { checkpoint: string; inclusionProof: string[] }
  /** That the head continues those that the archive shows, by size; left out in files from before it was told. */
  growth?: Growth[]
  /** Of the hash; there is none while the authority has not answered, nor of archives from before they were stamped. */
  timeStamp?: HeadStamp
}

/**
 * Whether a check asks where the material comes from, or for what the log had not said of it when it was made; all others ask
 * whether it holds together.
 */
export function isOfSource({ id }: Pick<Check, 'id'>): boolean {
  return /^(trust|record-|records-key|completeness-|auction-key|auction-logged|review-logged|review-marks|draw-(logged|head|growth|witnessed)-)/.test(
    id,
  )
}

const NO_TRUST = '未提供信任文件，无法确认来源'

/** What the notices in the material say of keys and deadlines, against the trust. */
export async function verifySource(
  { notices, noticeKeys }: { notices: readonly NoticeTrust[]; noticeKeys: readonly string[] },
  trust: TrustFile | null,
): Promise<Check[]> {
  const checks = [await check('trust', '信任文件', () => `日志公钥 ${given(trust, NO_TRUST).logKey}`)]
  if (!trust) return checks
  if (noticeKeys.length > 0)
    checks.push(
      await check('trust-notice-key', '公告公钥', () => {
        // A notice file that somebody kept tells of no such key.
        const named = given(trust.noticeKeys.length > 0 ? trust.noticeKeys : null, '信任文件未载公告公钥，无法核对')
        const known = named.map((key) => key.trim())
        demand(
          noticeKeys.every((key) => known.includes(key.trim())),
          '材料所附的公告公钥不在信任文件之列',
        )
        return '公告公钥与信任文件一致'
      }),
    )
  for (const notice of notices)
    checks.push(
      await check('trust-keys', `公告校验文件（第 ${roundOf(notice)} 轮）`, () => {
        demand(notice.tenantId === trust.tenantId, '公告校验文件不是该平台的')
        demand(notice.logKey === trust.logKey, '材料所附的日志公钥与信任文件不同')
        demand(trust.serviceKeys.ed25519.includes(notice.serviceKeys.ed25519), '材料所附的平台签名公钥不在信任文件之列')
        const { sm2 } = notice.serviceKeys
        demand(sm2 === undefined || trust.serviceKeys.sm2.includes(sm2), '材料所附的平台 SM2 公钥不在信任文件之列')
        const pinned = trust.notices.find((one) => one.orderId === notice.orderId && roundOf(one) === roundOf(notice))
        if (pinned) demandSame(notice, pinned)
        return `公钥与信任文件一致${pinned ? '，截止时间与截止时的日志签名亦一致' : ''}`
      }),
    )
  return checks
}

/** What was pinned of a notice, it still says. The head may have been pinned before the deadline, when there was none. */
function demandSame(notice: NoticeTrust, pinned: NoticeTrust): void {
  for (const field of ['jointKey', 'roundKey'] as const)
    demand((notice[field] ?? null) === (pinned[field] ?? null), '公告校验文件的加密公钥与信任文件所载不同')
  demand(
    canonicalJson(notice.witnesses ?? null) === canonicalJson(pinned.witnesses ?? null),
    '公告校验文件的见证方与信任文件所载不同',
  )
  if (pinned.checkpoint === null) return
  demand(notice.deadline === pinned.deadline, '截止时间与信任文件所载不同')
  // Witnesses may have signed since: what they sign is the same.
  const isSame = notice.checkpoint !== null && splitNote(notice.checkpoint).body === splitNote(pinned.checkpoint).body
  demand(isSame, '截止时的日志签名与信任文件所载不同')
}

/**
 * That the log holds a hash about a subject, under a head that the trust vouches for. `shown`: heads that the material rests on;
 * the one of the proof must continue them, or they may be of a log that nobody else ever saw.
 */
export async function verifyLogged(
  wanted: { type: string; subject: string; hash: string },
  { proofs, trust, shown }: { proofs: readonly ProofFile[]; trust: TrustFile | null; shown: readonly string[] },
): Promise<Check[]> {
  const proof = proofs.find(({ record }) => record?.type === wanted.type && record.subject === wanted.subject)
  const needed = '未提供归档证明文件（.proof.json），无法核对归档清单是否在公开日志中'
  return [
    await check('trust-leaf', '归档清单已写入公开日志', () => checkLeaf(given(proof, needed), wanted)),
    await check('trust-head', '证明所用的日志签名', () => {
      const { checkpoint } = given(proof, needed).head
      const { logKey } = given(trust, NO_TRUST)
      const { origin, size } = verifyCheckpoint(checkpoint, parseNoteKey(logKey))
      return `日志 ${origin}，规模 ${size}，签名有效`
    }),
    await check('trust-witness', '日志签名另有见证', () =>
      checkWitnessed(given(proof, needed), given(trust, NO_TRUST)),
    ),
    await check('trust-growth', '材料所据的日志与证明所用的是同一日志', () => checkGrown(given(proof, needed), shown)),
    ...(proof?.timeStamp || trust?.timeAuthorities?.length
      ? [
          await check('trust-time-stamp', '归档清单的时间戳', () =>
            checkTimeStamp(given(proof, needed), { hash: wanted.hash, trust }),
          ),
        ]
      : []),
  ]
}

/** By an authority that the trust names, where it names any, and not before the log was told. */
async function checkTimeStamp(
  { timeStamp, record }: ProofFile,
  { hash, trust }: { hash: string; trust: TrustFile | null },
): Promise<string> {
  const { token, isLocal, issuers } = given(timeStamp, '归档证明尚无时间戳，请稍后重新下载')
  const { verifyTimeStamp, fingerprint } = await import('./time-stamp/verify.ts')
  const named = (trust?.timeAuthorities ?? []).map(fromBase64)
  const stamped = { sha256: fromHex(hash), issuers: [...issuers.map(fromBase64), ...named] }
  const { at, authority, chain } = await verifyTimeStamp(fromBase64(token), stamped)
  const known = await Promise.all(named.map(fingerprint))
  demand(known.length === 0 || chain.some((one) => known.includes(one)), '时间戳证书不是信任文件所列机构的')
  demand(at.getTime() >= Date.parse(record.at) - SLACK_MS, `时间戳 ${beijing(at)} 早于归档`)
  return `${beijing(at)}（${isLocal ? '平台自签，非第三方' : `${authority}，证书指纹 ${chain[0]!.slice(0, 16)}…`}）`
}

/** Clocks of the service, of witnesses and of an authority may differ by this much. */
const SLACK_MS = 2 * 60_000

function checkLeaf(
  { tenantId, record, salt, leaf, head }: ProofFile,
  wanted: { type: string; subject: string; hash: string },
): string {
  const texts = [tenantId, record.at, head?.checkpoint].every((text) => typeof text === 'string')
  demand(texts && isHex(salt, 32) && isHex(leaf?.blinding, 32) && Number.isSafeInteger(leaf.index), '证明文件格式有误')
  demand(record.hash === wanted.hash, '日志所载的归档清单哈希与本归档的清单不同：归档被改动，或不是写入日志的那一份')
  const { size, root } = parseCheckpoint(head.checkpoint)
  const { at, hash, subject, type } = record
  const { entry } = recordLeaf(tenantId, { record: { at, hash, subject, type }, salt, blinding: leaf.blinding })
  const proven = verifyInclusion(
    { hash: leafHash(entry), index: leaf.index },
    { size, root },
    head.inclusionProof.map(fromHex),
  )
  demand(proven, '日志证明不成立')
  return `位于日志第 ${leaf.index} 条，记录时间 ${at}`
}

/** Whoever holds the log's key can sign a second tree; a witness cosigns one alone. */
function checkGrown({ head, growth }: ProofFile, shown: readonly string[]): string {
  const newer = parseCheckpoint(head.checkpoint)
  const heads = new Map(shown.map((note) => [splitNote(note).body, parseCheckpoint(note)]))
  for (const older of heads.values()) {
    demand(
      older.origin === newer.origin && older.size <= newer.size,
      `规模 ${older.size} 的日志签名不属于证明所用的日志`,
    )
    const lack = '证明文件没有载明日志由材料所据的规模增长而来，请重新下载归档证明'
    demand(
      isPartOf(older, newer, { growth, lack }),
      `材料所据的规模 ${older.size} 的日志与见证的日志不是同一份：平台另造了日志`,
    )
  }
  return heads.size === 0 ? '材料不以日志签名为据' : `${heads.size} 个日志签名均为其中的一段`
}

function checkWitnessed({ record, head: { checkpoint } }: ProofFile, { witnesses, heads }: TrustFile): string {
  const { size, root } = parseCheckpoint(checkpoint)
  const isPinned = heads.map(parseCheckpoint).some((head) => head.size === size && equalBytes(head.root, root))
  if (isPinned) return '与信任文件所载的日志签名一致'
  const policy = given(witnesses, '信任文件既未列见证人，也未载这一时点的日志签名，无法排除平台另造日志')
  const found = witnessedAt(checkpoint, policy)
  demand(found !== null, `见证人联署不足：需要 ${policy.threshold} 名`)
  demand(found.at.getTime() >= Date.parse(record.at) - SLACK_MS, `联署时间 ${beijing(found.at)} 早于归档所称的时间`)
  return `${found.by.map(({ key }) => key.name).join('、')} 联署，时间 ${found.at.toISOString()}`
}
