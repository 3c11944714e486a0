import type { Bytes } from '#features/sealing/core/bytes.ts'
import { equalBytes, toHex } from '#features/sealing/core/bytes.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import { at, bits, demandDer, integer, oid, onlyPart, type Part, partsOf, sequence, set, TAG, text } from './der.ts'
import { publicKeyInfo, signatureAlgorithm, SIGNATURES, signDer } from './sign.ts'

/** Bytes of a request; those of browsers and media have a few hundred. */
export const MOST_REQUEST = 16 << 10
const COMMON_NAME = '2.5.4.3'

/**
 * A request for a certificate (PKCS#10) over a key: it carries the public key and proves, by its signature, that whoever made it
 * holds the private one. The name in it binds nobody: the authority writes the holder as it was checked.
 */
export function makeRequest(pair: KeyPair, holder: string): Bytes {
  const name = sequence(set(sequence(oid(COMMON_NAME), text(holder))))
  const info = sequence(integer(Uint8Array.of(0)), name, publicKeyInfo(pair), at(0, new Uint8Array()))
  return sequence(info, signatureAlgorithm(pair.suite), bits(signDer(pair, info)))
}

/** What a request says. `signed` with `signature` is the proof, still to be checked. */
export interface CertificateRequest {
  suite: SuiteName
  /** Uncompressed point, hex. */
  publicKey: string
  /** SubjectPublicKeyInfo. */
  keyInfo: Bytes
  signed: Bytes
  /** DER of r and s. */
  signature: Bytes
  /** OID. */
  algorithm: string
}

/** Reads a request. Throws RangeError on what is none, or is of another kind of key than P-256 and SM2. */
export function readRequest(der: Uint8Array): CertificateRequest {
  demandDer(der, MOST_REQUEST)
  const [info, algorithm, signature, ...more] = partsOf(onlyPart(der, TAG.sequence).body)
  if (!info || !algorithm || signature?.tag !== TAG.bits || more.length > 0) throw new RangeError('not a request')
  const [version, , keyInfo] = partsOf(info.body)
  if (version?.tag !== TAG.integer || keyInfo?.tag !== TAG.sequence) throw new RangeError('not a request')
  const suite = (['intl', 'gm'] as const).find((name) => equalBytes(algorithm.all, signatureAlgorithm(name)))
  const publicKey = toHex(pointOf(keyInfo))
  if (!suite || !equalBytes(keyInfo.all, publicKeyInfo({ suite, publicKey }))) throw new RangeError('kind of key')
  return {
    suite,
    publicKey,
    keyInfo: keyInfo.all,
    signed: info.all,
    signature: signature.body.slice(1),
    algorithm: SIGNATURES[suite],
  }
}

function pointOf(keyInfo: Part): Bytes {
  const [, key] = partsOf(keyInfo.body)
  if (key?.tag !== TAG.bits || key.body.length !== 66 || key.body[0] !== 0) throw new RangeError('kind of key')
  return key.body.slice(1)
}
