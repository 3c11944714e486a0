import { existsSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { HOUR } from '#contract/time.ts'
import { createGroup } from '#features/attachments/contract/groups.ts'
import { htmlToPdf, htmlToWord } from '#features/attachments/contract/tools.ts'
import { inbox, snoozeTodo } from '#features/home/contract.ts'
import * as compare from '#features/opening-hall/contract-compare.ts'
import * as decryption from '#features/opening-hall/contract-decrypt.ts'
import * as talk from '#features/opening-hall/contract-talk.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { type Hall, THREE } from '../play/hall.ts'
import { type HallWorld, hallWorld } from '#features/opening-hall/server/testing/hall.ts'
import * as association from '#features/organisation/contract/associations.ts'
import { createDepartment } from '#features/organisation/contract/departments.ts'
import { createEmployee } from '#features/organisation/contract/employees.ts'
import { createWithProject } from '#features/procurement/contract/order.ts'
import { projectDetail } from '#features/procurement/contract/project.ts'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import { scheduleFrom } from '#features/procurement/server/testing/tender.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import * as purchaser from '#features/review-hall/contract/purchaser.ts'
import { expertReads, purchaserReads } from '#features/review-hall/contract/reads.ts'
import * as reports from '#features/review-hall/contract/reports.ts'
import { ownKey } from '#server/testing/http-client.ts'
import { COMPANIES } from '../companies.ts'
import { PASSWORD, PEOPLE } from '../people.ts'
import { playDialog, playRound } from '../play/review-dialog.ts'
import * as review from '../play/review.ts'
import { PLAYED_OTHERWISE, PLAYED_TWICE } from './files.ts'
import { ONCE } from './twice.ts'

/*
 * A whole tender by clients that send no Idempotency-Key, and every call that creates or cannot be taken back twice at
 * once and once more (`setup.ts`): each takes effect once, and the tender goes its way. Other files play the rest.
 */

let world: HallWorld
let tender: Hall

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE, settings: { offerRounds: 2 } }])
  world = made.world
  tender = made.halls[0]!
})

test('the company and its papers', async () => {
  const buyer = await world.as('buyer')
  await buyer.call(createDepartment, { body: { name: '设备科', parentId: null } })
  await buyer.call(createGroup, { body: { name: '论证材料' } })
  await buyer.call(htmlToPdf, { body: { content: '<p>一次</p>' } })
  await buyer.call(htmlToWord, { body: { content: '<p>一次</p>' } })
  const person = { name: '路远', email: '', mobile: '13900060001', rights: ['tendering'] }
  expect(await buyer.call(createEmployee, { body: person })).toHaveProperty('employeeId')
})

test('a project with its first order', async () => {
  const buyer = await world.as('buyer')
  const { projectId } = await buyer.call(createWithProject, {
    body: {
      project: { name: '医用设备采购', category: 'goods', budget: '2000000', regime: 'tender' },
      items: [{ name: '监护仪', unit: '台', quantity: '2' }],
      title: '第一标段',
      estimatedPrice: '1000000',
      schedule: scheduleFrom(world.t.kernel.clock.now()),
      settings: {},
      announcement: { title: '招标公告', content: null },
    },
  })
  expect((await buyer.call(projectDetail, { params: { projectId } })).orders).toBe(1)
})

test('two companies ask each other', async () => {
  const [buyer, agent] = [await world.as('buyer'), await world.as('agent')]
  const { id } = COMPANIES.agency
  const { associationId } = await buyer.call(association.sendAssociation, { body: { companyId: id, kind: 1 } })
  const params = { id: associationId }
  await agent.call(association.ignoreAssociation, { params })
  await buyer.call(association.againAssociation, { params, body: {} })
  await agent.call(association.refuseAssociation, { params, body: {} })
  await buyer.call(association.againAssociation, { params, body: { message: '再请确认' } })
  await buyer.call(association.cancelAssociation, { params })
  await buyer.call(association.againAssociation, { params, body: {} })
  await agent.call(association.agreeAssociation, { params, body: {} })
  expect(await buyer.call(association.subCompanies, {})).toHaveLength(1)
})

test('the opening', async () => {
  await world.t.advanceTo(tender.openAt)
  const host = await world.host(tender)
  const { params, seats } = tender
  await world.start(tender)
  await host.call(decryption.extendDecryption, { params, body: { minutes: 20, reason: '投标人网络故障' } })
  await host.call(compare.submitControlPrice, { params, body: { price: '3000000', basis: '造价咨询报告' } })
  await host.call(talk.hostSend, { params, body: { content: '请各投标人解密' } })
  for (const seat of seats) {
    const client = await world.as(seat.account)
    await client.call(hall.signIn, { params: seat.params })
    await client.call(talk.bidderSend, { params: seat.params, body: { content: '收到' } })
    await world.release(seat)
  }
  await host.call(hall.openMarks, { params })
  for (const seat of seats) {
    await host.call(hall.readOut, { params: seat.params })
    await host.call(hall.bidRemark, { params: seat.params, body: { openBidRemark: '无异议' } })
    await (await world.as(seat.account)).call(hall.confirmMarks, { params: seat.params, body: { agree: true } })
  }
  await host.call(hall.endOpening, { params })
  await world.t.settle()
  expect((await host.call(decryption.extensionRecords, { params })).length).toBe(1)
  expect((await host.call(talk.hostMessageTotal, { params })).total).toBe(1 + seats.length)
})

test('the review', async () => {
  const buyer = await world.as('buyer')
  const { orderId, params, seats: bidders } = tender
  const members = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8'] as const
  await review.startReview(
    buyer,
    orderId,
    members.map((account) => PEOPLE[account].name),
  )
  const seats: review.Seat[] = []
  for (const account of members) seats.push({ client: await world.as(account), password: PASSWORD })
  const leader = seats[0]!.client
  await review.chooseLeader(seats, orderId)
  const bidder = await world.as(bidders[0]!.account)
  const bidderIds = bidders.map((seat) => seat.tradeId)
  await playDialog(orderId, { leader, bidder, bidderIds: bidderIds.slice(0, 2) })
  await playRound(orderId, { leader, bidder, bidderId: bidderIds[0]! })
  // Two days later what was asked has run out, and the round has closed.
  await world.later(3 * 24 * 60)
  await review.judge(seats, orderId)

  await leader.call(expert.writeReport, { params })
  const session = (await buyer.call(purchaserReads.processes, { params })).find((p) => p.processType === 3)!
  const last = () => buyer.call(purchaserReads.lastReport, { params: { ...params, processId: session.processId } })
  const made = async () => {
    await expect.poll(async () => (await last())?.state).toBe(3)
    const { reportId, sha256 } = (await last())!
    return { place: { params: { ...params, reportId } }, sha256: sha256! }
  }
  const { place } = await made()
  const [, part] = await buyer.call(reports.purchaserReportReads.catalogs, place)
  const { catalogId } = part!
  await buyer.call(reports.updateContent, { ...place, body: { catalogId, content: doc(paragraph('由采购人主持。')) } })
  const edited = await made()
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4 scan']), 'scan.pdf')
  const key = ownKey()
  const upload = pathOf(reports.uploadCatalog, { ...edited.place.params, catalogId })
  await buyer.fetch('POST', `/api${upload}`, form, { key })
  await buyer.call(reports.uploadComplete, edited.place)
  const sign = async (client = leader) => {
    const { place: at, sha256 } = await made()
    await client.call(expert.signReport, { ...at, body: { password: PASSWORD, sha256 } })
    return at
  }
  const signed = await sign()
  const reviewerId = (await leader.call(expertReads.reviewers, { params })).find((one) => one.isLeader)!.reviewerId
  await buyer.call(purchaser.againSign, { ...signed, query: { reviewerId }, body: {} })
  await sign()
  await buyer.call(purchaser.signBack, { ...signed, body: {} })
  await buyer.call(purchaser.backToInit, { ...signed, body: {} })
  await review.signAndEnd(seats, orderId, buyer)
})

test('putting off what waits', async () => {
  const buyer = await world.as('buyer')
  const { rows } = await buyer.call(inbox, { query: {} })
  const [first] = rows
  expect(first).toBeDefined()
  const until = new Date(world.now().getTime() + HOUR).toISOString()
  await buyer.call(snoozeTodo, { body: { key: first!.key, until } })
})

test('every call that creates or cannot be taken back is played twice somewhere, and each file is there', () => {
  const played = [...Object.values(PLAYED_TWICE).flat(), ...Object.keys(PLAYED_OTHERWISE)]
  expect(ONCE.filter((call) => !played.includes(call))).toEqual([])
  expect(played.filter((call) => !ONCE.includes(call))).toEqual([])
  const files = [...Object.keys(PLAYED_TWICE), ...Object.values(PLAYED_OTHERWISE)]
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
