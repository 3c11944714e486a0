import { toHex } from '#features/sealing/core/bytes.ts'
import { type KeyFile, readKeyFile } from '#features/sealing/core/key-file.ts'
import { digest } from '#features/sealing/core/suite.ts'
import type { PublicKey } from '#features/sealing/core/suite-types.ts'
import { publicKeyInfo } from './sign.ts'

/* Keys of certificates that a browser keeps: each under its password, by the hash of its public key. */

const PREFIX = 'kb-certificate-key:'

/** SHA-256 of the public key as certificates carry it, hex: what the platform knows a key by. */
export function keyHashOf(key: PublicKey): string {
  return toHex(digest('intl', publicKeyInfo(key)))
}

/** Puts a key on the shelf; gives its hash. Throws where the browser has no room. */
export function shelve(shelf: Storage, file: KeyFile): string {
  const keyHash = keyHashOf(file)
  shelf.setItem(PREFIX + keyHash, JSON.stringify(file))
  return keyHash
}

/** The key of a certificate, still under its password; null where this browser does not have it. */
export function shelved(shelf: Storage, keyHash: string): KeyFile | null {
  const text = shelf.getItem(PREFIX + keyHash)
  try {
    return text === null ? null : readKeyFile(JSON.parse(text))
  } catch {
    return null
  }
}
