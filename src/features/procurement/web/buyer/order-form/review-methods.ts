import { ReviewMethod } from '#features/evaluation/rules/enums.ts'

/** Review methods that can be run: all of them. */
export const REVIEW_METHODS = ReviewMethod.options.map(({ value, label }) => ({ value, label }))

/** The review way that a formula judges. */
export const PRICE_WAY = 3

/** Full marks must add up to a hundred. */
export function hasHundred(reviewMethod: number): boolean {
  const { comprehensive, dualRandom } = ReviewMethod.values
  return reviewMethod === comprehensive || reviewMethod === dualRandom
}

export function reviewMethodLabel(value: number): string {
  return REVIEW_METHODS.find((method) => method.value === value)?.label ?? String(value)
}
