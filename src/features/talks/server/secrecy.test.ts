import { beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import { type Ids, listen, OPEN_TO_ALL, openTopics, type Reading, readings } from '#demo/sweep/sweep.ts'
import { startRound } from '#features/inquiry/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract-round.ts'

/*
 * Whatever is said with one supplier, and what it quotes, is unknown to the others of the same order: another supplier's session
 * is tried on every read, every search and export, every live topic, with all ids of the first; what it hears live is looked at.
 */

const SAID = {
  subject: '夜间值守方案',
  place: '行政楼五层',
  content: '乙方同意夜间增派两名工程师并降价',
  refusal: '遗漏备件清单承诺',
}
const A = { company: COMPANIES.supplier1, person: PEOPLE.supplier1 }

let t: TestSystem
let buyer: HttpClient
let first: HttpClient
let second: HttpClient
let params: { orderId: string }
let trades: Record<'supplier1' | 'supplier2', string>
let talkId: string
let total: string
let ids: Ids
let heard: () => Promise<string>

beforeAll(async () => {
  const state = await fromState('negotiating')
  t = state.t
  trades = state.facts.trades
  params = { orderId: state.facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  second = await t.login('supplier2', { workbench: 'supplier' })
  const { orderId } = params
  heard = await listen(second, [`order:${orderId}`, `bid:${trades.supplier2}`, `user:${PEOPLE.supplier2.id}`])
  await talk()
  const deadline = new Date(t.kernel.clock.now().getTime() + HOUR).toISOString()
  const body = { tradeIds: Object.values(trades), deadline, isFinal: false, note: '' }
  await buyer.call(startRound, { params, body })
  await t.settle()

  const { rows } = await t.owner.query<Record<'quote' | 'file' | 'submission' | 'round' | 'total', string>>(
    `select q.id as quote, q.file_id as file, s.id as submission, q.round_id as round, q.total
     from quote_revealed q join bid_submission s on s.trade_id = q.trade_id where q.trade_id = $1`,
    [trades.supplier1],
  )
  const { quote, file, submission, round } = rows[0]!
  total = rows[0]!.total
  ids = {
    orderId: [orderId],
    tradeId: [trades.supplier1],
    talkId: [talkId],
    version: ['1', '2'],
    roundNo: ['1', '2'],
    roundId: [round],
    fileId: [file],
    offerId: [quote, submission],
    companyId: [A.company.id],
    any: [trades.supplier1, talkId, orderId, A.company.id, quote, submission, round],
  }
})

/** Arranged, held, refused once, signed by both sides. */
async function talk(): Promise<void> {
  const now = () => t.kernel.clock.now()
  const { subject, place, content, refusal } = SAID
  const plan = { tradeId: trades.supplier1, plannedAt: now().toISOString(), place, subject }
  ;({ talkId } = await buyer.call(c.planRoundTalk, { params, body: plan }))
  const of = { params: { ...params, talkId } }
  await buyer.call(c.callToTalk, of)
  await buyer.call(c.beginRoundTalk, of)
  const people = [
    { side: 'buyer' as const, name: '张晓', unit: COMPANIES.hospital.name, title: '' },
    { side: 'supplier' as const, name: A.person.name, unit: A.company.name, title: '' },
  ]
  const minutes = () => ({ ...of, body: { endedAt: now().toISOString(), people, content } })
  await buyer.call(c.writeRoundTalk, minutes())
  await first.call(c.refuseRoundTalk, { ...of, body: { version: 1, reason: refusal } })
  await buyer.call(c.writeRoundTalk, minutes())
  await first.call(c.signRoundTalk, { ...of, body: { version: 2 } })
}

const secrets = () => [...Object.values(SAID), A.company.name, A.person.name, total, talkId, trades.supplier1]
/** Which of the secrets are told by which call; what only repeats what was asked for is no answer. */
const told = (found: readonly Reading[]) =>
  found
    .filter(({ path }) => !OPEN_TO_ALL.test(path))
    .flatMap(({ path, text }) => secrets().flatMap((secret) => (text.includes(secret) ? [`${path}: ${secret}`] : [])))

test('whoever took part reads it, by this very search', async () => {
  const only = /round-talks|quotes|messages|tenders|rounds/
  const own = told(await readings(first, { ids, only }))
  for (const secret of Object.values(SAID)) expect(own.some((one) => one.endsWith(secret))).toBe(true)
  const owners = told(await readings(buyer, { ids, only }))
  for (const secret of secrets()) expect(owners.some((one) => one.endsWith(secret))).toBe(true)
})

test('another supplier of the order reads nothing of it, by no call, search or export', async () => {
  const found = await readings(second, { ids, keywords: [...Object.values(SAID), A.company.name] })
  expect(found.length).toBeGreaterThan(50)
  expect([...new Set(told(found))]).toEqual([])
})

test('is let into none of its topics, and hears nothing of it on its own', async () => {
  expect((await openTopics(first, ids.any)).length).toBeGreaterThan(0)
  const theirs = ids.any.filter((id) => id !== params.orderId)
  expect(await openTopics(second, [...theirs, A.person.id])).toEqual([])
  await t.settle()
  await new Promise((resolve) => setTimeout(resolve, MINUTE / 600))
  const text = await heard()
  // The new round is announced to it: it did listen.
  expect(text).toContain(params.orderId)
  expect(secrets().filter((secret) => text.includes(secret))).toEqual([])
})
