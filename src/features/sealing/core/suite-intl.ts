import { p256 } from '@noble/curves/nist.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'
import { concat, fromHex, isHex, toHex, u32, utf8 } from './bytes.ts'
import { sha256Hasher } from './hasher.ts'
import type { RecordCipher, Suite } from './suite-types.ts'

const WRAP = 'ECDH-P256+HKDF-SHA256+A256GCM'
const TAG = 16

export const INTL: Suite = {
  name: 'intl',
  label: '国际算法（P-256 / AES-256-GCM / SHA-256）',
  hash: sha256Hasher,

  generateKeyPair() {
    const privateKey = p256.utils.randomSecretKey()
    return { suite: 'intl', privateKey: toHex(privateKey), publicKey: toHex(p256.getPublicKey(privateKey, false)) }
  },

  publicKeyOf: (privateKey) => toHex(p256.getPublicKey(fromHex(privateKey), false)),

  isPublicKey: (publicKey) => isHex(publicKey, 65) && p256.utils.isValidPublicKey(fromHex(publicKey), false),

  async wrap(publicKey, secret, context) {
    const ephemeral = INTL.generateKeyPair()
    const key = await wrappingKey(shared(ephemeral.privateKey, publicKey), [ephemeral.publicKey, publicKey], context)
    const data = await crypto.subtle.encrypt(gcm(new Uint8Array(12), context), key, secret as Bytes)
    return { alg: WRAP, ephemeral: ephemeral.publicKey, data: toHex(new Uint8Array(data)) }
  },

  async unwrap(privateKey, wrapped, context) {
    const { alg, ephemeral, data } = wrapped
    if (alg !== WRAP || !ephemeral || !INTL.isPublicKey(ephemeral) || !isHex(data)) return undefined
    const key = await wrappingKey(shared(privateKey, ephemeral), [ephemeral, INTL.publicKeyOf(privateKey)], context)
    return decrypt(key, gcm(new Uint8Array(12), context), fromHex(data))
  },

  derive: (secret, label, length) => hkdf(sha256, secret, undefined, utf8(label), length),

  mac: (key, message) => hmac(sha256, key, message),

  async recordCipher(contentKey, noncePrefix): Promise<RecordCipher> {
    const key = await importKey(INTL.derive(contentKey, 'KBE1 content', 32))
    const params = (index: number, aad: Uint8Array) => gcm(concat(noncePrefix, u32(index)), aad)
    return {
      overhead: TAG,
      seal: async (index, aad, plain) =>
        new Uint8Array(await crypto.subtle.encrypt(params(index, aad), key, plain as Bytes)),
      open: (index, aad, sealed) => decrypt(key, params(index, aad), sealed),
    }
  },
}

/** The x coordinate of the ECDH point. */
function shared(own: string, other: string): Uint8Array {
  return p256.getSharedSecret(fromHex(own), fromHex(other), true).subarray(1)
}

/** The key-encryption key. It is used once, so the nonce of the wrap is zero. */
function wrappingKey(secret: Uint8Array, transcript: string[], context: Uint8Array): Promise<CryptoKey> {
  const info = concat(utf8('KBE1 wrap'), ...transcript.map(fromHex), context)
  return importKey(hkdf(sha256, secret, undefined, info, 32))
}

function importKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function gcm(iv: Bytes, aad: Uint8Array): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: aad as Bytes, tagLength: TAG * 8 }
}

async function decrypt(key: CryptoKey, params: AesGcmParams, sealed: Uint8Array): Promise<Bytes | undefined> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(params, key, sealed as Bytes))
  } catch {
    // WebCrypto tells every failure by the same OperationError: not authentic.
    return undefined
  }
}
