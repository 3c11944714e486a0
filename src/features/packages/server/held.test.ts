import { beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { LAUNDRY } from '#demo/packages.ts'
import * as buyerPlay from '#demo/play/buyer.ts'
import * as play from '#demo/play/packages.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { COMPANIES } from '#demo/companies.ts'
import { changeMethod } from '#features/procurement/contract/follow-up.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { subjectApproval } from '#features/workflow/contract/businesses.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type TestSystem, testSystem } from '#server/testing/test-system.ts'
import { batchLots, publishPackage, runBatch, savePackage } from '../contract.ts'

/* Steps that a company approves: each order waits for its own approval, and nothing is done before. */

let t: TestSystem
let cast: Cast
let buyer: HttpClient
let approving: HttpClient
let made: play.PlayedPackage
let deadline: number

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  cast = new Cast(t.base)
  buyer = await cast.as('newbie')
  approving = await t.login('buyer2', { workbench: 'purchaser' })
  const admin = await t.login('buyer', { workbench: 'purchaser' })
  for (const node of ['announcement', 'candidates'] as const) await enable(admin, node, [approver('lead', ['buyer2'])])
  deadline = t.kernel.clock.now().getTime() + 4 * DAY
  const plan = { ...LAUNDRY, candidateDays: 3 }
  made = await play.draftPackage(buyer, plan, { signUpEnd: deadline - 2 * DAY, deadline })
})

const agreeAll = async (node: string, orders: readonly { orderId: string }[]) => {
  for (const { orderId: subjectId } of orders) {
    const { pending } = await buyer.call(subjectApproval, { params: { type: 'bidding', node, subjectId } })
    await agree(approving, pending!.workflowId)
  }
}
const statesOf = async () => (await play.packageOf(buyer, made.projectId)).rows.map(({ state }) => state)

test('the publication of a package waits order by order', async () => {
  const params = { packageId: made.packageId }
  const { rows } = await buyer.call(publishPackage, { params, body: { acceptWarnings: true } })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'held'])
  expect(await statesOf()).toEqual(['publish.draft', 'publish.draft', 'publish.draft'])
  await expect(buyer.call(publishPackage, { params, body: {} })).rejects.toMatchObject({ body: { code: 10002 } })
  const dates = { signUpEnd: deadline - 2 * DAY, deadline }
  const again = play.packageBody({ ...LAUNDRY, candidateDays: 3 }, made.projectId, dates)
  const lots = again.lots.map((lot, i) => ({ ...lot, orderId: made.orderIds[i]! }))
  await expect(buyer.call(savePackage, { body: { ...again, lots } })).rejects.toMatchObject({ body: { code: 10002 } })
  await agreeAll('announcement', rows)
  expect(await statesOf()).toEqual(['publish.open', 'publish.open', 'publish.open'])
})

test('candidates of several orders wait, and an order that waits is told so', async () => {
  const now = t.kernel.clock.now()
  for (const account of ['supplier1', 'supplier2'] as const)
    await play.signUpForLots(cast, made.orderIds, { account, now })
  for (const orderId of made.orderIds) await buyerPlay.approveAll(buyer, orderId)
  await play.quoteLots(cast, made.orderIds, { by: 'supplier1', part: '0.95' })
  await play.quoteLots(cast, made.orderIds, { by: 'supplier2', part: '0.9' })
  await t.advanceTo(new Date(deadline + MINUTE))
  for (const orderId of made.orderIds) await awaitOpening(buyer, orderId)
  await t.settle()
  const query = { orderIds: made.orderIds.join(','), step: 'candidate' as const }
  const { rows: lots } = await buyer.call(batchLots, { query })
  const body = {
    step: 'candidate' as const,
    lots: lots.map(({ orderId, choices }) => ({ orderId, tradeId: choices[0]!.tradeId })),
    acceptWarnings: true,
  }
  const { rows } = await buyer.call(runBatch, { body })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'held'])
  const refused = await buyer.call(runBatch, { body })
  expect(refused.rows.map(({ code }) => code)).toEqual([10002, 10002, 10002])
  expect((await buyer.call(batchLots, { query })).rows.every(({ blocked }) => blocked !== null)).toBe(true)
  await agreeAll('candidates', rows)
  expect(await statesOf()).toEqual(['candidates.public', 'candidates.public', 'candidates.public'])
})

test('a failed order that changes its method waits for the approval of its announcement', async () => {
  const other = await play.draftPackage(
    buyer,
    { ...LAUNDRY, projectName: '另一后勤采购' },
    {
      signUpEnd: deadline + 2 * DAY,
      deadline: deadline + 4 * DAY,
    },
  )
  const params = { packageId: other.packageId }
  const { rows } = await buyer.call(publishPackage, { params, body: { acceptWarnings: true } })
  await agreeAll('announcement', rows)
  const lots = other.orderIds.slice(0, 1).map((orderId) => ({ orderId }))
  await buyer.call(runBatch, { body: { step: 'auction', lots, reason: '报名的供应商不足两家' } })
  const at = (days: number) => new Date(t.kernel.clock.now().getTime() + days * DAY).toISOString()
  const made10 = await buyer.call(changeMethod, {
    params: { orderId: other.orderIds[0]! },
    body: {
      companyId: COMPANIES.supplier1.id,
      explanation: '报名的仅此一家，重新采购仍难以成功。',
      signUpEnd: at(12),
      bidEnd: at(15),
      acceptWarnings: true,
    },
  })
  expect(made10.approval).toBeDefined()
  const read = () => buyer.call(orderDetail, { params: { orderId: made10.orderId } })
  expect((await read()).pendingApproval).toMatchObject({ node: 'announcement' })
  await agreeAll('announcement', [made10])
  expect((await read()).publishedAt).not.toBeNull()
})
