import { Exact } from '#contract/money.ts'

/** What a number names: order, payment, refund, withdrawal, case, virtual account. */
export type NumberKind = 'O' | 'P' | 'R' | 'W' | 'S' | 'V'

/**
 * A number of at most 32 characters that other services take: kind, tenant (5), day (6), random (15), check digit, e.g.
 * `P00001261125` + 15 digits + check: a notice tells its tenant before anything is looked up. `random`: 15 digits.
 */
export function makeNumber(kind: NumberKind, given: { tenantId: number; day: string; random: string }): string {
  const { tenantId, day, random } = given
  const body = `${String(tenantId).padStart(5, '0')}${day.replaceAll('-', '').slice(2)}${random}`
  return `${kind}${body}${luhn(body)}`
}

/** The tenant of one of our numbers; null where it is none. */
export function tenantOfNumber(number: string): number | null {
  const match = /^[OPRWSV](\d{5})\d{21}(\d)$/.exec(number)
  if (!match || luhn(number.slice(1, -1)) !== match[2]) return null
  return Number(match[1])
}

/** ISO/IEC 7812-1, annex B. */
function luhn(digits: string): string {
  let total = 0
  for (const [i, char] of [...digits].toReversed().entries()) {
    const digit = Number(char) * (i % 2 === 0 ? 2 : 1)
    total += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (total % 10)) % 10)
}

/** `123.45` → 12345; WeChat counts in cents. */
export function toCents(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

/** 12345 → `123.45`. */
export function fromCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** What a provider wrote as an amount, with two decimals; throws on what is none. */
export function inYuan(text: string | undefined): string {
  return new Exact(text ?? '').toFixed(2)
}
