import { trustFile } from '#features/sealed-bids/contract-log.ts'
import { writeFile } from 'node:fs/promises'
import { MINUTE } from '#contract/time.ts'
import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PASSWORD } from '#demo/people.ts'
import type { Seat } from '#demo/play/review.ts'
import { candidateDraft } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { verifierSays } from './kit/verifier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import { archive, award, cannotAwardYet, publicise, resultOnPortal } from './tender/award.ts'
import { type Made, makeBid } from './tender/bid.ts'
import { ask, clarify, confirm } from './tender/clarify.ts'
import { draftOrder, publish, registerProject } from './tender/draft.ts'
import { confirmRecord, decrypt, endOpening, openHall, readOut, showQuotes } from './tender/open.ts'
import * as review from './tender/review.ts'
import { decide, findOnPortal, signUp } from './tender/sign-up.ts'
import * as third from './tender/third.ts'

// One public tender from the project to the verified archive: purchaser, two suppliers and the committee's leader in
// browsers of their own, the third supplier and the other experts over HTTP, on a server that holds nothing else.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let cast: Cast
let buyer: Visitor
let first: Visitor
let second: Visitor
let expert: Visitor
let orderId = ''
let made: Made[] = []
let receipts: Buffer[] = []
let seats: Seat[] = []

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  const at = { base: system.base, notes }
  ;({ buyer, first, second, expert } = await openVisitors(browser, at, {
    buyer: null,
    first: null,
    second: null,
    expert: null,
  }))
})

test.afterAll(async () => {
  await system?.stop()
})

test('the purchaser registers the project and imports the bill of quantities', async () => {
  await logIn(buyer, 'buyer')
  await buyer.inspect('首页')
  await registerProject(buyer)
})

test('the purchaser drafts the order and publishes the announcement', async () => {
  await draftOrder(buyer)
  orderId = await publish(buyer)
})

test('suppliers find the tender and sign up; one is refused and signs up again', async () => {
  const { schedule } = await order()
  await system.moveTo(schedule.saleStart!)
  await findOnPortal(first)
  await Promise.all([logIn(first, 'supplier1'), logIn(second, 'supplier2')])
  await Promise.all([signUp(first), signUp(second), third.thirdSignsUp(cast, orderId, await system.now())])
  await decide(buyer, { orderId, company: 'supplier1' })
  await decide(buyer, { orderId, company: 'supplier2', refuse: '材料不清晰，无法辨认' })
  await Promise.all([signUp(second, { again: true }), decide(buyer, { orderId, company: 'supplier3' })])
  await decide(buyer, { orderId, company: 'supplier2' })
})

test('a question is answered to all, and all confirm', async () => {
  await ask(first, orderId)
  await clarify(buyer, orderId)
  await Promise.all([confirm(first, orderId), confirm(second, orderId), third.thirdConfirms(cast, orderId)])
})

test('suppliers make, seal and hand in their bids', async () => {
  const { items } = await order()
  made = await Promise.all([
    makeBid(first, { orderId, folder: 'kangming', fill: 'xlsx', days: '55', items }),
    makeBid(second, { orderId, folder: 'maide', fill: 'paste', days: '50', items }),
  ])
  receipts = [...made.map(({ receipt }) => receipt), await third.thirdBids(cast, orderId)]
})

test('the hall opens at the deadline, bidders decrypt, and all quotes appear at once', async () => {
  const { schedule } = await order()
  await system.moveTo(schedule.bidEnd!)
  await openHall(buyer, orderId)
  await Promise.all([
    decrypt(first, { orderId, account: 'supplier1', keyFile: made[0]!.keyFile }),
    decrypt(second, { orderId, account: 'supplier2', keyFile: made[1]!.keyFile }),
    third.thirdDecrypts(cast, orderId),
  ])
  await showQuotes(buyer, [first, second])
})

test('bids are read out and confirmed, and the opening ends with its sheet', async () => {
  await readOut(buyer)
  await Promise.all([confirmRecord(first), confirmRecord(second), third.thirdConfirmsRecord(cast, orderId)])
  await endOpening(buyer)
})

test('the committee declares, votes and scores; its leader with the keyboard in the browser', async () => {
  await review.composeCommittee(buyer, orderId)
  seats = await Promise.all(
    review.SEATS.map(async (account) => ({ client: await cast.as(account), password: PASSWORD })),
  )
  await logIn(expert, 'expert1')
  await review.declareAndVote(expert)
  await review.othersDeclareAndVote(seats, orderId)
  for (const way of ['资格评审', '符合性评审']) {
    await review.judgeOverHttp(seats, orderId, way)
    await review.summariseOverHttp(seats[0]!, orderId, way)
  }
  await review.scoreByKeyboard(expert, orderId)
  await review.judgeOverHttp(seats.slice(1), orderId, '技术评分')
  await review.summarise(expert, '技术评分')
  await review.judgeOverHttp(seats, orderId, '商务评分')
  await review.summariseOverHttp(seats[0]!, orderId, '商务评分')
  await review.summarise(expert, '价格评分')
})

test('the report is written, signed by all, and the review ends', async () => {
  await review.writeAndSign(expert, orderId)
  await review.othersSign(seats, orderId)
  await review.completeReview(buyer, orderId)
})

test('candidates are publicised; only after that the winner is fixed and the order archived', async () => {
  await publicise(buyer, orderId)
  await cannotAwardYet(buyer, orderId)
  const { publicityEnd } = await (await cast.as('buyer')).call(candidateDraft, { params: { orderId } })
  await system.moveTo(new Date(new Date(publicityEnd!).getTime() + 1000))
  await award(buyer, orderId)
  await resultOnPortal(first)
})

// oxlint-disable-next-line no-empty-pattern -- the runner wants its first argument destructured
test('receipts and archive pass the offline verifier', async ({}, info) => {
  const zip = info.outputPath('archive.zip')
  const wait = async () => system.moveTo(new Date((await system.now()).getTime() + 12 * MINUTE))
  await writeFile(zip, await archive(buyer, orderId, wait))
  const paths = receipts.map((_, i) => info.outputPath(`receipt-${i + 1}.json`))
  await Promise.all(receipts.map((receipt, i) => writeFile(paths[i]!, receipt)))
  const trust = info.outputPath('trust.json')
  await writeFile(trust, (await (await cast.as('buyer')).file(trustFile, {})).content)
  // It ends with 3 for “consistent”: the leaf of the archive waits for the next published head.
  const said = await verifierSays(...paths, '--archive', zip, '--trust', trust)
  expect(said).toMatchObject({ code: 3, verdict: 'consistent' })
})

test('no screen of the tender had a serious accessibility violation', () => {
  expect(notes.screens.length).toBeGreaterThan(40)
  expect(notes.axe).toEqual([])
})

test('no browser console showed an error', () => {
  expect(notes.console).toEqual([])
})

async function order() {
  return (await cast.as('buyer')).call(orderDetail, { params: { orderId } })
}
