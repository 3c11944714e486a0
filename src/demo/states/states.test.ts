import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { declareAbortive, orderDetail } from '#features/procurement/contract/order.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { Cast } from '../cast.ts'
import { fromState } from './from-state.ts'
import type { StateFacts } from './states.ts'

let t: TestSystem
let tender: StateFacts['opened']
beforeAll(async () => {
  ;({ t, facts: tender } = await fromState('opened'))
})

const stateIn = async (system: TestSystem, orderId: string) =>
  (await (await new Cast(system.base).as('buyer')).call(orderDetail, { params: { orderId } })).state

test('a copy of a state is whole: chains, notices, the log of bids and the sealed files', async () => {
  expect(await stateIn(t, tender.orderId)).toBe('open.ended')
  expect(await findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })).toEqual([])
  expect(t.setbacks).toEqual([])
})

test('its clock goes on where the state stood', () => {
  const since = t.kernel.clock.now().getTime() - new Date(tender.schedule.openAt!).getTime()
  expect(since).toBeGreaterThan(0)
  expect(since).toBeLessThan(HOUR)
})

test('what is done in one copy is not there in another', async () => {
  const client = await new Cast(t.base).as('buyer')
  const { orderId } = tender
  await client.call(declareAbortive, { params: { orderId }, body: { reason: '采购任务取消，终止招标。' } })
  expect(await stateIn(t, orderId)).toBe('abortive.declared')
  const other = await fromState('opened')
  expect(await stateIn(other.t, orderId)).toBe('open.ended')
})

test('an auction that has ended has its offers, and waits for the choice of the winner', async () => {
  const ended = await fromState('ended')
  const { orderId } = ended.facts
  const { rows } = await ended.t.owner.query('select price::text from auction_offer where order_id = $1 order by seq', [
    orderId,
  ])
  expect(rows.map((row: { price: string }) => Number(row.price))).toEqual([90_000, 88_000])
  expect(await stateIn(ended.t, orderId)).toBe('auction.ended')
})
