import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkSeedDraw,
  commitmentOf,
  digestOf,
  draw,
  drawBySeed,
  type DrawPart,
  type Drawn,
  isDrawable,
  valuesOf,
} from './draw.ts'

const hex = (n: number | bigint) => n.toString(16).padStart(64, '0')
const secret = (n: number | bigint) => ({ seed: hex(n), entropy: 'e'.repeat(64) })
const part = (values: readonly string[], picks = values.length): DrawPart => ({
  label: 'lots',
  options: values.map((value) => ({ value, label: value })),
  picks,
})
const order = (n: number | bigint, values: readonly string[]) => valuesOf(draw(hex(n), [part(values)]), 'lots')

/** SHA-256 of the UTF-8 text `["draw/3","lot","00…01","lots","甲"]` and so on, sorted; computed with sha256sum. */
const ORDER_BY_STEPS = ['丙', '乙', '丁', '甲']

test('known values', () => {
  expect(commitmentOf('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
  // Computed once with a program of its own: a draw made today must be recomputable in fifteen years.
  expect(valuesOf(drawBySeed(secret(1), [part(['甲', '乙', '丙', '丁'])]), 'lots')).toEqual(['乙', '丙', '丁', '甲'])
  expect(order(1, ['甲', '乙', '丙', '丁'])).toEqual(ORDER_BY_STEPS)
})

test('the same seed and entropy draw the same, whatever the order of the options; a permutation of them', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 128n }),
      fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 }),
      (n, ids) => {
        const drawn = order(n, ids)
        expect(order(n, ids.toReversed())).toEqual(drawn)
        expect(drawn.toSorted()).toEqual(ids.toSorted())
      },
    ),
    { numRuns: 50 },
  )
})

test('each of ten is first, and third, as often as any other (chi-square, 4,000 seeds)', () => {
  const options = [part('0123456789'.split(''))]
  const counts = [0, 2].map(() => Array.from({ length: 10 }, () => 0))
  for (let n = 0; n < 4000; n++) {
    const drawn = draw(hex(n), options)
    for (const [k, place] of [0, 2].entries()) counts[k]![Number(drawn[place]!.value)]!++
  }
  // Nine degrees of freedom; 27.88 is exceeded by chance once in a thousand. The seeds are fixed, so is the outcome.
  for (const count of counts) expect(count.reduce((sum, c) => sum + (c - 400) ** 2 / 400, 0)).toBeLessThan(27.88)
})

test('seed, entropy and label each make another draw', () => {
  const values = Array.from({ length: 30 }, (_, i) => String(i))
  const base = draw(hex(1), [part(values)])
  const others = [draw(hex(2), [part(values)]), draw(hex(1), [{ ...part(values), label: 'other' }])]
  const before = drawBySeed(secret(1), [part(values)])
  others.push(before, drawBySeed({ ...secret(1), entropy: hex(9) }, [part(values)]))
  expect(others.at(-1)).not.toEqual(before)
  for (const other of others) expect(other.map((d) => d.value)).not.toEqual(base.map((d) => d.value))
  expect(digestOf(['b', 'a'])).toBe(digestOf(['a', 'b']))
  expect(digestOf(['a'])).not.toBe(digestOf(['a', 'b']))
})

test('a record of draw/2 holds only as it was drawn', () => {
  const parts = [part(['a', 'b', 'c']), { ...part(['1', '2', '3'], 1), label: 'rate' }]
  const source = { commitment: commitmentOf(hex(1)), ...secret(1) }
  const result = drawBySeed(source, parts)
  const check = (change: Partial<typeof source> = {}, other: readonly Drawn[] = result) =>
    checkSeedDraw(parts, { ...source, ...change }, other)
  expect(result).toHaveLength(4)
  expect(check()).toEqual({ committed: true, follows: true })
  const swapped = [result[1]!, result[0]!, ...result.slice(2)]
  for (const other of [swapped, result.slice(1), [...result, result[0]!]])
    expect(check({}, other)).toEqual({ committed: true, follows: false })
  expect(check({ commitment: commitmentOf(hex(2)) }).committed).toBe(false)
  expect(check({ seed: hex(2) })).toEqual({ committed: false, follows: false })
})

test('a result drawn by hand names as many different options as are drawn, no others', () => {
  const parts = [part(['95', '96', '97'], 1), { ...part(['a', 'b', 'c'], 2), label: 'two' }]
  const follows = (...values: [string, string][]) =>
    isDrawable(
      parts,
      values.map(([label, value]) => ({ label, value })),
    )
  expect(follows(['lots', '96'], ['two', 'c'], ['two', 'a'])).toBe(true)
  expect(follows(['lots', '98'], ['two', 'c'], ['two', 'a'])).toBe(false)
  expect(follows(['lots', '96'], ['two', 'c'])).toBe(false)
  expect(follows(['lots', '96'], ['two', 'c'], ['two', 'c'])).toBe(false)
  expect(follows(['lots', '96'], ['two', 'c'], ['two', 'a'], ['more', 'a'])).toBe(false)
})
