import { expect, test } from 'vitest'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { stageOf } from '#features/procurement/engine/stage.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { turnAt } from './turns.ts'

const S = OrderStatus.values

test('at every stage of a published order, and at none after its end, it is somebody’s turn', () => {
  for (const method of METHODS)
    for (const status of Object.values(S))
      for (const now of [50, 150, 250, 350]) {
        const dates = { publishedAt: 0, signUpEnd: 100, bidEnd: 200, openAt: 200, publicityEnd: 300 }
        // Without opening and review there are fewer statuses.
        const unknown = {
          sealed: [],
          live: [S.announcing, S.reviewing, S.summarised, S.candidates],
          plain: [S.announcing, S.openingEnded, S.reviewing, S.summarised, S.candidates],
        }[method.offers]
        if (unknown.some((other) => other === status)) continue
        const { label } = stageOf({ method: method.code, status, ...dates, awardedAt: null, endedAt: null }, now)
        const isOver = status === S.archived || status === S.saved
        expect([label, turnAt(label, method) === null]).toEqual([label, isOver])
      }
})
