/** The opening's quote is the first offer: round 1 of the review is 第2次报价 (specification part 2 §5, quote label). */
export function roundLabel(roundNo: number): string {
  return `第${roundNo + 1}次报价`
}
