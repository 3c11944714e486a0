import type { LineValues } from '#web/kit/line-inputs.tsx'

/** Lines with their prices as a call takes them; what was left empty is null. */
export function pricesOf(lines: readonly { line: number }[], entered: LineValues | undefined) {
  return lines.map(({ line }) => ({
    line,
    unitPrice: entered?.[line]?.unitPrice || null,
    quantity: entered?.[line]?.quantity || null,
  }))
}

/** The same the other way round. */
export function enteredOf(
  prices: readonly { line: number; unitPrice: string | null; quantity: string | null }[],
): LineValues {
  return Object.fromEntries(
    prices.map(({ line, unitPrice, quantity }) => [
      line,
      { unitPrice: unitPrice ?? undefined, quantity: quantity ?? undefined },
    ]),
  )
}
