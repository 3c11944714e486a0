import { AsnConvert } from '@peculiar/asn1-schema'
import type { KeyUsageFlags } from '@peculiar/asn1-x509'
import {
  BasicConstraints,
  CRLDistributionPoints,
  type DistributionPointName,
  ExtendedKeyUsage,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  KeyUsage,
  type Name,
} from '@peculiar/asn1-x509'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { type Cert, readCertificate } from '#features/sealing/core/time-stamp/certificate.ts'
import { demandDer, digitsOf } from './der.ts'

/** Bytes of one certificate; real ones have one to three thousand. */
export const MOST_CERTIFICATE = 32 << 10

/** Attributes of names that we read or write. */
export const NAMES = {
  commonName: '2.5.4.3',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  unit: '2.5.4.11',
  /** Of a company, `NTRCN-` before its credit code (ETSI EN 319 412-1). */
  organisationId: '2.5.4.97',
} as const

/** Reads a certificate whose bytes nobody has looked at yet. Throws RangeError on anything else. */
export function readStrange(der: Uint8Array): Cert {
  demandDer(der, MOST_CERTIFICATE)
  try {
    const cert = readCertificate(der)
    // Whatever is asked of it later has been read once.
    extensionsOf(cert)
    partsOfName(cert.parsed.tbsCertificate.subject)
    return cert
  } catch (cause) {
    throw new RangeError('not a certificate', { cause })
  }
}

/** The serial number, lower-case hex without leading zeros. */
export function serialOf({ parsed }: Cert): string {
  return serialText(parsed.tbsCertificate.serialNumber)
}

export function serialText(serial: ArrayBuffer): string {
  return toHex(digitsOf(new Uint8Array(serial)))
}

export function keyInfoOf({ parsed }: Cert): Bytes {
  return new Uint8Array(AsnConvert.serialize(parsed.tbsCertificate.subjectPublicKeyInfo))
}

/** Parts of a name in their order. */
export function partsOfName(name: Name): { type: string; value: string }[] {
  return [...name].flatMap((set) => [...set]).map(({ type, value }) => ({ type, value: value.toString() }))
}

const SHORT: Readonly<Record<string, string>> = {
  [NAMES.commonName]: 'CN',
  [NAMES.country]: 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  [NAMES.organisation]: 'O',
  [NAMES.unit]: 'OU',
  '2.5.4.5': 'SERIALNUMBER',
  [NAMES.organisationId]: 'organizationIdentifier',
}

/** A name as people read it: `CN=…, O=…`. */
export function nameText(name: Name): string {
  return partsOfName(name)
    .map(({ type, value }) => `${SHORT[type] ?? type}=${value}`)
    .join(', ')
}

/**
 * Whether a subject names a company by this code: alone, or between signs that are no letters and digits, as authorities
 * write several things into one attribute.
 */
export function namesCompany({ parsed }: Cert, code: string): boolean {
  return partsOfName(parsed.tbsCertificate.subject).some(({ value }) =>
    value
      .toUpperCase()
      .split(/[^0-9A-Z]+/)
      .includes(code.toUpperCase()),
  )
}

interface Extensions {
  isAuthority: boolean
  /** How many authorities may stand below; null: any number. */
  pathLength: number | null
  /** Null where it says nothing. */
  usage: number | null
  /** Null where it says nothing. */
  purposes: readonly string[] | null
  /** Addresses (http) of lists of revocations. */
  crlUrls: readonly string[]
  /** Critical ones that nothing here judges. */
  unknown: readonly string[]
}

/** Extensions that are judged, or say nothing that could refuse a certificate: policies, alternative names, key identifiers. */
const KNOWN: ReadonlySet<string> = new Set([
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_extKeyUsage,
  id_ce_cRLDistributionPoints,
  '2.5.29.14',
  '2.5.29.17',
  '2.5.29.32',
  '2.5.29.35',
])

export function extensionsOf({ parsed }: Cert): Extensions {
  const all = parsed.tbsCertificate.extensions ?? []
  const read = <T>(id: string, type: new () => T): T | undefined => {
    const found = all.find(({ extnID }) => extnID === id)
    return found && AsnConvert.parse(found.extnValue, type)
  }
  const basic = read(id_ce_basicConstraints, BasicConstraints)
  const usage = read(id_ce_keyUsage, KeyUsage)
  const purposes = read(id_ce_extKeyUsage, ExtendedKeyUsage)
  const points = read(id_ce_cRLDistributionPoints, CRLDistributionPoints)
  return {
    isAuthority: basic?.cA ?? false,
    pathLength: basic?.pathLenConstraint ?? null,
    usage: usage ? usage.toNumber() : null,
    purposes: purposes ? [...purposes] : null,
    crlUrls: points ? [...points].flatMap(({ distributionPoint }) => urlsOf(distributionPoint)) : [],
    unknown: all.filter(({ extnID, critical }) => critical && !KNOWN.has(extnID)).map(({ extnID }) => extnID),
  }
}

export function urlsOf(point: DistributionPointName | undefined): string[] {
  return (point?.fullName ?? []).flatMap(({ uniformResourceIdentifier: url }) => (url ? [url] : []))
}

export function may(usage: number | null, flag: KeyUsageFlags): boolean {
  return usage === null || (usage & flag) !== 0
}
