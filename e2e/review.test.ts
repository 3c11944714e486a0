import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { BIDDERS } from '#demo/states/tender.ts'
import type { Seat } from '#demo/play/review.ts'
import { together } from '#demo/play/together.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { expertOfferReads, ownOffer, submitOffer } from '#features/review-hall/contract/offers.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import * as dialog from './review/dialog.ts'
import * as review from './tender/review.ts'

// One whole review: a question answered, a bid rejected by vote, an expert replaced, a round of offers, marks compared
// before they are summed up, the report signed by all. Purchaser, leader and one bidder in browsers of their own.
test.describe.configure({ mode: 'serial' })

const OUT = review.SEATS[4]!
const IN = 'expert9'
const REJECTED = COMPANIES.supplier4.name
const notes = newNotes()
let system: OwnSystem<'opened'>
let cast: Cast
let buyer: Visitor
let leader: Visitor
let bidder: Visitor
let opened: OwnSystem<'opened'>['facts']
let seats: Seat[] = []

test.beforeAll(async ({ browser }) => {
  system = await startSystem('opened')
  opened = system.facts
  cast = new Cast(system.base)
  const at = { base: system.base, notes }
  ;({ buyer, leader, bidder } = await openVisitors(browser, at, { buyer: null, leader: null, bidder: null }))
})

test.afterAll(async () => {
  await system?.stop()
})

const seatOf = async (account: (typeof review.SEATS)[number]) => ({
  client: await cast.as(account),
  password: PASSWORD,
})
const params = () => ({ projectId: opened.orderId })

test('the committee is composed, declares and elects its leader', async () => {
  await logIn(buyer, 'buyer')
  await review.composeCommittee(buyer, opened.orderId)
  seats = await Promise.all(review.SEATS.map(seatOf))
  await logIn(leader, 'expert1')
  await review.declareAndVote(leader)
  await review.othersDeclareAndVote(seats, opened.orderId)
})

test('a bidder is asked and answers with a file', async () => {
  await dialog.askBidder(leader, opened.orderId)
  await logIn(bidder, 'supplier1')
  await dialog.answer(bidder, opened.orderId, opened.trades.supplier1)
  await dialog.answerIsThere(leader)
})

test('a bid is rejected by vote', async () => {
  await dialog.proposeRejection(leader, opened.orderId, REJECTED)
  const { motions } = await seats[0]!.client.call(expert.expertProject, { params: params() })
  for (const { client } of seats.slice(1, 3))
    await client.call(expert.voteMotion, {
      params: { ...params(), motionId: motions[0]!.motionId },
      body: { agree: true },
    })
  await dialog.rejectionIsListed(leader, opened.orderId, REJECTED)
})

test('a member who falls ill is replaced, and the new one declares', async () => {
  await dialog.replaceMember(buyer, opened.orderId, { out: PEOPLE[OUT].name, by: PEOPLE[IN].name })
  const seat = await seatOf(IN)
  await review.declareNone(seat.client, opened.orderId)
  seats = [...seats.slice(0, 4), seat]
})

test('members judge; marks are compared before they are summed up', async () => {
  for (const way of ['资格审查', '符合性审查']) {
    await review.judgeOverHttp(seats, opened.orderId, way)
    await review.summariseOverHttp(seats[0]!, opened.orderId, way)
  }
  await review.judgeOverHttp(seats, opened.orderId, '技术评分')
  const { page } = leader
  await goWithin(page, `/review/projects/${opened.orderId}/review-session`)
  await page
    .getByRole('navigation', { name: '评审项' })
    .getByRole('link', { name: /^技术评分/ })
    .click()
  await page.getByRole('button', { name: '逐项对照' }).first().click()
  await expect(page.getByRole('columnheader', { name: PEOPLE[IN].name }).first()).toBeVisible()
  await leader.inspect('评审对照')
  await review.summarise(leader, '技术评分')
  await review.judgeOverHttp(seats, opened.orderId, '商务评分')
  await review.summariseOverHttp(seats[0]!, opened.orderId, '商务评分')
})

test('a round of offers is quoted sealed and closed for all at once', async () => {
  await dialog.startRound(leader, opened.orderId)
  const [round] = await seats[0]!.client.call(expertOfferReads.rounds, { params: params() })
  const tradeId = opened.trades.supplier1
  await dialog.quote(bidder, { orderId: opened.orderId, tradeId }, { digits: '5000000', capitals: '伍佰万元整' })
  await together(BIDDERS.slice(1, 3), async (account) => {
    const client = await cast.as(account)
    const own = { ...params(), bidderId: opened.trades[account], roundId: round!.roundId }
    const { previous } = await client.call(ownOffer, { params: own })
    await client.call(submitOffer, { params: own, body: { total: previous! } })
  })
  await dialog.closeRound(leader, '5,000,000.00')
  await review.summarise(leader, '价格评分')
})

test('the report is written, signed by all and taken as PDF and Word', async () => {
  await review.writeAndSign(leader, opened.orderId)
  await review.othersSign(seats, opened.orderId)
  const files = leader.page.getByRole('region', { name: '下载' })
  const pdf = await leader.opened(() => files.getByRole('button', { name: '评标报告 PDF' }).click())
  expect(pdf.status()).toBe(200)
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  const word = await leader.download(() => files.getByRole('button', { name: '评标报告 Word' }).click())
  expect(word.name).toMatch(/\.docx$/)
  expect(word.content.subarray(0, 2).toString()).toBe('PK')
  await review.completeReview(buyer, opened.orderId)
})

test('no screen of the review had a serious accessibility violation', () => {
  expect(notes.screens.length).toBeGreaterThan(15)
  expect(notes.axe).toEqual([])
})

test('no browser console showed an error', () => {
  expect(notes.console).toEqual([])
})
