import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_signedData,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp'
import {
  Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509'
import { ObjectIdentifier, OctetString as BerOctets, Sequence } from 'asn1js'
import { TIME_STAMPING } from '#features/sealing/core/time-stamp/certificate.ts'
import { readRequest, SHA256 } from '#features/sealing/core/time-stamp/request.ts'
import { exact, issueCertificate, newSerial } from '#server/certificates/issue.ts'

/** Of the authority that a platform is to itself, where none is configured. DER both. */
export interface LocalAuthority {
  certificate: Buffer
  privateKey: Buffer
}

const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
/** "Any policy" would claim a practice statement; this one, under the arc for UUIDs, claims nothing. */
const POLICY = '2.25.277134951264498714367219856315487261953'
const YEARS = 20

/** A key (P-256) and a certificate that it signed itself, for stamping times and nothing else. */
export function makeLocalAuthority(name: string, now: Date): LocalAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  const certificate = issueCertificate({
    subject: name,
    issuer: name,
    publicKey,
    issuerKey: privateKey,
    from: new Date(now.getTime() - 60_000),
    until,
    extensions: [
      [id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature)],
      [id_ce_extKeyUsage, new ExtendedKeyUsage([TIME_STAMPING])],
    ],
  })
  return { certificate, privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) }
}

/** A token for a request (both DER), as an authority would give it at this instant. */
export function stampLocally(request: Uint8Array, authority: LocalAuthority, at: Date): Buffer {
  const asked = readRequest(request)
  const info = new TSTInfo({
    policy: POLICY,
    messageImprint: asked.messageImprint,
    serialNumber: newSerial(),
    genTime: at,
    ordering: false,
    ...(asked.nonce && { nonce: asked.nonce }),
  })
  const content = Buffer.from(AsnConvert.serialize(info))
  const certificate = AsnConvert.parse(exact(authority.certificate), Certificate)
  const attributes = [
    attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: id_ct_tstInfo }).toBER()),
    attribute('1.2.840.113549.1.9.4', new BerOctets({ valueHex: exact(sha256(content)) }).toBER()),
    attribute('1.2.840.113549.1.9.16.2.47', namesCertificate(authority.certificate)),
  ].toSorted((a, b) => Buffer.compare(der(a), der(b)))
  // A SET OF, in the order of its encodings.
  const body = Buffer.concat(attributes.map(der))
  const signed = Buffer.concat([Buffer.of(0x31), lengthOf(body.length), body])
  const key = createPrivateKey({ key: authority.privateKey, format: 'der', type: 'pkcs8' })
  const digest = new DigestAlgorithmIdentifier({ algorithm: SHA256, parameters: null })
  const data = new SignedData({
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digest]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(exact(content)) }),
    }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([
      new SignerInfo({
        version: CMSVersion.v1,
        sid: new SignerIdentifier({
          issuerAndSerialNumber: new IssuerAndSerialNumber({
            issuer: certificate.tbsCertificate.issuer,
            serialNumber: certificate.tbsCertificate.serialNumber,
          }),
        }),
        digestAlgorithm: digest,
        signedAttrs: attributes,
        signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: ECDSA_SHA256 }),
        signature: new OctetString(exact(sign('sha256', signed, key))),
      }),
    ]),
  })
  return Buffer.from(
    AsnConvert.serialize(new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) })),
  )
}

/** SigningCertificateV2 (RFC 5816) with SHA-256, its default. */
function namesCertificate(certificate: Buffer): ArrayBuffer {
  const id = new Sequence({ value: [new BerOctets({ valueHex: exact(sha256(certificate)) })] })
  return new Sequence({ value: [new Sequence({ value: [id] })] }).toBER()
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] })
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function der(value: unknown): Buffer {
  return Buffer.from(AsnConvert.serialize(value))
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
}
