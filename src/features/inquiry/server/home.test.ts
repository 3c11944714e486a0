import { beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { letOthersAct } from '#demo/contract.ts'
import { demoFeature } from '#demo/feature.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { inbox } from '#features/home/contract.ts'
import type { MovableClock } from '#server/clock.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { orderRounds, startRound } from '../contract.ts'

/* Quotes still to be made stand in the inboxes of those who are asked, and the demonstration's others make them. */

let t: TestSystem
let facts: Inquiry
let buyer: HttpClient
let params: { orderId: string }

beforeAll(async () => {
  let clock: MovableClock | null = null
  t = await testSystem({ from: 'quoting', features: [...FEATURES, demoFeature(() => clock!)] })
  clock = t.movableClock!
  facts = t.facts as Inquiry
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

async function due(account: string) {
  const client = await t.login(account, { workbench: 'supplier' })
  const { rows } = await client.call(inbox, { query: {} })
  return rows.filter((row) => row.title.includes('询比')).map(({ label, link, dueAt }) => ({ label, link, dueAt }))
}

async function othersAct(): Promise<string[]> {
  const { deeds } = await buyer.call(letOthersAct, { body: { recordId: facts.orderId } })
  expect(deeds.filter(({ failure }) => failure !== null)).toEqual([])
  return deeds.map(({ label }) => label)
}

test('each round asks its suppliers for a quote until they have made one', async () => {
  const page = (no: string) => expect.stringMatching(new RegExp(`/trades/${facts.trades.supplier1}/round/${no}/quote$`))
  expect(await due('supplier1')).toEqual([{ label: '提交报价', link: page('[^/]+'), dueAt: facts.deadline }])
  expect(await othersAct()).toEqual(Array.from({ length: 4 }, () => '提交报价'))
  expect(await due('supplier1')).toEqual([])

  await t.advanceTo(new Date(new Date(facts.deadline).getTime() + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  const [first] = (await buyer.call(orderRounds, { params })).rounds
  expect(first!.quotes!.map(({ invalid }) => invalid)).toEqual(['', '', '', ''])
  const deadline = new Date(t.kernel.clock.now().getTime() + HOUR).toISOString()
  const tradeIds = [facts.trades.supplier1, facts.trades.supplier2]
  const { roundId } = await buyer.call(startRound, { params, body: { tradeIds, deadline } })
  expect(await due('supplier1')).toEqual([{ label: '提交第 2 轮报价', link: page(roundId), dueAt: deadline }])
  expect(await due('supplier3')).toEqual([])
  expect(await othersAct()).toEqual(['提交第 2 轮报价', '提交第 2 轮报价'])
  expect(await due('supplier1')).toEqual([])
})
