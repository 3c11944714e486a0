import type { SignerInfo } from '@peculiar/asn1-cms'
import type { OctetString } from '@peculiar/asn1-schema'
import { type BaseBlock, fromBER, ObjectIdentifier, OctetString as BerOctets, Sequence } from 'asn1js'
import type { Bytes } from '../bytes.ts'
import { equalBytes } from '../bytes.ts'
import { type Cert, HASHES, nameBytes, readCertificate } from './certificate.ts'

/*
 * Parts of signed data (RFC 5652), byte for byte as they lie in it. Tokens of time-stamps and signatures of documents are both
 * of this form. What does not hold throws with a Chinese finding, which names it by `what`.
 */

const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA1 = '1.3.14.3.2.26'

/** The signature itself names the certificate by its hash (RFC 5035, 5816): another of the same key does not do. */
export async function checkNamed(signer: SignerInfo, { der }: Cert, what: string): Promise<void> {
  const v2 = attributeOf(signer, SIGNING_CERTIFICATE_V2)
  const attribute = v2 ?? attributeOf(signer, SIGNING_CERTIFICATE)
  const id = childOf(childOf(attribute, 0), 0)
  const first = childOf(id, 0)
  const isNamed = first instanceof Sequence
  const stated = isNamed ? childOf(id, 1) : first
  demand(stated instanceof BerOctets, `${what}签名未指明证书`)
  const named = isNamed ? identifierOf(childOf(first, 0)) : v2 ? SHA256 : SHA1
  const hash = HASHES[named ?? '']
  demand(hash !== undefined, '摘要算法不受支持')
  const actual = new Uint8Array(await crypto.subtle.digest(hash, der))
  demand(equalBytes(new Uint8Array(stated.valueBlock.valueHexView), actual), `${what}签名指明的是另一证书`)
}

/** Does the signature say that it is by this certificate? */
export function isOf({ sid }: SignerInfo, { parsed }: Cert): boolean {
  const named = sid.issuerAndSerialNumber
  // By key identifier: the attribute that names the certificate by its hash decides.
  if (!named) return true
  const { issuer, serialNumber } = parsed.tbsCertificate
  return (
    equalBytes(nameBytes(named.issuer), nameBytes(issuer)) &&
    equalBytes(new Uint8Array(named.serialNumber), new Uint8Array(serialNumber))
  )
}

/** The one value of a signed attribute; undefined where it is missing, or there more than once. */
export function attributeOf(signer: SignerInfo, type: string): Block | undefined {
  const found = (signer.signedAttrs ?? []).filter((attribute) => attribute.attrType === type)
  const [value, ...more] = found.flatMap(({ attrValues }) => attrValues)
  return value && more.length === 0 ? fromBER(value).result : undefined
}

/** A value of ASN.1 with its encoding. */
export type Block = BaseBlock

/** The object identifier that a value is. */
export function identifierOf(block: Block | undefined): string | undefined {
  return block instanceof ObjectIdentifier ? block.getValue() : undefined
}

function childOf(block: Block | undefined, index: number): Block | undefined {
  return block instanceof Sequence ? block.valueBlock.value[index] : undefined
}

/** Certificates that signed data carry, byte for byte as they lie in it. */
export function certificatesOf(container: Bytes): Cert[] {
  return partsOf(zeroOf(signedDataOf(container))).map((block) =>
    readCertificate(new Uint8Array(block.valueBeforeDecodeView)),
  )
}

/** What the one signature of signed data signs: attributes as a SET OF, sent under a tag of their own (RFC 5652 §5.4). */
export function signedAttributesOf(container: Bytes, what: string): Bytes {
  const signer = partsOf(partsOf(signedDataOf(container)).at(-1))[0]
  const attributes = zeroOf(signer)
  demand(attributes !== undefined, `${what}签名缺少属性`)
  const bytes = new Uint8Array(attributes.valueBeforeDecodeView)
  bytes[0] = 0x31
  return bytes
}

function signedDataOf(container: Bytes): Block | undefined {
  return partsOf(childOf(fromBER(container).result, 1))[0]
}

/** The part under the tag [0]. */
function zeroOf(block: Block | undefined): Block | undefined {
  return partsOf(block).find(({ idBlock }) => idBlock.tagClass === CONTEXT && idBlock.tagNumber === 0)
}

/** Class of tags that depend on their place. */
const CONTEXT = 3

function partsOf(block: Block | undefined): Block[] {
  const { value } = (block?.valueBlock ?? {}) as { value?: unknown }
  return Array.isArray(value) ? (value as Block[]) : []
}

/** The octets of a string, as bytes with a buffer of their own. */
export function bytesOf(octets: OctetString): Bytes {
  return new Uint8Array(octets.buffer.slice(octets.byteOffset, octets.byteOffset + octets.byteLength))
}

/** Throws the finding unless the condition holds. */
export function demand(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new Error(finding)
}
