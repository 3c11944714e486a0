import type { Bytes } from './bytes.ts'
import { concat, fromHex, isHex, randomBytes, toHex, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'
import { EnvelopeError } from './errors.ts'
import { fingerprint, keyPairOf } from './keys.ts'
import { pbkdf2Sm3 } from './sm3.ts'
import { suiteOf } from './suite.ts'
import type { KeyPair, SuiteName } from './suite-types.ts'

export const KEY_FILE_TYPE = 'kaibiao.key-file/1'

/** A private key under a password, as the file the bidder keeps. All but `data` is readable, and authenticated. */
export interface KeyFile {
  type: typeof KEY_FILE_TYPE
  suite: SuiteName
  /** Who the key belongs to, for people. */
  holder: string
  /** ISO instant, as the caller's clock said. */
  createdAt: string
  publicKey: string
  fingerprint: string
  kdf: { name: 'PBKDF2-HMAC-SHA256' | 'PBKDF2-HMAC-SM3'; iterations: number; salt: string }
  cipher: 'AES-256-GCM' | 'SM4-CTR-HMAC-SM3'
  note: string
  /** The sealed private key, hex. */
  data: string
}

const ITERATIONS = 600_000
const MAX_ITERATIONS = 10_000_000
const NOTE = '本文件保存投标人的解密私钥，开标解密时必须使用。请妥善备份文件与口令；平台不保存，遗失后无法恢复。'
const METHODS = {
  intl: { kdf: 'PBKDF2-HMAC-SHA256', cipher: 'AES-256-GCM' },
  gm: { kdf: 'PBKDF2-HMAC-SM3', cipher: 'SM4-CTR-HMAC-SM3' },
} as const

/**
 * Closes a key pair with a password (600,000 rounds of PBKDF2). The caller rules on the password's strength. `note`: what the file is
 * for, in words; bids unless told.
 */
export async function exportKeyFile(
  pair: KeyPair,
  password: string,
  about: { holder: string; createdAt: string; note?: string },
): Promise<KeyFile> {
  const { suite, publicKey } = pair
  const open: Omit<KeyFile, 'data'> = {
    type: KEY_FILE_TYPE,
    suite,
    holder: about.holder,
    createdAt: about.createdAt,
    publicKey,
    fingerprint: fingerprint(pair),
    kdf: { name: METHODS[suite].kdf, iterations: ITERATIONS, salt: toHex(randomBytes(32)) },
    cipher: METHODS[suite].cipher,
    note: about.note ?? NOTE,
  }
  const cipher = await cipherOf(open, password)
  return { ...open, data: toHex(await cipher.seal(0, canonicalBytes(open), fromHex(pair.privateKey))) }
}

/**
 * The key pair of a key file. Refuses with `wrong-key` (wrong password, or an altered file: the two cannot be told
 * apart), `malformed` or `unsupported-suite`.
 */
export async function importKeyFile(file: unknown, password: string): Promise<KeyPair> {
  const { data, ...open } = readKeyFile(file)
  const cipher = await cipherOf(open, password)
  const privateKey = await cipher.open(0, canonicalBytes(open), fromHex(data))
  if (!privateKey) throw new EnvelopeError('wrong-key', 'password or key file')
  const pair = keyPairOf(open.suite, toHex(privateKey))
  if (pair.publicKey !== open.publicKey) throw new EnvelopeError('malformed', 'public key of the key file')
  return pair
}

/** A key file, checked for its form without its password. Throws `malformed` or `unsupported-suite`. */
export function readKeyFile(value: unknown): KeyFile {
  const file = value as KeyFile
  if (typeof file !== 'object' || file === null || file.type !== KEY_FILE_TYPE) {
    throw new EnvelopeError('malformed', 'not a key file')
  }
  const { name } = suiteOf(file.suite)
  const { iterations, salt } = Object(file.kdf) as KeyFile['kdf']
  const known = file.kdf?.name === METHODS[name].kdf && file.cipher === METHODS[name].cipher
  // A bound, so that a made-up file cannot keep the browser busy for hours.
  const bounded = Number.isSafeInteger(iterations) && iterations > 0 && iterations <= MAX_ITERATIONS
  if (!known || !bounded || !isHex(salt) || !isHex(file.data)) throw new EnvelopeError('malformed', 'key file')
  return file
}

/** The suite's record cipher under the password: the salt makes every key unique, so the nonce is zero. */
async function cipherOf(file: Omit<KeyFile, 'data'>, password: string) {
  const { iterations, salt } = file.kdf
  // Typed on one keyboard and entered on another, the same password must give the same bytes.
  const secret = utf8(password.normalize('NFKC'))
  const key =
    file.suite === 'gm' ? pbkdf2Sm3(secret, fromHex(salt), iterations) : await pbkdf2(secret, fromHex(salt), iterations)
  return suiteOf(file.suite).recordCipher(concat(utf8('key-file'), key), new Uint8Array(8))
}

async function pbkdf2(secret: Bytes, salt: Bytes, iterations: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256))
}
