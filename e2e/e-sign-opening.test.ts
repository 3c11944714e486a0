import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { codeFor } from '#demo/play/codes.ts'
import { identityNumber } from '#demo/play/e-sign.ts'
import { PEOPLE } from '#demo/people.ts'
import { messagePage } from '#features/messages/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A company proves its account by a small amount, its administrator opens for itself, and buys copies.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  ;({ supplier } = await openVisitors(browser, { base: system.base, notes }, { supplier: ['supplier1', 'supplier'] }))
})
test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('a company opens by the amount that arrived, and has its seal', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/services/e-signature/open')
  await page.getByRole('button', { name: '小额打款验证开通' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /经办人/ }).click()
  await page.getByTitle(new RegExp(PEOPLE.supplier1.name)).last().click()
  await dialog.getByLabel('经办人身份证号').fill(identityNumber(1))
  await dialog.locator('input[type=file]').setInputFiles({
    name: '授权书.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  })
  await dialog.getByLabel('开户银行').fill('中国工商银行')
  await dialog.getByLabel('银行账号').fill('6222020011110099')
  await expect(dialog.getByText('授权书.png')).toBeVisible()
  await inspect('申请开通')
  await dialog.getByRole('button', { name: '提交并打款' }).click()
  await expect(page.getByText(/已向对公账户发起一笔小于 1 元的打款/)).toBeVisible()
  await expect(page.getByText(/模拟打款/).first()).toBeVisible()
  const client = await new Cast(system.base).as('supplier1')
  const amountOf = async () => {
    const { rows } = await client.call(messagePage, { query: { identity: 'supplier' } })
    return /验证款 (0\.\d\d) 元/.exec(rows[0]?.content ?? '')?.[1] ?? ''
  }
  await expect.poll(amountOf).toMatch(/^0\.\d\d$/)
  await page.getByRole('button', { name: '填写到账金额' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/到账金额/)
    .fill(await amountOf())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^验\s?证$/ })
    .click()
  await expect(page.getByRole('img', { name: /电子印章/ })).toBeVisible()
  await inspect('已开通')
})

test('its administrator opens in person with the code, and buys copies at the cashier', async () => {
  const { page, inspect } = supplier
  await page.getByRole('button', { name: '本人开通' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('本人身份证号').fill(identityNumber(1))
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(dialog.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  const client = await new Cast(system.base).as('supplier1')
  await dialog.getByLabel('短信验证码').fill(await codeFor(client, PEOPLE.supplier1.mobile))
  await dialog.getByRole('button', { name: '本人确认开通' }).click()
  await expect(page.getByRole('img', { name: /签名图样/ })).toBeVisible()
  await goWithin(page, '/services/e-signature/buy')
  await expect(page.getByRole('heading', { name: '剩余 0 份' })).toBeVisible()
  await inspect('签署份数')
  await page
    .getByRole('button', { name: /^购\s?买$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/finance\/orders\//)
  await expect(page.getByText('电子签章（10 份）').first()).toBeVisible()
})
