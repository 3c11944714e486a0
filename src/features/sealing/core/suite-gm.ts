import type { Bytes } from './bytes.ts'
import { concat, equalBytes, toHex, u32, utf8 } from './bytes.ts'
import { generateSm2, isSm2PublicKey, sm2Decrypt, sm2Encrypt, sm2PublicKeyOf } from './sm2.ts'
import { hmacSm3, hmacSm3Key, Sm3, sm3Kdf } from './sm3.ts'
import { sm4Ctr, sm4Key } from './sm4.ts'
import { CONTENT_KEY } from './suite-types.ts'
import type { Suite } from './suite-types.ts'

const WRAP = 'SM2-C1C3C2'
const TAG = 32

export const GM: Suite = {
  name: 'gm',
  label: '国密算法（SM2 / SM4 / SM3）',
  hash: () => new Sm3(),
  generateKeyPair: () => ({ suite: 'gm', ...generateSm2() }),
  publicKeyOf: sm2PublicKeyOf,
  isPublicKey: isSm2PublicKey,

  // SM2 takes no associated data, so the context travels inside, beside the secret.
  async wrap(publicKey, secret, context) {
    return { alg: WRAP, data: toHex(sm2Encrypt(publicKey, concat(secret, context))) }
  },

  async unwrap(privateKey, wrapped, context) {
    if (wrapped.alg !== WRAP) return undefined
    const plain = sm2Decrypt(privateKey, wrapped.data)
    if (plain?.length !== CONTENT_KEY + context.length) return undefined
    return equalBytes(plain.subarray(CONTENT_KEY), context) ? plain.slice(0, CONTENT_KEY) : undefined
  },

  derive: (secret, label, length) => sm3Kdf(concat(secret, utf8(label)), length),

  mac: (key, message) => hmacSm3(key, message),

  async recordCipher(contentKey, noncePrefix) {
    const roundKeys = sm4Key(GM.derive(contentKey, 'KBE1 content', 16))
    const mac = hmacSm3Key(GM.derive(contentKey, 'KBE1 mac', 32))
    const iv = (index: number) => concat(noncePrefix, u32(index), u32(0))
    return {
      overhead: TAG,
      async seal(index, aad, plain) {
        const cipher = sm4Ctr(roundKeys, iv(index), plain)
        return concat(cipher, mac(aad, cipher))
      },
      async open(index, aad, sealed): Promise<Bytes | undefined> {
        if (sealed.length < TAG) return undefined
        const cipher = sealed.subarray(0, -TAG)
        // The associated data is of fixed length, so it cannot be shifted into the ciphertext.
        if (!equalBytes(mac(aad, cipher), sealed.subarray(-TAG))) return undefined
        return sm4Ctr(roundKeys, iv(index), cipher)
      },
    }
  },
}
