import { createCipheriv, createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import fc from 'fast-check'
import { sm3 as librarySm3, sm4 as librarySm4 } from 'sm-crypto-v2'
import { describe, expect, it } from 'vitest'
import { fromHex, fromUtf8, toHex, utf8 } from './bytes.ts'
import { isSm2PublicKey, sm2Decrypt, sm2Encrypt, sm2PublicKeyOf, sm2Sign, sm2Verify } from './sm2.ts'
import { hmacSm3, pbkdf2Sm3, Sm3, sm3, sm3Kdf } from './sm3.ts'
import { sm4Block, sm4Ctr, sm4Key } from './sm4.ts'

const bytes = (max = 400) => fc.uint8Array({ maxLength: max })

describe('SM3', () => {
  it('hashes the vectors of GB/T 32905', () => {
    expect(toHex(sm3(utf8('abc')))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0')
    expect(toHex(sm3(utf8('abcd'.repeat(16))))).toBe('debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732')
  })

  it('agrees with OpenSSL and the library, however the input is cut', () => {
    fc.assert(
      fc.property(fc.array(bytes(150), { maxLength: 6 }), (parts) => {
        const hash = new Sm3()
        for (const part of parts) hash.update(part)
        const whole = Buffer.concat(parts)
        const mine = toHex(hash.digest())
        expect(mine).toBe(createHash('sm3').update(whole).digest('hex'))
        expect(mine).toBe(librarySm3(whole))
      }),
    )
  })

  it('makes the HMAC and PBKDF2 of OpenSSL', () => {
    fc.assert(
      fc.property(bytes(150), bytes(), (key, message) => {
        expect(toHex(hmacSm3(key, message))).toBe(createHmac('sm3', key).update(message).digest('hex'))
        const derived = pbkdf2Sync(key, message, 7, 32, 'sm3')
        expect(toHex(pbkdf2Sm3(key, message, 7))).toBe(derived.toString('hex'))
      }),
    )
  })

  it('derives by counter, and a shorter key begins the longer one', () => {
    const secret = utf8('secret')
    const long = sm3Kdf(secret, 70)
    expect(toHex(long.subarray(32, 64))).toBe(toHex(sm3(secret, Uint8Array.of(0, 0, 0, 2))))
    expect(toHex(sm3Kdf(secret, 33))).toBe(toHex(long.subarray(0, 33)))
  })
})

describe('SM4', () => {
  const key = fromHex('0123456789abcdeffedcba9876543210')

  it('encrypts the vectors of GB/T 32907, once and a million times', () => {
    const roundKeys = sm4Key(key)
    expect(toHex(sm4Block(roundKeys, key))).toBe('681edf34d206965e86b3e94f536e4246')
    let block = key
    for (let i = 0; i < 1_000_000; i++) block = sm4Block(roundKeys, block)
    expect(toHex(block)).toBe('595298c7c6fd271f0402f804c33d3f66')
  })

  it('counts as OpenSSL does, and the library agrees on the block', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ minLength: 12, maxLength: 12 }),
        bytes(),
        (secret, prefix, data) => {
          const iv = Buffer.concat([prefix, Buffer.alloc(4)])
          const expected = createCipheriv('sm4-ctr', secret, iv).update(data)
          expect(toHex(sm4Ctr(sm4Key(secret), iv, data))).toBe(expected.toString('hex'))
          const block = librarySm4.encrypt(iv, secret, { padding: 'none' })
          expect(toHex(sm4Block(sm4Key(secret), iv))).toBe(block)
        },
      ),
    )
  })

  it('takes only 16-byte keys', () => {
    expect(() => sm4Key(new Uint8Array(15))).toThrow(RangeError)
  })
})

describe('SM2', () => {
  // GB/T 32918.5-2017, annexes A and C.
  const privateKey = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  const publicKey =
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13'

  it('computes the public key and decrypts the published ciphertext', () => {
    expect(sm2PublicKeyOf(privateKey)).toBe(publicKey)
    const cipher =
      '04ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73' +
      'e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0' +
      '59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766' +
      '21886ca989ca9c7d58087307ca93092d651efa'
    expect(fromUtf8(sm2Decrypt(privateKey, cipher)!)).toBe('encryption standard')
  })

  it('verifies the published signature', () => {
    const signature = fromHex(
      'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3' +
        'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
    )
    expect(sm2Verify(publicKey, utf8('message digest'), signature)).toBe(true)
    expect(sm2Verify(publicKey, utf8('message digesT'), signature)).toBe(false)
  })

  it('says nothing, rather than an empty message, when any byte of the ciphertext is altered', () => {
    const cipher = sm2Encrypt(publicKey, utf8('content key'))
    expect(fromUtf8(sm2Decrypt(privateKey, toHex(cipher))!)).toBe('content key')
    for (let i = 0; i < cipher.length; i += 5) {
      const altered = cipher.slice()
      altered[i]! ^= 1
      expect(sm2Decrypt(privateKey, toHex(altered))).toBeUndefined()
    }
    expect(sm2Decrypt(privateKey, 'zz')).toBeUndefined()
    expect(sm2Decrypt(privateKey, '')).toBeUndefined()
  })

  it('refuses altered, empty and misshapen signatures and keys', () => {
    const message = utf8('receipt')
    const signature = sm2Sign(privateKey, message)
    expect(sm2Verify(publicKey, message, signature)).toBe(true)
    for (const i of [0, 31, 32, 63]) {
      const altered = signature.slice()
      altered[i]! ^= 1
      expect(sm2Verify(publicKey, message, altered)).toBe(false)
    }
    expect(sm2Verify(publicKey, message, new Uint8Array(64))).toBe(false)
    expect(sm2Verify(publicKey, message, signature.slice(1))).toBe(false)
    expect(isSm2PublicKey(`04${'00'.repeat(64)}`)).toBe(false)
    expect(isSm2PublicKey('not a key')).toBe(false)
  })
})
