import { expect, test } from 'vitest'
import { dayThatCounts, failing, type Lapse, standingsOf } from './qualification.ts'

const LICENCE: Lapse = { kind: '许可证', validUntil: '2026-12-01', files: ['aa'] }
const qualifications = [
  { name: '许可证', required: true },
  { name: '体系认证', required: false },
]
const file = (sha256: string, validUntil: string | null, kind = '许可证') => ({ kind, sha256, validUntil })
const failingWith = (given: ReturnType<typeof file>[], day = '2026-12-02', lapses = [LICENCE]) =>
  failing(standingsOf(lapses, { qualifications, given, day })).map(({ kind }) => kind)

test('a demanded document holds on its last day, and fails from the next', () => {
  expect(failingWith([], '2026-12-01')).toEqual([])
  expect(failingWith([])).toEqual(['许可证'])
})

test('only another file that is stated to hold on the day is a renewed one', () => {
  expect(failingWith([file('bb', null)])).toEqual(['许可证'])
  expect(failingWith([file('aa', '2030-01-01')])).toEqual(['许可证'])
  expect(failingWith([file('bb', '2026-12-01')])).toEqual(['许可证'])
  expect(failingWith([file('bb', '2030-01-01', '其他资料')])).toEqual(['许可证'])
  expect(failingWith([file('aa', '2031-01-01'), file('bb', '2026-12-02')])).toEqual([])
})

test('what may be left out fails nobody', () => {
  expect(failingWith([], '2026-12-02', [{ kind: '体系认证', validUntil: '2020-01-01', files: [] }])).toEqual([])
})

test('the day that counts is today in Beijing, and never behind the deadline of offers', () => {
  const bidEnd = new Date('2026-12-05T09:00:00+08:00')
  expect(dayThatCounts({ bidEnd, signUpEnd: null }, new Date('2026-12-01T17:00:00Z'))).toBe('2026-12-02')
  expect(dayThatCounts({ bidEnd, signUpEnd: null }, new Date('2026-12-20T00:00:00Z'))).toBe('2026-12-05')
  expect(dayThatCounts({ bidEnd: null, signUpEnd: bidEnd }, new Date('2026-12-20T00:00:00Z'))).toBe('2026-12-05')
  expect(dayThatCounts({ bidEnd: null, signUpEnd: null }, new Date('2026-12-20T00:00:00Z'))).toBe('2026-12-20')
})
