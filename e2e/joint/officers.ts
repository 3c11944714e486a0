import { expect } from '@playwright/test'
import { PASSWORD } from '#demo/people.ts'
import { agree, choose, told, type Visitor, goWithin } from '../kit/visitor.ts'

/** Begins the key on the order's page: one officer of the own company by name, supervisors after they accept to be. */
export async function startKey(
  { page, inspect }: Visitor,
  { orderId, own, supervisors }: { orderId: string; own: string; supervisors: readonly Supervisor[] },
): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('link', { name: '联合密钥（多名保管人共同开启）' }).click()
  await expect(page.getByRole('heading', { name: '发起生成' })).toBeVisible()
  await choose(page.getByLabel('选择保管人'), own)
  const chosen = page.getByRole('list', { name: '已选保管人' }).getByRole('listitem')
  const asked = page.getByRole('list', { name: '监督人邀请' }).getByRole('listitem')
  for (const [i, { account, label, accepts }] of supervisors.entries()) {
    await page.getByLabel('监督人账号或手机号').fill(account)
    await page.getByRole('button', { name: '发出邀请' }).click()
    await expect(asked.filter({ hasText: account })).toContainText('待答复')
    await accepts()
    await expect(asked.filter({ hasText: label.split('（')[0]! })).toContainText('已接受')
    await choose(page.getByLabel('选择保管人'), `${label} · 监督人`)
    await expect(chosen).toHaveCount(i + 2)
  }
  await inspect('联合密钥（发起）')
  await page.getByRole('button', { name: '发起生成' }).click()
  await agree(page, '发起')
  await expect(page.getByText('等待各保管人在本人设备上登记')).toBeVisible()
  await inspect('联合密钥（进度）')
}

interface Supervisor {
  account: string
  /** Name and company as the owner sees them afterwards. */
  label: string
  accepts: () => Promise<void>
}

/** From the to-do at home: accepts to be a supervisor. */
export async function accept({ page, inspect }: Visitor): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /^答复监督人邀请/ }).click()
  await inspect('联合密钥（监督人邀请）')
  await page.getByRole('region', { name: '监督人邀请' }).getByRole('button', { name: '接受' }).click()
  await agree(page, '接受')
  await told(page, '已接受')
}

/** Makes the device's key from the to-do at home and registers it; gives its backup file. */
export async function registerDevice({ page, inspect, download }: Visitor): Promise<Buffer> {
  await page.goto('/')
  await page.getByRole('link', { name: /登记本人设备/ }).click()
  await page.getByLabel('备份文件口令').fill(PASSWORD)
  await page.getByLabel('再次输入口令').fill(PASSWORD)
  await inspect('联合密钥（登记设备）')
  await page.getByRole('button', { name: '生成设备密钥' }).click()
  const save = page.getByRole('button', { name: '下载备份文件' })
  await expect(save).toBeVisible()
  await expect(page.getByRole('button', { name: '登记本设备' })).toBeDisabled()
  const { content } = await download(() => save.click())
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登记本设备' }).click()
  await told(page, '设备已登记')
  return content
}

export async function dealShares({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: '分发分片' }).click()
  await told(page, '分片已分发')
}

export async function confirmShares({ page, inspect }: Visitor): Promise<void> {
  await page.getByRole('button', { name: '核对并确认' }).click()
  await told(page, '已确认')
  await inspect('联合密钥（确认）')
}

/** From the to-do at home: shows that the own device still holds the share. */
export async function checkDevice({ page, inspect }: Visitor): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /^在本机自检/ }).click()
  const check = page.getByRole('button', { name: '在本机自检' })
  await expect(check).toBeEnabled()
  await inspect('联合密钥（自检）')
  await check.click()
  await told(page, '自检通过')
  await expect(page.getByText('上次通过：')).toBeVisible()
}

/** The owner takes an officer out of the opening, by name; who is left must stay. */
export async function excuseOfficer({ page, inspect }: Visitor, name: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: `办理回避：${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `${name}回避` })
  await dialog.getByRole('textbox').fill(reason)
  await inspect('联合密钥（回避）')
  await dialog.getByRole('button', { name: '办理回避' }).click()
  await told(page, '已办理回避')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已回避')
  for (const button of await page.getByRole('button', { name: /^办理回避：/ }).all())
    await expect(button).toBeDisabled()
}

/** Brings the device's key onto a new computer. */
export async function restoreDevice({ page, inspect }: Visitor, file: Buffer): Promise<void> {
  await page
    .getByLabel('设备备份文件')
    .setInputFiles({ name: 'device.json', mimeType: 'application/json', buffer: file })
  await page.getByLabel('备份文件口令').fill(PASSWORD)
  await inspect('联合密钥（恢复设备）')
  await page.getByRole('button', { name: '恢复到本机' }).click()
  await told(page, '设备密钥已恢复到本机')
}

/** Answers for all bids. */
export async function openTogether({ page, inspect }: Visitor): Promise<void> {
  const open = page.getByRole('button', { name: '参与共同开启' })
  await expect(open).toBeEnabled()
  await inspect('联合密钥（共同开启）')
  await open.click()
  await told(page, '已提交，证明成立')
}
