import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { formatAmount } from '#contract/money.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKeyFile } from '#demo/keys.ts'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import type { Hall } from '#demo/play/hall.ts'
import { type Seat, signAndEnd, startReview } from '#demo/play/review.ts'
import { together } from '#demo/play/together.ts'
import { hallsOf } from '#demo/states/halls.ts'
import { hallDetail } from '#features/opening-hall/contract.ts'
import { archiveOrder, declareAbortive, downloadArchive } from '#features/procurement/contract/order.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import * as offers from '#features/review-hall/contract/offers.ts'
import * as stage from './envelope/first-stage.ts'
import * as openings from './envelope/openings.ts'
import * as prepare from './envelope/prepare.ts'
import { verifierSays } from './kit/verifier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import * as review from './tender/review.ts'

// A tender with two envelopes: one bid sealed in the browser beside three of the state, business opening, first stage of the
// review with a rejection, its report, the opening of the quotations of those who passed, a round of offers, and the end.
// Purchaser, the bidder who seals, the one who is rejected, leader and a member in browsers of their own. How a committee is
// composed, a bid is proposed for rejection, offers are made and the last report is signed is in review.test.ts.
test.describe.configure({ mode: 'serial' })

const SEALER = 'supplier4' as const
const REJECTED = 'supplier3' as const
const PASSED = ['supplier1', 'supplier2', SEALER] as const
const OUT_OF_IT = COMPANIES[REJECTED].name
const notes = newNotes()
let system: OwnSystem<'doubleHall'>
let cast: Cast
let buyer: Visitor
let sealer: Visitor
let rejected: Visitor
let leader: Visitor
let member: Visitor
let hall: Hall
let trades: Map<Account, string>
let seats: Seat[] = []

test.beforeAll(async ({ browser }) => {
  system = await startSystem('doubleHall')
  hall = hallsOf(system.facts)[0]!
  trades = new Map(hall.seats.map(({ account, tradeId }) => [account, tradeId]))
  cast = new Cast(system.base)
  ;({ buyer, sealer, rejected, leader, member } = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      sealer: [SEALER, 'supplier'],
      rejected: [REJECTED, 'supplier'],
      leader: ['expert1', 'expert'],
      member: ['expert2', 'expert'],
    },
  ))
})

test.afterAll(async () => {
  await system?.stop()
})

const attendant = (account: Account) => ({ account, tradeId: trades.get(account)! })
const seatOf = async (account: Account) => ({ client: await cast.as(account), password: PASSWORD })
/** What the rejected bidder's price sheet adds up to. */
const secret = () => hall.seats.find(({ account }) => account === REJECTED)!.quote

test('an order says that there are two envelopes; a round of offers is warned of', async () => {
  await prepare.publishWithRound(buyer, await prepare.draft(cast, await system.now()))
})

test('a bidder seals two envelopes', async () => {
  const { orderId } = hall
  trades.set(SEALER, await prepare.join(system, cast, { orderId, account: SEALER }))
  await prepare.bid(sealer, orderId)
})

test('the business opening opens no price', async () => {
  const { orderId } = hall
  const accounts = [...PASSED, REJECTED]
  await system.moveTo(hall.openAt)
  await openings.startBusiness(buyer, orderId)
  await Promise.all([
    openings.decrypt(sealer, await own(), '商务开标（投标人）'),
    ...accounts
      .filter((account) => account !== SEALER)
      .map((account) => openings.decryptOverHttp(cast, orderId, attendant(account))),
  ])
  await openings.readAndEnd(buyer, {
    accounts,
    confirm: () => openings.confirmOverHttp(cast, orderId, accounts.map(attendant)),
    screen: '商务开标',
  })
  for (const { page } of [buyer, sealer]) {
    await expect(page.getByRole('columnheader', { name: '交货期（日历天）' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '投标总价（元）' })).toHaveCount(0)
  }
})

test('a member declares and votes for the leader, and sees no price', async () => {
  const { orderId } = hall
  const names = review.SEATS.map((account) => PEOPLE[account].name)
  await startReview(await cast.as('buyer'), orderId, names)
  seats = await Promise.all(review.SEATS.map(seatOf))
  const [first, , ...others] = seats
  await stage.declareAndVoteFor(member, orderId)
  // The leader votes as well.
  await review.othersDeclareAndVote([first!, first!, ...others], orderId)
  const totals = [...hall.seats.map(({ quote }) => quote), prepare.TOTAL_IN_BROWSER]
  await stage.noPriceInSight(member, orderId, { totals })
})

test('a bid is rejected by vote', async () => {
  const { params } = hall
  const lead = seats[0]!.client
  const { motionId } = await lead.call(expert.proposeWaste, {
    params: { ...params, bidderId: trades.get(REJECTED)! },
    body: { rule: '实质性要求和条件', reason: '技术标第 5 页主要参数负偏离，未响应带★条款。' },
  })
  await stage.voteForRejection(member, hall.orderId, OUT_OF_IT)
  await seats[2]!.client.call(expert.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
})

test('the first stage is summed up; its report has to wait for the offer opening', async () => {
  const { orderId } = hall
  for (const way of ['资格审查', '符合性审查', '技术评分', '商务评分']) {
    await review.judgeOverHttp(seats, orderId, way)
    await review.summariseOverHttp(seats[0]!, orderId, way)
  }
  await stage.notBegun(buyer, member, orderId)
})

test('the quotations are opened of those who passed; the rejected bidder looks on', async () => {
  const { orderId } = hall
  await openings.startOffers(buyer)
  await Promise.all([
    openings.decrypt(sealer, await own(), '报价开标（投标人）'),
    openings.decryptOverHttp(cast, orderId, attendant('supplier1')),
    openings.decryptOverHttp(cast, orderId, attendant('supplier2')),
    openings.looksOn(rejected, orderId, REJECTED),
  ])
  await openings.readAndEnd(buyer, {
    accounts: PASSED,
    confirm: () => openings.confirmOverHttp(cast, orderId, PASSED.map(attendant)),
    screen: '报价开标',
  })
  for (const { page } of [buyer, sealer, rejected]) {
    await expect(openings.rowOf(page, SEALER)).toContainText(formatAmount(prepare.TOTAL_IN_BROWSER))
    await expect(openings.rowOf(page, 'supplier1')).toContainText(/\d,\d{3},\d{3}\.\d{2}/)
    await expect(openings.rowOf(page, REJECTED)).toHaveCount(0)
  }
  await goWithin(buyer.page, `/purchaser/bidding/orders/${orderId}/open`)
  await expect(buyer.page.getByRole('heading', { name: '报价开标' })).toBeVisible()
  await buyer.inspect('开标情况（双信封）')
})

test('the report of the first stage is signed by all, without a price', async () => {
  const { orderId } = hall
  await stage.askForReport(buyer, orderId, OUT_OF_IT)
  await stage.writeAndSign(leader, orderId)
  await stage.readAndSign(member, orderId)
  await stage.othersSign(seats.slice(2), orderId)
  await stage.complete(buyer, orderId)
})

test('a round of offers is quoted sealed and closed for all at once, and the price is scored by it', async () => {
  const { orderId, params } = hall
  const lead = seats[0]!.client
  const { roundId } = await lead.call(offers.createRound, { params, body: { mode: QuoteMode.values.total } })
  const round = { ...params, roundId }
  await lead.call(offers.startRound, { params: round })
  await together(PASSED, async (account) => {
    const client = await cast.as(account)
    const place = { ...round, bidderId: trades.get(account)! }
    const { previous } = await client.call(offers.ownOffer, { params: place })
    await client.call(offers.submitOffer, {
      params: place,
      body: { total: account === SEALER ? '2700000' : previous! },
    })
  })
  const totals = async () => {
    const { rows } = await lead.call(offers.expertOfferReads.roundOffers, { params, query: { roundId } })
    return new Map(rows.map(({ bidderId, total }) => [bidderId, total]))
  }
  expect([...(await totals()).values()]).toEqual([null, null, null])
  await lead.call(offers.closeRound, { params: round })
  expect((await totals()).get(trades.get(SEALER)!)).toBe('2700000.00')
  await review.summariseOverHttp(seats[0]!, orderId, '价格评分')
})

test('the final report is signed by all and the review ends', async () => {
  const { orderId } = hall
  await signAndEnd(seats, orderId, await cast.as('buyer'))
  await goWithin(leader.page, `/review/projects/${orderId}/review-report`)
  await expect(openings.rowOf(leader.page, SEALER).first()).toBeVisible()
})

// oxlint-disable-next-line no-empty-pattern -- the runner wants its first argument destructured
test('the rejected bidder’s price is nowhere, and the archive verifies with its envelope sealed', async ({}, info) => {
  const { orderId } = hall
  const client = await cast.as('buyer')
  const seen = await client.call(hallDetail, { params: { id: orderId } })
  expect(seen.bidders.map((one) => one.bidderId)).not.toContain(trades.get(REJECTED))
  await client.call(declareAbortive, { params: { orderId }, body: { reason: '采购任务取消，终止招标。' } })
  await client.call(archiveOrder, { params: { orderId }, body: { confirm: true } })
  const zip = info.outputPath('archive.zip')
  await writeFile(zip, (await client.file(downloadArchive, { params: { orderId } })).content)
  // It ends with 3 for “consistent”: no trust was given from elsewhere.
  const said = await verifierSays(zip)
  expect(said).toMatchObject({ code: 3, verdict: 'consistent' })
  for (const { page } of [buyer, sealer, rejected, leader])
    expect(await page.locator('body').innerText()).not.toContain(formatAmount(secret()))
})

test('no screen had a serious accessibility violation, no console an error', () => {
  expect(notes.screens.length).toBeGreaterThan(20)
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

/** How the bidder in the browser decrypts. */
async function own() {
  const keyFile = Buffer.from(JSON.stringify(await demoKeyFile(SEALER, 'intl')))
  return { orderId: hall.orderId, account: SEALER, keyFile }
}
