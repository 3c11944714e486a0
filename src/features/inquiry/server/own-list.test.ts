import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { ownTenders, tenderDetail } from '#features/procurement/contract/supplier.ts'
import { bidRoom, noteBidDraft } from '#features/sealed-bids/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { startRound } from '../contract.ts'

/* What a supplier's own list says of its part, from the letter to the opening; and drafts, of which only that they are there. */

const DEVICES = ['019aaaaa-0000-7000-8000-000000000001', '019aaaaa-0000-7000-8000-000000000002'] as const
let t: TestSystem
let facts: Inquiry
let params: { orderId: string }
let buyer: HttpClient
const suppliers: Record<string, HttpClient> = {}

beforeAll(async () => {
  ;({ t, facts } = await fromState('quoting'))
  params = { orderId: facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  for (const account of ['supplier1', 'supplier3', 'supplier4', 'supplier5'] as const)
    suppliers[account] = await t.login(account, { workbench: 'supplier' })
})

async function listed(account: string) {
  const { rows } = await suppliers[account]!.call(ownTenders, { query: { family: 'inquiry' } })
  const row = rows.find(({ orderId }) => orderId === facts.orderId)
  return row && { offer: row.offer, furtherRound: row.furtherRound, nextAt: row.nextAt }
}

const note = (round: number, device: string = DEVICES[0]) => ({
  params,
  body: { round, device, deviceName: 'Chrome · Windows' },
})

test('who is invited finds the order before it signs up', async () => {
  expect(await listed('supplier5')).toBeUndefined()
  const rows = (await suppliers['supplier5']!.call(ownTenders, { query: {} })).total
  await buyer.call(addInvitees, {
    params,
    body: { companyIds: [COMPANIES.supplier5.id], reason: '扩大竞争' },
  })
  expect(await listed('supplier5')).toMatchObject({ offer: null, furtherRound: null })
  const { rows: all, total } = await suppliers['supplier5']!.call(ownTenders, { query: {} })
  expect([total, all[0]!.isInvited, all[0]!.tradeStatus]).toEqual([rows + 1, true, null])
  expect((await suppliers['supplier5']!.call(ownTenders, { query: { mine: 'true' } })).total).toBe(rows)
})

describe('a draft', () => {
  test('is told to the own company at another device, without its content', async () => {
    const one = suppliers['supplier1']!
    expect(await listed('supplier1')).toMatchObject({ offer: 'due' })
    await Promise.all(Array.from({ length: 5 }, () => one.call(noteBidDraft, note(1))))
    await one.call(noteBidDraft, note(1, DEVICES[1]))
    const { drafts } = await one.call(bidRoom, { params })
    expect(drafts.map(({ device }) => device).toSorted()).toEqual([...DEVICES])
    expect(drafts[0]).toEqual({
      by: '沈瑶',
      isMine: true,
      device: expect.any(String),
      deviceName: 'Chrome · Windows',
      savedAt: expect.any(String),
    })
    expect(await listed('supplier1')).toMatchObject({ offer: 'draft' })
    expect((await suppliers['supplier3']!.call(bidRoom, { params })).drafts).toEqual([])
    expect(await listed('supplier3')).toMatchObject({ offer: 'due' })
  })

  test('is of a round that runs, of an order one takes part in', async () => {
    expect(await suppliers['supplier1']!.refused(noteBidDraft, note(2))).toMatchObject({ status: 409 })
    expect(await suppliers['supplier5']!.refused(noteBidDraft, note(1))).toMatchObject({ status: 404 })
    expect(await buyer.refused(noteBidDraft, note(1))).toMatchObject({ status: 403 })
  })

  test('of thirty browsers is kept, of more none', async () => {
    const device = (n: number) => `019aaaaa-0000-7000-8000-${String(1000 + n).padStart(12, '0')}`
    const four = suppliers['supplier4']!
    for (let n = 0; n < 32; n++) await four.call(noteBidDraft, note(1, device(n)))
    expect((await four.call(bidRoom, { params })).drafts).toHaveLength(30)
  })
})

test('a quote is sealed, opened, and asked for again; who is left out sees nothing of the new round', async () => {
  for (const account of ['supplier1', 'supplier3'])
    await submitQuote(suppliers[account]!, facts.orderId, {
      priceOf: atParts(['0.9', '0.9', '0.9', '0.9', '0.9', '0.9']),
      lineOf: ({ line }) => ({ brand: `品牌${line}` }),
    })
  const third = await t.login('supplier2', { workbench: 'supplier' })
  await submitQuote(third, facts.orderId, {
    priceOf: atParts(['0.8', '0.8', '0.8', '0.8', '0.8', '0.8']),
    lineOf: ({ line }) => ({ brand: `品牌${line}` }),
  })
  expect(await listed('supplier1')).toMatchObject({ offer: 'sealed', nextAt: facts.deadline })
  expect((await suppliers['supplier1']!.call(bidRoom, { params })).drafts).toEqual([])

  await t.advanceTo(new Date(Date.parse(facts.deadline) + MINUTE))
  await awaitOpening(buyer, facts.orderId)
  expect(await suppliers['supplier4']!.refused(noteBidDraft, note(1))).toMatchObject({ status: 409 })
  expect(await listed('supplier1')).toMatchObject({ offer: 'opened', furtherRound: null })
  expect(await listed('supplier4')).toMatchObject({ offer: 'missed' })

  const deadline = new Date(t.kernel.clock.now().getTime() + HOUR).toISOString()
  const tradeIds = [facts.trades.supplier1, facts.trades.supplier2]
  await buyer.call(startRound, { params, body: { tradeIds, deadline } })
  expect(await listed('supplier1')).toEqual({ offer: 'due', furtherRound: 2, nextAt: deadline })
  expect(await listed('supplier3')).toMatchObject({ offer: 'opened', furtherRound: null })
  const left = await suppliers['supplier3']!.call(tenderDetail, { params })
  expect([left.furtherRound, left.nextLabel]).toEqual([null, expect.not.stringContaining('第 2 轮')])
  await suppliers['supplier1']!.call(noteBidDraft, note(2))
  expect(await listed('supplier1')).toMatchObject({ offer: 'draft', furtherRound: 2 })
})
