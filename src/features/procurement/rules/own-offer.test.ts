import { expect, test } from 'vitest'
import { comparison } from '../methods/comparison.ts'
import { compete } from '../methods/compete.ts'
import { TradeStatus } from './enums.ts'
import { type OwnStand, ownOfferOf } from './own-offer.ts'

const END = Date.parse('2026-11-20T08:00:00.000Z')
const sealed: OwnStand = { round: 1, state: 'sealed', hasSealed: true }
const facts = {
  method: comparison.code,
  state: 'publish.open',
  bidEnd: END,
  tradeStatus: TradeStatus.values.passed,
  stand: null,
  further: null,
} as const

test('before the deadline: due, begun or sealed; withdrawn is due again', () => {
  const at = (stand: OwnStand | null) => ownOfferOf({ ...facts, stand }, END - 1)
  expect(at(null)).toBe('due')
  expect(at({ round: 1, state: 'draft', hasSealed: false })).toBe('draft')
  expect(at(sealed)).toBe('sealed')
  expect(at({ round: 1, state: 'withdrawn', hasSealed: false })).toBe('due')
})

test('behind it: opened once the round was, else still sealed; whoever handed nothing in has missed it', () => {
  expect(ownOfferOf({ ...facts, stand: sealed }, END)).toBe('sealed')
  expect(ownOfferOf({ ...facts, state: 'quote.closed', stand: sealed }, END)).toBe('opened')
  // Too few came: nothing was opened.
  expect(ownOfferOf({ ...facts, state: 'quote.short', stand: sealed }, END)).toBe('sealed')
  expect(ownOfferOf({ ...facts, state: 'quote.closed' }, END)).toBe('missed')
  expect(ownOfferOf({ ...facts, stand: { round: 1, state: 'draft', hasSealed: false } }, END)).toBe('missed')
})

test('a further round asks anew, until its own deadline', () => {
  const further = { round: 2, deadline: new Date(END + 1000).toISOString() }
  const of = { ...facts, state: 'quote.closed', stand: sealed, further } as const
  expect(ownOfferOf(of, END)).toBe('due')
  expect(ownOfferOf({ ...of, stand: { ...sealed, round: 2 } }, END)).toBe('sealed')
  expect(ownOfferOf({ ...of, stand: { round: 2, state: 'draft', hasSealed: true } }, END)).toBe('draft')
  expect(ownOfferOf({ ...of, stand: { round: 2, state: 'draft', hasSealed: true } }, END + 1000)).toBe('opened')
})

test('of nobody who was not let in, and of no method without sealed offers', () => {
  expect(ownOfferOf({ ...facts, tradeStatus: TradeStatus.values.pending }, END - 1)).toBeNull()
  expect(ownOfferOf({ ...facts, tradeStatus: null }, END - 1)).toBeNull()
  expect(ownOfferOf({ ...facts, method: compete.code }, END - 1)).toBeNull()
})
