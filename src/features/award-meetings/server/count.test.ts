import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { countVotes, drawLot } from './count.ts'
import { sizeProblem } from '../rules/meeting.ts'

const votes = (text: string) =>
  [...text].map((tradeId, i) => ({ tradeId, salt: Uint8Array.from({ length: 32 }, () => i + 1) }))

test('more than half of the members choose', () => {
  expect(countVotes(votes('aaabc'))).toMatchObject({
    chosen: 'a',
    again: [],
    tally: [{ tradeId: 'a', votes: 3 }, {}, {}],
  })
  expect(countVotes(votes('aabbc'))).toMatchObject({ chosen: null, again: ['a', 'b'] })
  // Whoever has as many votes as the second goes on as well.
  expect(countVotes(votes('aabcd'))).toMatchObject({ chosen: null, again: ['a', 'b', 'c', 'd'] })
  expect(countVotes(votes('aaaaa'))).toMatchObject({ chosen: 'a' })
})

test('a lot is drawn among the first two by all votes together, and can be drawn again', () => {
  const given = votes('aaabc')
  const drawn = drawLot(given)
  expect(drawn.lot).toEqual(['a', 'b', 'c'])
  const hash = createHash('sha256')
  for (const { salt } of given) hash.update(salt)
  const expected = drawn.lot[Number(hash.digest().readBigUInt64BE() % 3n)]
  expect(drawn.chosen).toBe(expected)
  // The order in which votes came in says nothing.
  expect(drawLot(given.toReversed()).chosen).toBe(drawn.chosen)
  expect(drawLot(votes('aaaaa'))).toMatchObject({ lot: ['a'], chosen: 'a' })
})

test('five members or more, and an odd number of them', () => {
  for (const n of [5, 7, 31]) expect(sizeProblem(n)).toBeNull()
  for (const n of [0, 1, 3, 4, 6]) expect(sizeProblem(n)).toContain('5 人以上单数')
})
