import { AppError } from '#contract/errors.ts'
import { DAY, formatDate } from '#contract/time.ts'

/** A period of Beijing days as instants: `start` is in it, `end` is not. */
export interface Days {
  from: string
  to: string
  start: Date
  end: Date
  /** Both ends included. */
  count: number
}

const MOST_DAYS = 366
const MOST_MONTHS = 36
/** Nothing is counted before; what would reach back beyond the first year of calendars is refused, not computed. */
const FIRST_YEAR = '1970'
/** Beijing has no daylight saving time. */
const OFFSET = '+08:00'

/** The days asked for; thirty days up to today when nothing is. Throws `invalid` for a reversed or too long period. */
export function daysOf(query: { from?: string | undefined; to?: string | undefined }, now: Date): Days {
  const to = query.to ?? formatDate(now)
  if (to < FIRST_YEAR) throw wrong('统计时间过早')
  const from = query.from ?? formatDate(startOf(to).getTime() - 29 * DAY)
  const [start, last] = [startOf(from), startOf(to)]
  if (start > last) throw wrong('开始时间不能晚于截止时间')
  const count = Math.round((last.getTime() - start.getTime()) / DAY) + 1
  if (count > MOST_DAYS) throw wrong('统计时间最长一年')
  return { from, to, start, end: new Date(last.getTime() + DAY), count }
}

/** The months asked for, `2026-11`; twelve up to this one when nothing is. */
export function monthsOf(query: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = query.to ?? formatDate(now).slice(0, 7)
  if (to < FIRST_YEAR) throw wrong('统计时间过早')
  const from = query.from ?? monthAfter(to, -11)
  if (from > to) throw wrong('开始时间不能晚于截止时间')
  if (monthAfter(from, MOST_MONTHS) <= to) throw wrong('统计时间最长三年')
  return { from, to, start: startOf(`${from}-01`), end: startOf(`${monthAfter(to, 1)}-01`) }
}

/** The instant a Beijing day begins. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00${OFFSET}`)
}

/** `2026-11` and 2 → `2027-01`. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + by
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

function wrong(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'from', message }])
}
