import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { createDepartment } from '#features/organisation/contract/departments.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as project from '#features/procurement/contract/project.ts'
import { draft, PDF, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import { FEATURES } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/plan.ts'
import * as u from '../contract/use.ts'
import { award, detailOf, inForce, line, name, publish, seat, toAward, useOf, YEAR } from './testing/budget.ts'

let t: TestSystem
let buyer: HttpClient
let stranger: HttpClient
let world: TenderWorld
let plan: Awaited<ReturnType<typeof inForce>>
let departmentId: string
let otherDepartmentId: string

const department = async (title: string) => (await buyer.call(createDepartment, { body: { name: title } })).deptId
const sums = async () => {
  const { amount, reserved, committed, spent, allotted, free, over } = await detailOf(buyer, plan.planId)
  return { amount, reserved, committed, spent, allotted, free, over }
}
const faults = async () => {
  const budget = FEATURES.find((feature) => feature.name === 'budget')!
  const ledger = FEATURES.find((feature) => feature.name === 'ledger')!
  return [...(await budget.check!(t.kernel, 1)), ...(await ledger.check!(t.kernel, 1))]
}

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  stranger = await t.login('multi', { workbench: 'purchaser' })
  await stranger.call(enterCompany, { body: { companyId: COMPANIES.waterworks.id } })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3', 'supplier4'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  world = { t, buyer, suppliers }
  departmentId = await department('设备科')
  otherDepartmentId = await department('信息科')
})

test('a company without a plan in force works as before', async () => {
  const { orderId } = await publish(world)
  expect((await useOf(buyer, orderId)).lines).toEqual([])
})

test('a draft comes into force once, and a second plan of the year is refused', async () => {
  const body = { level: 'annual' as const, title: '年度采购预算', year: YEAR, lines: [line('2000000'), line('500000')] }
  const { planId } = await buyer.call(c.createPlan, { body })
  await buyer.call(c.updatePlan, { params: { planId }, body: { ...body, title: '2026 年度采购预算' } })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      buyer.call(c.submitPlan, { params: { planId }, body: {} }).then(
        () => 'done',
        (error: { code: number }) => error.code,
      ),
    ),
  )
  expect(answers).toContain('done')
  const { lines } = await detailOf(buyer, planId)
  plan = { planId, lines, lineIds: lines.map(({ lineId }) => lineId) }
  expect(await sums()).toMatchObject({ amount: '2500000.00', free: '2500000.00' })
  expect(await detailOf(buyer, planId)).toMatchObject({ state: 'inForce', version: 1 })
  const second = await buyer.call(c.createPlan, { body: { ...body, title: '另一份年度预算' } })
  expect(await buyer.refused(c.submitPlan, { params: second, body: {} })).toMatchObject({ code: 10002 })
  await buyer.call(c.removePlan, { params: second })
  expect(await buyer.refused(c.removePlan, { params: { planId } })).toMatchObject({ code: 10002 })
})

test.each([['-1'], ['1.234'], ['1000000000000000'], ['0'], ['']])('%s is no amount of a line', async (amount) => {
  const body = { level: 'annual' as const, title: '金额不对', year: YEAR, lines: [line(amount)] }
  expect(await buyer.refused(c.createPlan, { body })).toMatchObject({ code: 10001 })
})

test('an order reserves its estimate, commits its award, and what was paid is spent', async () => {
  const made = await draft(world)
  await name(buyer, 'project', { id: made.projectId, lineIds: [plan.lineIds[0]!] })
  const { findings } = await buyer.call(order.orderDetail, { params: made })
  expect(findings).toContainEqual(expect.objectContaining({ ruleId: 'budget-amount', ok: true }))
  done(await buyer.call(order.publishOrder, { params: made, body: {} }))
  expect(await sums()).toMatchObject({ reserved: '1000000.00', free: '1500000.00' })
  expect(await useOf(buyer, made.orderId)).toMatchObject({ isOfProject: true, mayChoose: false, payable: null })

  const { tradeIds } = await toAward(world, made.orderId)
  await award(world, made.orderId, tradeIds[0]!)
  expect(await sums()).toMatchObject({ reserved: '0.00', committed: '800000.00', free: '1700000.00' })

  const file = await buyer.upload('budget-payment', '付款回单.pdf', PDF)
  const pay = (amount: string, voucher: string) => ({
    params: { orderId: made.orderId },
    body: { amount, paidOn: '2026-01-05', voucher, files: [{ fileId: file.fileId, name: '付款回单.pdf' }] },
  })
  expect(await buyer.refused(u.registerPayment, pay('800000.01', 'PZ-1'))).toMatchObject({ code: 10001 })
  const { paymentId } = await buyer.call(u.registerPayment, pay('300000', 'PZ-1'))
  expect(await sums()).toMatchObject({ committed: '500000.00', spent: '300000.00', free: '1700000.00' })
  expect(await buyer.refused(u.registerPayment, pay('1', 'PZ-1'))).toMatchObject({ code: 10001 })
  // Under another number, its slip is the same.
  expect(await buyer.refused(u.registerPayment, pay('1', 'PZ-2'))).toMatchObject({
    code: 10003,
    message: expect.stringMatching(/^该回单已登记（.+：预算付款，.+）/) as string,
  })
  await buyer.call(u.takePaymentBack, { params: { paymentId }, body: { reason: '登记错误' } })
  expect(await sums()).toMatchObject({ committed: '800000.00', spent: '0.00' })
  expect(await buyer.refused(u.takePaymentBack, { params: { paymentId }, body: { reason: '再次' } })).toMatchObject({
    code: 10002,
  })
  await buyer.call(u.registerPayment, pay('800000', 'PZ-2'))
  const rows = (await buyer.call(u.budgetOrders, { query: { planId: plan.planId } })).rows
  expect(rows).toMatchObject([{ orderId: made.orderId, spent: '800000.00', label: '已支付' }])
  expect(await faults()).toEqual([])
})

test('an abortive order releases, and its project may take another line', async () => {
  const { orderId } = await publish(world)
  await name(buyer, 'order', { id: orderId, lineIds: plan.lineIds })
  // Half of each line.
  expect((await useOf(buyer, orderId)).lines).toMatchObject([{ reserved: '500000.00' }, { reserved: '500000.00' }])
  const body = { reason: '项目取消，不再采购。' }
  const answers = await Promise.allSettled(
    [1, 2].map(() => buyer.call(order.declareAbortive, { params: { orderId }, body })),
  )
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await sums()).toMatchObject({ reserved: '0.00', spent: '800000.00', free: '1700000.00' })
  expect((await useOf(buyer, orderId)).lines).toMatchObject([{ label: '已释放' }, { label: '已释放' }])
})

test('of two orders at once one gets the last yuan, and the other is told what is left', async () => {
  const orders = [await draft(world), await draft(world)]
  // 1,200,000 are left of the first line: enough for one.
  for (const { orderId } of orders) await name(buyer, 'order', { id: orderId, lineIds: [plan.lineIds[0]!] })
  const answers = await Promise.allSettled(
    orders.map((params) => buyer.call(order.publishOrder, { params, body: { acceptWarnings: true } })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const loser = orders[answers.findIndex(({ status }) => status === 'rejected')]!
  const refused = await buyer.refused(order.publishOrder, { params: loser, body: { acceptWarnings: true } })
  expect(refused.message).toContain('可用 200,000.00 元，本次需要 1,000,000.00 元，差 800,000.00 元')
  expect(await sums()).toMatchObject({ reserved: '1000000.00', free: '700000.00' })

  // With the company's leave it goes beyond its line, once that was said and accepted.
  await buyer.call(c.setPolicy, { body: { naming: 'warn', overrun: 'warn' } })
  expect(await buyer.refused(order.publishOrder, { params: loser, body: {} })).toMatchObject({ code: 10017 })
  done(await buyer.call(order.publishOrder, { params: loser, body: { acceptWarnings: true } }))
  expect(await sums()).toMatchObject({ reserved: '2000000.00', over: '800000.00' })
  await buyer.call(c.setPolicy, { body: { naming: 'block', overrun: 'block' } })
  done(await buyer.call(order.declareAbortive, { params: loser, body: { reason: '预算不足，取消采购。' } }))
  expect(await sums()).toMatchObject({ reserved: '1000000.00', free: '700000.00', over: '0.00' })
  const unnamed = await draft(world)
  expect(await buyer.refused(order.publishOrder, { params: unnamed, body: { acceptWarnings: true } })).toMatchObject({
    code: 10019,
  })
  await buyer.call(c.setPolicy, { body: { naming: 'warn', overrun: 'block' } })
  expect(await buyer.refused(order.publishOrder, { params: unnamed, body: {} })).toMatchObject({ code: 10017 })
  await buyer.call(c.setPolicy, { body: { naming: 'off', overrun: 'block' } })
  done(await buyer.call(order.publishOrder, { params: unnamed, body: {} }))
  expect(await faults()).toEqual([])
})

test('an adjustment is a version, and no line falls below what is used of it', async () => {
  const { lines, version } = await detailOf(buyer, plan.planId)
  const params = { planId: plan.planId }
  const changed = (amounts: string[]) =>
    lines.map(({ lineId, subject, category, funds }, i) => ({ lineId, subject, category, funds, amount: amounts[i]! }))
  const below = { reason: '压减支出', version, lines: changed(['1700000', '500000']) }
  const refused = await buyer.refused(c.adjustPlan, { params, body: below })
  expect(refused.message).toContain('已下达或使用 1,800,000.00 元，不能调减到 1,700,000.00 元')
  const body = { reason: '设备提前更新', version, lines: changed(['2100000', '400000']) }
  expect(done(await buyer.call(c.adjustPlan, { params, body })).version).toBe(2)
  const now = await detailOf(buyer, plan.planId)
  expect(now).toMatchObject({ version: 2, amount: '2500000.00' })
  expect(now.versions.map((one) => one.reason)).toEqual(['设备提前更新', ''])
  // Of somebody who saw the version before.
  const late = { ...body, reason: '另一项调整' }
  expect(await buyer.refused(c.adjustPlan, { params, body: late })).toMatchObject({ code: 10002 })
})

test('a department’s budget and its application are taken out of the year’s plan, and never exceed it', async () => {
  const [, second] = plan.lineIds as [string, string]
  const above = { departmentId, lines: [line('300000', { parentId: second })] }
  const given = await inForce(buyer, { level: 'department', title: '设备科预算', ...above })
  expect(await sums()).toMatchObject({ allotted: '300000.00', free: '400000.00' })
  const more = { departmentId, lines: [line('200000', { parentId: second })] }
  const tooMuch = await buyer.call(c.createPlan, { body: { level: 'department', title: '超出', year: YEAR, ...more } })
  expect(await buyer.refused(c.submitPlan, { params: tooMuch, body: {} })).toMatchObject({
    message: expect.stringContaining('可用 100,000.00 元'),
  })

  await seat(t, 'newbie', { departmentId, rights: ['purchaseDemand'] })
  await seat(t, 'buyer2', { departmentId: otherDepartmentId, rights: ['purchaseDemand'] })
  const own = await t.login('newbie', { workbench: 'purchaser' })
  const other = await t.login('buyer2', { workbench: 'purchaser' })
  const part = { departmentId, lines: [line('120000', { parentId: given.lineIds[0]! })] }
  const applied = await inForce(own, { level: 'apply', title: '输液泵更新', ...part })
  expect(await detailOf(own, given.planId)).toMatchObject({ allotted: '120000.00', free: '180000.00' })
  // Another department knows of neither; the year's plan is for who keeps budgets.
  for (const planId of [given.planId, applied.planId])
    expect(await other.refused(c.planDetail, { params: { planId } })).toMatchObject({ status: 404 })
  expect(await own.refused(c.planDetail, { params: { planId: plan.planId } })).toMatchObject({ status: 404 })
  expect(
    await own.refused(c.createPlan, { body: { level: 'department', title: '越权', year: YEAR, ...part } }),
  ).toMatchObject({ status: 403 })
  const foreign = { level: 'apply' as const, title: '他部门', year: YEAR, ...part }
  expect(await other.refused(c.createPlan, { body: foreign })).toMatchObject({ status: 403 })

  await t.settle()
  const { rows } = await own.call(messagePage, { query: { identity: 'purchaser' } })
  expect(rows.map(({ title }) => title)).toContain('预算已生效')

  expect(
    await buyer.refused(c.closePlan, { params: { planId: given.planId }, body: { reason: '年末' } }),
  ).toMatchObject({
    message: expect.stringContaining('尚未关闭'),
  })
  await buyer.call(c.closePlan, { params: { planId: applied.planId }, body: { reason: '年末结转' } })
  expect(await detailOf(buyer, given.planId)).toMatchObject({ allotted: '0.00', free: '300000.00' })
})

test('departments are told once per line and level, by who keeps budgets', async () => {
  const due = await buyer.call(u.notifyList, { query: {} })
  const used = due.find(({ lineId }) => lineId === plan.lineIds[0])
  expect(used).toMatchObject({ level: 'used80', toldAt: null })
  expect(await buyer.call(u.notifyPermission, {})).toEqual({ allowed: true })
  const own = await t.login('newbie', { workbench: 'purchaser' })
  expect(await own.call(u.notifyPermission, {})).toEqual({ allowed: false })
  const body = { lines: [{ lineId: used!.lineId, level: used!.level }] }
  expect(await own.refused(u.notifySubmit, { body })).toMatchObject({ status: 403 })
  expect(await buyer.call(u.notifySubmit, { body })).toEqual({ told: 1 })
  expect(await buyer.call(u.notifySubmit, { body: { lines: [...body.lines, ...body.lines] } })).toEqual({ told: 0 })
  const again = await buyer.call(u.notifyList, { query: {} })
  expect(again.find(({ lineId }) => lineId === plan.lineIds[0])?.toldAt).not.toBeNull()
})

test('a plan from which orders hold is not closed', async () => {
  const refused = await buyer.refused(c.closePlan, { params: { planId: plan.planId }, body: { reason: '年末' } })
  expect(refused.message).toBe('尚有 1 个采购单预占 1,000,000.00 元，定标或流标后方可关闭')
})

test('nobody else learns of budgets', async () => {
  const { orderId } = await publish(world)
  const body = { shares: [{ lineId: plan.lineIds[0]!, share: '100' }] }
  for (const client of [stranger, await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })]) {
    const calls = [
      client.refused(c.planDetail, { params: { planId: plan.planId } }),
      client.refused(c.exportPlan, { params: { planId: plan.planId } }),
      client.refused(u.subjectBudget, { params: { subject: 'order', subjectId: orderId } }),
      client.refused(u.nameLines, { params: { subject: 'order', subjectId: orderId }, body }),
    ]
    for (const { status } of await Promise.all(calls)) expect([403, 404]).toContain(status)
  }
  expect(await world.suppliers[0]!.refused(c.planPage, { query: { level: 'annual' } })).toMatchObject({ status: 403 })
  expect(await buyer.refused(c.planDetail, { params: { planId: newId() } })).toMatchObject({ status: 404 })
  const unknown = { shares: [{ lineId: newId(), share: '100' }] }
  const params = { subject: 'order' as const, subjectId: orderId }
  expect(await buyer.refused(u.nameLines, { params, body: unknown })).toMatchObject({ code: 10001 })
  const part = { shares: [{ lineId: plan.lineIds[0]!, share: '60' }] }
  expect(await buyer.refused(u.nameLines, { params, body: part })).toMatchObject({ code: 10001 })
})

test('a project takes its lines from its form', async () => {
  const facts = { name: '随项目选择预算', category: 'goods' as const, regime: 'enterprise' as const, budget: '100' }
  const budgetShares = [{ lineId: plan.lineIds[1]!, share: '100' }]
  const { projectId } = await buyer.call(project.createProject, { body: { ...facts, budgetShares } })
  const params = { subject: 'project' as const, subjectId: projectId }
  expect((await buyer.call(u.subjectBudget, { params })).lines).toMatchObject([
    { lineId: plan.lineIds[1], share: '100.00' },
  ])
  await buyer.call(project.updateProject, { params: { projectId }, body: { ...facts, budgetShares: [] } })
  expect((await buyer.call(u.subjectBudget, { params })).lines).toEqual([])
})
