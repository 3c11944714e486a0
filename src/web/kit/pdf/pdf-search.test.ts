import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIn, marked, pageText } from './pdf-search.ts'

const places = (items: string[], wanted: string) => findIn(pageText(items), wanted).map((ranges) => [...ranges])

test('finds text across the pieces that a file breaks it into', () => {
  expect(places(['招标', '文 件'], '招标文件')).toEqual([
    [
      [0, [[0, 2]]],
      [1, [[0, 3]]],
    ],
  ])
  expect(places(['abc ABC'], 'bc')).toEqual([[[0, [[1, 3]]]], [[0, [[5, 7]]]]])
  expect(places(['aaaa'], 'aa')).toHaveLength(2)
})

test.each([
  ['ＡＢＣ１２３', 'abc123'],
  ['100㎡', '100m2'],
  ['⽂件', '文件'],
  ['ﬁrst', 'first'],
  ['（一）', '(一)'],
])('compatibility forms are alike: %s has %s', (text, wanted) => {
  expect(places([text], wanted)).toHaveLength(1)
  expect(places([wanted], text)).toHaveLength(1)
})

test('nothing finds nothing', () => {
  expect(places(['a b'], '')).toEqual([])
  expect(places(['a b'], '   ')).toEqual([])
  expect(places([], 'a')).toEqual([])
})

test('what is put together from the pieces is found, wherever it is cut', () => {
  const word = fc.string({ unit: fc.constantFrom('招', '标', 'A', 'ｂ', '1', ' '), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), word, fc.array(word, { maxLength: 8 }), (before, wanted, after) => {
      const found = places([...before, ...wanted, ...after], wanted)
      expect(found.length > 0).toBe(wanted.trim() !== '')
    }),
  )
})

test('a piece with its marks reads as before, and nothing of it is markup', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(20), fc.nat(20), (text, start, length) => {
      const html = marked(text, [
        { range: [Math.min(start, text.length), Math.min(start + length, text.length)], now: true },
      ])
      const plain = html
        .replace(/<\/?mark[^>]*>/g, '')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      expect(plain).toBe(text)
    }),
  )
  expect(marked('<img onerror=x>', [])).toBe('&#60;img onerror=x&#62;')
})
