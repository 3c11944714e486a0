import { expect, test } from '@playwright/test'
import { DAY, HOUR } from '#contract/time.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { BIDDERS, TENDER } from '#demo/states/tender.ts'
import { ownDues } from '#features/charges/contract/bill.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import * as reviewing from './approval/review.ts'
import { awardForFee } from './kit/award.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'
import { payByWallet } from './kit/wallet.ts'

// A supplier that has won buys a membership, reads the documents of the next tender with it, has its invoice, and pays the
// purchaser's service fee; the purchaser gives part of that back, which two of its people agree to. In the end the statement,
// the supplier's papers, the platform's finance and the monitor agree to the cent.
test.describe.configure({ mode: 'serial' })

const BACK = '100.01'
const notes = newNotes()
let system: OwnSystem<'concluded'>
let supplier: Visitor
let finance: Visitor
let admin: Visitor
let winner: (typeof BIDDERS)[number]
/** Of the service fee, in yuan. */
let fee = ''
/** The tender that takes sign-ups now. */
let nextOrder = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const buyer = await awardForFee(system, { owner: 'buyer', fee: 'service' })
  const cast = new Cast(system.base)
  const second = PEOPLE.finance1.jobs[0]!.employeeId
  await enable(buyer, { type: 'finance', node: 'refund' }, [
    approver('second', { by: 'person', employeeIds: [second] }),
  ])
  const now = await system.now()
  const schedule = lawfulSchedule(now)
  nextOrder = await play.draftOrder(buyer, await play.createProject(buyer, TENDER), { plan: TENDER, schedule, now })
  await play.publish(buyer, nextOrder)
  await system.moveTo(schedule.saleStart!)
  await expect(async () => {
    for (const account of BIDDERS) {
      const [due] = (await (await cast.as(account)).call(ownDues, { query: { state: 'open' } })).rows
      if (due) [winner, fee] = [account, due.amount]
    }
    expect(fee).not.toBe('')
  }).toPass()
  const visitor = async (account: Parameters<typeof logIn>[1]) => {
    const one = await newVisitor(browser, { base: system.base, notes })
    await logIn(one, account)
    return one
  }
  supplier = await visitor(winner)
  await supplier.page.getByRole('dialog', { name: '友情提示' }).getByRole('button', { name: '我知道了' }).click()
  finance = await visitor('buyer')
  admin = await visitor('admin')
})
test.afterAll(async () => {
  await system?.stop()
})

const tender = () => `/supplier/bid/orders/${nextOrder}/info`

test('without a preview the way leads to memberships; one is paid by WeChat, and the page says so by itself', async () => {
  const { page } = supplier
  await goWithin(page, tender())
  await expect(page.getByText('报名前可预览招标文件，剩余 0 次。')).toBeVisible()
  await supplier.inspect('标段详情（未购买预览）')
  await page.getByRole('link', { name: '购买预览次数' }).click()
  await supplier.inspect('增值服务')
  const card = page.locator('.service-card').filter({ hasText: '高级会员' })
  await card.getByRole('button', { name: '购买' }).click()
  await expect(page.getByRole('heading', { name: /高级会员/ })).toBeVisible()
  await expect(page.getByText('叁仟陆佰元整').first()).toBeVisible()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await expect(page.getByAltText('付款二维码')).toBeVisible()
  await expect(page.getByText('模拟支付', { exact: true }).first()).toBeVisible()
  await supplier.inspect('收银台')
  await payByWallet(supplier)
  await expect(page.getByText('支付成功')).toBeVisible()
  await expect(page.getByText('支付成功')).toBeHidden()
  const receipt = await supplier.opened(() => page.getByRole('button', { name: '电子回单' }).click())
  expect(receipt.headers()['content-type']).toContain('pdf')
})

test('the platform issues the invoice of it that the supplier asks for', async () => {
  const { page } = supplier
  await page
    .getByRole('link', { name: '申请发票' })
    .or(page.getByRole('button', { name: '申请发票' }))
    .first()
    .click()
  await expect(page.getByText('叁仟陆佰元整')).toBeVisible()
  await supplier.inspect('申请发票')
  await page.getByLabel('接收邮箱').fill('finance@example.com')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('heading', { name: /发票 FP\d{8}/ })).toBeVisible()
  await goWithin(admin.page, '/admin/finance/invoices')
  await admin.page
    .getByRole('link', { name: /FP|有限公司/ })
    .first()
    .click()
  await admin.page.getByRole('button', { name: /^开\s*票$/ }).click()
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^开\s*票$/ })
    .click()
  await expect(page.getByRole('button', { name: '下载发票' })).toBeVisible()
  await supplier.inspect('发票')
  const pdf = await supplier.opened(() => page.getByRole('button', { name: '下载发票' }).click())
  expect(pdf.headers()['content-type']).toContain('pdf')
})

test('the member reads the documents of a tender before signing up, and every page names the membership', async () => {
  const { page } = supplier
  await goWithin(page, tender())
  await expect(page.getByText('报名前可预览招标文件，会员不限次数。')).toBeVisible()
  await page.getByRole('button', { name: '预览招标文件' }).click()
  await told(page, '已解锁')
  const files = page.getByRole('region', { name: '招标文件预览' })
  await supplier.inspect('标段详情（已解锁预览）')
  const opened = await supplier.opened(() =>
    files
      .getByRole('button', { name: /^查看/ })
      .first()
      .click(),
  )
  expect(opened.status()).toBe(200)
  expect(opened.headers()['content-type']).toContain('pdf')
  await goWithin(page, '/personal-centre')
  await expect(page.locator('.kb-top').getByRole('link', { name: '高级会员' })).toBeVisible()
  const own = page.getByRole('region', { name: '会员与增值服务' })
  await expect(own.getByRole('term').filter({ hasText: '有效期至' })).toBeVisible()
  const quota = page.getByRole('region', { name: '保证金额度' })
  await expect(quota.getByText('200,000.00').first()).toBeVisible()
  await supplier.inspect('个人中心（会员）')
})

test('the service fee is paid at the cashier', async () => {
  const { page } = supplier
  await goWithin(page, '/finance/charges')
  await page.getByRole('link', { name: '去支付' }).click()
  await expect(page.getByText(`${formatAmount(fee)} 元`).first()).toBeVisible()
  await page.getByRole('button', { name: '去支付' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(supplier)
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()
})

test('the purchaser’s finance gives part of it back, which a second person finds in the inbox and agrees to', async ({
  browser,
}) => {
  const { page } = finance
  await goWithin(page, '/purchaser/monitor/tender-fee')
  await page.getByRole('link', { name: '查看' }).first().click()
  await page.getByRole('group', { name: '付款单' }).getByRole('link').click()
  await page.getByRole('button', { name: /^退\s?款$/ }).click()
  const dialog = page.getByRole('dialog', { name: '退款' })
  await dialog.getByLabel('退款金额').fill(BACK)
  await dialog.getByLabel('退款原因').fill('服务范围减少')
  await expect(dialog.getByText('审批').first()).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '已提交审批')
  await expect(page.getByText('退款正在审批，审批结束前不能再次退款')).toBeVisible()
  await finance.inspect('付款单（退款审批中）')
  const second = await newVisitor(browser, { base: system.base, notes })
  await logIn(second, 'finance1')
  await reviewing.openTask(second, TENDER.title)
  await expect(second.page.getByText('服务范围减少').first()).toBeVisible()
  await reviewing.approve(second, { opinion: '情况属实', told: '已同意，流程通过' })
  // The page, which still says that it waits, hears of it.
  await expect(page.getByRole('group', { name: '退款' }).getByText('退款成功')).toBeVisible()
  await expect(page.getByText('退款正在审批，审批结束前不能再次退款')).toHaveCount(0)
  await finance.inspect('付款单（已退款）')
})

test('statement, the supplier’s papers, the platform’s finance and the monitor agree to the cent', async () => {
  const [paid, left] = [formatAmount(fee), formatAmount(new Exact(fee).minus(BACK).toFixed(2))]
  // The purchaser's statement: what came in, what went out, and what is left.
  await goWithin(finance.page, '/finance')
  const statement = finance.page.getByRole('group', { name: '收支明细' })
  await expect(statement.getByRole('row', { name: /退款/ })).toContainText(`-${BACK}`)
  await expect(statement.getByRole('row', { name: /退款/ })).toContainText(left)
  await expect(statement.getByRole('row').filter({ hasText: paid }).first()).toBeVisible()
  await finance.inspect('我的财务（退款）')
  // The monitor, which reads the ledger.
  await goWithin(finance.page, '/purchaser/monitor/tender-fee')
  const monitored = finance.page.getByRole('row', { name: /与账务一致/ })
  await expect(monitored).toContainText(paid)
  await expect(monitored).toContainText(BACK)
  await finance.inspect('采购费用监控')
  // The supplier: its orders, and the charge.
  const { page } = supplier
  await goWithin(page, '/finance/orders')
  await expect(page.getByRole('row', { name: /高级会员/ })).toContainText('3,600.00')
  await expect(page.getByRole('row', { name: /服务费/ })).toContainText(paid)
  await supplier.inspect('付款单')
  await page
    .getByRole('row', { name: /服务费/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText(`${BACK} 元`).first()).toBeVisible()
  await goWithin(page, '/finance/charges')
  await page
    .getByRole('row', { name: /已结清/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText(new RegExp(BACK)).first()).toBeVisible()
  // The platform: both orders, the day's closing, and the provider's bill of it.
  await goWithin(admin.page, '/admin/finance/orders')
  await expect(admin.page.getByRole('row', { name: /服务费/ })).toContainText(paid)
  await expect(admin.page.getByRole('row', { name: /服务费/ })).toContainText(BACK)
  await admin.inspect('付款单与退款')
  await system.moveTo(new Date((await system.now()).getTime() + DAY + 12 * HOUR))
  await expect(async () => {
    await goWithin(admin.page, '/admin/finance/closings')
    const compared = admin.page.getByRole('region', { name: /微信支付/ }).filter({ hasText: /账单 [1-9]\d* 笔/ })
    await expect(compared.first()).toContainText('已平', { timeout: 5_000 })
  }).toPass()
  await expect(admin.page.getByText(/有差异|处差异|未取得账单/)).toHaveCount(0)
  await admin.inspect('日结与对账')
  expect(notes).toMatchObject({ axe: [], console: [] })
})
