import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import * as meetings from '#features/award-meetings/contract.ts'
import { orderRounds } from '#features/inquiry/contract.ts'
import * as questions from '#features/inquiry/contract-questions.ts'
import * as light from '#features/light-review/contract.ts'
import * as joint from '#features/opening-hall/contract-joint.ts'
import { hallWorld } from '#features/opening-hall/server/testing/hall.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { answerObjection } from '#features/procurement/contract/objection.ts'
import { askQuestion, createObjection } from '#features/procurement/contract/supplier.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { sold } from '#features/sales/server/testing/sold.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { Cast } from '../cast.ts'
import { COMPANIES } from '../companies.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { THREE } from '../play/hall.ts'
import { atParts, draftInquiry, signUp, SPLIT } from '../play/inquiry.ts'
import { answerQuotes, giveAnswer, makeJointKey, officersOf } from '../play/joint.ts'
import { giveOpinion, startOpinions } from '../play/opinions.ts'
import { beginPanel, declare, judgeResponses } from '../play/panels.ts'
import { awaitRelease, releaseQuoteKeys, submitQuote } from '../play/quotes.ts'
import { judge } from '../play/review.ts'
import { playDialog, playRound } from '../play/review-dialog.ts'
import * as sales from '../play/sales.ts'
import { fromState } from '../states/from-state.ts'
import { OFFICERS } from '../states/halls.ts'
import { PARTS } from '../states/inquiry.ts'
import { BIDDERS, seatsOf } from '../states/tender.ts'
import { bendAll, BOUND, look, nameOf, plant, saltsOf, tableOf, unbound } from './bending-rows.ts'

/*
 * Every table whose rows the audit chain holds hashes of, by what leads to its rows: each column that is bound altered as the
 * database's owner, a row removed, a row added. A table that a feature binds and that no play here leads to fails.
 */

const NAMES = {
  altered: '与记录时的校验值不一致，已被改动',
  removed: '被删除',
  added: '不是平台所记录，系另行加入',
}

interface Play {
  name: string
  /** Tables, as facts call them, whose rows it leads to. */
  leadsTo: readonly string[]
  play: () => Promise<TestSystem>
}

const PLAYS: readonly Play[] = [
  { name: 'a question before the deadline', leadsTo: ['project', 'purchase_order', 'order_question'], play: asked },
  {
    name: 'a tender up to its award meeting',
    leadsTo: ['opening_bidder', 'objection', 'award_meeting', 'award_vote'],
    play: met,
  },
  {
    name: 'a review that rejects a bid, with questions and corrections',
    leadsTo: [
      'leader_vote',
      'review_motion',
      'review_motion_vote',
      'review_rejection',
      'review_ask',
      'review_correction',
    ],
    play: rejected,
  },
  { name: 'a round of offers in a review', leadsTo: ['quote-given'], play: offered },
  {
    name: 'opened quotes that are asked about, ruled on and reviewed',
    leadsTo: ['quote', 'quote_question', 'quote_ruling', 'light_review', 'light_opinion', 'light_review_answer'],
    play: reviewed,
  },
  { name: 'quotes under a joint key', leadsTo: ['quote_release', 'quote_answer'], play: openedByOfficers },
  { name: 'bids under a joint key', leadsTo: ['joint_answer'], play: openedInHall },
  { name: 'goods that were sold, paid and taken', leadsTo: ['sale_deal'], play: settling },
  { name: 'a group that has judged', leadsTo: ['panel', 'panel_sheet'], play: judged },
  {
    // Held by the tests of their features, which go the long way to them.
    name: 'rows that were planted',
    leadsTo: ['appraisal_objection', 'bond_decision', 'review_low_price_waiver'],
    play: planted,
  },
]

test('every bound table is led to, once', () => {
  expect(PLAYS.flatMap(({ leadsTo }) => leadsTo).toSorted()).toEqual(BOUND.map(nameOf).toSorted())
})

/** Bound while nobody may know what they say, and, of a secret ballot, for good. */
const SEALED = ['award_vote', 'leader_vote', 'light_opinion', 'panel_sheet', 'quote-given', 'review_motion_vote']

test('what is bound while it is sealed has a random part in its hash', () => {
  const salted = BOUND.filter(({ columns }) => columns.includes('salt')).map(nameOf)
  expect(salted.toSorted()).toEqual(SEALED)
})

describe.each(PLAYS)('$name', ({ leadsTo, play }) => {
  let t: TestSystem
  beforeAll(async () => {
    t = await play()
    await t.settle()
  })

  test('leaves nothing unbound, and nothing that does not hold', async () => {
    const open = await Promise.all(BOUND.map((of) => unbound(t, of)))
    expect(open.flat()).toEqual([])
    const found = await findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })
    expect(found.filter(({ what }) => what === 'row')).toEqual([])
  })

  const sealed = leadsTo.filter((name) => SEALED.includes(name))
  test.runIf(sealed.length > 0)('tells nobody the random parts, each row its own', async () => {
    for (const name of sealed) {
      const { salts, told } = await saltsOf(t, tableOf(name))
      expect(salts.length).toBeGreaterThan(0)
      expect(new Set(salts).size).toBe(salts.length)
      expect(told).toEqual([])
    }
  })

  test.each(leadsTo.map((name) => ({ name })))('$name', async ({ name }) => {
    const of = tableOf(name)
    const { id, bends } = await bendAll(t, of)
    for (const { what, found } of bends) {
      const told = what === 'added' ? NAMES.added : what === 'removed' ? NAMES.removed : NAMES.altered
      expect({ what, found }).toEqual({ what, found: [expect.stringContaining(told)] })
      expect(found[0]).toContain(of.label)
      // A row that was added has an id of its own, which nobody here knows.
      expect(found[0]!.includes(id.slice(name.length + 1))).toBe(what !== 'added')
    }
    const done = new Set(bends.map(({ what }) => what))
    expect(done).toContain('removed')
    expect(done.has('added')).toBe(of.since !== undefined)
    expect(await look(t, of)).toEqual([])
  })
})

async function asked(): Promise<TestSystem> {
  const { t, facts } = await fromState('signedUp')
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  await supplier.call(askQuestion, { params: { orderId: facts.orderId }, body: { content: '请明确交货地点。' } })
  await buyer.clarify(await t.login('buyer', { workbench: 'purchaser' }), facts.orderId, '交货地点为采购人库房。')
  return t
}

async function met(): Promise<TestSystem> {
  const { t, facts } = await fromState('concluded')
  const { orderId } = facts
  const owner = await t.login('buyer', { workbench: 'purchaser' })
  const publicityEnd = await buyer.publishCandidates(owner, orderId)
  const loser = await t.login('supplier2', { workbench: 'supplier' })
  const { objectionId } = await loser.call(createObjection, {
    params: { orderId },
    body: { subject: '对评分的异议', content: '请复核技术评分。' },
  })
  await owner.call(answerObjection, {
    params: { objectionId },
    body: { outcome: 'rejected', answer: '已复核，评分无误。' },
  })
  await t.advanceTo(new Date(new Date(publicityEnd).getTime() + MINUTE))
  // A fifth who may sit in the meeting and is none of the review.
  const fifth = newId()
  const hired = 'expert9' satisfies Account
  await t.owner.query(
    `insert into employee (tenant_id, id, company_id, user_id, name, status, rights, direct_rights, created_at, accepted_at)
     values (1, $1, $2, $3, $4, 1, '{technicalReview}', '{technicalReview}', now(), now())`,
    [fifth, COMPANIES.hospital.id, PEOPLE[hired].id, PEOPLE[hired].name],
  )
  const members = ['buyer', 'buyer2', 'newbie', 'multi', hired] as const
  const memberIds = [...members.slice(0, 4).map((account) => PEOPLE[account].jobs[0]!.employeeId), fifth]
  const body = {
    title: '设备采购定标会',
    rule: 'vote' as const,
    ballot: 'secret' as const,
    place: '三楼会议室',
    meetAt: new Date(t.kernel.clock.now().getTime() + DAY).toISOString(),
    orderIds: [orderId],
    memberIds,
    chairId: memberIds[0]!,
  }
  const params = await owner.call(meetings.createMeeting, { body })
  await owner.call(meetings.callMeeting, { params })
  for (const account of members) {
    const member = await t.login(account, { workbench: 'purchaser' })
    if (account === 'multi') await member.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
    await member.call(meetings.replyMeeting, { params, body: { attends: true } })
  }
  await owner.call(meetings.beginMeeting, { params })
  const vote = { tradeId: facts.trades.supplier1, reason: '综合最优' }
  await owner.call(meetings.castVote, { params: { ...params, orderId }, body: vote })
  return t
}

/** The committee, its leader first. */
async function inReview() {
  const { t, facts } = await fromState('judging')
  const cast = new Cast(t.base)
  return { t, facts, cast, seats: await seatsOf(cast) }
}

async function rejected(): Promise<TestSystem> {
  const { t, facts, cast, seats } = await inReview()
  const { orderId, trades } = facts
  const bidderIds = BIDDERS.map((account) => trades[account])
  await playDialog(orderId, { leader: seats[0]!.client, bidder: await cast.as(BIDDERS[0]), bidderIds })
  const params = { projectId: orderId }
  const { motionId } = await seats[1]!.client.call(expert.proposeWaste, {
    params: { ...params, bidderId: trades.supplier4 },
    body: { reason: '未实质性响应采购文件', rule: '采购文件第三章' },
  })
  for (const i of [2, 3])
    await seats[i]!.client.call(expert.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
  return t
}

async function offered(): Promise<TestSystem> {
  const { t, facts, cast, seats } = await inReview()
  const bidder = await cast.as('supplier1')
  await judge(seats, facts.orderId, 2)
  await playRound(facts.orderId, { leader: seats[0]!.client, bidder, bidderId: facts.trades.supplier1 })
  return t
}

async function reviewed(): Promise<TestSystem> {
  const { t, facts } = await fromState('quotesOpened')
  const { orderId, trades } = facts
  const params = { orderId }
  const owner = await t.login('buyer', { workbench: 'purchaser' })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const { rounds } = await owner.call(orderRounds, { params })
  const quoteOf = (tradeId: string) => rounds[0]!.quotes!.find((one) => one.tradeId === tradeId)!.quoteId!
  const explain = { kind: 'explain' as const, question: '请说明单价的构成', minutes: 60 }
  const { questionId } = await owner.call(questions.askAboutQuote, {
    params: { ...params, quoteId: quoteOf(trades.supplier1) },
    body: explain,
  })
  await supplier.call(questions.answerQuestion, {
    params: { ...params, questionId },
    body: { answer: '含税含运费，附成本构成。' },
  })
  await owner.call(questions.decideQuestion, {
    params: { ...params, questionId },
    body: { accepted: true, opinion: '说明合理' },
  })
  const deadline = new Date(t.kernel.clock.now().getTime() + DAY)
  await startOpinions(owner, orderId, { names: [PEOPLE.buyer2.name, PEOPLE.newbie.name], deadline })
  const chair = await t.login('buyer2', { workbench: 'purchaser' })
  const { askId } = await chair.call(light.askSupplier, {
    params,
    body: { tradeId: trades.supplier1, kind: 'file', title: '样本', deadline: deadline.toISOString() },
  })
  await supplier.call(light.answerAsk, {
    params: { ...params, askId },
    body: { content: '样本已于前日送达。', files: [], replaces: 0 },
  })
  await giveOpinion(chair, orderId)
  return t
}

async function openedByOfficers(): Promise<TestSystem> {
  const { t } = await fromState('people')
  const cast = new Cast(t.base)
  const owner = await cast.as('buyer')
  const deadline = new Date(t.kernel.clock.now().getTime() + 4 * DAY)
  const plan = { ...SPLIT, terms: { ...SPLIT.terms, candidateDays: 0 }, keyMode: 'joint' as const }
  const dates = { purchaser: null, signUpEnd: deadline.getTime() - 2 * DAY, deadline: deadline.getTime() }
  const orderId = await draftInquiry(owner, plan, dates)
  const officers = await officersOf(cast, OFFICERS)
  const { ceremonyId, secrets } = await makeJointKey(owner, orderId, { threshold: 2, officers })
  await buyer.publish(owner, orderId)
  for (const account of THREE) await signUp(cast, orderId, { account, now: t.kernel.clock.now() })
  await buyer.approveAll(owner, orderId)
  for (const [i, by] of THREE.entries())
    await submitQuote(await cast.as(by), orderId, { by, priceOf: atParts(PARTS[i]!) })
  await t.advanceTo(new Date(deadline.getTime() + MINUTE))
  await awaitRelease(owner, orderId)
  for (const by of THREE) await releaseQuoteKeys(await cast.as(by), orderId, { by })
  const phase = async () => (await owner.call(orderRounds, { params: { orderId } })).rounds[0]!.release!.phase
  await vi.waitFor(async () => expect(await phase()).toBe('answering'), PATIENT)
  await answerQuotes(await cast.as('agent'), ceremonyId, secrets.get('agent')!)
  return t
}

async function openedInHall(): Promise<TestSystem> {
  const { world, halls } = await hallWorld([{ bidders: THREE, joint: { threshold: 2, officers: OFFICERS } }])
  const hall = halls[0]!
  await world.t.advanceTo(hall.openAt)
  await world.start(hall)
  for (const seat of hall.seats) await world.release(seat)
  await (await world.host(hall)).call(joint.closeRelease, { params: hall.params })
  const { ceremonyId, secrets } = hall.joint!
  await giveAnswer(await world.as('agent'), ceremonyId, secrets.get('agent')!)
  return world.t
}

async function judged(): Promise<TestSystem> {
  const { t, facts } = await fromState('responded')
  const { orderId } = facts
  const names = { representatives: [PEOPLE.buyer2.name], experts: ['何清源', '方敏'] }
  await beginPanel(await t.login('buyer', { workbench: 'purchaser' }), orderId, names)
  const member = await t.login('buyer2', { workbench: 'purchaser' })
  await declare(member, orderId)
  await judgeResponses(member, orderId)
  return t
}

async function settling(): Promise<TestSystem> {
  const { t } = await fromState('people')
  const { orderId, seller, winner } = await sold(t)
  await sales.recordPrice(seller, orderId, '回单-1')
  await sales.handOver(seller, orderId, { at: t.kernel.clock.now() })
  await sales.confirmNotes(winner, orderId)
  return t
}

async function planted(): Promise<TestSystem> {
  const { t } = await fromState('people')
  for (const name of ['appraisal_objection', 'bond_decision', 'review_low_price_waiver']) await plant(t, tableOf(name))
  return t
}
