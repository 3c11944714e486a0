import { expect, test } from 'vitest'
import { type OrderState, statesOf } from '../../../engine/states.ts'
import { stageOf } from '../../../engine/stage.ts'
import { buyerOf } from '../use-buyer.ts'
import type { OrderRow } from '../tones.ts'
import { rowSteps } from './row-steps.ts'

const at = buyerOf('purchaser')

/** A row as the server derives it from state, schedule and clock. */
function steps(state: OrderState, now: number) {
  const facts = {
    method: 1,
    state,
    publishedAt: 0,
    signUpEnd: 100,
    bidEnd: 200,
    openAt: 200,
    publicityEnd: 300,
    awardedAt: null,
    endedAt: null,
  }
  const { step } = stageOf(facts, now)
  return rowSteps({ orderId: 'o', projectId: 'p', state, step } as OrderRow, at)
}

test('the first page of a row is what is due now', () => {
  const first = (state: OrderState, now = 0) => steps(state, now)[0]!.label
  expect(first('publish.draft')).toBe('编辑')
  expect(first('publish.open', 50)).toBe('报名')
  expect(first('publish.open', 150)).toBe('报名')
  expect(first('publish.open', 200)).toBe('开标')
  expect(first('open.running', 250)).toBe('开标')
  expect(first('open.reading', 250)).toBe('开标')
  expect(first('open.ended', 250)).toBe('评标')
  expect(first('review.done', 250)).toBe('公示候选人')
  expect(first('candidates.public', 250)).toBe('公示')
  expect(first('candidates.public', 300)).toBe('定标')
  expect(first('winner.fixed', 400)).toBe('结果')
  expect(first('abortive.declared', 400)).toBe('流标详情')
})

test('an archived order leads to what it ended with', () => {
  expect(steps('archive.done', 400).map(({ label }) => label)).toEqual(['结果'])
  expect(steps('archive.abortive', 400).map(({ label }) => label)).toEqual(['流标详情'])
})

test('every state has its pages, each once, at addresses of the order', () => {
  for (const state of statesOf(at.method.steps))
    for (const now of [0, 150, 250, 400]) {
      const pages = steps(state, now).map(({ to }) => to)
      expect(pages.length).toBeGreaterThan(0)
      expect(new Set(pages).size).toBe(pages.length)
      for (const to of pages) expect(to).toContain('/orders/o/')
    }
})
