import { randomInt } from 'node:crypto'

/** Letters that are not mistaken for digits or for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** So many different pairs of letters, at random: nothing about a bidder follows from its mark. */
export function drawMarks(count: number): string[] {
  const pairs = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second))
  if (count > pairs.length) throw new RangeError('more bidders than marks')
  return Array.from({ length: count }, () => pairs.splice(randomInt(pairs.length), 1)[0]!)
}
