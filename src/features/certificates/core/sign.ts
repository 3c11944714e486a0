import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { sm2Sign } from '#features/sealing/core/sm2.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import { at, bits, integer, octets, oid, sequence } from './der.ts'

const EC_KEY = '1.2.840.10045.2.1'
const CURVES: Readonly<Record<SuiteName, string>> = { intl: '1.2.840.10045.3.1.7', gm: '1.2.156.10197.1.301' }
/** ECDSA with SHA-256; SM2 with SM3 (GB/T 33560). */
export const SIGNATURES: Readonly<Record<SuiteName, string>> = {
  intl: '1.2.840.10045.4.3.2',
  gm: '1.2.156.10197.1.501',
}

/** How a signature of the suite is named in what carries it. */
export function signatureAlgorithm(suite: SuiteName): Bytes {
  return sequence(oid(SIGNATURES[suite]))
}

/** SubjectPublicKeyInfo of an uncompressed point (hex). */
export function publicKeyInfo({ suite, publicKey }: { suite: SuiteName; publicKey: string }): Bytes {
  return sequence(sequence(oid(EC_KEY), oid(CURVES[suite])), bits(fromHex(publicKey)))
}

/** PKCS#8 of a key, unencrypted, as OpenSSL reads it. */
export function privateKeyInfo({ suite, privateKey, publicKey }: KeyPair): Bytes {
  const key = sequence(integer(Uint8Array.of(1)), octets(fromHex(privateKey)), at(1, bits(fromHex(publicKey))))
  return sequence(integer(Uint8Array.of(0)), sequence(oid(EC_KEY), oid(CURVES[suite])), octets(key))
}

/**
 * A signature of a message as certificates carry it: DER of r and s, by ECDSA over SHA-256 or by SM2 over SM3 with the user id
 * 1234567812345678.
 */
export function signDer({ suite, privateKey }: Pick<KeyPair, 'suite' | 'privateKey'>, message: Uint8Array): Bytes {
  const raw =
    suite === 'gm' ? sm2Sign(privateKey, message) : p256.sign(message, fromHex(privateKey), { format: 'compact' })
  return sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
}
