import { DAY, formatDate, HOUR, MINUTE } from '#contract/time.ts'

export const ROOM_KINDS: Readonly<Record<number, string>> = { 1: '会议室', 2: '评标室', 3: '开标室', 4: '谈判室' }
export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** A span of a weekday (1 Monday – 7 Sunday) in which a room is open: minutes of the day in Beijing, 0 to 1440. */
export interface Opening {
  weekday: number
  from: number
  until: number
}

export const DAY_MINUTES = 1440

/** The weekday of a day of Beijing: 1 Monday – 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** When a day of Beijing (`2026-11-21`) begins. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`)
}

/** A day so many days later. */
export function dayAfter(day: string, count: number): string {
  return formatDate(new Date(dayStart(day).getTime() + count * DAY))
}

/** Spans of a day in which a room is open, in order; those that touch are one. */
export function openingsOn(hours: readonly Opening[], day: string): { from: number; until: number }[] {
  const weekday = weekdayOf(day)
  const spans: { from: number; until: number }[] = []
  for (const { from, until } of hours.filter((one) => one.weekday === weekday).toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else spans.push({ from, until })
  }
  return spans
}

/** Whether a room is open all the time from one instant to another; a span over midnight asks both days. */
export function isOpenFor(hours: readonly Opening[], from: Date, until: Date): boolean {
  for (let day = formatDate(from); dayStart(day) < until; day = dayAfter(day, 1)) {
    const begin = dayStart(day).getTime()
    const first = Math.max(0, (from.getTime() - begin) / MINUTE)
    const last = Math.min(DAY_MINUTES, (until.getTime() - begin) / MINUTE)
    if (!openingsOn(hours, day).some((span) => span.from <= first && last <= span.until)) return false
  }
  return true
}

/** `09:30` of a minute of the day; the end of the day is `24:00`. */
export function clockText(minute: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minute / (HOUR / MINUTE)))}:${two(minute % (HOUR / MINUTE))}`
}

/** The minute of the day that `09:30` names; undefined where it names none. */
export function minuteOf(text: string): number | undefined {
  const found = /^(\d{2}):(\d{2})$/.exec(text)
  if (!found) return undefined
  const minute = Number(found[1]) * 60 + Number(found[2])
  return Number(found[2]) < 60 && minute <= DAY_MINUTES ? minute : undefined
}
