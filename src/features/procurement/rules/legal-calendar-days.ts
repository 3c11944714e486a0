import { DAY, HOUR } from '#contract/time.ts'

/** An instant: ISO string or Date. */
export type At = string | Date

/**
 * How the days of a legal period are counted (民法典第二百条至第二百零四条):
 * - in calendar days of Beijing time (第二百条), which is UTC+8 without summer time since 1991;
 * - the day of the event is not counted, the count begins with the day after it (第二百零一条);
 * - the last day ends at 24:00, or when business closes (第二百零三条第二款); 24:00 is the same instant as 00:00 of the
 *   next day, so an event at 00:00:00 sharp still belongs, as an end, to the day before;
 * - a last day that is a day of rest moves to the next working day (第二百零三条第一款), for the days given as `restDays`;
 * - statutes and agreements may say otherwise (第二百零四条): where a law speaks of the *day* of the deadline
 *   (截止之日止) that day counts although the deadline is before 24:00. An organisation that reads it more strictly
 *   sets `counting: 'full-days'`: then the last day must have passed entirely.
 */
export interface Counting {
  counting: 'last-day-counts' | 'full-days'
  /** Days of rest in Beijing time, `2026-10-01`. */
  restDays: readonly string[]
}

const OFFSET = 8 * HOUR

const ms = (at: At) => new Date(at).getTime()

/** Number of the Beijing day an event falls on. */
export function dayOf(at: At): number {
  return Math.floor((ms(at) + OFFSET) / DAY)
}

/** The same for the end of a period: 00:00:00 sharp is 24:00 of the day before. */
export function lastDayOf(at: At): number {
  return Math.floor((ms(at) - 1 + OFFSET) / DAY)
}

/** Days from an event to the end of a period, the day of the event not counted, the last one counted. */
export function daysBetween(from: At, to: At): number {
  return lastDayOf(to) - dayOf(from)
}

/** Number of the last day of a period of `days` after the event. */
export function periodEnd(from: At, days: number, restDays: readonly string[]): number {
  let end = dayOf(from) + days
  while (restDays.includes(dayName(end))) end++
  return end
}

/** The instant moved by whole days; Beijing time of day stays. */
export function shift(at: At, days: number): string {
  return new Date(ms(at) + days * DAY).toISOString()
}

/** `2026-10-01`. */
export function dayName(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}
