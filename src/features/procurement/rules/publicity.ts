import { DAY, HOUR } from '#contract/time.ts'
import { periodEnd, type At, type Counting } from './legal-calendar-days.ts'

/**
 * The instant a period of `days` after an event ends: 24:00 in Beijing of its last day (民法典第二百零一条、第二百零三条),
 * a day later for a tenant that counts full days. ISO string.
 */
export function endOfPeriod(from: At, days: number, { counting, restDays = [] }: Partial<Counting> = {}): string {
  const last = periodEnd(from, days, restDays) + (counting === 'full-days' ? 1 : 0)
  return new Date((last + 1) * DAY - 8 * HOUR).toISOString()
}

/** Days for which the candidates of a review are publicised at least (实施条例第五十四条). */
export const LEAST_PUBLICITY_DAYS = 3
/** Days within which a contract must be signed (招标投标法第四十六条). */
export const CONTRACT_DAYS = 30
