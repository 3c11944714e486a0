/** An officer's employers: those the officer works for now, and the one the part is held for. */
export interface Holder {
  units: readonly string[]
}

/** How the parts of a key are spread over organisations; excused officers hold none. */
export interface KeyHolders {
  threshold: number
  /** Organisations that officers come from. */
  units: number
  /** The organisation with the most officers: its name, and how many. */
  largest: { name: string; officers: number }
}

/** Counts officers by organisation. Who works for two counts with both: either could have them act. */
export function keyHolders(officers: readonly Holder[], threshold: number): KeyHolders {
  const counts = new Map<string, number>()
  for (const { units } of officers) for (const unit of new Set(units)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const largest = [...counts].reduce<[string, number]>((most, one) => (one[1] > most[1] ? one : most), ['', 0])
  return { threshold, units: counts.size, largest: { name: largest[0], officers: largest[1] } }
}

/** Why an organisation could open bids by itself, in words; empty while it takes two. */
export function concentration({ threshold, units, largest }: KeyHolders): string {
  if (units < 2) return '保管人全部来自同一单位，应来自至少两个单位'
  return largest.officers < threshold
    ? ''
    : `${largest.name}有 ${largest.officers} 名保管人，达到开启门限 ${threshold} 名，可由一个单位单独开启`
}

/** A supervisor watches the others: whoever works for them cannot. */
export const SUPERVISOR_RULE = {
  id: 'joint-supervisor',
  citation: '《招标投标法》第七条；CTS-EBS01-2016 A-96、B-016',
} as const
