import { expect, test } from 'vitest'
import { Id, newId } from './id.ts'

test('a new id is a UUID of version 7, variant 10', () => {
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Id.safeParse(id).success).toBe(true)
})

test('it begins with the instant, so that ids sort by time', () => {
  const now = Date.parse('2026-11-21T06:00:00.123Z')
  expect(Number.parseInt(newId(now).replaceAll('-', '').slice(0, 12), 16)).toBe(now)
  const ids = [3, 1, 2].map((n) => newId(now + n))
  expect(ids.toSorted()).toEqual([ids[1], ids[2], ids[0]])
})

test('ids made one after the other for one instant rise', () => {
  const ids = Array.from({ length: 2000 }, () => newId(1_790_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})

test('ids of one instant differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(0))).size).toBe(10_000)
})

test.each(['', '1', 'not-an-id', '018f-', "' or 1=1 --", '018f2e6a-0000-7000-8000-00000000000g'])(
  '"%s" is not an id',
  (value) => {
    const result = Id.safeParse(value)
    expect(result.success).toBe(false)
    expect(result.error!.issues[0]!.message).toBe('编号格式不正确')
  },
)
