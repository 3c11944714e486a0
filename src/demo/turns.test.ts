import { expect, test } from 'vitest'
import { statesOf } from '#features/procurement/engine/states.ts'
import { stageOf } from '#features/procurement/engine/stage.ts'
import { RUNNABLE } from '#features/procurement/methods/all.ts'
import { turnAt } from './turns.ts'

test('at every stage of a published order, and at none after its end, it is somebody’s turn', () => {
  for (const method of RUNNABLE)
    for (const state of statesOf(method.steps))
      for (const now of [50, 150, 250, 350]) {
        const dates = { publishedAt: 0, signUpEnd: 100, bidEnd: 200, openAt: 200, publicityEnd: 300 }
        const { label } = stageOf({ method: method.code, state, ...dates, awardedAt: null, endedAt: null }, now)
        const isOver = state.startsWith('archive.') || state === 'publish.draft'
        expect([label, turnAt(label, method) === null]).toEqual([label, isOver])
      }
})
