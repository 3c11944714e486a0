import { expect, test } from 'vitest'
import { RUNNABLE } from '../methods/all.ts'
import { ORDER_STATUS } from './order-status.ts'
import { ALL_STATES, isAbortive, reached, statesOf, statesReached, wireStatus, wentThrough } from './states.ts'

test.each(RUNNABLE.map((method) => [method.name, method] as const))(
  '%s moves among states of its own steps',
  (_, method) => {
    const own = statesOf(method.steps)
    const rows = ORDER_STATUS.rowsOf(method.code)
    // What may be done at any time names states of all methods; every row fits some state of this one.
    for (const { action, from } of rows)
      expect([action, from.some((state) => own.includes(state))]).toEqual([action, true])
    // Each but the draft is led to, and nothing else.
    const ends = rows.flatMap(({ to }) => (to === undefined ? [] : [to]))
    expect(new Set([...ends, 'publish.draft'])).toEqual(new Set(own))
    // A number says one thing within a method, but for what is in the archive.
    const numbers = own.filter((state) => state !== 'archive.abortive').map(wireStatus)
    expect(new Set(numbers).size).toBe(numbers.length)
  },
)

test('calls answer with the numbers of the specification', () => {
  expect(Object.fromEntries(ALL_STATES.map((state) => [state, wireStatus(state)]))).toEqual({
    'publish.draft': 0,
    'publish.open': 1,
    'open.running': 2,
    'open.reading': 3,
    'open.ended': 4,
    'review.running': 5,
    'review.summarised': 6,
    'review.done': 7,
    'auction.running': 2,
    'auction.failed': 4,
    'auction.ended': 7,
    'talk.running': 2,
    'talk.agreed': 7,
    'candidates.public': 8,
    'winner.fixed': 9,
    'archive.done': 10,
    'archive.abortive': 10,
    'abortive.declared': 20,
    'quote.short': 4,
    'quote.closed': 2,
    'group.done': 7,
  })
})

test('milestones are passed in their order, by whatever steps lead there', () => {
  expect(statesReached('draft')).toEqual(ALL_STATES)
  expect(statesReached('opened', 'closed')).toEqual(['open.running', 'open.reading', 'auction.running', 'talk.running'])
  expect(statesReached('ranked', 'publicised')).toEqual([
    'review.done',
    'auction.ended',
    'talk.agreed',
    'quote.closed',
    'group.done',
  ])
  expect(reached({ state: 'auction.running' }, 'read')).toBe(false)
  expect(reached({ state: 'auction.failed' }, 'closed')).toBe(true)
})

test('an order that came to nothing is beyond all milestones, and has gone through none', () => {
  for (const state of ['abortive.declared', 'archive.abortive'] as const)
    expect([isAbortive({ state }), reached({ state }, 'over'), wentThrough({ state }, 'published')]).toEqual([
      true,
      true,
      false,
    ])
  expect(wentThrough({ state: 'archive.done' }, 'over')).toBe(true)
})
