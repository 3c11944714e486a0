import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { Cast } from '#demo/cast.ts'
import { LAUNDRY } from '#demo/packages.ts'
import * as play from '#demo/play/packages.ts'
import * as buyerPlay from '#demo/play/buyer.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { buyerNotice } from '#features/procurement/contract/notice.ts'
import { deleteOrder, orderDetail } from '#features/procurement/contract/order.ts'
import { deleteProject } from '#features/procurement/contract/project.ts'
import { signUpLots } from '#features/procurement/contract/supplier.ts'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, type TestSystem, testSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* Strangers, the same again and again, two at once, orders of others among the own, and more than there may be. */

let t: TestSystem
let cast: Cast
let buyer: HttpClient
let made: play.PlayedPackage
let other: play.PlayedPackage
let deadline: number

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  cast = new Cast(t.base)
  buyer = await cast.as('buyer')
  deadline = t.kernel.clock.now().getTime() + 4 * DAY
  const dates = { signUpEnd: deadline - 2 * DAY, deadline }
  made = await play.publishedPackage(buyer, LAUNDRY, dates)
  other = await play.publishedPackage(buyer, { ...LAUNDRY, projectName: '另一后勤项目' }, dates)
})

const lotsOf = (ids: readonly string[]) => ids.map((orderId) => ({ orderId }))
const clarification = (ids: readonly string[], title = '说明') => ({
  step: 'clarification' as const,
  lots: lotsOf(ids),
  title,
  content: doc(paragraph('合同期自签订之日起算一年。')),
})
const noticesOf = async (orderId: string, title: string) =>
  (await buyer.call(orderDetail, { params: { orderId } })).notices.filter((one) => one.title === title)

test('strangers find nothing: another company, tenant, workbench and nobody', async () => {
  const elsewhere = t.client()
  const entry = { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD }
  await elsewhere.raw('POST', '/api/login', entry, { headers: { [TENANT_HEADER]: '3' } })
  elsewhere.workbench = 'purchaser'
  const agency = await cast.as('agent')
  for (const stranger of [elsewhere, agency]) {
    expect(await stranger.call(contract.projectPackages, { params: { projectId: made.projectId } })).toEqual([])
    const query = { orderIds: made.orderIds.join(','), step: 'winner' as const }
    expect(await stranger.call(contract.batchLots, { query })).toEqual({ rows: [], missing: 3 })
    const { rows } = await stranger.call(contract.runBatch, { body: clarification(made.orderIds) })
    expect(rows.map(({ code }) => code)).toEqual([404, 404, 404])
    const params = { packageId: made.packageId }
    await expect(stranger.call(contract.publishPackage, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    const body = play.packageBody(LAUNDRY, made.projectId, { signUpEnd: deadline, deadline: deadline + DAY })
    await expect(stranger.call(contract.savePackage, { body })).rejects.toMatchObject({ status: 404 })
    expect((await stranger.call(contract.packagePage, {})).rows).toEqual([])
  }
  const supplier = await cast.as('supplier1')
  await expect(supplier.call(contract.packagePage, {})).rejects.toMatchObject({ status: 403 })
  await expect(supplier.call(contract.runBatch, { body: clarification(made.orderIds) })).rejects.toMatchObject({
    status: 403,
  })
  await expect(t.client().call(contract.packagePage, {})).rejects.toMatchObject({ status: 401 })
})

test('an order of another project, or of nobody, does not keep the others', async () => {
  const nobody = newId()
  const ids = [made.orderIds[0]!, other.orderIds[0]!, nobody]
  const { rows } = await buyer.call(contract.runBatch, { body: clarification(ids, '混入') })
  expect(rows.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['done', null],
    ['refused', 10002],
    ['refused', 404],
  ])
  expect(await noticesOf(other.orderIds[0]!, '混入')).toEqual([])
})

test('the same ten times under one key publishes once', async () => {
  const key = newId()
  const body = clarification(made.orderIds, '十次')
  for (let i = 0; i < 10; i++) {
    const { rows } = await buyer.call(contract.runBatch, { body }, { key })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  }
  for (const orderId of made.orderIds) expect(await noticesOf(orderId, '十次')).toHaveLength(1)
  const changed = buyer.call(contract.runBatch, { body: clarification(made.orderIds, '换了内容') }, { key })
  await expect(changed).rejects.toMatchObject({ body: { code: 10004 } })
})

test('ten at once under one key, and ten at once by two people, do each order once', async () => {
  const key = newId()
  const body = clarification(made.orderIds, '同时')
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => buyer.call(contract.runBatch, { body }, { key })),
  )
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as object] : []))
  expect(refused).toEqual(
    refused.map(() => expect.objectContaining({ body: expect.objectContaining({ code: 10005 }) })),
  )
  const { rows } = await buyer.call(contract.runBatch, { body }, { key })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  for (const orderId of made.orderIds) expect(await noticesOf(orderId, '同时')).toHaveLength(1)
})

test('what stopped half way goes on where it stopped', async () => {
  const key = newId()
  const body = clarification(made.orderIds, '续办')
  // The second order waits for somebody else, who holds it until the first has been told of the refusal.
  const first = await buyer.call(
    contract.runBatch,
    { body: { ...body, lots: body.lots.slice(0, 1) } },
    { key: newId() },
  )
  expect(first.rows).toHaveLength(1)
  const whole = await buyer.call(contract.runBatch, { body }, { key })
  expect(whole.rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  const again = await buyer.call(contract.runBatch, { body }, { key })
  expect(again).toEqual(whole)
})

test('more orders than a project has, none, and the same twice', async () => {
  const many = Array.from({ length: 200 }, newId)
  await expect(buyer.call(contract.runBatch, { body: clarification(many) })).rejects.toMatchObject({ status: 400 })
  await expect(buyer.call(contract.runBatch, { body: clarification([]) })).rejects.toMatchObject({ status: 400 })
  const [one] = made.orderIds as [string]
  const { rows } = await buyer.call(contract.runBatch, { body: clarification([one, one], '重复') })
  expect(rows).toHaveLength(1)
  expect(await noticesOf(one, '重复')).toHaveLength(1)
  const supplier = await cast.as('supplier1')
  const body = { orderIds: many, contactName: '王', contactMobile: '13900000000', files: [] }
  await expect(supplier.call(signUpLots, { params: { orderId: one }, body })).rejects.toMatchObject({ status: 400 })
  await expect(
    buyer.call(contract.batchLots, { query: { orderIds: many.join(','), step: 'winner' } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('every step in the wrong state is refused for each order with its reason', async () => {
  const lots = lotsOf(made.orderIds)
  const tradeId = newId()
  const evidence = { fileId: newId(), name: '函.pdf' }
  const bodies = [
    { step: 'candidate' as const, lots: lots.map((lot) => ({ ...lot, tradeId })) },
    { step: 'winner' as const, lots: lots.map((lot) => ({ ...lot, tradeId })) },
    {
      step: 'change-winner' as const,
      lots: lots.map((lot) => ({ ...lot, tradeId, version: 1 })),
      cause: 'gaveUp' as const,
      reason: '原成交供应商放弃成交资格',
      evidence,
    },
  ]
  for (const body of bodies) {
    const { rows } = await buyer.call(contract.runBatch, { body })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    for (const { reason, code } of rows) expect([reason.length > 0, code]).toEqual([true, 10002])
  }
})

test('a package whose drafts are deleted goes with its project', async () => {
  const dates = { signUpEnd: deadline - 2 * DAY, deadline }
  const gone = await play.draftPackage(buyer, { ...LAUNDRY, projectName: '不再采购的项目' }, dates)
  for (const orderId of gone.orderIds) await buyer.call(deleteOrder, { params: { orderId } })
  expect(await buyer.call(contract.projectPackages, { params: { projectId: gone.projectId } })).toEqual([])
  const params = { packageId: gone.packageId }
  await expect(buyer.call(contract.publishPackage, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  await buyer.call(deleteProject, { params: { projectId: gone.projectId } })
})

test('two handlers award at once: each order has one award', async () => {
  const now = t.kernel.clock.now()
  for (const account of ['supplier1', 'supplier2'] as const)
    await play.signUpForLots(cast, other.orderIds, { account, now })
  for (const orderId of other.orderIds) await buyerPlay.approveAll(buyer, orderId)
  await play.quoteLots(cast, other.orderIds, { by: 'supplier1', part: '0.95' })
  await play.quoteLots(cast, other.orderIds, { by: 'supplier2', part: '0.9' })
  await t.advanceTo(new Date(deadline + MINUTE))
  for (const orderId of other.orderIds) await awaitOpening(buyer, orderId)
  await t.settle()
  const { rows: lots } = await buyer.call(contract.batchLots, {
    query: { orderIds: other.orderIds.join(','), step: 'winner' },
  })
  const body = (choice: number) => ({
    step: 'winner' as const,
    lots: lots.map(({ orderId, choices }) => ({ orderId, tradeId: choices[choice]!.tradeId })),
    reason: '服务方案更优',
    acceptWarnings: true,
  })
  const colleague = await t.login('buyer', { workbench: 'purchaser' })
  const answers = await Promise.all([
    buyer.call(contract.runBatch, { body: body(0) }),
    colleague.call(contract.runBatch, { body: body(1) }),
  ])
  for (const [i, orderId] of other.orderIds.entries()) {
    expect(answers.filter(({ rows }) => rows[i]!.outcome === 'done')).toHaveLength(1)
    const { notices } = await buyer.call(orderDetail, { params: { orderId } })
    const results = notices.filter(({ title }) => title.endsWith('结果公告'))
    expect(results).toHaveLength(1)
    const notice = await buyer.call(buyerNotice, { params: { orderId, noticeId: results[0]!.noticeId } })
    expect((notice.data.winners as unknown[]).length).toBe(1)
  }
})
