import { Exact } from '#contract/money.ts'

/**
 * A number kept as numerator and denominator. Scores go through divisions that do not end (÷ 3, ÷ B); at 40 digits a
 * true 26.875 may become 26.87499…, and rounding half up would then lose a cent of a mark. Fractions cannot lose it.
 */
export interface Fraction {
  readonly n: bigint
  /** Always positive; n and d have no common divisor. */
  readonly d: bigint
}

/** From a decimal string such as `-12.50`; throws RangeError on anything else. */
export function fraction(value: string | number | bigint): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  if (!match) throw new RangeError(`not a decimal: ${value}`)
  const [, sign, whole, decimals = ''] = match
  return reduced(BigInt(`${sign}${whole}${decimals}`), 10n ** BigInt(decimals.length))
}

export const ZERO: Fraction = { n: 0n, d: 1n }
export const HUNDRED: Fraction = { n: 100n, d: 1n }

export const add = (a: Fraction, b: Fraction): Fraction => reduced(a.n * b.d + b.n * a.d, a.d * b.d)
export const sub = (a: Fraction, b: Fraction): Fraction => reduced(a.n * b.d - b.n * a.d, a.d * b.d)
export const mul = (a: Fraction, b: Fraction): Fraction => reduced(a.n * b.n, a.d * b.d)
export const abs = (a: Fraction): Fraction => (a.n < 0n ? { n: -a.n, d: a.d } : a)

/** Throws RangeError when b is zero. */
export function div(a: Fraction, b: Fraction): Fraction {
  return reduced(a.n * b.d, a.d * b.n)
}

/** Negative, zero or positive, as for sort(). */
export function compare(a: Fraction, b: Fraction): number {
  const left = a.n * b.d
  const right = b.n * a.d
  return left < right ? -1 : left > right ? 1 : 0
}

export function mean(values: readonly Fraction[]): Fraction {
  return div(values.reduce(add, ZERO), fraction(values.length))
}

/** Rounded to `digits` decimals, half away from zero (HALF_UP). */
export function round(a: Fraction, digits: number): Fraction {
  const scale = 10n ** BigInt(digits)
  const doubled = (a.n < 0n ? -a.n : a.n) * scale * 2n + a.d
  const rounded = doubled / (a.d * 2n)
  return reduced(a.n < 0n ? -rounded : rounded, scale)
}

/** `47.88`: rounded half up, with exactly `digits` decimals. */
export function toFixed(a: Fraction, digits: number): string {
  return toExact(round(a, digits)).toFixed(digits)
}

/** The nearest decimal of 40 significant digits. */
export function toExact(a: Fraction): Exact {
  return new Exact(a.n.toString()).div(a.d.toString())
}

const SHOWN_DIGITS = 6

/** A number for reading: at most six decimals, cut (not rounded) and marked with … when there are more. */
export function show(a: Fraction): string {
  const scale = 10n ** BigInt(SHOWN_DIGITS)
  const cut: Fraction = reduced((a.n * scale) / a.d, scale)
  const text = toExact(cut).toFixed()
  return compare(cut, a) === 0 ? text : `${a.n < 0n && cut.n === 0n ? '-' : ''}${text}…`
}

function reduced(n: bigint, d: bigint): Fraction {
  if (d === 0n) throw new RangeError('division by zero')
  let a = n < 0n ? -n : n
  let b = d < 0n ? -d : d
  while (b) [a, b] = [b, a % b]
  return d < 0n ? { n: -n / a, d: -d / a } : { n: n / a, d: d / a }
}
