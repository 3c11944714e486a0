import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes, fromBase64, fromHex, isHex, toHex, utf8 } from './bytes.ts'
import type { Bytes } from './bytes.ts'
import { check, demand, given } from './check.ts'
import type { Check } from './check.ts'
import { verifyEd25519 } from './log/checkpoint.ts'

export const PUBLISHED_NOTICE_TYPE = 'kaibiao.published-notice/1'

/** A published notice as an archive keeps it: the stored row, with hash and signature. */
export interface PublishedNotice {
  type: typeof PUBLISHED_NOTICE_TYPE
  tenant_id: number
  orderCode: string
  code: string
  kind: number
  title: string
  content: unknown
  data: unknown
  published_at: string
  publicity_end: string | null
  /** SHA-256 over the canonical JSON of what a reader sees, hex. */
  contentHash: string
  /** Ed25519 over the hash, base64. */
  signature: string
}

/** One record of the audit trail as an archive keeps it. `seq` and hashes are null for what was not yet chained. */
export interface ArchivedFact {
  seq: number | null
  /** As text: that is what was hashed. */
  body: string
  prev_hash: string | null
  hash: string | null
}

/** Recomputes hash and signature of every notice. `keys`: PEM texts found beside them; never throws on bad input. */
export async function verifyNotices(notices: readonly PublishedNotice[], keys: readonly string[]): Promise<Check[]> {
  const checks: Check[] = []
  for (const notice of notices) {
    const name = `公告 ${notice.code}`
    checks.push(await check('notice-hash', `${name} 的内容`, () => checkHash(notice)))
    checks.push(await check('notice-signature', `${name} 的签名`, () => checkSignature(notice, keys)))
  }
  return checks
}

/**
 * Recomputes the hash of every record of the audit trail, and follows the links of those that stand beside one another; one
 * line, which names the first that was altered. A record without its place in the chain proves nothing, and fails.
 */
export async function verifyFacts(facts: readonly ArchivedFact[]): Promise<Check> {
  return check('audit', '审计记录', () => {
    let last: ArchivedFact | undefined
    let links = 0
    for (const fact of facts) {
      const { seq, body, prev_hash: before, hash } = fact
      demand(seq !== null && hash !== null && before !== null, '有记录未编入哈希链')
      const whole = typeof body === 'string' && isHex(before, 32) && isHex(hash, 32) && Number.isSafeInteger(seq)
      const digest = whole && sha256.create().update(fromHex(before)).update(utf8(body)).digest()
      demand(digest && equalBytes(digest, fromHex(hash)), `第 ${seq} 条的内容与记录时的哈希不一致，已被改动`)
      demand((JSON.parse(body) as { seq?: unknown }).seq === seq, `第 ${seq} 条的序号与内容不一致`)
      if (last) demand(seq > last.seq!, `第 ${seq} 条的次序有误`)
      if (last && seq === last.seq! + 1) {
        demand(before === last.hash, `第 ${seq} 条没有接在前一条之后，哈希链断开`)
        links++
      }
      last = fact
    }
    return `${facts.length} 条与各自的哈希一致${links > 0 ? `，其中相邻的 ${links} 处前后相接` : ''}`
  })
}

/** The notices against what the audit trail says was published: none missing, none besides, each with its hash. */
export async function verifyPublished(
  notices: readonly PublishedNotice[],
  facts: readonly ArchivedFact[],
): Promise<Check> {
  return check('notice-facts', '公告与过程记录', () => {
    const recorded = facts.flatMap(({ body }) => {
      const { action, data } = JSON.parse(body) as { action?: string; data?: { code?: string; contentHash?: string } }
      return action === 'notice.publish' ? [{ code: data?.code, hash: data?.contentHash }] : []
    })
    demand(recorded.length > 0, '过程记录中没有公告')
    for (const { code, hash } of recorded) {
      const notice = notices.find((one) => one.code === code)
      demand(notice !== undefined, `公告 ${code} 已发布，但不在归档中`)
      demand(notice.contentHash === hash, `公告 ${code} 与发布时记录的哈希不一致`)
    }
    for (const { code } of notices)
      demand(
        recorded.some((one) => one.code === code),
        `公告 ${code} 没有发布记录`,
      )
    demand(new Set(notices.map(({ code }) => code)).size === notices.length, '有公告出现不止一次')
    return `${notices.length} 份公告与发布记录一一对应`
  })
}

function checkHash(notice: PublishedNotice): string {
  const { orderCode, code, kind, title, content, data } = notice
  const facts = {
    tenantId: notice.tenant_id,
    orderCode,
    code,
    kind,
    title,
    content,
    data,
    publishedAt: notice.published_at,
    publicityEnd: notice.publicity_end,
  }
  demand(toHex(sha256(utf8(sorted(facts)))) === notice.contentHash, `《${title}》与发布时的哈希不一致，已被改动`)
  return `《${title}》与发布时的哈希一致`
}

function checkSignature({ contentHash, signature }: PublishedNotice, keys: readonly string[]): string {
  const pem = given(keys[0], '未提供公告公钥（public-key.pem），无法核对')
  demand(new Set(keys.map((key) => key.trim())).size === 1, '提供了不止一个公告公钥')
  const key = keyOf(pem)
  demand(verifyEd25519(key, fromHex(contentHash), fromBase64(signature)), '签名无效，公告被改动或系伪造')
  return `签名有效；公告公钥 ${toHex(key).slice(0, 16)}…，请与门户公布的核对`
}

const SPKI = '302a300506032b6570032100'

/** The 32 bytes of an Ed25519 key in PEM (SPKI). */
function keyOf(pem: string): Bytes {
  const der = fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  demand(toHex(der.subarray(0, 12)) === SPKI && der.length === 44, '公告公钥不是 Ed25519 公钥')
  return der.slice(12)
}

/** JSON with sorted keys and no white space; unlike `canonicalJson` it takes fractions, which rich texts may hold. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).filter((key) => record[key] !== undefined)
  return `{${keys
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sorted(record[key])}`)
    .join(',')}}`
}
