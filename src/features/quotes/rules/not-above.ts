import type { NotAbove } from './enums.ts'

/** Where no line may rise, the sum of the same lines may not either. */
const STRICTNESS: readonly NotAbove[] = ['none', 'total', 'line']
export const strictest: NotAbove = 'line'

/** Whether what a round says of rising prices holds what the documents announced. */
export function atLeastAsStrict(round: NotAbove, documents: NotAbove): boolean {
  return STRICTNESS.indexOf(round) >= STRICTNESS.indexOf(documents)
}

/** What a supplier is told of it. */
export const NOT_ABOVE_ASKED = {
  total: '本轮总价不得高于上一次报价',
  line: '本轮各行单价不得高于上一次报价',
} as const satisfies Record<Exclude<NotAbove, 'none'>, string>
