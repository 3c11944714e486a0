import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { dayOf, daysBetween } from '#features/procurement/rules/legal-calendar-days.ts'
import { isWorkingDay, workingDaysBetween } from '#features/procurement/rules/working-days.ts'
import { courseOf, isOfficeTime, officeAfter, officeBefore } from './office-hours.ts'

const hourOf = (at: number) => ((at + 8 * HOUR) % DAY) / HOUR
const isOffice = (at: number) => isWorkingDay(dayOf(new Date(at))) && hourOf(at) >= 9 && hourOf(at) <= 17
/** Every third day of two years, holidays and all, at four times of day. */
const MOMENTS = Array.from({ length: 244 }, (_, i) => Date.parse('2026-01-01T00:00:00+08:00') + i * 3 * DAY).flatMap(
  (day) => [3.2, 9.5, 15.9, 21].map((hour) => day + hour * HOUR),
)

test('an office hour is the last one before, or the first one after, and is its own', () => {
  const at = (text: string) => Date.parse(`${text}:00+08:00`)
  // A Sunday morning; the public holidays about the first of October.
  expect(officeBefore(at('2026-11-22T08:10'))).toBe(at('2026-11-20T16:00'))
  expect(officeAfter(at('2026-11-22T08:10'))).toBe(at('2026-11-23T09:00'))
  expect(officeBefore(at('2026-11-20T11:40'))).toBe(at('2026-11-20T11:00'))
  expect(officeAfter(at('2026-11-20T11:40'))).toBe(at('2026-11-20T12:00'))
  expect(officeAfter(at('2026-10-01T10:00'))).toBe(at('2026-10-08T09:00'))
  for (const moment of MOMENTS) {
    const [before, after] = [officeBefore(moment), officeAfter(moment)]
    expect([before <= moment, after >= moment, isOffice(before), isOffice(after)]).toEqual([true, true, true, true])
    expect([officeBefore(after), officeAfter(before)]).toEqual([after, before])
    expect(isOfficeTime(moment)).toBe(isOffice(moment))
  }
})

test('whenever a demonstration starts, its tenders run in office hours, lawfully and in order', () => {
  for (const began of MOMENTS)
    for (const published of [41, 31, 24, 22.042, 13, 12, 2, -1]) {
      const { start, signUp, ask, bid, deadline, schedule } = courseOf(began, published)
      const { saleStart, saleEnd, signUpEnd, questionEnd } = schedule
      const dates = Object.values(schedule).map((at) => Date.parse(at!))
      expect([start, signUp, ask, bid, ...dates].filter((at) => !isOffice(at))).toEqual([])
      expect([deadline <= began, published >= 0 && start >= began]).toEqual([published >= 22, false])
      const inOrder = [start, signUp, ask, Date.parse(questionEnd!), deadline]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
      expect([signUp >= Date.parse(saleStart!), ask < bid, bid < deadline]).toEqual([true, true, true])
      expect([signUp < Date.parse(signUpEnd!), signUpEnd! <= questionEnd!]).toEqual([true, true])
      const days = [
        workingDaysBetween(dayOf(saleStart!), dayOf(saleEnd!)),
        daysBetween(saleStart!, schedule.bidEnd!),
        daysBetween(questionEnd!, schedule.bidEnd!),
      ]
      expect([days[0]! >= 5, days[1]! >= 20, days[2]! >= 10]).toEqual([true, true, true])
    }
})
