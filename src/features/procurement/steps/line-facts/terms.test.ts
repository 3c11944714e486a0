import { expect, test } from 'vitest'
import { LineFacts, missingFacts, withFacts } from './terms.ts'

const COLUMNS = [
  { key: 'from', title: '起运地', isRequired: true },
  { key: 'vehicle', title: '车型' },
]
const first = { id: '00000000-0000-7000-8000-000000000001', line: 1, spec: '约 4 吨' }
const second = { id: '00000000-0000-7000-8000-000000000002', line: 2, spec: '' }

test('what is asked of a line stands behind its specification', () => {
  const facts = { [first.id]: { from: '柳州', vehicle: '' }, [second.id]: { from: '桂林', vehicle: '冷藏车' } }
  expect(withFacts([first, second], COLUMNS, facts).map(({ spec }) => spec)).toEqual([
    '约 4 吨；起运地：柳州',
    '起运地：桂林；车型：冷藏车',
  ])
  // A method without columns reads nothing of them, and a key that it does not name is not shown.
  expect(withFacts([first], undefined, facts)).toEqual([first])
  expect(withFacts([first], COLUMNS, { [first.id]: { secret: 'x' } })).toEqual([first])
})

test('required ones are missed line by line', () => {
  const facts = { [first.id]: { from: '柳州' } }
  expect(missingFacts([first, second], COLUMNS, facts)).toEqual([{ line: 2, titles: ['起运地'] }])
  expect(missingFacts([first], COLUMNS, undefined)).toEqual([{ line: 1, titles: ['起运地'] }])
  expect(missingFacts([first, second], undefined, undefined)).toEqual([])
})

test('cells are short, and stand for lines', () => {
  expect(LineFacts.safeParse({ [first.id]: { from: 'x'.repeat(201) } }).success).toBe(false)
  expect(LineFacts.safeParse({ first: { from: '柳州' } }).success).toBe(false)
  expect(LineFacts.parse({ [first.id]: { from: '　柳州 ' } })).toEqual({ [first.id]: { from: '柳州' } })
})
