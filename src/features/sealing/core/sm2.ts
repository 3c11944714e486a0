import { sm2 } from 'sm-crypto-v2'
import type { Bytes } from './bytes.ts'
import { fromHex, isHex, toHex } from './bytes.ts'

/**
 * SM2 (GB/T 32918) by sm-crypto-v2, behind checks the library leaves out: it reads any text as hex, answers a failed
 * decryption with an empty list, and throws on points off the curve. Keys are lower-case hex, points uncompressed.
 */
export function generateSm2(): { privateKey: string; publicKey: string } {
  return sm2.generateKeyPairHex()
}

export function sm2PublicKeyOf(privateKey: string): string {
  if (!isHex(privateKey, 32)) throw new RangeError('SM2 private key must be 32 bytes of hex')
  return sm2.getPublicKeyFromPrivateKey(privateKey)
}

export function isSm2PublicKey(publicKey: string): boolean {
  if (!isHex(publicKey, 65) || !publicKey.startsWith('04')) return false
  try {
    return sm2.verifyPublicKey(publicKey)
  } catch {
    return false
  }
}

/** C1 ‖ C3 ‖ C2 (GB/T 32918.4-2016), C1 without its 04. */
export function sm2Encrypt(publicKey: string, message: Uint8Array): Bytes {
  return fromHex(sm2.doEncrypt(message, publicKey, 1))
}

/** The message, or undefined when the ciphertext (hex) is not authentic under this key. Never empty. */
export function sm2Decrypt(privateKey: string, cipher: string): Bytes | undefined {
  if (!isHex(cipher) || cipher.length <= 2 * 96) return undefined
  try {
    const message = sm2.doDecrypt(cipher.toLowerCase(), privateKey, 1, { output: 'array' })
    return message.length > 0 ? Uint8Array.from(message) : undefined
  } catch {
    return undefined
  }
}

/** SM2 signature with SM3 and the default user id 1234567812345678 (GM/T 0009-2012): r ‖ s, 64 bytes. */
export function sm2Sign(privateKey: string, message: Uint8Array): Bytes {
  return fromHex(sm2.doSignature(message, privateKey, { hash: true, publicKey: sm2PublicKeyOf(privateKey) }))
}

export function sm2Verify(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || !isSm2PublicKey(publicKey)) return false
  const zero = '0'.repeat(64)
  const text = toHex(signature)
  if (text.startsWith(zero) || text.endsWith(zero)) return false
  try {
    return sm2.doVerifySignature(message, text, publicKey, { hash: true })
  } catch {
    return false
  }
}
