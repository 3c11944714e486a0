/** Days of Beijing as `2026-11-28`: they compare as texts. */
export type Day = string

/** So many days later; negative: earlier. */
export function addDays(day: Day, days: number): Day {
  const [year, month, date] = parts(day)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

/** The last day of so many years that begin with this one. */
export function lastDayOfYears(day: Day, years: number): Day {
  const [year, month, date] = parts(day)
  return new Date(Date.UTC(year + years, month - 1, date - 1)).toISOString().slice(0, 10)
}

/** Whether a day lies within both bounds; null: no bound. */
export function isWithin(day: Day, { from, until }: { from: Day; until: Day | null }): boolean {
  return from <= day && (until === null || day <= until)
}

/** Nine in the morning of that day, when somebody reads it. */
export function morningOf(day: Day): Date {
  return new Date(`${day}T09:00:00+08:00`)
}

/** When that day begins. */
export function beginOf(day: Day): Date {
  return new Date(`${day}T00:00:00+08:00`)
}

function parts(day: Day): [number, number, number] {
  return day.split('-').map(Number) as [number, number, number]
}
