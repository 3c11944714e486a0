import { describe, expect, test } from 'vitest'
import { RUNNABLE } from '../methods/all.ts'
import { railOf, stageOf } from './stage.ts'
import { statesOf } from './states.ts'
import type { StageFacts } from './step.ts'

const running: StageFacts = {
  method: 1,
  state: 'publish.open',
  publishedAt: 0,
  signUpEnd: 100,
  bidEnd: 200,
  openAt: 200,
  publicityEnd: null,
  awardedAt: null,
  endedAt: null,
}
const states = (order: StageFacts, now: number) => railOf(order, now).map((s) => s.state)

describe('the stage of a published order follows the clock', () => {
  test.each([
    [99, '报名中', 100],
    [100, '投标中', 200],
    [199, '投标中', 200],
    [200, '待开标', 200],
  ])('at %i: %s', (now, label, nextAt) => {
    expect(stageOf(running, now)).toMatchObject({ label, nextAt })
  })
})

test('every state of a method has a stage', () => {
  for (const { code, steps } of RUNNABLE)
    for (const state of statesOf(steps))
      for (const now of [50, 150, 250]) {
        const { step, label } = stageOf({ ...running, method: code, state }, now)
        expect([state, label === '', step === null]).toEqual([state, false, state.startsWith('archive.')])
      }
})

test('the rail moves on, and ends', () => {
  expect(states(running, 50)).toEqual(['done', 'now', 'next', 'next', 'next', 'next', 'next', 'next'])
  const publicised: StageFacts = { ...running, state: 'candidates.public', publicityEnd: 500 }
  expect(states(publicised, 400)[5]).toBe('now')
  expect(states(publicised, 500).slice(5, 7)).toEqual(['done', 'now'])
  const archived: StageFacts = { ...publicised, state: 'archive.done', awardedAt: 600, endedAt: 600 }
  expect(new Set(states(archived, 700))).toEqual(new Set(['done']))
})

test('in an abortive order only what was reached is done', () => {
  const failed: StageFacts = { ...running, state: 'abortive.declared', endedAt: 150 }
  expect(states(failed, 300)).toEqual(['done', 'done', 'next', 'next', 'next', 'next', 'next', 'now'])
  expect(stageOf({ ...failed, state: 'archive.abortive' }, 300).label).toBe('已流标归档')
})
