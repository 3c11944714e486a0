import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { BIDDERS } from '#demo/states/tender.ts'
import * as play from '#demo/play/buyer.ts'
import { COMPANIES } from '#demo/companies.ts'
import { contractableAwards } from '#features/contracts/contract/contract.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A contract from its award: both sides sign it, an order is confirmed, delivered, accepted, and its payment becomes late.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const PAPER = {
  name: '合同正文.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
}
let system: OwnSystem<'concluded'>
let buyer: Visitor
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const cast = new Cast(system.base)
  const client = await cast.as('buyer')
  const { orderId } = system.facts
  const publicityEnd = await play.publishCandidates(client, orderId)
  await system.moveTo(new Date(Date.parse(publicityEnd) + DAY))
  await play.award(client, orderId)
  const [award] = await client.call(contractableAwards, {})
  const account = BIDDERS.find((one) => COMPANIES[one].name === award!.supplierName)!
  ;({ buyer, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: [account, 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // The price that is refused.
  expect(notes.console.filter((line) => !line.includes('400 (Bad Request)'))).toEqual([])
})

test('a bid bond beyond a tenth of the award says why it does not become the performance bond', async () => {
  const { page, inspect } = buyer
  const { orderId } = system.facts
  await system.change(
    `insert into bond (tenant_id, order_id, trade_id, amount, paid_on, paid_voucher, paid_voucher_name, paid_by_name, paid_recorded_at)
     select tenant_id, order_id, trade_id, price, '2026-01-05', gen_random_uuid(), '回单.pdf', '经办', now()
     from award_in_force where order_id = $1`,
    [orderId],
  )
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/bond/refund`)
  await expect(page.getByRole('button', { name: '转履约保证金' })).toBeDisabled()
  await expect(page.getByText(/不能转为履约保证金：.+为合同价的 100%，超过 10% 的上限/)).toBeVisible()
  await page.getByRole('note', { name: /转履约保证金：/ }).hover()
  await expect(page.getByRole('tooltip').getByText(/超过 10% 的上限/)).toBeVisible()
  await inspect('保证金，不能转为履约保证金')
})

test('the purchaser drafts the contract of its award; another price is refused', async () => {
  const { page, inspect } = buyer
  await goWithin(page, '/purchaser/performance/contract')
  await inspect('待起草合同')
  await page.getByRole('button', { name: '起草合同' }).click()
  const price = page.getByLabel('合同价', { exact: true })
  const awarded = await price.inputValue()
  // Entered, it shows plain digits to be edited.
  await price.click()
  await price.fill('1.00')
  await page.getByLabel('合同条款').fill('按招标文件和投标文件执行。')
  await page.locator('input[type=file]').setInputFiles(PAPER)
  await uploaded(page, PAPER.name)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText(/与中标（成交）价 .*不一致/).first()).toBeVisible()
  await price.click()
  await price.fill(awarded.replaceAll(',', ''))
  await inspect('编辑合同')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '合同草稿已保存')
  await page.getByRole('button', { name: '提交供应商签订' }).click()
  await agree(page, '确认并提交')
  await told(page, '已提交供应商签订')
  await inspect('待签订的合同')
})

test('the supplier reads it, and signs as a small enterprise', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/supplier/performance/contract')
  await page.getByRole('link', { name: '签订' }).click()
  await expect(page.getByText('这不是《电子签名法》意义上的可靠电子签名').first()).toBeVisible()
  await page.getByRole('button', { name: '确认签订' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '小型企业' }).check()
  await dialog.getByRole('button', { name: '确认签订' }).click()
  await told(page, '合同已签订')
  await inspect('签订后的合同')
})

test('an order is placed, confirmed, delivered and accepted; what is accepted is due', async () => {
  await buyer.page.reload()
  await buyer.page.getByRole('button', { name: '下采购订单' }).click()
  const day = formatDate((await system.now()).getTime() + 10 * DAY)
  await buyer.page.getByLabel('交货期限').fill(day)
  await buyer.page.getByLabel('交货期限').press('Enter')
  await buyer.page.getByLabel('交货地点').fill('设备科库房')
  await buyer.page
    .getByRole('textbox', { name: /订货数量$/ })
    .first()
    .fill('1')
  await buyer.inspect('下采购订单')
  await buyer.page.getByRole('button', { name: '下达订单' }).click()
  await told(buyer.page, '采购订单已下达')

  const { page, inspect } = supplier
  await goWithin(page, '/supplier/order-collaboration/list')
  await inspect('订单协同')
  await page.getByRole('link', { name: '确认', exact: true }).click()
  await page.getByRole('button', { name: '确认订单' }).click()
  await agree(page)
  await told(page, '订单已确认')
  await page.getByRole('button', { name: '发货通知' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('到货日期').fill(formatDate(await system.now()))
  await dialog.getByLabel('到货日期').press('Enter')
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '发货通知已发出')

  await buyer.page.reload()
  await buyer.page.getByRole('button', { name: '验收', exact: true }).click()
  const judging = buyer.page.getByRole('dialog')
  await judging.getByLabel('验收人员').fill('设备科 王宁')
  await judging.getByRole('button', { name: '提交验收' }).click()
  await told(buyer.page, '验收已登记')
  await buyer.inspect('验收后的订单')
})

test('behind its day the payment is late, and both see the interest with its derivation', async () => {
  await system.moveTo(new Date((await system.now()).getTime() + 51 * DAY))
  const { page, inspect } = supplier
  await goWithin(page, '/supplier/performance/supplier-order')
  await expect(page.getByText(/逾期 2[01] 日/)).toBeVisible()
  await inspect('订单中心')
  await goWithin(buyer.page, '/purchaser/performance/contract?state=overdue')
  await buyer.page
    .getByRole('link', { name: /合同$/ })
    .first()
    .click()
  await buyer.page.getByRole('button', { name: '申请与付款' }).first().click()
  await expect(buyer.page.getByText(/日利率 0.05%/).last()).toBeVisible()
  await buyer.inspect('付款日历')
})
