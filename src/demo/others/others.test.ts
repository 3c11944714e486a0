import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { auctionHall, auctionTicket } from '#features/auction/contract.ts'
import { hashPassword } from '#features/passport/server/passwords.ts'
import { awardLetter, winnerDetail } from '#features/procurement/contract/notice.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { ownAwardLetter, tenderDetail } from '#features/procurement/contract/supplier.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { purchaserReads } from '#features/review-hall/contract/reads.ts'
import { signComplete } from '#features/review-hall/contract/purchaser.ts'
import { invite, soleDraft } from '#features/talks/server/testing/sole.ts'
import { createDefinition, setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import type { MovableClock } from '#server/clock.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { advanceClock, demoPlay, draftExample, type ExampleMethod, letOthersAct } from '../contract.ts'
import { COMPANIES } from '../companies.ts'
import { demoFeature } from '../feature.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { demoKey } from '../keys.ts'
import { PEOPLE } from '../people.ts'
import * as buying from '../play/buyer.ts'
import * as talks from '../play/talks.ts'
import { startReview } from '../play/review.ts'
import * as bidding from '../play/supplier.ts'

/* One person plays a whole tender; the others are the demonstration's. */

let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  let clock: MovableClock | null = null
  t = await testSystem({ from: 'people', features: [...FEATURES, demoFeature(() => clock!)] })
  clock = t.movableClock!
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const SUPPLIERS = ['沈瑶', '顾一鸣', '陆遥'].toSorted()
const SEATS = ['expert1', 'expert2', 'expert3', 'expert4', 'expert7'] as const

/** What the others did, by deed; nothing may fail. */
async function others(client: HttpClient, orderId: string): Promise<Record<string, string[]>> {
  const { deeds } = await client.call(letOthersAct, { body: { recordId: orderId } })
  expect(deeds.filter(({ failure }) => failure !== null)).toEqual([])
  const found: Record<string, string[]> = {}
  for (const [label, some] of Map.groupBy(deeds, (deed) => deed.label))
    found[label] = [...new Set(some.map(({ name }) => name))].toSorted()
  return found
}

const play = (client: HttpClient, orderId: string) => client.call(demoPlay, { query: { recordId: orderId } })

/** Past the date that the control offers. */
async function skip(client: HttpClient, orderId: string): Promise<string> {
  const { next } = await play(client, orderId)
  await client.call(advanceClock, {
    body: { ms: new Date(next!.at).getTime() - t.kernel.clock.now().getTime() + 1000 },
  })
  await t.settle()
  return next!.label
}

async function example(method: ExampleMethod = 1): Promise<string> {
  const { link } = await buyer.call(draftExample, { body: { method } })
  const orderId = /\/orders?\/([^/]+)/.exec(link)![1]!
  await buying.publish(buyer, orderId)
  return orderId
}

test('the example of a single source is published as it is, and the supplier that is asked acts', async () => {
  const orderId = await example(6)
  expect(await others(buyer, orderId)).toEqual({ 报名: [PEOPLE.supplier1.name] })
  await buying.approveAll(buyer, orderId)
  expect(await others(buyer, orderId)).toEqual({ 提交响应文件: [PEOPLE.supplier1.name] })
})

test('a buyer alone plays a tender from its example to the letter of acceptance', async () => {
  const orderId = await example()
  expect(await skip(buyer, orderId)).toBe('文件获取开始')
  expect((await play(buyer, orderId)).others).toMatchObject([{ label: '报名', names: { length: 3 } }])
  expect(await others(buyer, orderId)).toEqual({ 报名: SUPPLIERS })
  // Whose turn it is now is said, with the way there.
  expect(await play(buyer, orderId)).toMatchObject({ others: [], own: [{ label: '审核报名' }] })
  expect(await others(buyer, orderId)).toEqual({})
  await buying.approveAll(buyer, orderId)
  expect(await others(buyer, orderId)).toEqual({ 制作投标文件: SUPPLIERS })
  expect(await skip(buyer, orderId)).toBe('报名截止')
  expect(await skip(buyer, orderId)).toBe('投标截止')
  const params = { projectId: orderId }
  await buyer.call(hall.startOpening, { params })
  expect(await others(buyer, orderId)).toEqual({ 解密投标文件: SUPPLIERS })
  await buyer.call(hall.openMarks, { params })
  for (const { bidderId } of await buyer.call(hall.markList, { params }))
    await buyer.call(hall.readOut, { params: { ...params, bidderId } })
  expect(await others(buyer, orderId)).toEqual({ 确认开标记录: SUPPLIERS })
  await buyer.call(hall.endOpening, { params })
  expect(await others(buyer, orderId)).toEqual({ 签署开标记录: SUPPLIERS })
  await startReview(
    buyer,
    orderId,
    SEATS.map((account) => PEOPLE[account].name),
  )
  const review = await others(buyer, orderId)
  expect(review).toMatchObject({ 作出回避声明: { length: 5 }, 推选组长: { length: 5 }, 签署评审报告: { length: 5 } })
  const processes = await buyer.call(purchaserReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === 3)!
  const report = await buyer.call(purchaserReads.lastReport, { params: { ...params, processId } })
  await buyer.call(signComplete, { params: { ...params, reportId: report!.reportId } })
  await buying.publishCandidates(buyer, orderId)
  expect(await skip(buyer, orderId)).toBe('公示截止')
  await buying.award(buyer, orderId)
  const { content } = await buyer.file(awardLetter, { params: { orderId } })
  expect(content.subarray(0, 4).toString()).toBe('%PDF')
  expect((await play(buyer, orderId)).others).toEqual([])
})

test('a supplier alone does the same: the buyer, its rivals and the committee do their part', async () => {
  const orderId = await example()
  const me = await t.login('supplier2', { workbench: 'supplier' })
  await skip(me, orderId)
  const { name: contact, mobile } = PEOPLE.supplier2
  await bidding.signUp(me, orderId, { contact, mobile, now: t.kernel.clock.now() })
  const first = await others(me, orderId)
  // Nobody does what is mine.
  expect(Object.values(first).flat()).not.toContain(contact)
  expect(first).toMatchObject({ 报名: { length: 3 }, 审核报名: ['张晓'], 制作投标文件: { length: 3 } })
  const key = demoKey('supplier2', 'intl')
  const keyId = await bidding.registerKey(me, key, '投标密钥')
  await bidding.rehearse(me, orderId, { keyId, key })
  const files = (['technical', 'business'] as const).map((role) => ({
    role,
    name: `${role}.pdf`,
    content: Buffer.from('%PDF-1.4\n%%EOF\n'),
  }))
  const content = { priceOf: bidding.atRatio('0.8'), marks: ['30', '60'], files }
  await bidding.submitBid(me, orderId, { keyId, key, content })
  while ((await play(me, orderId)).next) await skip(me, orderId)
  expect(await others(me, orderId)).toMatchObject({ 主持开标: ['张晓'], 解密投标文件: { length: 3 } })
  const { tradeId } = await me.call(tenderDetail, { params: { orderId } })
  expect((await play(me, orderId)).own).toMatchObject([{ label: '解密投标文件' }])
  await bidding.releaseKeys(me, orderId, { tradeId: tradeId!, key })
  await t.settle()
  await others(me, orderId)
  await me.call(hall.confirmMarks, { params: { projectId: orderId, bidderId: tradeId! }, body: { agree: true } })
  expect(await others(me, orderId)).toMatchObject({ 公示候选人: ['张晓'], 确认评审报告: ['张晓'] })
  await skip(me, orderId)
  await others(me, orderId)
  // The committee finds all alike: the price decides.
  const { award } = await buyer.call(winnerDetail, { params: { orderId } })
  expect(award!.winners[0]!.supplierName).toBe(COMPANIES.supplier2.name)
  expect((await me.file(ownAwardLetter, { params: { orderId } })).content.length).toBeGreaterThan(1000)
})

test('rivals offer against each other in an auction, once in a press', async () => {
  const orderId = await example(8)
  const me = await t.login('supplier1', { workbench: 'supplier' })
  const { name: contact, mobile } = PEOPLE.supplier1
  await bidding.signUp(me, orderId, { contact, mobile, now: t.kernel.clock.now() })
  expect(await others(me, orderId)).toMatchObject({ 报名: { length: 3 }, 审核报名: ['张晓'] })
  expect([await skip(me, orderId), await skip(me, orderId)]).toEqual(['报名截止', '竞价开始'])
  const prices = async () => {
    const { token } = await me.call(auctionTicket, { params: { orderId } })
    return (await me.call(auctionHall, { params: { orderId }, query: { token } })).offers.map(({ price }) => price)
  }
  await others(me, orderId)
  const first = await prices()
  expect(first).toHaveLength(3)
  expect(await others(me, orderId)).toMatchObject({ 竞价报价: { length: 3 } })
  const all = await prices()
  expect(all).toHaveLength(6)
  expect(all.toSorted((a, b) => Number(a) - Number(b))[5]).toBe('128000.00')
})

test('a step that waits for approval is approved by those who are asked, a draft included', async () => {
  const handler = await t.login('bj-handler', { workbench: 'purchaser', tenantId: 3 })
  const admin = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  const employeeIds = [PEOPLE['bj-chief'].jobs[0]!.employeeId]
  const { definitionId } = await admin.call(createDefinition, {
    body: {
      name: '招标公告发布审批',
      type: 'bidding',
      bindingType: 2,
      node: 'announcement',
      flow: {
        nodes: [
          { kind: 'start', id: 'start', name: '提交' },
          { kind: 'approver', id: 'a', name: '审批', mode: 1, approvers: { by: 'person', employeeIds } },
        ],
        options: { ifInitiator: 'head', skipRepeated: false },
      },
    },
  })
  await admin.call(setDefinitionStatus, { params: { id: definitionId }, body: { status: 1 } })
  const { link } = await handler.call(draftExample, { body: { method: 1 } })
  const orderId = /\/orders?\/([^/]+)/.exec(link)![1]!
  expect(await play(handler, orderId)).toMatchObject({ stage: '草稿', others: [] })
  await handler.call(publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  expect(await play(handler, orderId)).toMatchObject({ others: [{ label: '审批', names: ['柏青'] }] })
  expect(await others(handler, orderId)).toMatchObject({ 审批: ['柏青'] })
  expect((await play(handler, orderId)).stage).toBe('报名中')
})

test('pressed twice at once, everything is done once; a failure is named and the rest goes on', async () => {
  const orderId = await example()
  await skip(buyer, orderId)
  const press = () => buyer.call(letOthersAct, { body: { recordId: orderId } })
  const [one, two] = await Promise.all([press(), press()])
  expect(one.deeds).toHaveLength(3)
  expect(two).toEqual(one)
  expect((await press()).deeds).toEqual([])
  await buying.approveAll(buyer, orderId)
  // Who has a password of their own is nobody's to play.
  const { rows } = await t.owner.query<{ password_hash: string }>(
    `update app_user u set password_hash = $2 from app_user o where u.id = $1 and o.id = u.id returning o.password_hash`,
    [PEOPLE.supplier3.id, await hashPassword('Another2026')],
  )
  expect((await play(buyer, orderId)).others).toMatchObject([{ label: '制作投标文件', names: { length: 2 } }])
  expect(await others(buyer, orderId)).toMatchObject({ 制作投标文件: { length: 2 } })
  await t.owner.query('update app_user set password_hash = $2 where id = $1', [
    PEOPLE.supplier3.id,
    rows[0]!.password_hash,
  ])
  // A bid that somebody sealed with a key of their own can be opened by nobody else.
  const me = await t.login('supplier3', { workbench: 'supplier' })
  const key = generateKeyPair('intl')
  const keyId = await bidding.registerKey(me, key, '自有密钥')
  await bidding.rehearse(me, orderId, { keyId, key })
  const files = (['technical', 'business'] as const).map((role) => ({
    role,
    name: `${role}.pdf`,
    content: Buffer.from('%PDF-1.4\n%%EOF\n'),
  }))
  await bidding.submitBid(me, orderId, {
    keyId,
    key,
    content: { priceOf: bidding.atRatio('0.8'), marks: ['30', '60'], files },
  })
  while ((await play(buyer, orderId)).next) await skip(buyer, orderId)
  await buyer.call(hall.startOpening, { params: { projectId: orderId } })
  const { deeds } = await press()
  expect(deeds.filter(({ failure }) => failure !== null)).toEqual([
    { name: '陆遥', label: '解密投标文件', failure: expect.stringContaining('自行创建的密钥') as string },
  ])
  expect(deeds.filter(({ failure }) => failure === null)).toHaveLength(2)
})

test('a stranger’s draft, an unknown record, what is no id and who may not buy are refused', async () => {
  const { link } = await buyer.call(draftExample, { body: { method: 1 } })
  const draftId = /\/orders?\/([^/]+)/.exec(link)![1]!
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  for (const client of [supplier, t.client()])
    for (const recordId of [draftId, newId()]) {
      expect((await client.refused(letOthersAct, { body: { recordId } })).status).toBe(404)
      expect((await client.refused(demoPlay, { query: { recordId } })).status).toBe(404)
    }
  expect((await buyer.refused(letOthersAct, { body: { recordId: 'x' } })).status).toBe(400)
  for (const client of [supplier, t.client()])
    expect(await client.refused(draftExample, { body: { method: 1 } })).toMatchObject({ status: 403 })
  expect((await buyer.refused(draftExample, { body: { method: 2 as 1 } })).status).toBe(400)
})

test('a system that is no demonstration knows none of these calls', async () => {
  const real = await testSystem({ from: 'people' })
  const client = await real.login('buyer', { workbench: 'purchaser' })
  for (const [method, path] of [
    ['POST', '/api/demo/others'],
    ['POST', '/api/demo/drafts'],
    ['GET', `/api/demo/play?recordId=${newId()}`],
    ['POST', '/api/demo/clock'],
  ] as const)
    await expect(client.raw(method, path, method === 'POST' ? {} : undefined)).rejects.toMatchObject({ status: 404 })
})

test('a buyer alone buys from a single source: the one that is asked answers', async () => {
  const world = { t, buyer, suppliers: [] }
  const { orderId } = await soleDraft(world)
  await invite(world, orderId, [COMPANIES.supplier2.id])
  await buying.publish(buyer, orderId)
  expect(await others(buyer, orderId)).toEqual({ 报名: ['顾一鸣'] })
  await buying.approveAll(buyer, orderId)
  expect(await others(buyer, orderId)).toEqual({ 提交响应文件: ['顾一鸣'] })
  expect(await skip(buyer, orderId)).toBe('公示截止')
  expect(await skip(buyer, orderId)).toBe('报名截止')
  expect(await skip(buyer, orderId)).toBe('响应截止')
  expect(await play(buyer, orderId)).toMatchObject({ stage: '待协商', others: [], own: [{ label: '协商' }] })
  await talks.record(buyer, orderId, t.kernel.clock.now())
  expect(await others(buyer, orderId)).toEqual({ 确认协商情况: ['顾一鸣'] })
  await buying.award(buyer, orderId)
  expect((await play(buyer, orderId)).stage).toBe('已定标')
})
