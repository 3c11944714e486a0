import { expect, test } from 'vitest'
import {
  cheapestComplete,
  choiceOf,
  choicesFrom,
  NOTHING,
  offersOf,
  restOf,
  type Sheet,
  toBest,
  toggleLine,
  toOne,
  withLine,
} from './line-choice.ts'

const item = (itemId: string, line: number, quantity: string) => ({
  itemId,
  line,
  name: itemId,
  spec: '',
  unit: '台',
  quantity,
  controlPrice: null,
})
const offer = (tradeId: string, unitPrices: (string | null)[], isBarred = false) => ({
  tradeId,
  supplierName: tradeId,
  rank: 1,
  price: '1',
  unitPrices,
  minQuantities: unitPrices.map(() => null),
  isBarred,
})
const sheet: Sheet = {
  items: [item('a', 1, '10'), item('b', 2, '4')],
  offers: [offer('x', ['5', '9']), offer('y', ['4', null]), offer('z', ['6', '6']), offer('gone', ['1', '1'], true)],
  budget: '1000',
  ceiling: null,
  mustPublishLines: false,
}
const [a, b] = sheet.items as [Sheet['items'][number], Sheet['items'][number]]
const offers = offersOf(sheet)
const of = { items: sheet.items, offers, kept: NOTHING }

test('a click gives the line, a second one takes it back, another cell takes it over', () => {
  const first = toggleLine(NOTHING, { item: a, tradeId: 'x', kept: NOTHING })
  expect(first.cells).toEqual({ a: { x: '10' } })
  expect(toggleLine(first, { item: a, tradeId: 'y', kept: NOTHING }).cells).toEqual({ a: { y: '10' } })
  expect(toggleLine(first, { item: a, tradeId: 'x', kept: NOTHING }).cells).toEqual({ a: {} })
})

test('who fell away is not offered; each line goes to its best, or all to the cheapest that quoted all', () => {
  expect(offers.map(({ tradeId }) => tradeId)).toEqual(['x', 'y', 'z'])
  expect(toBest(NOTHING, of).cells).toEqual({ a: { y: '10' }, b: { z: '4' } })
  const best = cheapestComplete(sheet.items, offers)!
  expect(best.tradeId).toBe('z')
  expect(toOne(NOTHING, { ...of, offer: best }).cells).toEqual({ a: { z: '10' }, b: { z: '4' } })
  expect(cheapestComplete(sheet.items, [offers[1]!])).toBeNull()
})

test('the rest of a line is unbought as soon as that has a reason, and goes to the call and back', () => {
  const shared = withLine({ ...NOTHING, unbought: { a: '需求减少', b: ' ' } }, 'a', { x: '3', y: '5', z: '0' })
  expect([restOf(a, shared), restOf(b, shared)]).toEqual(['2', '4'])
  const choice = choiceOf({ ...shared, reasons: { a: '分散供货 ', b: '' } }, { items: sheet.items, offers })
  expect(choice).toEqual({
    awards: [
      { tradeId: 'x', lines: [{ itemId: 'a', quantity: '3' }] },
      { tradeId: 'y', lines: [{ itemId: 'a', quantity: '5' }] },
    ],
    unbought: [{ itemId: 'a', quantity: '2', reason: '需求减少' }],
    reasons: [{ itemId: 'a', reason: '分散供货' }],
  })
  expect(choiceOf(choicesFrom(choice), { items: sheet.items, offers })).toEqual(choice)
})

test('who stays keeps its part, whatever is clicked', () => {
  const kept = choicesFrom({
    awards: [
      {
        tradeId: 'x',
        lines: [
          { itemId: 'a', quantity: '6' },
          { itemId: 'b', quantity: '4' },
        ],
      },
    ],
  })
  expect(toggleLine(kept, { item: a, tradeId: 'y', kept }).cells['a']).toEqual({ x: '6', y: '4' })
  expect(toggleLine(kept, { item: a, tradeId: 'x', kept }).cells['a']).toEqual({ x: '10' })
  expect(toggleLine(kept, { item: b, tradeId: 'z', kept }).cells['b']).toEqual({ x: '4' })
  expect(toBest(NOTHING, { ...of, kept }).cells).toEqual({ a: { x: '6', y: '4' }, b: { x: '4' } })
})
