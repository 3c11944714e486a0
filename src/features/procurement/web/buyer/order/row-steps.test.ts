import { expect, test } from 'vitest'
import { OrderStatus } from '../../../rules/enums.ts'
import { stageOf } from '../../../engine/stage.ts'
import { buyerOf } from '../use-buyer.ts'
import type { OrderRow } from '../tones.ts'
import { rowSteps } from './row-steps.ts'

const S = OrderStatus.values
const at = buyerOf('purchaser')

/** A row as the server derives it from status, schedule and clock. */
function steps(status: OrderStatus, now: number, isAbortive = status === S.abortive) {
  const facts = {
    method: 1,
    status,
    publishedAt: 0,
    signUpEnd: 100,
    bidEnd: 200,
    openAt: 200,
    publicityEnd: 300,
    awardedAt: null,
    endedAt: null,
  }
  const { step } = stageOf(facts, now)
  return rowSteps({ orderId: 'o', projectId: 'p', status, step, isAbortive } as OrderRow, at)
}

test('the first page of a row is what is due now', () => {
  const first = (status: OrderStatus, now = 0) => steps(status, now)[0]!.label
  expect(first(S.saved)).toBe('编辑')
  expect(first(S.published, 50)).toBe('报名')
  expect(first(S.published, 150)).toBe('报名')
  expect(first(S.published, 200)).toBe('开标')
  expect(first(S.opened, 250)).toBe('开标')
  expect(first(S.announcing, 250)).toBe('开标')
  expect(first(S.openingEnded, 250)).toBe('评标')
  expect(first(S.reviewed, 250)).toBe('公示候选人')
  expect(first(S.candidates, 250)).toBe('公示')
  expect(first(S.candidates, 300)).toBe('定标')
  expect(first(S.awarded, 400)).toBe('结果')
  expect(first(S.abortive, 400)).toBe('流标详情')
})

test('an archived order leads to what it ended with', () => {
  expect(steps(S.archived, 400).map(({ label }) => label)).toEqual(['结果'])
  expect(steps(S.archived, 400, true).map(({ label }) => label)).toEqual(['流标详情'])
})

test('every state has its pages, each once, at addresses of the order', () => {
  for (const status of Object.values(S))
    for (const now of [0, 150, 250, 400]) {
      const pages = steps(status, now).map(({ to }) => to)
      expect(pages.length).toBeGreaterThan(0)
      expect(new Set(pages).size).toBe(pages.length)
      for (const to of pages) expect(to).toContain('/orders/o/')
    }
})
