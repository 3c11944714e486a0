/** A rate of the wire for reading: `12.50` → `12.50%`, nothing to compare → `-`. */
export function percent(rate: string | null): string {
  return rate === null ? '-' : `${rate}%`
}

/** Yuan in ten thousands, for drawing only. */
export function tenThousands(amount: string): number {
  return Math.round(Number(amount) / 100) / 100
}
