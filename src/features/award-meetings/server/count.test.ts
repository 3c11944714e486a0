import { expect, test } from 'vitest'
import { countForLot, countVotes } from './count.ts'
import { sizeProblem } from '../rules/meeting.ts'

const votes = (text: string) => [...text].map((tradeId) => ({ tradeId }))

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

test('the first two, and whoever has as many votes, enter a lot; one alone needs none', () => {
  expect(countForLot(votes('aaabb'))).toMatchObject({ chosen: null, again: ['a', 'b'] })
  expect(countForLot(votes('cabaa'))).toMatchObject({ chosen: null, again: ['a', 'b', 'c'] })
  expect(countForLot(votes('aaaaa'))).toMatchObject({ chosen: 'a' })
})

test('five members or more, and an odd number of them', () => {
  for (const n of [5, 7, 31]) expect(sizeProblem(n)).toBeNull()
  for (const n of [0, 1, 3, 4, 6]) expect(sizeProblem(n)).toContain('5 人以上单数')
})
