import { expect } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { decryptInHall } from '../kit/sealing.ts'
import { agree, told, twice, type Visitor, goWithin } from '../kit/visitor.ts'

const BIDDERS = ['supplier1', 'supplier2', 'supplier3'] as const

/** Enters the hall through its door when the time has come, and declares it open. */
export async function openHall({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await expect(page.getByText('开标时间已到')).toBeVisible()
  await inspect('开标大厅入口')
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await expect(page.getByRole('heading', { name: '投标人等待开标' })).toBeVisible()
  await twice(page.getByRole('button', { name: '开始开标' }))
  await agree(page)
  for (const account of BIDDERS) await expect(rowOf(page, account)).toContainText('待解密')
  await inspect('开标大厅（解密）')
  await page.getByRole('button', { name: '切换为浅色' }).click()
  await inspect('开标大厅（浅色）')
  await page.getByRole('button', { name: '切换为深色' }).click()
}

/** Enters the hall as a bidder, signs in and decrypts with the key file, in the browser. */
export async function decrypt(
  { page, inspect }: Visitor,
  given: { orderId: string; account: (typeof BIDDERS)[number]; keyFile: Buffer },
): Promise<void> {
  await decryptInHall(page, { ...given, before: () => inspect('开标大厅（解密对话框）') })
  await expect(rowOf(page, given.account)).toContainText('解密成功')
  await inspect('开标大厅（投标人）')
}

/** Publishes the quotes: nobody sees one before, all see all of them afterwards. */
export async function showQuotes(host: Visitor, bidders: readonly Visitor[]): Promise<void> {
  const { page } = host
  for (const account of BIDDERS) await expect(rowOf(page, account)).toContainText('解密成功')
  const all = [host, ...bidders]
  for (const { page: seen } of all)
    await expect(seen.getByRole('columnheader', { name: '投标总价（元）' })).toHaveCount(0)
  await twice(page.getByRole('button', { name: '公布开标一览表' }))
  await agree(page)
  for (const { page: seen } of all) {
    await expect(seen.getByRole('columnheader', { name: '投标总价（元）' })).toBeVisible()
    for (const account of BIDDERS) await expect(rowOf(seen, account)).toContainText(/\d{2},\d{3},\d{3}\.\d{2}/)
  }
}

/** Reads every bid out. */
export async function readOut({ page, inspect }: Visitor): Promise<void> {
  for (const left of [3, 2, 1]) {
    await page.getByRole('button', { name: `唱标下一家（余${left}家）` }).click()
    await expect(page.getByText(/^正在唱标：第\d家，/)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: '重读' })).toHaveCount(3)
  await inspect('开标大厅（唱标）')
}

export async function confirmRecord({ page }: Visitor): Promise<void> {
  await twice(page.getByRole('button', { name: '确认开标记录' }))
  await told(page, '已确认')
}

/** Ends the opening and opens its sheet, a PDF. */
export async function endOpening({ page, inspect, opened }: Visitor): Promise<void> {
  for (const account of BIDDERS) await expect(rowOf(page, account)).toContainText('已确认')
  await twice(page.getByRole('button', { name: '结束开标' }))
  await agree(page)
  const sheet = page.getByRole('button', { name: '开标一览表', exact: true })
  await expect(sheet).toBeVisible()
  await inspect('开标大厅（结束）')
  const answer = await opened(() => sheet.click())
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
}

function rowOf(page: Visitor['page'], account: (typeof BIDDERS)[number]) {
  return page.getByRole('row').filter({ hasText: COMPANIES[account].name })
}
