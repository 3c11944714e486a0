import { show, toExact, type Fraction } from './fraction.ts'

/**
 * One line of a derivation, shown as it is: `label = expression = value`. `exact` repeats the value with 40 digits
 * where `value` was cut for reading.
 */
export interface TraceLine {
  label: string
  expression: string
  value: string
  exact?: string
}

/** A line whose value is a number. */
export function line(label: string, expression: string, value: Fraction): TraceLine {
  const shown = show(value)
  return { label, expression, value: shown, ...(shown.endsWith('…') ? { exact: toExact(value).toFixed() } : {}) }
}

/** `(980 + 1000 + 1020) ÷ 3`; a single value stands alone. */
export function meanExpression(values: readonly Fraction[]): string {
  return values.length === 1 ? show(values[0]!) : `(${values.map(show).join(' + ')}) ÷ ${values.length}`
}
