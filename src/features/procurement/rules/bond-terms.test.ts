import { expect, test } from 'vitest'
import { type BondForm, BondTerms, judgeBond } from './bond-terms.ts'

/** Nine in the morning in Beijing. */
const bidEnd = new Date('2026-12-10T01:00:00Z')
const terms = BondTerms.parse({ daysBefore: 1 })
const demanded = { amount: '20000', bidEnd, terms }
const given = (change: object = {}) => ({
  amount: '20000',
  form: 'transfer' as BondForm,
  paidOn: '2026-12-09',
  recordedAt: new Date('2026-12-09T08:00:00Z'),
  ...change,
})

test.each([
  ['nothing on record', undefined, 'unrecorded', true],
  ['in full, on the last day', given(), 'paid', false],
  ['a cent too little', given({ amount: '19999.99' }), 'short', true],
  ['a day too late', given({ paidOn: '2026-12-10' }), 'late', true],
  ['a letter of guarantee', given({ form: 'guarantee' }), 'guarantee', false],
])('%s', (_, bond, state, isFault) => {
  expect(judgeBond(demanded, bond)).toMatchObject({ state, isFault })
})

test('the documents decide which forms count, and whether a bond is demanded at all', () => {
  const cash = BondTerms.parse({ forms: ['transfer'] })
  expect(judgeBond({ ...demanded, terms: cash }, given({ form: 'guarantee' }))).toMatchObject({ state: 'form' })
  expect(judgeBond({ ...demanded, amount: '0' }, undefined)).toMatchObject({ state: 'notRequired', isFault: false })
  expect(BondTerms.safeParse({ forms: [] }).success).toBe(false)
})

test('a record made after the deadline is told apart, whatever day it names', () => {
  const late = given({ recordedAt: new Date('2026-12-10T01:00:01Z') })
  expect(judgeBond(demanded, late)).toMatchObject({ state: 'paid', isFault: false, isLateRecord: true })
  expect(judgeBond(demanded, given())).toMatchObject({ isLateRecord: false })
})
