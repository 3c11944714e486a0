import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** Algorithms of signatures by kind of key, each with SHA-256. */
const ALGORITHMS: Readonly<Record<string, AlgorithmIdentifier>> = {
  ec: new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' }),
  rsa: new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null }),
}

interface Issue {
  /** Common names. */
  subject: string
  issuer: string
  publicKey: KeyObject
  issuerKey: KeyObject
  from: Date
  until: Date
  /** Value by OID, all critical. */
  extensions: readonly (readonly [oid: string, value: object])[]
}

/** A certificate (DER), for what plays an authority where none is configured. The issuer's key is RSA or EC. */
export function issueCertificate(given: Issue): Buffer {
  const { subject, issuer, publicKey, issuerKey, from, until, extensions } = given
  const algorithm = ALGORITHMS[issuerKey.asymmetricKeyType ?? '']
  if (!algorithm) throw new Error('no such kind of key signs certificates')
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: newSerial(),
    signature: algorithm,
    issuer: nameOf(issuer),
    subject: nameOf(subject),
    validity: new Validity({ notBefore: from, notAfter: until }),
    subjectPublicKeyInfo: AsnConvert.parse(
      exact(publicKey.export({ format: 'der', type: 'spki' })),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(
      extensions.map(
        ([extnID, value]) =>
          new Extension({ extnID, critical: true, extnValue: new OctetString(AsnConvert.serialize(value)) }),
      ),
    ),
  })
  const certificate = new Certificate({
    tbsCertificate: tbs,
    signatureAlgorithm: algorithm,
    signatureValue: exact(sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), issuerKey)),
  })
  return Buffer.from(AsnConvert.serialize(certificate))
}

/** 128 random bits, a positive integer. */
export function newSerial(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return exact(bytes)
}

/** Bytes with a buffer of their own. */
export function exact(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function nameOf(commonName: string): Name {
  return new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new AttributeValue({ utf8String: commonName }) }),
    ]),
  ])
}
