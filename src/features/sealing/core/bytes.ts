/** Bytes whose buffer is an ArrayBuffer: what WebCrypto and Blob accept. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 of a text. */
export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

/** Text of UTF-8 bytes; throws TypeError on bytes that are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Both digits of every byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let out = ''
  for (let i = 0; i < bytes.length; i++) out += HEX[bytes[i]!]!
  return out
}

/** Bytes of hex text, either case; throws RangeError on anything else. */
export function fromHex(text: string): Bytes {
  if (!isHex(text)) throw new RangeError('not hex')
  const out = new Uint8Array(text.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = (digit(text, i * 2) << 4) | digit(text, i * 2 + 1)
  return out
}

/** Value of a hex digit. The low bits of a letter, either case, count from 1. */
function digit(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code <= 0x39 ? code & 0xf : (code & 0xf) + 9
}

/** Is this hex text (of exactly `bytes` bytes, when given)? */
export function isHex(text: unknown, bytes?: number): text is string {
  if (typeof text !== 'string' || !/^(?:[0-9a-fA-F]{2})*$/.test(text)) return false
  return bytes === undefined || text.length === bytes * 2
}

/** Standard base64 with padding, as signed notes use it. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Bytes of standard base64; throws RangeError unless it is the one canonical spelling. */
export function fromBase64(text: string): Bytes {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new RangeError('not base64')
  }
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  if (toBase64(bytes) !== text) throw new RangeError('not base64')
  return bytes
}

export function concat(...parts: Uint8Array[]): Bytes {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Equal, in a time that depends on the length only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}

/** Byte by byte; as long as `a`. */
export function xor(a: Uint8Array, b: Uint8Array): Bytes {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < a.length; i++) out[i] = a[i]! ^ b[i]!
  return out
}

/** Big-endian 32 bits. */
export function u32(value: number): Bytes {
  const out = new Uint8Array(4)
  new DataView(out.buffer).setUint32(0, value)
  return out
}

export function readU32(bytes: Uint8Array, at = 0): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)
}

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
