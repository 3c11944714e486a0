import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Demanded, type Letter, LETTER_TYPE, refusalOfLetter } from '../../rules/letter.ts'

/*
 * A letter as it is handed out: JSON of the signed bytes, the issuer's certificate and the signature. The certificate is
 * signed by a root that the platform trusts. All signatures are Ed25519, over the very bytes.
 */

interface Signed {
  /** Base64 of the signed bytes. */
  body: string
  signature: string
}
interface Document extends Signed {
  certificate: Signed
}
export interface Certificate {
  issuer: string
  /** SPKI, base64. */
  publicKey: string
  /** ISO instants. */
  notBefore: string
  notAfter: string
}

/** Makes a document of a letter; the certificate is one of `makeCertificate`. */
export function makeDocument(letter: Letter, key: KeyObject, certificate: Signed): string {
  return JSON.stringify({ ...signed(letter, key), certificate } satisfies Document)
}

export function makeCertificate(certificate: Certificate, root: KeyObject): Signed {
  return signed(certificate, root)
}

/**
 * Looks at a document: genuine, by a trusted issuer whose certificate is in force, and as demanded. Answers the letter, or
 * the refusal in words for people.
 */
export function verifyDocument(
  content: string,
  { demanded, roots, now }: { demanded: Demanded; roots: readonly KeyObject[]; now: Date },
): { letter: Letter; refusal: string } | { letter: null; refusal: string } {
  const none = (refusal: string) => ({ letter: null, refusal })
  const document = parse<Document>(content)
  const isWhole = isSigned(document) && isSigned(document.certificate)
  if (!isWhole) return none('保函文件格式不正确')
  if (!roots.some((root) => holds(document.certificate, root))) return none('签发机构证书不受信任')
  const certificate = parse<Certificate>(textOf(document.certificate))
  const key = certificate && keyOf(certificate)
  if (!certificate || !key) return none('签发机构证书不受信任')
  if (!holds(document, key)) return none('保函签名不符，文件已被改动')
  if (now.toISOString() < certificate.notBefore || now.toISOString() > certificate.notAfter)
    return none(`签发机构证书已过有效期（至 ${certificate.notAfter.slice(0, 10)}）`)
  const letter = parse<Letter>(textOf(document))
  if (letter?.type !== LETTER_TYPE || !isLetterWhole(letter)) return none('保函文件格式不正确')
  if (letter.issuer !== certificate.issuer) return none('保函的签发机构与证书不一致')
  return { letter, refusal: refusalOfLetter(letter, demanded) }
}

/** An Ed25519 key of a seed of 32 bytes. */
export function keyOfSeed(seed: Buffer): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
}

function signed(value: object, key: KeyObject): Signed {
  const bytes = Buffer.from(JSON.stringify(value))
  return { body: bytes.toString('base64'), signature: sign(null, bytes, key).toString('base64') }
}

function holds({ body, signature }: Signed, key: KeyObject): boolean {
  const [bytes, given] = [Buffer.from(body, 'base64'), Buffer.from(signature, 'base64')]
  // Base64 has several spellings of the same bytes; what was handed out has one.
  if (bytes.toString('base64') !== body || given.toString('base64') !== signature) return false
  return given.length === 64 && verify(null, bytes, key, given)
}

function keyOf({ publicKey }: Certificate): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function isSigned(value: unknown): value is Signed {
  const { body, signature } = (value ?? {}) as Partial<Signed>
  return typeof body === 'string' && typeof signature === 'string'
}

function isLetterWhole(letter: Letter): boolean {
  const days = [letter.validFrom, letter.validUntil].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))
  const texts = [letter.number, letter.applicant, letter.beneficiary, letter.orderCode, letter.form]
  return days && texts.every((text) => typeof text === 'string') && /^\d{1,15}(\.\d{1,2})?$/.test(letter.amount)
}

function textOf({ body }: Signed): string {
  return Buffer.from(body, 'base64').toString('utf8')
}

function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
