import { expect, test } from 'vitest'
import { enumeration } from './enumeration.ts'

const Status = enumeration({
  draft: { value: 0, label: '草稿' },
  done: { value: 2, label: '完成' },
  other: { value: -1, label: '其他' },
})

test('values by name, labels by value', () => {
  expect(Status.values).toEqual({ draft: 0, done: 2, other: -1 })
  expect(Status.of.done.label).toBe('完成')
  expect([0, 2, -1].map((v) => Status.label(v))).toEqual(['草稿', '完成', '其他'])
})

test('zero is a value, nothing is not; an unknown value is shown as it is', () => {
  expect([null, undefined, 7].map((v) => Status.label(v))).toEqual(['', '', '7'])
})

test('options keep the declared order', () => {
  expect(Status.options).toEqual([
    { value: 0, label: '草稿' },
    { value: 2, label: '完成' },
    { value: -1, label: '其他' },
  ])
})

test('the schema takes stored values only', () => {
  for (const value of [0, 2, -1]) expect(Status.schema.parse(value)).toBe(value)
  for (const value of [1, '0', null, '草稿']) expect(Status.schema.safeParse(value).success).toBe(false)
})
