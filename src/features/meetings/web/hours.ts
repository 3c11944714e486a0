import { clockText, minuteOf, type Opening, WEEKDAYS } from '../rules/room.ts'

/** `08:00-12:00，14:00-18:00` of one weekday; empty where a room is not open. */
export function dayText(hours: readonly Opening[], weekday: number): string {
  return hours
    .filter((one) => one.weekday === weekday)
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, until }) => `${clockText(from)}-${clockText(until)}`)
    .join('，')
}

/** The openings of a weekday as people write them; undefined where it cannot be read. */
export function readDay(text: string, weekday: number): Opening[] | undefined {
  const parts = text.split(/[,，;；、\s]+/u).filter(Boolean)
  const spans = parts.map((part) => {
    const [from, until, ...more] = part.split(/[-–—~至]/u).map(minuteOf)
    return from !== undefined && until !== undefined && more.length === 0 && until > from
      ? { weekday, from, until }
      : undefined
  })
  return spans.every((span) => span !== undefined) ? spans : undefined
}

/** All hours in a line, days that are alike together: `周一至周五 08:00-18:00；周六 09:00-12:00`. */
export function hoursText(hours: readonly Opening[]): string {
  const groups: { first: number; last: number; text: string }[] = []
  for (const [i] of WEEKDAYS.entries()) {
    const text = dayText(hours, i + 1)
    const group = groups.at(-1)
    if (group?.text === text) group.last = i
    else groups.push({ first: i, last: i, text })
  }
  return groups
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => `${WEEKDAYS[first]}${last > first ? `至${WEEKDAYS[last]}` : ''} ${text}`)
    .join('；')
}
