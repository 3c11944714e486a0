/**
 * SM4 (GB/T 32907-2016): the block function by tables, and counter mode. The browser has neither, and the library has
 * no counter mode; a national-cryptography bid of hundreds of megabytes must be sealed in a worker within a minute.
 */
const SBOX = Uint8Array.from(
  (
    'd690e9fecce13db716b614c228fb2c05 2b679a762abe04c3aa44132649860699 9c4250f491ef987a33540b43edcfac62' +
    ' e4b31ca9c908e89580df94fa758f3fa6 4707a7fcf37317ba83593c19e6854fa8 686b81b27164da8bf8eb0f4b70569d35' +
    ' 1e240e5e6358d1a225227c3b01217887 d40046579fd327524c3602e7a0c4c89e eabf8ad240c738b5a3f7f2cef96115a1' +
    ' e0ae5da49b341a55ad933230f58cb1e3 1df6e22e8266ca60c02923ab0d534e6f d5db3745defd8e2f03ff6a726d6c5b51' +
    ' 8d1baf92bbddbc7f11d95c411f105ad8 0ac13188a5cd7bbd2d74d012b8e5b4b0 8969974a0c96777e65b9f109c56ec684' +
    ' 18f07dec3adc4d2079ee5f3ed7cb3948'
  )
    .replaceAll(' ', '')
    .match(/../g)!,
  (byte) => Number.parseInt(byte, 16),
)

const T0 = new Int32Array(256)
const T1 = new Int32Array(256)
const T2 = new Int32Array(256)
const T3 = new Int32Array(256)
for (let i = 0; i < 256; i++) {
  const s = SBOX[i]! << 24
  const t = s ^ rotate(s, 2) ^ rotate(s, 10) ^ rotate(s, 18) ^ rotate(s, 24)
  T0[i] = t
  T1[i] = rotate(t, 24)
  T2[i] = rotate(t, 16)
  T3[i] = rotate(t, 8)
}

const FK = [0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc]

/** The 32 round keys of a 16-byte key. */
export function sm4Key(key: Uint8Array): Int32Array {
  if (key.length !== 16) throw new RangeError('SM4 key must be 16 bytes')
  const view = new DataView(key.buffer, key.byteOffset, 16)
  const k = FK.map((fixed, i) => view.getInt32(i * 4) ^ fixed)
  const out = new Int32Array(32)
  for (let i = 0; i < 32; i++) {
    let fixed = 0
    for (let j = 0; j < 4; j++) fixed = (fixed << 8) | (((4 * i + j) * 7) & 0xff)
    const x = k[1]! ^ k[2]! ^ k[3]! ^ fixed
    const s = (SBOX[x >>> 24]! << 24) | (SBOX[(x >>> 16) & 255]! << 16) | (SBOX[(x >>> 8) & 255]! << 8) | SBOX[x & 255]!
    const next = k[0]! ^ s ^ rotate(s, 13) ^ rotate(s, 23)
    k.shift()
    k.push(next)
    out[i] = next
  }
  return out
}

/**
 * SM4 in counter mode: encrypts and decrypts. `iv` is the first counter block (16 bytes); its last 32 bits count blocks,
 * so one call takes at most 64 GiB and the caller keeps the first 96 bits unique under the key.
 */
export function sm4Ctr(roundKeys: Int32Array, iv: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const ivView = new DataView(iv.buffer, iv.byteOffset, 16)
  const counter = Int32Array.of(ivView.getInt32(0), ivView.getInt32(4), ivView.getInt32(8), ivView.getInt32(12))
  const out = new Uint8Array(data.length)
  const stream = new Int32Array(4)
  for (let at = 0; at < data.length; at += 16) {
    encryptBlock(roundKeys, counter, stream)
    counter[3]!++
    if (at + 16 <= data.length) {
      for (let i = 0, p = at; i < 4; i++, p += 4) {
        const word = stream[i]!
        out[p] = data[p]! ^ (word >>> 24)
        out[p + 1] = data[p + 1]! ^ (word >>> 16)
        out[p + 2] = data[p + 2]! ^ (word >>> 8)
        out[p + 3] = data[p + 3]! ^ word
      }
    } else {
      for (let p = at; p < data.length; p++) {
        const n = p - at
        out[p] = data[p]! ^ (stream[n >> 2]! >>> (24 - 8 * (n & 3)))
      }
    }
  }
  return out
}

/** One block, for the published test vector and other modes. */
export function sm4Block(roundKeys: Int32Array, block: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(block.buffer, block.byteOffset, 16)
  const words = Int32Array.of(view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12))
  encryptBlock(roundKeys, words, words)
  const out = new Uint8Array(16)
  words.forEach((word, i) => new DataView(out.buffer).setInt32(i * 4, word))
  return out
}

function encryptBlock(k: Int32Array, input: Int32Array, output: Int32Array): void {
  let a = input[0]!
  let b = input[1]!
  let c = input[2]!
  let d = input[3]!
  for (let i = 0; i < 32; i += 4) {
    let x = b ^ c ^ d ^ k[i]!
    a ^= T0[x >>> 24]! ^ T1[(x >>> 16) & 255]! ^ T2[(x >>> 8) & 255]! ^ T3[x & 255]!
    x = c ^ d ^ a ^ k[i + 1]!
    b ^= T0[x >>> 24]! ^ T1[(x >>> 16) & 255]! ^ T2[(x >>> 8) & 255]! ^ T3[x & 255]!
    x = d ^ a ^ b ^ k[i + 2]!
    c ^= T0[x >>> 24]! ^ T1[(x >>> 16) & 255]! ^ T2[(x >>> 8) & 255]! ^ T3[x & 255]!
    x = a ^ b ^ c ^ k[i + 3]!
    d ^= T0[x >>> 24]! ^ T1[(x >>> 16) & 255]! ^ T2[(x >>> 8) & 255]! ^ T3[x & 255]!
  }
  output[0] = d
  output[1] = c
  output[2] = b
  output[3] = a
}

function rotate(x: number, n: number): number {
  return (x << n) | (x >>> (32 - n))
}
