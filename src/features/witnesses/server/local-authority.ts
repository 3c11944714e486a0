import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
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
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { ObjectIdentifier, OctetString as BerOctets, Sequence } from 'asn1js'
import { TIME_STAMPING } from '#features/sealing/core/time-stamp/certificate.ts'
import { readRequest, SHA256 } from '#features/sealing/core/time-stamp/request.ts'

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
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = nameOf(name)
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_SHA256 })
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: serial(),
    signature: algorithm,
    issuer: subject,
    subject,
    validity: new Validity({ notBefore: new Date(now.getTime() - 60_000), notAfter: until }),
    subjectPublicKeyInfo: AsnConvert.parse(
      new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' })),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      new Extension({
        extnID: id_ce_keyUsage,
        critical: true,
        extnValue: new OctetString(AsnConvert.serialize(new KeyUsage(KeyUsageFlags.digitalSignature))),
      }),
      new Extension({
        extnID: id_ce_extKeyUsage,
        critical: true,
        extnValue: new OctetString(AsnConvert.serialize(new ExtendedKeyUsage([TIME_STAMPING]))),
      }),
    ]),
  })
  const certificate = new Certificate({
    tbsCertificate: tbs,
    signatureAlgorithm: algorithm,
    signatureValue: exact(sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), pair.privateKey)),
  })
  return {
    certificate: Buffer.from(AsnConvert.serialize(certificate)),
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
  }
}

/** A token for a request (both DER), as an authority would give it at this instant. */
export function stampLocally(request: Uint8Array, authority: LocalAuthority, at: Date): Buffer {
  const asked = readRequest(request)
  const info = new TSTInfo({
    policy: POLICY,
    messageImprint: asked.messageImprint,
    serialNumber: serial(),
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

function nameOf(commonName: string): Name {
  return new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new AttributeValue({ utf8String: commonName }) }),
    ]),
  ])
}

/** 128 random bits, a positive integer. */
function serial(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return exact(bytes)
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

/** Bytes with a buffer of their own. */
function exact(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
