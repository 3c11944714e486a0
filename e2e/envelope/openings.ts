import { expect } from '@playwright/test'
import type { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PASSWORD } from '#demo/people.ts'
import * as suppliers from '#demo/play/supplier.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { agree, told, type Visitor, goWithin } from '../kit/visitor.ts'

type Supplier = 'supplier1' | 'supplier2' | 'supplier3' | 'supplier4'

/** Somebody at the opening. */
export interface Attendant {
  account: Account
  tradeId: string
}

/** The door says what will be opened; then the business envelopes are. */
export async function startBusiness({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/open-hall-door`)
  await expect(page.getByText('双信封：先开商务及技术信封')).toBeVisible()
  await inspect('开标大厅入口（双信封）')
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.getByRole('button', { name: '开始商务开标' }).click()
  await agree(page)
  await expect(page.getByText('双信封 · 商务开标')).toBeVisible()
  await inspect('商务开标（解密）')
}

/** From the page of the order into the hall, signs in and decrypts what this opening is about. */
export async function decrypt(
  { page, inspect }: Visitor,
  { orderId, account, keyFile }: { orderId: string; account: Account; keyFile: Buffer },
  screen: string,
): Promise<void> {
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.getByRole('button', { name: '签到' }).click()
  await told(page, '签到成功')
  await page.getByRole('button', { name: '解密投标文件' }).click()
  const dialog = page.getByRole('dialog', { name: '解密投标文件' })
  await dialog.getByLabel('密钥文件').setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: keyFile })
  await dialog.getByLabel('密钥口令').fill(PASSWORD)
  await dialog.getByRole('button', { name: '解密并提交' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, account)).toContainText('解密成功')
  await inspect(screen)
}

/** The same over HTTP. */
export async function decryptOverHttp(cast: Cast, orderId: string, { account, tradeId }: Attendant): Promise<void> {
  const client = await cast.as(account)
  await client.call(hall.signIn, { params: { projectId: orderId, bidderId: tradeId } })
  await suppliers.releaseKeys(client, orderId, { tradeId, key: demoKey(account, 'intl') })
}

/** Publishes what was opened, reads it out; all confirm; the record is closed with its sheet. */
export async function readAndEnd(
  { page, inspect, opened }: Visitor,
  given: { accounts: readonly Account[]; confirm: () => Promise<void>; screen: string },
): Promise<void> {
  const { accounts, confirm, screen } = given
  for (const account of accounts) await expect(rowOf(page, account)).toContainText('解密成功')
  await page.getByRole('button', { name: '公布开标一览表' }).click()
  await agree(page)
  for (let left = accounts.length; left > 0; left--) {
    await page.getByRole('button', { name: `唱标下一家（余${left}家）` }).click()
    await expect(page.getByText(/^正在唱标：第\d家，/)).toBeVisible()
  }
  await inspect(`${screen}（唱标）`)
  await confirm()
  for (const account of accounts) await expect(rowOf(page, account)).toContainText('已确认')
  await page.getByRole('button', { name: '结束开标' }).click()
  await agree(page)
  const sheet = page.getByRole('button', { name: '开标一览表', exact: true })
  await expect(sheet).toBeVisible()
  await inspect(`${screen}（结束）`)
  expect((await opened(() => sheet.click())).headers()['content-type']).toBe('application/pdf')
}

export async function confirmOverHttp(cast: Cast, orderId: string, who: readonly Attendant[]): Promise<void> {
  for (const { account, tradeId } of who)
    await (
      await cast.as(account)
    ).call(hall.confirmMarks, { params: { projectId: orderId, bidderId: tradeId }, body: { agree: true } })
}

/** From the to-do at home: the quotations of those who passed. */
export async function startOffers({ page, inspect }: Visitor): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /进行报价开标/ }).click()
  await page.getByRole('button', { name: '开始报价开标' }).click()
  await agree(page)
  await expect(page.getByRole('radio', { name: '报价开标' })).toBeChecked()
  await inspect('报价开标（解密）')
}

/** Who did not pass is told so and has nothing to press. */
export async function looksOn({ page, inspect }: Visitor, orderId: string, account: Account): Promise<void> {
  await goWithin(page, '/notice')
  await expect(page.getByText('报价开标已开始').first()).toBeVisible()
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await expect(page.getByText('本单位未通过第一阶段评审，报价信封不予开启，可旁听本次开标。')).toBeVisible()
  await expect(page.getByRole('button', { name: /签到|解密/ })).toHaveCount(0)
  await expect(rowOf(page, account)).toHaveCount(0)
  await inspect('报价开标（未通过的投标人）')
}

export function rowOf(page: Visitor['page'], account: Account) {
  return page.getByRole('row').filter({ hasText: COMPANIES[account as Supplier].name })
}
