import { expect, test } from 'vitest'
import { conclusionProblem, isUnsealed, numberProblem, type Facts, STATUS } from './verification.ts'

const facts: Facts = {
  state: 'inviting',
  kind: 'general',
  accepted: 3,
  waiting: 0,
  hasChair: true,
  silent: 3,
  isOutdated: false,
}
const handler = { isHandler: true, seat: null }

test('an odd number, three at least, five for the key review', () => {
  expect(numberProblem('general', 2)).toContain('至少 3')
  expect(numberProblem('general', 4)).toContain('单数')
  expect(numberProblem('general', 3)).toBeNull()
  expect(numberProblem('key', 3)).toContain('至少 5')
  expect(numberProblem('key', 5)).toBeNull()
})

test('it begins once all have replied, enough have accepted and one leads', () => {
  const begin = (change: Partial<Facts>) => () =>
    STATUS.next('begin', { record: { ...facts, ...change }, who: handler, now: 0 })
  expect(begin({})()).toBe('reviewing')
  expect(begin({ waiting: 1 })).toThrow('未答复')
  expect(begin({ accepted: 2 })).toThrow('至少 3')
  expect(begin({ hasChair: false })).toThrow('组长')
})

test('opinions are open once none is missing', () => {
  expect(isUnsealed({ state: 'reviewing', silent: 1 })).toBe(false)
  expect(isUnsealed({ state: 'reviewing', silent: 0 })).toBe(true)
  expect(isUnsealed({ state: 'inviting', silent: 0 })).toBe(false)
  expect(isUnsealed({ state: 'failed', silent: 0 })).toBe(false)
})

test('who wants changes keeps it from passing as it is, a majority against from passing at all', () => {
  expect(conclusionProblem('passed', ['agree', 'agree', 'agree'])).toBeNull()
  expect(conclusionProblem('passed', ['agree', 'amend', 'agree'])).not.toBeNull()
  expect(conclusionProblem('amended', ['agree', 'against', 'agree'])).toBeNull()
  expect(conclusionProblem('amended', ['against', 'against', 'agree'])).not.toBeNull()
  expect(conclusionProblem('refused', ['agree', 'agree', 'agree'])).toBeNull()
})
