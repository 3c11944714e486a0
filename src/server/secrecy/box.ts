import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyObject } from './key-object.ts'

const NONCE = 12
const TAG = 16

/** AES-256-GCM with a fresh nonce, bound to `place`: nonce, tag, ciphertext. */
export function sealBytes(key: Buffer, place: string, plain: Uint8Array | string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([
    typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
    cipher.final(),
  ])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** What `sealBytes` closed for the same place; throws when key, place or a bit differs. */
export function openBytes(key: Buffer, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}
