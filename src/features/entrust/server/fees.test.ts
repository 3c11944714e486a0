import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as bill from '#features/charges/contract/bill.ts'
import * as std from '#features/charges/contract/standard.ts'
import { PRESETS } from '#features/charges/rules/presets.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import * as project from '#features/procurement/contract/project.ts'
import { draft, join, PDF, publicise, reviewed, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/entrust.ts'

/* What purchaser and agency agreed about the fee is what the agency charges for what it ran. */

const TEMPLATE = PRESETS[0]!.id
let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let suppliers: HttpClient[]
let world: TenderWorld

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  suppliers = [
    await t.login('supplier1', { workbench: 'supplier' }),
    await t.login('supplier2', { workbench: 'supplier' }),
  ]
  world = { t, buyer: agent, suppliers }
  // By its own standard the winner pays.
  const line = { feeType: 5, setting: 2, collection: 1, templateId: TEMPLATE, payer: 'winner' as const }
  await agent.call(std.addConfig, { body: line })
  await agent.call(std.publishStandard, { body: {} })
})

async function entrusted(fee: {
  feeRule: 'standard' | 'fixed' | 'free'
  feePayer: 'winner' | 'purchaser'
  feeAmount?: string
}) {
  const body = { name: '委托项目', category: 'goods' as const, regime: 'enterprise' as const, budget: '2000000' }
  const { projectId } = await buyer.call(project.createProject, { body })
  const { fileId } = await buyer.upload('entrust-contract', '委托代理协议.pdf', PDF)
  const contractFiles = [{ fileId, name: '委托代理协议.pdf' }]
  const terms = { agencyCompanyId: COMPANIES.agency.id, kept: [], contractFiles, ...fee }
  const params = await buyer.call(c.createEntrustment, { body: { ...terms, projectId } })
  await buyer.call(c.offerEntrustment, { params })
  await agent.call(c.acceptEntrustment, { params })
  return projectId
}

/** Awards of orders that the agency runs, one after the other. */
async function awarded(...lots: readonly { orderId: string }[]): Promise<string[]> {
  const trades: string[] = []
  for (const { orderId } of lots) {
    await agent.call(publishOrder, { params: { orderId }, body: {} })
    const { tradeId } = await join(world, orderId, { supplier: suppliers[0]! })
    await reviewed(world, orderId, [tradeId])
    await publicise(world, orderId)
    trades.push(tradeId)
  }
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * DAY))
  for (const [i, { orderId }] of lots.entries()) {
    const at = { params: { orderId } }
    const { draft: text } = await agent.call(winnerDetail, at)
    const body = { tradeId: trades[i]!, title: text.title, content: text.content, acceptWarnings: true }
    await agent.call(publishWinner, { ...at, body })
    await t.settle()
  }
  return trades
}

const bills = async () => (await agent.call(bill.agencyBills, { query: { state: 'draft' } })).rows
const dueAt = () => new Date(t.kernel.clock.now().getTime() + DAY).toISOString()
const asked = (tradeId: string, payer: 'winner' | 'purchaser') => ({
  body: { tradeId, templateId: TEMPLATE, payer, dueAt: dueAt() },
})

test('a fixed amount is drafted once for the project, to be paid by whom they agreed on', async () => {
  const projectId = await entrusted({ feeRule: 'fixed', feePayer: 'purchaser', feeAmount: '12345.60' })
  // Lots of one project are drafted before the first is published.
  const lots = [await draft(world, { projectId }), await draft(world, { projectId, title: '第二标段' })]
  const [, second] = await awarded(...lots)
  const drafts = await bills()
  // What it costs is in the first; the second award of the project is free of it.
  expect(drafts).toHaveLength(1)
  const [charged] = drafts
  const read = await agent.call(bill.agencyBill, { params: { billId: charged!.billId } })
  expect(read).toMatchObject({ amount: '12345.60', payer: 'purchaser', templateName: '委托协议约定的固定金额' })
  const body = { discount: '0', discountReason: '', dueAt: dueAt() }
  const change = (payer: 'winner' | 'purchaser') => ({ params: { billId: charged!.billId }, body: { ...body, payer } })
  expect(await agent.refused(bill.changeBill, change('winner'))).toMatchObject({
    message: '委托协议约定由采购人支付',
    details: [{ path: 'payer' }],
  })
  await agent.call(bill.changeBill, change('purchaser'))
  const { awards } = await agent.call(bill.chargeableAwards, {})
  expect(awards.find(({ tradeId }) => tradeId === second)!.agreement).toBe('固定金额 12,345.60 元，由采购人支付')
  expect((await agent.refused(bill.makeBill, asked(second!, 'winner'))).message).toBe('委托协议约定由采购人支付')
})

test('the standard is charged to whom they agreed on, whatever the standard says', async () => {
  const before = (await bills()).map(({ billId }) => billId)
  const projectId = await entrusted({ feeRule: 'standard', feePayer: 'purchaser' })
  await awarded(await draft(world, { projectId }))
  const [made] = (await bills()).filter(({ billId }) => !before.includes(billId))
  const read = await agent.call(bill.agencyBill, { params: { billId: made!.billId } })
  expect(read).toMatchObject({ payer: 'purchaser', templateName: PRESETS[0]!.name })
})

test('where nothing was to be paid nothing can be charged', async () => {
  const before = (await bills()).length
  const projectId = await entrusted({ feeRule: 'free', feePayer: 'winner' })
  const [tradeId] = await awarded(await draft(world, { projectId }))
  expect(await bills()).toHaveLength(before)
  expect(await agent.refused(bill.makeBill, asked(tradeId!, 'winner'))).toMatchObject({
    code: 10002,
    message: '委托协议约定不收取代理服务费',
  })
})
