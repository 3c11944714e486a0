/** Percent below an earlier price, two decimals; negative where it rose. */
export function reductionInWords(percent: string): string {
  if (Number(percent) === 0) return '持平'
  return percent.startsWith('-') ? `升 ${percent.slice(1)}%` : `降 ${percent}%`
}
