import { expect, type Locator, type Page } from '@playwright/test'
import type { Cast } from '#demo/cast.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { PASSWORD } from '#demo/people.ts'
import { pdfOf } from '#demo/play/documents.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { agree, told, twice, type Visitor } from './visitor.ts'

/* Making and sealing a bid, step by step, as a bidder does it in the browser. */

/** Pastes a column of unit prices into the price sheet. */
export async function pastePrices(page: Page, prices: readonly string[]): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), prices.join('\n'))
  const sheet = page.getByRole('region', { name: '报价单' })
  await sheet.getByLabel(/^第1行 .*投标单价$/).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await told(page, `已粘贴 ${prices.length} 个单元格`)
}

/** Fills marks and files of a bid on the demonstration world's goods. */
export async function fillGoods(page: Page, company: CompanyKey): Promise<void> {
  await page.getByLabel('交货期（日历天）').fill('40')
  await page.getByLabel('质保期（月）').fill('60')
  const files = page.getByRole('region', { name: '文件', exact: true })
  for (const name of ['技术标文件', '商务标文件']) {
    const parts = [{ heading: name, paragraphs: ['完全响应招标文件。'] }]
    const buffer = await pdfOf({ title: name, org: COMPANIES[company].name, parts }, new Date('2026-01-01'))
    await files.getByLabel(`选择${name}`).setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
  }
  await expect(files.getByText('2 个文件').first()).toBeVisible()
}

/** Creates a key in the browser and keeps its file; it counts only after that. */
export async function createKey({ page, inspect, download }: Visitor): Promise<Buffer> {
  await page.getByRole('button', { name: '创建新密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '创建投标密钥' })
  await dialog.getByLabel('口令（至少 8 位，含字母和数字）').fill(PASSWORD)
  await dialog.getByLabel('再次输入口令').fill(PASSWORD)
  await dialog.getByRole('button', { name: '生成密钥' }).click()
  const save = dialog.getByRole('button', { name: '下载密钥文件' })
  await expect(save).toBeVisible()
  await expect(dialog.getByRole('button', { name: '登记公钥' })).toBeDisabled()
  const { content } = await download(() => save.click())
  await dialog.getByRole('checkbox').check()
  await inspect('创建投标密钥')
  await twice(dialog.getByRole('button', { name: '登记公钥' }))
  await told(page, '密钥已登记')
  await expect(dialog).toBeHidden()
  return content
}

export async function giveKey(place: Locator, keyFile: Buffer): Promise<void> {
  await place.getByLabel('密钥文件').setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: keyFile })
  await place.getByLabel('密钥口令').fill(PASSWORD)
}

export async function rehearse(page: Page, keyFile: Buffer): Promise<void> {
  const step = page.getByRole('region', { name: '加密预演' })
  await giveKey(step, keyFile)
  await step.getByRole('button', { name: '开始预演' }).click()
  await expect(step.getByText('密钥可用')).toBeVisible()
}

/** Seals and submits; gives the receipt on the screen. */
export async function seal(page: Page): Promise<Locator> {
  await twice(page.getByRole('button', { name: /^(封存并提交|提交投标)/ }))
  await agree(page, '封存并提交')
  const receipt = page.getByRole('article', { name: '投标回执' })
  await expect(receipt.getByRole('heading', { name: '投标提交回执' })).toBeVisible()
  return receipt
}

/** The receipt as JSON. */
export async function receiptOf({ download }: Visitor, receipt: Locator): Promise<Buffer> {
  return (await download(() => receipt.getByRole('button', { name: '下载回执文件（JSON，核验用）' }).click())).content
}

/** Enters the opening hall as a bidder, signs in and decrypts with the key file. `before`: in the dialog. */
export async function decryptInHall(
  page: Page,
  given: { orderId: string; keyFile: Buffer; before?: () => Promise<void> },
): Promise<void> {
  await page.goto(`/supplier/bid/orders/${given.orderId}/info`)
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await twice(page.getByRole('button', { name: '签到' }))
  await told(page, '签到成功')
  await page.getByRole('button', { name: '解密投标文件' }).click()
  const dialog = page.getByRole('dialog', { name: '解密投标文件' })
  await giveKey(dialog, given.keyFile)
  await given.before?.()
  await twice(dialog.getByRole('button', { name: '解密并提交' }))
  await expect(dialog).toBeHidden()
}

/** A whole bid of somebody else, over HTTP, at a share of the plan's prices. */
export async function bidOverHttp(
  cast: Cast,
  orderId: string,
  { account, suite, ratio }: { account: CompanyKey & Parameters<Cast['as']>[0]; suite: 'intl' | 'gm'; ratio: string },
): Promise<void> {
  const client = await cast.as(account)
  const key = demoKey(account, suite)
  const keyId = await suppliers.registerKey(client, key, '投标密钥')
  await suppliers.rehearse(client, orderId, { keyId, key })
  const files = (['technical', 'business'] as const).map((role) => ({
    role,
    name: `${role}.pdf`,
    content: Buffer.from(`%PDF-1.7\n% ${role}\n`),
  }))
  const content = { priceOf: suppliers.atRatio(ratio), marks: ['45', '48'], files }
  await suppliers.submitBid(client, orderId, { keyId, key, content })
}
