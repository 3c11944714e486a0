import { equalBytes, fromUtf8, utf8 } from './bytes.ts'
import type { Bytes } from './bytes.ts'

/**
 * Canonical JSON: RFC 8785 (JCS) over texts, safe integers, booleans, null, lists and plain objects. Fractions are
 * refused on purpose: amounts are decimal strings, and two engines never agree on the printing of floats for long.
 * A property whose value is undefined is left out. Throws TypeError on anything else, lone surrogates included.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`not a safe integer: ${value}`)
    return String(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('text with a lone surrogate')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || !isPlain(value)) throw new TypeError(`not canonical JSON: ${typeof value}`)
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).filter((key) => record[key] !== undefined)
  // The default sort compares UTF-16 code units, which is what RFC 8785 asks for.
  return `{${keys
    .toSorted()
    .map((key) => `${canonicalJson(key)}:${canonicalJson(record[key])}`)
    .join(',')}}`
}

/** UTF-8 of the canonical JSON. */
export function canonicalBytes(value: unknown): Bytes {
  return utf8(canonicalJson(value))
}

/** Parses bytes that must be canonical JSON already; throws TypeError or SyntaxError when they are not. */
export function parseCanonical(bytes: Uint8Array): unknown {
  const value: unknown = JSON.parse(fromUtf8(bytes))
  if (!equalBytes(canonicalBytes(value), bytes)) throw new TypeError('JSON is not in canonical form')
  return value
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
