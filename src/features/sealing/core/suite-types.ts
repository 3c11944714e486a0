import type { Bytes } from './bytes.ts'

/** `intl`: P-256, AES-256-GCM, SHA-256. `gm` (国密): SM2, SM4-CTR with HMAC-SM3, SM3. */
export type SuiteName = 'intl' | 'gm'

/** Keys in lower-case hex: private 32 bytes, public an uncompressed point (04 ‖ x ‖ y, 65 bytes). */
export interface KeyPair extends PublicKey {
  privateKey: string
}

export interface PublicKey {
  suite: SuiteName
  publicKey: string
}

/** A secret of 32 bytes, closed to one public key and bound to a context. Texts in lower-case hex. */
export interface WrappedKey {
  alg: string
  ephemeral?: string
  data: string
}

export interface Hasher {
  update(data: Uint8Array): unknown
  digest(): Bytes
}

/** Seals and opens the records of one file under one content key. */
export interface RecordCipher {
  /** Bytes a record is longer than its plaintext. */
  overhead: number
  seal(index: number, aad: Uint8Array, plain: Uint8Array): Promise<Bytes>
  /** The plaintext, or undefined when the record is not authentic. */
  open(index: number, aad: Uint8Array, sealed: Uint8Array): Promise<Bytes | undefined>
}

export interface Suite {
  name: SuiteName
  /** For people, in Chinese. */
  label: string
  hash(): Hasher
  generateKeyPair(): KeyPair
  /** The public key of a private one. Throws when the private key is out of range. */
  publicKeyOf(privateKey: string): string
  isPublicKey(publicKey: string): boolean
  /** `context` is 32 bytes, authenticated and not stored: unwrapping under another context fails. */
  wrap(publicKey: string, secret: Uint8Array, context: Uint8Array): Promise<WrappedKey>
  /** The secret; undefined when the wrapped key or its context was altered, or the key is another. */
  unwrap(privateKey: string, wrapped: WrappedKey, context: Uint8Array): Promise<Bytes | undefined>
  /** `label` separates the keys derived from one secret. */
  derive(secret: Uint8Array, label: string, length: number): Bytes
  mac(key: Uint8Array, message: Uint8Array): Bytes
  /** `noncePrefix`: 8 bytes, fixed per file; the record index completes it. */
  recordCipher(contentKey: Uint8Array, noncePrefix: Uint8Array): Promise<RecordCipher>
}

export const NONCE_PREFIX = 8
export const CONTENT_KEY = 32
