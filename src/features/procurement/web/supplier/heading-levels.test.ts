import { expect, test } from 'vitest'
import { doc, heading, paragraph } from '../../rules/rich-text.ts'
import { raiseHeadings } from './heading-levels.ts'

test('the highest heading becomes level one, the others keep their distance', () => {
  const text = doc(heading('一', 2), paragraph('x'), heading('（一）', 3))
  expect(raiseHeadings(text)).toEqual(doc(heading('一', 1), paragraph('x'), heading('（一）', 2)))
})

test('a text without headings, or with one of level one, stays as it is', () => {
  const plain = doc(paragraph('x'))
  expect(raiseHeadings(plain)).toBe(plain)
  const top = doc(heading('a', 1), heading('b', 3))
  expect(raiseHeadings(top)).toBe(top)
})
