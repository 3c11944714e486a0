/** How what was received stands against what was to be received. */
export function revenueTag({ actual, difference }: { actual: string | null; difference: string | null }) {
  if (actual === null) return { label: '待填报', tone: 'warning' as const }
  return Number(difference) === 0
    ? { label: '一致', tone: 'success' as const }
    : { label: '有差异', tone: 'danger' as const }
}
