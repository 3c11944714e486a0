import { expect, test } from '@playwright/test'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoDeviceFile, demoDeviceSecret } from '#demo/joint-keys.ts'
import { approveAll, publish } from '#demo/play/buyer.ts'
import { answerQuotes, makeJointKey } from '#demo/play/joint.ts'
import { atParts, draftInquiry, inquiryPlan, signUp } from '#demo/play/inquiry.ts'
import { awaitOpening, awaitRelease, releaseQuoteKeys, submitQuote } from '#demo/play/quotes.ts'
import { together } from '#demo/play/together.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { restoreDevice } from './joint/officers.ts'
import { createKey, giveKey, rehearse } from './kit/sealing.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, twice, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// From an amount on quotes are sealed to suppliers' own keys: the platform decides it, the buyer's form follows, one supplier
// seals with a key of its own, releases in the browser behind the deadline, the buyer sees who is awaited, then all open. And
// under a joint key an officer opens in the browser.
test.describe.configure({ mode: 'serial' })

const SUPPLIERS = ['supplier1', 'supplier2', 'supplier3'] as const
const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const PLAN = inquiryPlan({
  projectName: '江州市第一人民医院监护仪更新',
  title: '病房监护仪询比采购',
  description: '采购多参数监护仪，含安装调试。',
  price: '680000',
  terms: { deliveryDays: 'off' },
  lines: [
    ['多参数监护仪', '12.1 寸', '台', '20', '29000'],
    ['中央监护站', '32 床位', '套', '2', '50000'],
  ],
})
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let people: Record<'admin' | 'buyer' | 'first', Visitor>
let orderId = ''
let deadline: Date
let keyFile: Buffer

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      admin: ['admin', 'admin'],
      buyer: ['buyer', 'purchaser'],
      first: ['supplier1', 'supplier'],
    },
  )
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the platform asks for suppliers’ own keys from an amount on', async () => {
  const { page, inspect } = people.admin
  await goWithin(page, '/admin/quote-policy')
  await page.getByLabel('估算价达到').fill('500000')
  await page.getByRole('radiogroup', { name: '达到后至少采用' }).getByText('供应商密钥').click()
  await page.getByLabel('依据').fill('采购内控制度第十条')
  await inspect('报价开启的规定')
  await page.getByRole('button', { name: '保存' }).click()
  await agree(page)
  await told(page, '已保存')
})

test('the buyer’s form follows, and what is published says so', async () => {
  const now = await system.now()
  deadline = new Date(now.getTime() + 4 * DAY)
  const buyer = await cast.as('buyer')
  orderId = await draftInquiry(buyer, PLAN, {
    purchaser: null,
    signUpEnd: deadline.getTime() - 2 * DAY,
    deadline: deadline.getTime(),
  })
  await expect(publish(buyer, orderId)).rejects.toThrow('至少采用供应商密钥')
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${orderId}/projects/edit`)
  await expect(page.getByRole('radio', { name: '定时开启（到截止时间由平台开启）' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: '供应商密钥' })).toBeChecked()
  await expect(page.getByLabel('提交密钥时限')).toHaveValue('60')
  await inspect('开启方式')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect
    .poll(async () => (await buyer.call(orderDetail, { params: { orderId } })).settings.keyMode)
    .toBe('bidder')
  await publish(buyer, orderId)
  await admit(buyer)
})

test('a supplier makes a key of its own, tries it and seals its quote with it', async () => {
  for (const by of ['supplier2', 'supplier3'] as const)
    await submitQuote(await cast.as(by), orderId, { by, priceOf: atParts(['0.95', '0.9']) })
  const { page, inspect } = people.first
  await goWithin(page, `/supplier/inquiry/orders/${orderId}/info`)
  await page.getByRole('button', { name: '报价', exact: true }).click()
  const sheet = page.getByRole('region', { name: '报价单' })
  await expect(sheet.getByLabel('第1行 多参数监护仪 单价')).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), ['27000', '46000'].join('\n'))
  await sheet.getByLabel('第1行 多参数监护仪 单价').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await told(page, '已粘贴 2 个单元格')
  keyFile = await createKey(people.first)
  await rehearse(page, keyFile)
  await expect(page.getByText('平台没有私钥').first()).toBeVisible()
  await inspect('以自有密钥报价')
  await twice(page.getByRole('button', { name: '封存并提交' }))
  await agree(page, '封存并提交')
  await expect(page.getByRole('heading', { name: '报价提交回执' })).toBeVisible()
})

test('behind the deadline suppliers release their keys, and the buyer sees who is awaited', async () => {
  await system.moveTo(new Date(deadline.getTime() + MINUTE))
  await awaitRelease(await cast.as('buyer'), orderId)
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${orderId}/multiple-rounds`)
  await expect(page.getByText('0 / 3 家已提交')).toBeVisible()
  await expect(page.getByText('27,000')).toHaveCount(0)
  await inspect('等待提交密钥')
  await page.getByRole('button', { name: '延长时限' }).click()
  const more = page.getByRole('dialog', { name: '延长第 1 轮报价提交密钥的时限' })
  await more.getByLabel('原因').fill('供应商办公网络故障')
  await inspect('延长提交密钥的时限')
  await twice(more.getByRole('button', { name: '确定', exact: true }))
  await expect(more).toBeHidden()
  await expect(page.getByText(/提交密钥的时限由 .* 延长至 .*：供应商办公网络故障/)).toHaveCount(1)
  const supplier = people.first.page
  await goWithin(supplier, '/inbox')
  await supplier
    .getByRole('link', { name: /提交第 1 轮报价的密钥/ })
    .first()
    .click()
  await expect(supplier.getByRole('button', { name: '提交密钥' })).toBeVisible()
  await expect(supplier.getByText(/延长至 .*：供应商办公网络故障/)).toBeVisible()
  await supplier.setViewportSize(NARROW)
  await people.first.inspect('待提交密钥 390')
  await supplier.setViewportSize(WIDE)
  await supplier.getByRole('button', { name: '提交密钥' }).click()
  const dialog = supplier.getByRole('dialog', { name: '提交报价密钥' })
  await giveKey(dialog, keyFile)
  await people.first.inspect('提交报价密钥')
  await twice(dialog.getByRole('button', { name: '提交密钥' }))
  await expect(dialog).toBeHidden()
  await expect(supplier.getByText(/已于 .* 提交密钥/)).toBeVisible()
  await releaseQuoteKeys(await cast.as('supplier2'), orderId, { by: 'supplier2' })
  await expect(page.getByText('2 / 3 家已提交')).toBeVisible()
  await page.setViewportSize(NARROW)
  await inspect('等待提交密钥 390')
  await page.setViewportSize(WIDE)
})

test('with the last key all quotes open at once', async () => {
  await releaseQuoteKeys(await cast.as('supplier3'), orderId, { by: 'supplier3' })
  await awaitOpening(await cast.as('buyer'), orderId)
  const { page, inspect } = people.buyer
  await expect(page.getByRole('link', { name: COMPANIES.supplier1.name })).toBeVisible()
  await expect(page.getByText('3 / 3 家提交密钥')).toBeVisible()
  await inspect('密钥齐全后的报价')
  await people.first.page.reload()
  await expect(people.first.page.getByRole('heading', { name: '报价明细' })).toBeVisible()
})

test('under a joint key officers open the quotes on their own devices', async ({ browser }) => {
  const buyer = await cast.as('buyer')
  const start = (await system.now()).getTime()
  const until = start + 4 * DAY
  const dates = { purchaser: null, signUpEnd: until - 2 * DAY, deadline: until }
  orderId = await draftInquiry(buyer, { ...PLAN, keyMode: 'joint' }, dates)
  await goWithin(people.buyer.page, `/purchaser/inquiry/orders/${orderId}/joint-key`)
  await expect(people.buyer.page.getByRole('heading', { name: '发起生成' })).toBeVisible()
  await people.buyer.inspect('询比的联合密钥')
  const roles = { buyer: 'purchaser', agent: 'supervisor', supplier6: 'supervisor' } as const
  const officers = await Promise.all(
    (['buyer', 'agent', 'supplier6'] as const).map(async (account) => {
      const client = await cast.as(account)
      return { account, role: roles[account], client }
    }),
  )
  const secretOf = demoDeviceSecret
  const { ceremonyId } = await makeJointKey(buyer, orderId, { threshold: 2, officers, secretOf })
  await publish(buyer, orderId)
  await admit(buyer)
  await together(SUPPLIERS, async (by) => {
    await submitQuote(await cast.as(by), orderId, { by, priceOf: atParts(['0.95', '0.9']) })
  })
  await system.moveTo(new Date(until + MINUTE))
  await awaitRelease(buyer, orderId)
  await together(SUPPLIERS, async (by) => releaseQuoteKeys(await cast.as(by), orderId, { by }))
  const { agent } = await openVisitors(browser, { base: system.base, notes }, { agent: ['agent', 'agency'] })
  await goWithin(agent.page, '/inbox')
  await agent.page.getByRole('link', { name: /参与共同开启报价/ }).click()
  await restoreDevice(agent, Buffer.from(JSON.stringify(await demoDeviceFile(ceremonyId, 'agent'))))
  await agent.inspect('保管人开启报价')
  await agent.page.getByRole('button', { name: '参与共同开启' }).click()
  await told(agent.page, '已提交，证明成立')
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${orderId}/multiple-rounds`)
  await expect(page.getByText('1 / 2 名已参与')).toBeVisible()
  await inspect('等待保管人')
  await answerQuotes(await cast.as('supplier6'), ceremonyId, demoDeviceSecret(ceremonyId, 'supplier6'))
  await expect(page.getByRole('link', { name: COMPANIES.supplier1.name })).toBeVisible()
  await expect(page.getByText('2 名保管人参与共同开启')).toBeVisible()
})

/** All suppliers sign up and are approved. */
async function admit(buyer: HttpClient): Promise<void> {
  const now = await system.now()
  await together(SUPPLIERS, async (account) => {
    await signUp(cast, orderId, { account, now })
  })
  await approveAll(buyer, orderId)
}
