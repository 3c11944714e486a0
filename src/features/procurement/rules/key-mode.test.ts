import { expect, test } from 'vitest'
import { isJoint, isTimed, keyModeProblems } from './key-mode.ts'

test.each([
  ['bidder', 'intl', 1, []],
  ['bidder', 'gm', 2, []],
  ['joint', 'intl', 1, []],
  ['joint', 'gm', 1, ['suite']],
  ['joint', 'intl', 2, ['settings.keyMode']],
  ['joint', 'gm', 2, ['suite', 'settings.keyMode']],
  ['timed', 'gm', 1, []],
  ['timed', 'intl', 2, ['settings.keyMode']],
] as const)('%s with %s in review model %i', (keyMode, suite, reviewModel, paths) => {
  expect(keyModeProblems({ keyMode, suite, reviewModel }).map((problem) => problem.path)).toEqual(paths)
})

test('an order says so itself; older ones say nothing', () => {
  expect([{ keyMode: 'joint' }, { keyMode: 'bidder' }, {}, null].map(isJoint)).toEqual([true, false, false, false])
  expect([{ keyMode: 'timed' }, { keyMode: 'joint' }, {}, null].map(isTimed)).toEqual([true, false, false, false])
})
