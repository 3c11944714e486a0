import { ECDSASigValue } from '@peculiar/asn1-ecc'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, ExtendedKeyUsage, id_ce_extKeyUsage, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import type { Bytes } from '../bytes.ts'
import { concat, equalBytes, toHex } from '../bytes.ts'
import { sm2Verify } from '../sm2.ts'

/** A certificate with its own bytes, DER. */
export interface Cert {
  der: Bytes
  parsed: Certificate
}

/** id-kp-timeStamping (RFC 3161 §2.3). */
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Reads a certificate; throws on anything else. */
export function readCertificate(der: Uint8Array): Cert {
  const bytes = new Uint8Array(der)
  return { der: bytes, parsed: AsnConvert.parse(bytes, Certificate) }
}

/** SubjectPublicKeyInfo of a certificate (DER), encoded as it lies in it. */
export function publicKeyOf(der: Uint8Array): Bytes {
  return new Uint8Array(AsnConvert.serialize(readCertificate(der).parsed.tbsCertificate.subjectPublicKeyInfo))
}

/** Who it was issued to: the common name, else the organisation, else all of the name. */
export function subjectOf({ parsed }: Cert): string {
  return nameOf(parsed.tbsCertificate.subject)
}

/** Who issued it, likewise. */
export function issuerOf({ parsed }: Cert): string {
  return nameOf(parsed.tbsCertificate.issuer)
}

function nameOf(name: Cert['parsed']['tbsCertificate']['subject']): string {
  const parts = [...name].flatMap((set) => [...set])
  const find = (type: string) => parts.find((part) => part.type === type)?.value.toString()
  return find('2.5.4.3') ?? find('2.5.4.10') ?? parts.map((part) => part.value.toString()).join(', ')
}

/** May its key stamp times, and do nothing else? RFC 3161 §2.3: the extension is critical and names that one purpose. */
export function isForTimeStamping({ parsed }: Cert): boolean {
  const extension = parsed.tbsCertificate.extensions?.find(({ extnID }) => extnID === id_ce_extKeyUsage)
  if (!extension?.critical) return false
  const usages = [...AsnConvert.parse(extension.extnValue, ExtendedKeyUsage)]
  return usages.length === 1 && usages[0] === TIME_STAMPING
}

/** Is the instant within the validity of the certificate? */
export function isValidAt({ parsed }: Cert, at: Date): boolean {
  const { notBefore, notAfter } = parsed.tbsCertificate.validity
  return notBefore.getTime() <= at && at <= notAfter.getTime()
}

/**
 * The certificate and its issuers, each of which signed the one before: as far as `others` go. The last may be one that
 * signed itself.
 */
export async function chainOf(cert: Cert, others: readonly Cert[]): Promise<Cert[]> {
  const chain = [cert]
  for (;;) {
    const last = chain.at(-1)!
    const issuer = nameBytes(last.parsed.tbsCertificate.issuer)
    const candidates = others.filter(
      (one) => !chain.includes(one) && equalBytes(nameBytes(one.parsed.tbsCertificate.subject), issuer),
    )
    const next = await firstThat(candidates, (one) => isIssuedBy(last, one))
    if (!next) return chain
    chain.push(next)
  }
}

/** Encoded, as names are compared. */
export function nameBytes(name: Certificate['tbsCertificate']['issuer']): Bytes {
  return new Uint8Array(AsnConvert.serialize(name))
}

interface Signed {
  message: Bytes
  signature: Bytes
  /** OID. */
  algorithm: string
  /** OID of the hash where `algorithm` names the key alone. */
  digest: string
}

/** Whether the key of a certificate made this signature. */
export function isSignedWith({ parsed }: Cert, signed: Signed): Promise<boolean> {
  return isSignedBy(new Uint8Array(AsnConvert.serialize(parsed.tbsCertificate.subjectPublicKeyInfo)), signed)
}

/**
 * Whether this key (SubjectPublicKeyInfo, DER) made this signature: RSA or ECDSA on the curves of NIST, with SHA-2, or SM2 with SM3
 * and the user id 1234567812345678. Throws on any other algorithm.
 */
export async function isSignedBy(der: Bytes, signed: Signed): Promise<boolean> {
  const spki = AsnConvert.parse(der, SubjectPublicKeyInfo)
  if (signed.algorithm === SM2_WITH_SM3) return isSm2Signed(spki, signed)
  const hash = HASHES[SIGNATURE_HASHES[signed.algorithm] ?? signed.digest]
  const isEc = signed.algorithm.startsWith('1.2.840.10045.')
  if (!hash || (!isEc && !signed.algorithm.startsWith('1.2.840.113549.1.1.'))) throw new Error('签名算法不受支持')
  if (!isEc) {
    const key = await crypto.subtle.importKey('spki', der, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['verify'])
    return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signed.signature, signed.message)
  }
  const curve = curveOf(spki.algorithm.parameters ?? null)
  const key = await crypto.subtle.importKey('spki', der, { name: 'ECDSA', namedCurve: curve.name }, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, rawSignature(signed.signature, curve.size), signed.message)
}

/** SM2 with SM3 (GB/T 33560), and the curve. */
const SM2_WITH_SM3 = '1.2.156.10197.1.501'
const SM2_CURVE = '06082a811ccf5501822d'

function isSm2Signed(spki: SubjectPublicKeyInfo, { message, signature }: Signed): boolean {
  const { parameters } = spki.algorithm
  if (!parameters || toHex(new Uint8Array(parameters)) !== SM2_CURVE) throw new Error('椭圆曲线不受支持')
  return sm2Verify(toHex(new Uint8Array(spki.subjectPublicKey)), message, rawSignature(signature, 32))
}

/** r and s, each of so many bytes, of their DER. */
function rawSignature(der: Bytes, size: number): Bytes {
  const { r, s } = AsnConvert.parse(der, ECDSASigValue)
  return concat(padded(r, size), padded(s, size))
}

/** OID of a hash to its name. */
export const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

/** The hash that an algorithm of signatures names itself. Nothing signed over SHA-1 counts. */
const SIGNATURE_HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': '2.16.840.1.101.3.4.2.1',
  '1.2.840.113549.1.1.12': '2.16.840.1.101.3.4.2.2',
  '1.2.840.113549.1.1.13': '2.16.840.1.101.3.4.2.3',
  '1.2.840.10045.4.3.2': '2.16.840.1.101.3.4.2.1',
  '1.2.840.10045.4.3.3': '2.16.840.1.101.3.4.2.2',
  '1.2.840.10045.4.3.4': '2.16.840.1.101.3.4.2.3',
}

/** Does it carry a signature of the other's key? */
async function isIssuedBy({ parsed }: Cert, issuer: Cert): Promise<boolean> {
  const { tbsCertificateRaw, signatureAlgorithm, signatureValue } = parsed
  if (!tbsCertificateRaw) return false
  return isSignedWith(issuer, {
    message: new Uint8Array(tbsCertificateRaw),
    signature: new Uint8Array(signatureValue),
    algorithm: signatureAlgorithm.algorithm,
    digest: '',
  }).catch(() => false)
}

const CURVES: Readonly<Record<string, { name: string; size: number }>> = {
  '06082a8648ce3d030107': { name: 'P-256', size: 32 },
  '06052b81040022': { name: 'P-384', size: 48 },
  '06052b81040023': { name: 'P-521', size: 66 },
}

function curveOf(parameters: ArrayBuffer | null): { name: string; size: number } {
  const curve = parameters ? CURVES[toHex(new Uint8Array(parameters))] : undefined
  if (!curve) throw new Error('椭圆曲线不受支持')
  return curve
}

/** An integer at its full width. */
function padded(value: ArrayBuffer, size: number): Bytes {
  const bytes = new Uint8Array(value)
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? new Uint8Array(0) : bytes.slice(start)
  if (digits.length > size) throw new Error('签名格式错误')
  return concat(new Uint8Array(size - digits.length), digits)
}

async function firstThat<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item
  return undefined
}
