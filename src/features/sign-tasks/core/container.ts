import {
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
} from '@peculiar/asn1-cms'
import {
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_signedData,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
} from '@peculiar/asn1-cms'
import { SignedData, SignerIdentifier, SignerInfo, SignerInfos, Attribute } from '@peculiar/asn1-cms'
import { ECDSASigValue } from '@peculiar/asn1-ecc'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { ObjectIdentifier, OctetString as BerOctets, Sequence } from 'asn1js'
import { type Bytes, concat, equalBytes } from '#features/sealing/core/bytes.ts'
import { readCertificate } from '#features/sealing/core/time-stamp/certificate.ts'

/** id-data: what is signed lies outside of the container. */
export const DATA = '1.2.840.113549.1.7.1'
export const CONTENT_TYPE = '1.2.840.113549.1.9.3'
export const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
/** Of the RFC 3161 token over the value of a signature (RFC 3161, appendix A). */
export const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'

/** What a container states about the bytes that it signs. */
export interface Signed {
  /** SHA-256 of the bytes covered. */
  digest: Bytes
  /** DER, of the key that signs. */
  certificate: Bytes
}

/**
 * The bytes that the key signs (ECDSA P-256 with SHA-256): the signed attributes of a PAdES baseline signature (ETSI EN
 * 319 142-1 §6.3: content type, digest and the certificate's hash; the time stands in the file and in the token), as a SET OF
 * in DER. The same input gives the same bytes.
 */
export async function signedAttributes({ digest, certificate }: Signed): Promise<Bytes> {
  const body = concat(...(await attributesOf({ digest, certificate })).map(der))
  return concat(Uint8Array.of(0x31), lengthOf(body.length), body)
}

/** A signature of WebCrypto (r and s side by side, 64 bytes) as X.509 writes it, DER. */
export function derSignature(raw: Bytes): Bytes {
  if (raw.length !== 64) throw new RangeError('signature of another curve')
  const value = new ECDSASigValue()
  value.r = integer(raw.subarray(0, 32))
  value.s = integer(raw.subarray(32))
  return der(value)
}

/** The container (CMS SignedData, DER) of a signature (DER) over `signedAttributes`. `chain`, `token`: DER. */
export async function makeContainer(
  signed: Signed,
  { signature, chain, token }: { signature: Bytes; chain: readonly Bytes[]; token: Bytes },
): Promise<Bytes> {
  const { parsed } = readCertificate(signed.certificate)
  const { issuer, serialNumber } = parsed.tbsCertificate
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: SHA256 })
  const others = chain.filter((one) => !equalBytes(one, signed.certificate))
  const data = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    certificates: new CertificateSet(
      [parsed, ...others.map((one) => readCertificate(one).parsed)].map(
        (certificate) => new CertificateChoices({ certificate }),
      ),
    ),
    signerInfos: new SignerInfos([
      new SignerInfo({
        version: CMSVersion.v1,
        sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
        digestAlgorithm,
        signedAttrs: await attributesOf(signed),
        signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: ECDSA_SHA256 }),
        signature: new OctetString(signature.slice().buffer),
        unsignedAttrs: [new Attribute({ attrType: TIME_STAMP_TOKEN, attrValues: [token.slice().buffer] })],
      }),
    ]),
  })
  return der(new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) }))
}

/** In the order of their encodings, as a SET OF wants them. */
async function attributesOf({ digest, certificate }: Signed): Promise<Attribute[]> {
  const hash = new BerOctets({ valueHex: await crypto.subtle.digest('SHA-256', certificate) })
  // ESSCertIDv2 with SHA-256, its default (RFC 5035).
  const named = new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [hash] })] })] })
  return [
    attribute(CONTENT_TYPE, new ObjectIdentifier({ value: DATA }).toBER()),
    attribute(MESSAGE_DIGEST, new BerOctets({ valueHex: digest.slice().buffer }).toBER()),
    attribute(SIGNING_CERTIFICATE_V2, named.toBER()),
  ].toSorted((a, b) => compare(der(a), der(b)))
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] })
}

function compare(a: Bytes, b: Bytes): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}

function der(value: unknown): Bytes {
  return new Uint8Array(AsnConvert.serialize(value))
}

function lengthOf(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length)
  return length < 0x100 ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff)
}

/** Content octets of a positive INTEGER. */
function integer(bytes: Bytes): ArrayBuffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Uint8Array.of(0) : bytes.slice(start)
  return (digits[0]! & 0x80 ? concat(Uint8Array.of(0), digits) : digits).slice().buffer
}
