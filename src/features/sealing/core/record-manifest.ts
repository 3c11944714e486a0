import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat, fromHex, isHex, toHex, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'
import { verifyEd25519 } from './log/checkpoint.ts'
import { type ReceiptSignature, type Signer, requiredSignatures } from './receipt.ts'
import { sm2Verify } from './sm2.ts'
import type { SuiteName } from './suite-types.ts'

export const ARCHIVE_TYPE = 'kaibiao.archive/2'
/** The member that lists all others: the last one of the zip. */
export const MANIFEST_PATH = 'manifest.json'
/** Folder of what programs read; whatever lies elsewhere is for people and is bound by its hash alone. */
export const MACHINE = '机器可读'

/** One file of the archive. `sha256`: hex. `type`: of its content (`typeOf`). */
export interface ArchiveMember {
  path: string
  size: number
  sha256: string
  type: string
}

/** What the service signs of an archive: whose record it is, what it must hold, and every member in the order of the zip. */
export interface ArchiveBody {
  type: typeof ARCHIVE_TYPE
  tenantId: string
  orderId: string
  code: string
  title: string
  suite: SuiteName
  /** ISO instant; also the time of every member in the zip, in Beijing time. */
  archivedAt: string
  /** Steps of the order's method, and whether it came to a winner or to nothing. */
  steps: string[]
  outcome: 'awarded' | 'abortive'
  /** Sections in it, from the closed list of `record-sections.ts`. */
  sections: string[]
  hash: 'SHA-256'
  members: ArchiveMember[]
}

export interface SignedArchive {
  body: ArchiveBody
  signatures: ReceiptSignature[]
}

/** The bytes of `manifest.json`. There is one way to write it, so that no byte of it is free. */
export function archiveText(manifest: SignedArchive): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** What the log keeps of an archive: SHA-256 of the bytes of its `manifest.json`, hex. */
export function archiveHash(manifest: SignedArchive): string {
  return toHex(sha256(utf8(archiveText(manifest))))
}

/** Signs with every key that the order's suite demands. Throws RangeError when one is missing. */
export async function signArchive(body: ArchiveBody, signers: readonly Signer[]): Promise<SignedArchive> {
  const missing = requiredSignatures(body.suite).find((alg) => !signers.some((signer) => signer.alg === alg))
  if (missing) throw new RangeError(`an archive in the suite ${body.suite} needs a signature by ${missing}`)
  const message = archiveMessage(body)
  const signatures: ReceiptSignature[] = []
  for (const { alg, publicKey, sign } of signers)
    signatures.push({ alg, publicKey, signature: toHex(await sign(message)) })
  return { body, signatures }
}

/** Is this a signature of its key over the body? False on malformed input too. */
export function isArchiveSignedBy(body: ArchiveBody, { alg, publicKey, signature }: ReceiptSignature): boolean {
  try {
    const message = archiveMessage(body)
    if (alg === 'SM2') return sm2Verify(publicKey, message, fromHex(signature))
    return verifyEd25519(fromHex(publicKey), message, fromHex(signature))
  } catch {
    return false
  }
}

const TEXTS = ['tenantId', 'orderId', 'code', 'title', 'archivedAt'] as const
const FIELDS = 12

/** The manifest in these bytes; throws with a Chinese finding unless it is one, written in its one way. */
export function readArchive(text: string): SignedArchive {
  const manifest = JSON.parse(text) as SignedArchive
  const body = Object(manifest.body) as ArchiveBody
  const whole =
    body.type === ARCHIVE_TYPE &&
    body.hash === 'SHA-256' &&
    (body.suite === 'intl' || body.suite === 'gm') &&
    (body.outcome === 'awarded' || body.outcome === 'abortive') &&
    TEXTS.every((field) => typeof body[field] === 'string') &&
    !Number.isNaN(Date.parse(body.archivedAt)) &&
    areTexts(body.steps) &&
    areTexts(body.sections) &&
    Array.isArray(body.members) &&
    body.members.every(isMember) &&
    Object.keys(body).length === FIELDS &&
    Object.keys(manifest).length === 2 &&
    Array.isArray(manifest.signatures) &&
    manifest.signatures.every((one) => Object.keys(Object(one) as object).length === 3)
  if (!whole) throw new Error('归档清单的格式有误')
  if (archiveText(manifest) !== text) throw new Error('归档清单的写法不是规定的写法')
  return manifest
}

/** What a member is, by where it lies and how its name ends; of JSON also by the type that it states. */
export function typeOf(path: string, stated?: unknown): string {
  if (path.startsWith(`${MACHINE}/`) && typeof stated === 'string' && stated.startsWith('kaibiao')) return stated
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return TYPES[ending] ?? 'application/octet-stream'
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  pdf: 'application/pdf',
  txt: 'text/plain',
  pem: 'application/x-pem-file',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** Why a path may not stand in an archive; null where it may. One that leaves its folder never may. */
export function pathFault(path: string): string | null {
  if (path === '' || path.length > 1000) return '路径为空或过长'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return '绝对路径'
  if (path.includes('\\')) return '路径含反斜杠'
  if (/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffd]/.test(path)) return '路径含控制字符'
  if (path.normalize('NFC') !== path) return '路径不是规范的写法'
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return '路径越出归档文件夹'
  return null
}

function archiveMessage(body: ArchiveBody): Bytes {
  return concat(utf8('kaibiao/archive/2\0'), canonicalBytes(body))
}

function isMember(member: ArchiveMember): boolean {
  const { path, size, sha256: hash, type } = Object(member) as ArchiveMember
  const texts = typeof path === 'string' && typeof type === 'string'
  return texts && Number.isSafeInteger(size) && size >= 0 && isHex(hash, 32) && Object.keys(member).length === 4
}

function areTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
}
