import { expect, test } from 'vitest'
import { DAY, formatTime, HOUR } from '#contract/time.ts'
import type { System } from '#server/system.ts'
import { Cast } from './cast.ts'
import { momentsOf } from './world.ts'

/** Nothing is run here: of the system nothing is asked. */
const SYSTEM = {} as System

test('what has happened in the demonstration has happened, whenever it is made', () => {
  const monday = Date.parse('2026-11-30T00:00:00+08:00')
  // Working days and weekends by the hour, and the days around the long holidays of the year.
  const hours = Array.from({ length: 8 * 24 }, (_, i) => monday + i * HOUR)
  const days = Array.from({ length: 320 }, (_, i) => Date.parse('2026-01-05T19:30:00+08:00') + i * DAY)
  const ahead = [...hours, ...days].flatMap((began) => {
    const last = momentsOf(SYSTEM, new Cast(''), began).at(-1)!.at.getTime()
    return last > began
      ? [`made ${formatTime(new Date(began).toISOString())}: ${formatTime(new Date(last).toISOString())}`]
      : []
  })
  expect(ahead).toEqual([])
})
