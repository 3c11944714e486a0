/** Review methods that can be run; specification part 2 section 9. */
export const REVIEW_METHODS = [
  { value: 1, label: '综合评分法' },
  { value: 2, label: '最高价法' },
  { value: 3, label: '最低价法' },
  { value: 4, label: '经评审的最低投标价法' },
  { value: 5, label: '合理低价法' },
]

/** The review way that a formula judges. */
export const PRICE_WAY = 3

export function reviewMethodLabel(value: number): string {
  return REVIEW_METHODS.find((method) => method.value === value)?.label ?? String(value)
}
