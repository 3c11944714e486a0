import { isHex } from './bytes.ts'
import { parseWitnessKey, type WitnessPolicy } from './log/cosignature.ts'
import { parseCheckpoint, parseNoteKey } from './log/checkpoint.ts'
import { NOTICE_TYPE, type NoticeTrust } from './receipt.ts'

export const TRUST_TYPE = 'kaibiao.trust/1'

/**
 * What a verifier believes before it reads anything: got from elsewhere than the material (the portal in due time, print, a
 * regulator). Everything that material says of keys, deadlines and heads is compared with it.
 */
export interface TrustFile {
  type: typeof TRUST_TYPE
  tenantId: string
  /** C2SP verifier key of the log. */
  logKey: string
  /** Keys that sign receipts and archives, retired ones included; hex. */
  serviceKeys: { ed25519: string[]; sm2: string[] }
  /** Keys of notices, PEM. */
  noticeKeys: string[]
  /** Who must have cosigned a tree head for it to count; null where nobody does. */
  witnesses: WitnessPolicy | null
  /** Tree heads as they were seen at the time, signed notes. */
  heads: string[]
  /** What notices of orders said for checking, as they were read at the time. */
  notices: NoticeTrust[]
  /** Certificates that time-stamps must lead up to, base64 of DER; left out in files from before archives were stamped. */
  timeAuthorities?: string[]
}

/** The trust file in this JSON; throws with a Chinese finding unless it is whole. */
export function readTrust(value: unknown): TrustFile {
  const trust = Object(value) as TrustFile
  const { serviceKeys: keys, noticeKeys, heads, notices, witnesses, timeAuthorities = [] } = trust
  const whole =
    trust.type === TRUST_TYPE &&
    typeof trust.tenantId === 'string' &&
    Array.isArray(keys?.ed25519) &&
    keys.ed25519.every((key) => isHex(key, 32)) &&
    Array.isArray(keys.sm2) &&
    keys.sm2.every((key) => isHex(key)) &&
    [noticeKeys, heads, timeAuthorities].every(
      (texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
    ) &&
    Array.isArray(notices) &&
    notices.every((notice) => notice?.type === NOTICE_TYPE)
  if (!whole) throw new Error('信任文件格式有误')
  parseNoteKey(trust.logKey)
  for (const head of heads) parseCheckpoint(head)
  if (witnesses !== null) {
    if (!Number.isSafeInteger(witnesses.threshold) || witnesses.threshold < 1)
      throw new Error('信任文件的见证人门限有误')
    for (const { key } of witnesses.witnesses) parseWitnessKey(key)
  }
  return trust
}

/** One trust of several files: the first decides on the log, the first that names witnesses on these, all pin notices and heads. Throws where they differ on the log. */
export function joinTrust(files: readonly TrustFile[]): TrustFile | null {
  const [first, ...others] = files
  if (!first) return null
  if (others.some((other) => other.logKey !== first.logKey || other.tenantId !== first.tenantId))
    throw new Error('给出的信任文件不是同一平台的')
  return {
    ...first,
    serviceKeys: {
      ed25519: files.flatMap((file) => file.serviceKeys.ed25519),
      sm2: files.flatMap((file) => file.serviceKeys.sm2),
    },
    // The operator's own file may name none, that of a regulator some.
    witnesses: files.find((file) => file.witnesses !== null)?.witnesses ?? null,
    noticeKeys: files.flatMap((file) => file.noticeKeys),
    heads: files.flatMap((file) => file.heads),
    notices: files.flatMap((file) => file.notices),
    timeAuthorities: files.flatMap((file) => file.timeAuthorities ?? []),
  }
}
