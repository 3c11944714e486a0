import { HUNDRED, add, compare, fraction, ZERO } from '#features/evaluation/rules/fraction.ts'
import type { Direction, Kind } from './sources.ts'

/** An indicator within a template, as it was when the version was made. Decimal strings. */
export interface Item {
  indicatorId: string
  name: string
  kind: Kind
  source: string
  fullMarks: string
  direction: Direction
  step: string | null
  /** Per cent of the whole. */
  weight: string
}

/** Why these weights cannot be; null: they are exactly the whole. */
export function weightProblem(weights: readonly string[]): string | null {
  const total = weights.map(fraction).reduce(add, ZERO)
  const off = compare(total, HUNDRED)
  if (off === 0) return null
  return `权重合计须为 100%，${off < 0 ? '不足' : '超出'}，请调整`
}
