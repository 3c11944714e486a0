import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, type Visitor } from './kit/visitor.ts'

// A supplier gives its bond in cash to the played bank; its buyer sees nothing of it, ends the tender, and the money goes back.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const shots = process.env.BOND_SHOTS
let system: OwnSystem
let cast: Cast
let orderId: string
let supplier: Visitor
let buyer: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  const client = await cast.as('buyer')
  const plan = PLANS.security
  const now = await system.now()
  const schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(client, plan)
  orderId = await buyers.draftOrder(client, projectId, { plan, schedule, now })
  await buyers.publish(client, orderId)
  await system.moveTo(schedule.saleStart!)
  const { name, mobile } = PEOPLE.supplier1
  const about = { contact: name, mobile, now: await system.now() }
  await suppliers.signUp(await cast.as('supplier1'), orderId, about)
  await buyers.approveAll(client, orderId)
  ;[supplier, buyer] = await Promise.all([
    newVisitor(browser, { base: system.base, notes }),
    newVisitor(browser, { base: system.base, notes }),
  ])
  await logIn(supplier, 'supplier1')
  await logIn(buyer, 'buyer')
})
test.afterAll(async () => {
  await system?.stop()
})

async function shot({ page }: Visitor, name: string): Promise<void> {
  if (!shots) return
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a supplier chooses cash, pays, and sees it in force without a click', async () => {
  const { page } = supplier
  await page.goto(`/supplier/bid/orders/${orderId}/info`)
  await expect(page.getByRole('heading', { name: '选择形式' })).toBeVisible()
  await shot(supplier, 'choice')
  await page.getByRole('radio', { name: /现金转账/ }).check()
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await expect(page.getByText('保证金子账户（模拟）')).toBeVisible()
  await page.getByRole('button', { name: /模拟转账/ }).click()
  await expect(page.getByText('已生效').first()).toBeVisible()
  await expect(page.getByText('计入保证金')).toBeVisible()
  await supplier.inspect('保证金')
  await shot(supplier, 'in-force')
})

test('its buyer sees nothing before the opening; ended, the money goes back to the supplier', async () => {
  const { page } = buyer
  await page.goto(`/purchaser/bidding/orders/${orderId}/bond/refund`)
  await expect(page.getByText('经平台提交的保证金在开标后显示')).toBeVisible()
  await expect(page.getByText('未登记').first()).toBeVisible()
  await buyer.inspect('保证金，开标前')
  await shot(buyer, 'buyer-before')
  const body = { reason: '采购任务取消，采购终止', acceptWarnings: true }
  await (await cast.as('buyer')).call(declareAbortive, { params: { orderId }, body })
  await page.reload()
  await expect(page.getByText('已退还').first()).toBeVisible()
  await shot(buyer, 'buyer-after')
  await supplier.page.reload()
  await supplier.page.getByRole('link', { name: '查看退还明细 ›' }).click()
  await expect(supplier.page.getByRole('heading', { name: '保证金退还明细' })).toBeVisible()
  await shot(supplier, 'refund')
  expect(notes).toMatchObject({ axe: [], console: [] })
})
