import { sha1 } from '@noble/hashes/legacy.js'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { fromHex, utf8 } from '#features/sealing/core/bytes.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import { at, bits, integer, octets, oid, printable, sequence, set, tlv, text, time, yes } from './der.ts'
import { NAMES } from './fields.ts'
import { publicKeyInfo, signatureAlgorithm, signDer } from './sign.ts'

/** Attributes of a name by OID, in their order. */
export type NameParts = readonly (readonly [oid: string, value: string])[]

export interface ToIssue {
  /** Hex, positive. */
  serial: string
  subject: NameParts
  issuer: NameParts
  publicKey: { suite: SuiteName; publicKey: string }
  issuerKey: KeyPair
  from: Date
  until: Date
  /** Of an authority: how many may stand below it. */
  pathLength?: number
  /** Where revocations are published; none of a root. */
  crlUrl?: string
}

/** Digital signature and non-repudiation; signing of certificates and of lists of revocations. */
const LEAF_USAGE = bits(Uint8Array.of(0b11000000), 6)
const AUTHORITY_USAGE = bits(Uint8Array.of(0b00000110), 1)

/** A certificate (X.509 v3, DER) that signs documents, or of an authority where `pathLength` is given. */
export function buildCertificate(given: ToIssue): Bytes {
  const { subject, issuer, publicKey, issuerKey, from, until, pathLength, crlUrl } = given
  const isAuthority = pathLength !== undefined
  const constraints = isAuthority ? sequence(yes(), integer(Uint8Array.of(pathLength))) : sequence()
  const extensions = [
    extension('2.5.29.19', constraints, true),
    extension('2.5.29.15', isAuthority ? AUTHORITY_USAGE : LEAF_USAGE, true),
    extension('2.5.29.14', octets(keyId(publicKey.publicKey))),
    extension('2.5.29.35', sequence(at(0, keyId(issuerKey.publicKey), true))),
    ...(crlUrl ? [extension('2.5.29.31', sequence(sequence(at(0, at(0, at(6, utf8(crlUrl), true))))))] : []),
  ]
  const algorithm = signatureAlgorithm(issuerKey.suite)
  const body = sequence(
    at(0, integer(Uint8Array.of(2))),
    integer(fromHex(given.serial)),
    algorithm,
    name(issuer),
    sequence(time(from), time(until)),
    name(subject),
    publicKeyInfo(publicKey),
    at(3, sequence(...extensions)),
  )
  return sequence(body, algorithm, bits(signDer(issuerKey, body)))
}

/** CRLReason (RFC 5280 §5.3.1). */
export const REASONS = { unspecified: 0, keyCompromise: 1, affiliationChanged: 3, superseded: 4, cessation: 5 } as const
export type Reason = keyof typeof REASONS

export interface ToList {
  issuer: NameParts
  issuerKey: KeyPair
  /** Counts up. */
  number: number
  from: Date
  until: Date
  revoked: readonly { serial: string; at: Date; reason: Reason }[]
}

/** A list of revocations (X.509 v2, DER). It keeps naming what has ended, and says so. */
export function buildRevocations({ issuer, issuerKey, number, from, until, revoked }: ToList): Bytes {
  const algorithm = signatureAlgorithm(issuerKey.suite)
  const entries = revoked.map(({ serial, at: since, reason }) =>
    sequence(
      integer(fromHex(serial)),
      time(since),
      // It is left out where nothing is said.
      ...(reason === 'unspecified'
        ? []
        : [sequence(extension('2.5.29.21', tlv(0x0a, Uint8Array.of(REASONS[reason]))))]),
    ),
  )
  const extensions = [
    extension('2.5.29.35', sequence(at(0, keyId(issuerKey.publicKey), true))),
    extension('2.5.29.20', integer(fromHex(number.toString(16).padStart(8, '0')))),
    extension('2.5.29.60', tlv(0x18, utf8('20200101000000Z'))),
  ]
  const body = sequence(
    integer(Uint8Array.of(1)),
    algorithm,
    name(issuer),
    time(from),
    time(until),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    at(0, sequence(...extensions)),
  )
  return sequence(body, algorithm, bits(signDer(issuerKey, body)))
}

function extension(id: string, value: Uint8Array, isCritical = false): Bytes {
  return sequence(oid(id), ...(isCritical ? [yes()] : []), octets(value))
}

function name(parts: NameParts): Bytes {
  return sequence(
    ...parts.map(([type, value]) => set(sequence(oid(type), type === NAMES.country ? printable(value) : text(value)))),
  )
}

/** SHA-1 of the point, as RFC 5280 §4.2.1.2 names keys; nothing rests on its strength. */
function keyId(publicKey: string): Bytes {
  return new Uint8Array(sha1(fromHex(publicKey)))
}
