import { expect, it } from 'vitest'
import { dayOf } from './legal-calendar-days.ts'
import { dayWords, isWorkingDay, workingDayFrom, workingDayUntil } from './working-days.ts'

const day = (name: string) => dayOf(`${name}T12:00:00+08:00`)

it('knows weekends, public holidays, worked weekends and days of rest', () => {
  expect(isWorkingDay(day('2026-11-23'))).toBe(true)
  expect(isWorkingDay(day('2026-11-22'))).toBe(false)
  expect(isWorkingDay(day('2026-10-01'))).toBe(false)
  expect(isWorkingDay(day('2026-10-10'))).toBe(true)
  expect(isWorkingDay(day('2026-11-23'), ['2026-11-23'])).toBe(false)
  expect(isWorkingDay(day('2031-06-02'))).toBe(true)
})

it('finds the working day after and before', () => {
  expect(workingDayFrom(day('2026-10-01'))).toBe(day('2026-10-08'))
  expect(workingDayFrom(day('2026-11-21'), ['2026-11-23'])).toBe(day('2026-11-24'))
  expect(workingDayUntil(day('2026-10-06'))).toBe(day('2026-09-30'))
})

it('says which day it is', () => {
  expect(dayWords(day('2026-11-27'))).toBe('周五')
  expect(dayWords(day('2026-11-28'))).toBe('周六（休息）')
  expect(dayWords(day('2026-10-01'))).toBe('周四，国庆节')
})
