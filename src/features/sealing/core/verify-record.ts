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

/** Recomputes the hash of every record of the audit trail; one line, which names the first that was altered. */
export async function verifyFacts(facts: readonly ArchivedFact[]): Promise<Check> {
  return check('audit', '审计记录', () => {
    const chained = facts.filter((fact) => fact.hash !== null)
    for (const { seq, body, prev_hash: before, hash } of chained) {
      const whole = typeof body === 'string' && isHex(before, 32) && isHex(hash, 32)
      const digest = whole && sha256.create().update(fromHex(before)).update(utf8(body)).digest()
      demand(digest && equalBytes(digest, fromHex(hash)), `第 ${seq} 条的内容与记录时的哈希不一致，已被改动`)
    }
    const rest = facts.length - chained.length
    return `${chained.length} 条与各自的哈希一致${rest > 0 ? `，另有 ${rest} 条归档时尚未编入哈希链` : ''}`
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
