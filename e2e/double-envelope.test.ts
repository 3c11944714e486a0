import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { formatAmount } from '#contract/money.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKeyFile } from '#demo/keys.ts'
import { type Account, PASSWORD } from '#demo/people.ts'
import type { Seat } from '#demo/play/review.ts'
import { together } from '#demo/play/together.ts'
import { hallDetail } from '#features/opening-hall/contract.ts'
import { archiveOrder, declareAbortive, downloadArchive } from '#features/procurement/contract/order.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { expertOfferReads, ownOffer, submitOffer } from '#features/review-hall/contract/offers.ts'
import * as stage from './envelope/first-stage.ts'
import * as openings from './envelope/openings.ts'
import * as prepare from './envelope/prepare.ts'
import { verifierSays } from './kit/verifier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import * as dialog from './review/dialog.ts'
import * as review from './tender/review.ts'

// A tender with two envelopes: business opening, first stage of the review with a rejection, its report, the opening of the
// quotations of those who passed, a round of offers under the platform's warning, and the end. Purchaser, three bidders (one
// of them rejected) and two experts in browsers of their own. Questions, a member replaced, and an offer made in the browser
// are in review.test.ts.
test.describe.configure({ mode: 'serial' })

const OUT_OF_IT = COMPANIES.supplier4.name
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let buyer: Visitor
let first: Visitor
let second: Visitor
let rejected: Visitor
let leader: Visitor
let member: Visitor
let tender: prepare.Draft
let trades = new Map<Account, string>()
let seats: Seat[] = []

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  ;({ buyer, first, second, rejected, leader, member } = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      first: ['supplier1', 'supplier'],
      second: ['supplier2', 'supplier'],
      rejected: [prepare.REJECTED, 'supplier'],
      leader: ['expert1', 'expert'],
      member: ['expert2', 'expert'],
    },
  ))
})

test.afterAll(async () => {
  await system?.stop()
})

const params = () => ({ projectId: tender.orderId })
const keyOf = async (account: Account) => Buffer.from(JSON.stringify(await demoKeyFile(account, 'intl')))
const attendant = (account: Account) => ({ account, tradeId: trades.get(account)! })
const seatOf = async (account: Account) => ({ client: await cast.as(account), password: PASSWORD })

test('the order says that there are two envelopes; a round of offers is warned of', async () => {
  tender = await prepare.draft(cast, await system.now())
  await prepare.publishWithRound(buyer, tender)
})

test('bidders seal two envelopes', async () => {
  await system.moveTo(tender.schedule.saleStart!)
  trades = await prepare.signUpAndBid(system, cast, { orderId: tender.orderId, inBrowser: 'supplier1' })
  await prepare.bid(first, tender.orderId)
})

test('the business opening opens no price', async () => {
  const { orderId } = tender
  await system.moveTo(tender.schedule.bidEnd!)
  await openings.startBusiness(buyer, orderId)
  const own = async (account: Account) => ({ orderId, account, keyFile: await keyOf(account) })
  await Promise.all([
    openings.decrypt(first, await own('supplier1'), '商务开标（投标人）'),
    openings.decrypt(rejected, await own(prepare.REJECTED), '商务开标（投标人）'),
    openings.decryptOverHttp(cast, orderId, attendant('supplier2')),
    openings.decryptOverHttp(cast, orderId, attendant('supplier3')),
  ])
  const accounts = prepare.BIDDERS.map(({ account }) => account)
  await openings.readAndEnd(buyer, {
    accounts,
    confirm: () => openings.confirmOverHttp(cast, orderId, accounts.map(attendant)),
    screen: '商务开标',
  })
  for (const { page } of [buyer, first, rejected]) {
    await expect(page.getByRole('columnheader', { name: '交货期（日历天）' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '投标总价（元）' })).toHaveCount(0)
  }
})

test('the committee is composed, declares and elects its leader', async () => {
  await review.composeCommittee(buyer, tender.orderId)
  seats = await Promise.all(review.SEATS.map(seatOf))
  await review.declareAndVote(leader)
  await stage.declareAndVoteFor(member, tender.orderId)
  await review.othersDeclareAndVote([seats[0]!, ...seats.slice(2)], tender.orderId)
  await stage.noPriceInSight(member, tender.orderId)
})

test('a bid is rejected by vote', async () => {
  await dialog.proposeRejection(leader, tender.orderId, OUT_OF_IT)
  await stage.voteForRejection(member, tender.orderId, OUT_OF_IT)
  const { client } = seats[2]!
  const { motions } = await client.call(expert.expertProject, { params: params() })
  const motion = { ...params(), motionId: motions[0]!.motionId }
  await client.call(expert.voteMotion, { params: motion, body: { agree: true } })
  await dialog.rejectionIsListed(leader, tender.orderId, OUT_OF_IT)
})

test('the first stage is summed up; its report has to wait for the offer opening', async () => {
  const { orderId } = tender
  for (const way of ['资格审查', '符合性审查', '技术评分']) {
    await review.judgeOverHttp(seats, orderId, way)
    await review.summariseOverHttp(seats[0]!, orderId, way)
  }
  await review.judgeOverHttp(seats, orderId, '商务评分')
  await leader.page.goto(`/review/projects/${orderId}/review-session`)
  await review.summarise(leader, '商务评分')
  await stage.notBegun(buyer, member, orderId)
})

test('the quotations are opened of those who passed; the rejected bidder looks on', async () => {
  const { orderId } = tender
  await openings.startOffers(buyer)
  const own = async (account: Account) => ({ orderId, account, keyFile: await keyOf(account) })
  await Promise.all([
    openings.decrypt(first, await own('supplier1'), '报价开标（投标人）'),
    openings.decrypt(second, await own('supplier2'), '报价开标（投标人）'),
    openings.decryptOverHttp(cast, orderId, attendant('supplier3')),
    openings.looksOn(rejected, orderId, prepare.REJECTED),
  ])
  await openings.readAndEnd(buyer, {
    accounts: prepare.PASSED,
    confirm: () => openings.confirmOverHttp(cast, orderId, prepare.PASSED.map(attendant)),
    screen: '报价开标',
  })
  for (const { page } of [buyer, first, second, rejected]) {
    await expect(openings.rowOf(page, 'supplier1')).toContainText(/\d,\d{3},\d{3}\.\d{2}/)
    await expect(openings.rowOf(page, prepare.REJECTED)).toHaveCount(0)
  }
  await buyer.page.goto(`/purchaser/bidding/orders/${orderId}/open`)
  await expect(buyer.page.getByRole('heading', { name: '报价开标' })).toBeVisible()
  await buyer.inspect('开标情况（双信封）')
})

test('the report of the first stage is signed by all, without a price', async () => {
  const { orderId } = tender
  await stage.askForReport(buyer, orderId, OUT_OF_IT)
  await stage.writeAndSign(leader, orderId)
  await stage.readAndSign(member, orderId)
  await stage.othersSign(seats.slice(2), orderId)
  await stage.complete(buyer, orderId)
})

test('a round of offers is quoted sealed and closed for all at once', async () => {
  await dialog.startRound(leader, tender.orderId)
  const [round] = await seats[0]!.client.call(expertOfferReads.rounds, { params: params() })
  await together(prepare.PASSED, async (account) => {
    const client = await cast.as(account)
    const own = { ...params(), bidderId: trades.get(account)!, roundId: round!.roundId }
    const { previous } = await client.call(ownOffer, { params: own })
    await client.call(submitOffer, { params: own, body: { total: account === 'supplier1' ? '3900000' : previous! } })
  })
  await dialog.closeRound(leader, '3,900,000.00')
  await review.summarise(leader, '价格评分')
})

test('the final report is signed by all and the review ends', async () => {
  const { orderId } = tender
  await review.writeAndSign(leader, orderId)
  await member.page.goto(`/review/projects/${orderId}/review-report`)
  await expect(openings.rowOf(member.page, 'supplier1').first()).toBeVisible()
  await member.page.getByLabel('登录密码').fill(PASSWORD)
  await member.page.getByRole('button', { name: '签署评审报告' }).click()
  await review.othersSign([seats[0]!, ...seats.slice(2)], orderId)
  await review.completeReview(buyer, orderId)
})

// oxlint-disable-next-line no-empty-pattern -- the runner wants its first argument destructured
test('the rejected bidder’s price is nowhere, and the archive verifies with its envelope sealed', async ({}, info) => {
  const { orderId } = tender
  const client = await cast.as('buyer')
  const seen = await client.call(hallDetail, { params: { id: orderId } })
  expect(seen.bidders.map((one) => one.bidderId)).not.toContain(trades.get(prepare.REJECTED))
  await client.call(declareAbortive, { params: { orderId }, body: { reason: '采购任务取消，终止招标。' } })
  await client.call(archiveOrder, { params: { orderId }, body: { confirm: true } })
  const zip = info.outputPath('archive.zip')
  await writeFile(zip, (await client.file(downloadArchive, { params: { orderId } })).content)
  // It ends with 3 for “consistent”: no trust was given from elsewhere.
  const said = await verifierSays(zip)
  expect(said).toMatchObject({ code: 3, verdict: 'consistent' })
  const secret = prepare.totalOf(prepare.REJECTED)
  for (const { page } of [buyer, first, rejected, leader])
    expect(await page.locator('body').innerText()).not.toContain(formatAmount(secret))
})

test('no screen had a serious accessibility violation, no console an error', () => {
  expect(notes.screens.length).toBeGreaterThan(25)
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
