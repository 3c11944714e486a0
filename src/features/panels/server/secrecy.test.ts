import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { drawn } from '#demo/play/drawn.ts'
import { beginPanel, declare, drawTurns, holdTalks, judgeResponses } from '#demo/play/panels.ts'
import { fromState } from '#demo/states/from-state.ts'
import { type Ids, listen, OPEN_TO_ALL, openTopics, readings } from '#demo/sweep/sweep.ts'
import { roundTalks } from '#features/talks/contract-round.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

/*
 * A group has judged four responses, failed one, and talked with the others: what another supplier's session may read, search, export
 * and hear of it.
 */

const FAILED = '未提供注册证延续批件'
const EXPERTS = [PEOPLE.expert4.name, PEOPLE.expert9.name]
const OTHER = { company: COMPANIES.supplier1, person: PEOPLE.supplier1 }

let t: TestSystem
let buyer: HttpClient
let rival: HttpClient
let ids: Ids
let secrets: string[]
let heard: () => Promise<string>

beforeAll(async () => {
  const { t: system, facts } = await fromState('responded')
  t = system
  const { orderId, trades } = facts
  const params = { orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  rival = await t.login('supplier2', { workbench: 'supplier' })
  heard = await listen(rival, [`order:${orderId}`, `bid:${trades.supplier2}`, `user:${PEOPLE.supplier2.id}`])
  await beginPanel(buyer, orderId, { representatives: [PEOPLE.buyer2.name], experts: EXPERTS })
  const members = [
    await t.login('buyer2', { workbench: 'purchaser' }),
    await t.login('expert4', { workbench: 'expert' }),
    await t.login('expert9', { workbench: 'expert' }),
  ]
  for (const member of members) await declare(member, orderId)
  for (const member of members) await judgeResponses(member, orderId, { [trades.supplier4]: FAILED })
  await drawTurns(buyer, orderId, t.kernel.clock.now())
  await drawn(t, orderId)
  const accounts = Object.entries(trades) as [keyof typeof trades, string][]
  const supplierOf = (tradeId: string) =>
    t.login(accounts.find(([, id]) => id === tradeId)![0], { workbench: 'supplier' })
  await holdTalks(buyer, orderId, { supplierOf })
  const deadline = new Date(t.kernel.clock.now().getTime() + DAY).toISOString()
  await buyer.call(c.callFinalOffers, { params, body: { deadline } })
  await t.settle()

  const { rows } = await t.owner.query<Record<'quote' | 'round' | 'total' | 'member' | 'submission', string>>(
    `select q.id as quote, q.round_id as round, q.total, s.id as submission, m.id as member
     from quote_revealed q join bid_submission s on s.trade_id = q.trade_id join panel_member m on m.order_id = q.order_id
     where q.trade_id = $1`,
    [trades.supplier1],
  )
  const { quote, round, total, member, submission } = rows[0]!
  const { talks } = await buyer.call(roundTalks, { params })
  const { talkId } = talks.find(({ tradeId }) => tradeId === trades.supplier1)!
  secrets = [OTHER.company.name, OTHER.person.name, total, talkId, trades.supplier1, FAILED, ...EXPERTS]
  ids = {
    orderId: [orderId],
    tradeId: [trades.supplier1, trades.supplier4],
    talkId: [talkId],
    version: ['1'],
    roundNo: ['1'],
    id: [orderId, trades.supplier1, member],
    roundId: [round],
    offerId: [quote, submission],
    memberId: [member],
    companyId: [OTHER.company.id],
    any: [trades.supplier1, talkId, orderId, OTHER.company.id, quote, submission, member],
  }
})

/** Which of the secrets are told by which call. */
const told = (found: readonly { path: string; text: string }[]) =>
  found
    .filter(({ path }) => !OPEN_TO_ALL.test(path))
    .flatMap(({ path, text }) => secrets.flatMap((secret) => (text.includes(secret) ? [`${path}: ${secret}`] : [])))

test('the buyer reads all of it, by this very search', async () => {
  const found = told(await readings(buyer, { ids, only: /round-talks|panel|rounds/ }))
  for (const secret of secrets) expect(found.some((one) => one.endsWith(secret))).toBe(true)
})

test('another supplier reads nothing of members, opinions, offers or talks, by no call, search or export', async () => {
  const found = await readings(rival, { ids, keywords: [FAILED, OTHER.company.name, ...EXPERTS] })
  expect(found.length).toBeGreaterThan(50)
  expect([...new Set(told(found))]).toEqual([])
})

test('is let into none of their topics, and hears nothing of them on its own', async () => {
  expect(await openTopics(rival, [...ids.any.filter((id) => id !== ids.orderId![0]), OTHER.person.id])).toEqual([])
  const text = await heard()
  // The final offers are asked for: it did listen.
  expect(text).toContain(ids.orderId![0])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
