import { concat, equalBytes, fromHex, isHex, randomBytes, toHex, utf8, xor } from './bytes.ts'
import type { Bytes } from './bytes.ts'
import { suiteOf } from './suite.ts'
import type { SuiteName, WrappedKey } from './suite-types.ts'

const ALG = 'RC1'
/** Crockford's alphabet: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 30 × 5 = 150 random bits: no password stretching is needed. The last two characters check the rest. */
const LENGTH = 32
const RANDOM = 30

/** A code that opens what was sealed with it when the bidder's key is lost: kept on paper. `8F3K-…`, eight groups of four. */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so the remainder is uniform.
  const body = [...randomBytes(RANDOM)].map((byte) => ALPHABET[byte % 32]!).join('')
  return (body + checkOf(body)).replace(/(.{4})(?=.)/g, '$1-')
}

/** The code as typed, without separators and with look-alikes read as meant; undefined when it cannot be right. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== LENGTH || [...code].some((char) => !ALPHABET.includes(char))) return undefined
  return checkOf(code.slice(0, RANDOM)) === code.slice(RANDOM) ? code : undefined
}

/** Closes 32 bytes under a recovery code (as `readRecoveryCode` gives it), bound to a context of 32 bytes. */
export function closeWithCode(suite: SuiteName, code: string, { secret, context }: Secret): WrappedKey {
  const closed = xor(secret, derive(suite, 'pad', { code, context }))
  const tag = suiteOf(suite).mac(derive(suite, 'mac', { code, context }), closed)
  return { alg: ALG, data: toHex(concat(closed, tag)) }
}

/** What was closed; undefined when the code is another or anything was altered. */
export function openWithCode(
  suite: SuiteName,
  code: string,
  { wrapped, context }: { wrapped: WrappedKey; context: Uint8Array },
): Bytes | undefined {
  if (wrapped.alg !== ALG || !isHex(wrapped.data, 64)) return undefined
  const bytes = fromHex(wrapped.data)
  const closed = bytes.slice(0, 32)
  const tag = suiteOf(suite).mac(derive(suite, 'mac', { code, context }), closed)
  return equalBytes(tag, bytes.subarray(32)) ? xor(closed, derive(suite, 'pad', { code, context })) : undefined
}

interface Secret {
  secret: Uint8Array
  context: Uint8Array
}

function derive(suite: SuiteName, use: 'pad' | 'mac', { code, context }: { code: string; context: Uint8Array }): Bytes {
  return suiteOf(suite).derive(concat(utf8(code), context), `KBE1 recovery ${use}`, 32)
}

/** Weighted sums modulo 31: a slip or a swap is noticed while typing, but for 0 against Z; the seal notices all. */
function checkOf(body: string): string {
  let [plain, weighted] = [0, 0]
  for (const [i, char] of [...body].entries()) {
    const value = ALPHABET.indexOf(char)
    plain = (plain + value) % 31
    weighted = (weighted + (i + 1) * value) % 31
  }
  return ALPHABET[plain]! + ALPHABET[weighted]!
}
