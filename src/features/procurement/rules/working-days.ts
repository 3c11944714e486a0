import chineseDays from 'chinese-days'
import { DAY, HOUR } from '#contract/time.ts'
import { type At, dayName, lastDayOf } from './legal-calendar-days.ts'

/**
 * Whether people work on a day of Beijing time: weekdays but for public holidays, and the weekends worked in exchange, as
 * the State Council arranges them (chinese-days); days of rest of the tenant are none. Years that are not arranged yet
 * know weekends and the days of rest only.
 */
export function isWorkingDay(day: number, restDays: readonly string[] = []): boolean {
  const name = dayName(day)
  return !restDays.includes(name) && chineseDays.getDayDetail(name).work
}

/** The day itself, or the next working day. */
export function workingDayFrom(day: number, restDays: readonly string[] = []): number {
  let next = day
  while (!isWorkingDay(next, restDays)) next++
  return next
}

/** The day itself, or the working day before it. */
export function workingDayUntil(day: number, restDays: readonly string[] = []): number {
  let last = day
  while (!isWorkingDay(last, restDays)) last--
  return last
}

/** The last of `days` working days after a day, which is not counted. */
export function workingDayAfter(day: number, days: number, restDays: readonly string[] = []): number {
  let last = day
  for (let n = 0; n < days; n++) last = workingDayFrom(last + 1, restDays)
  return last
}

/** Working days after a day up to another, the last one counted. */
export function workingDaysBetween(from: number, to: number, restDays: readonly string[] = []): number {
  let count = 0
  for (let day = from + 1; day <= to; day++) if (isWorkingDay(day, restDays)) count++
  return count
}

/** The instant at which `days` working days after an event end, its own day not counted: 24:00 in Beijing. ISO string. */
export function endOfWorkingDays(from: At, days: number, restDays: readonly string[] = []): string {
  return new Date((workingDayAfter(lastDayOf(from), days, restDays) + 1) * DAY - 8 * HOUR).toISOString()
}

const WEEKDAYS = '日一二三四五六'

/** `周五`, `周六（休息）`, `周四，国庆节`. */
export function dayWords(day: number, restDays: readonly string[] = []): string {
  // 1 January 1970 was a Thursday.
  const weekday = `周${WEEKDAYS[(day + 4) % 7]}`
  if (isWorkingDay(day, restDays)) return weekday
  const { name } = chineseDays.getDayDetail(dayName(day))
  const holiday = name.split(',')[1]
  return holiday ? `${weekday}，${holiday}` : `${weekday}（休息）`
}
