import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificateList, IssuingDistributionPoint, KeyUsageFlags, type RevokedCertificate } from '@peculiar/asn1-x509'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { equalBytes } from '#features/sealing/core/bytes.ts'
import { type Cert, isSignedWith, nameBytes } from '#features/sealing/core/time-stamp/certificate.ts'
import { demandDer } from './der.ts'
import { extensionsOf, may, serialOf, serialText, urlsOf } from './fields.ts'

/** Bytes of a list of revocations. */
export const MOST_CRL = 1 << 20
const ISSUING_POINT = '2.5.29.28'
const INVALID_SINCE = '2.5.29.24'
const HOLDS_EXPIRED = '2.5.29.60'
/** Extensions of a list that take nothing away from it: its number, its authority's key, further addresses. */
const KNOWN: ReadonlySet<string> = new Set(['2.5.29.20', '2.5.29.35', '2.5.29.46', HOLDS_EXPIRED, ISSUING_POINT])

/** A list of revocations whose signature holds. */
export interface RevocationList {
  from: Date
  /** When the next one is due; a list without that is refused. */
  until: Date
  parsed: CertificateList
}

/** Since when a certificate does not count. */
export interface Revocation {
  at: Date
}

/**
 * Reads a list of revocations (DER) that this authority signed. Throws RangeError on what is none, is another's, says not
 * when the next is due, is a part of one, or carries what is not understood here.
 */
export async function readRevocations(der: Uint8Array, issuer: Cert): Promise<RevocationList> {
  demandDer(der, MOST_CRL)
  let parsed: CertificateList
  try {
    parsed = AsnConvert.parse(new Uint8Array(der), CertificateList)
  } catch (cause) {
    throw new RangeError('not a list of revocations', { cause })
  }
  const { tbsCertList, tbsCertListRaw, signatureAlgorithm, signature } = parsed
  const { issuer: name, thisUpdate, nextUpdate, crlExtensions = [] } = tbsCertList
  if (!equalBytes(nameBytes(name), nameBytes(issuer.parsed.tbsCertificate.subject))) throw new RangeError('issuer')
  if (!nextUpdate) throw new RangeError('no end')
  if (!may(extensionsOf(issuer).usage, KeyUsageFlags.cRLSign)) throw new RangeError('usage of the key')
  if (crlExtensions.some(({ extnID, critical }) => critical && !KNOWN.has(extnID))) throw new RangeError('extension')
  const isSigned = await isSignedWith(issuer, {
    message: new Uint8Array(tbsCertListRaw!),
    signature: new Uint8Array(signature),
    algorithm: signatureAlgorithm.algorithm,
    digest: '',
  }).catch(() => false)
  if (!isSigned) throw new RangeError('signature')
  return { from: thisUpdate.getTime(), until: nextUpdate.getTime(), parsed }
}

/** Whether the list would name the certificate if it was revoked: it is of its sort, and had not ended before the list was made. */
export function covers({ parsed, from }: RevocationList, cert: Cert): boolean {
  const { crlExtensions = [] } = parsed.tbsCertList
  const holdsExpired = crlExtensions.some(({ extnID }) => extnID === HOLDS_EXPIRED)
  if (!holdsExpired && cert.parsed.tbsCertificate.validity.notAfter.getTime() < from) return false
  const point = crlExtensions.find(({ extnID }) => extnID === ISSUING_POINT)
  if (!point) return true
  const scope = AsnConvert.parse(point.extnValue, IssuingDistributionPoint)
  if (scope.indirectCRL || scope.onlyContainsAttributeCerts || scope.onlySomeReasons) return false
  if (extensionsOf(cert).isAuthority ? scope.onlyContainsUserCerts : scope.onlyContainsCACerts) return false
  const urls = urlsOf(scope.distributionPoint)
  return urls.length === 0 || extensionsOf(cert).crlUrls.some((url) => urls.includes(url))
}

/** What a list says of a certificate of its authority; null: nothing. */
export function revocationIn({ parsed }: RevocationList, cert: Cert): Revocation | null {
  const serial = serialOf(cert)
  const entry = parsed.tbsCertList.revokedCertificates?.find((one) => serialText(one.userCertificate) === serial)
  return entry ? { at: sinceWhen(entry) } : null
}

/** The key may have been in other hands before anybody said so. */
function sinceWhen({ revocationDate, crlEntryExtensions = [] }: RevokedCertificate): Date {
  const earlier = crlEntryExtensions.find(({ extnID }) => extnID === INVALID_SINCE)
  return earlier ? generalizedTime(new Uint8Array(earlier.extnValue.buffer)) : revocationDate.getTime()
}

function generalizedTime(der: Bytes): Date {
  const text = new TextDecoder().decode(der.subarray(2))
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (der[0] !== 0x18 || !match) throw new RangeError('time')
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number)
  return new Date(Date.UTC(year!, month! - 1, day, hour, minute, second))
}
