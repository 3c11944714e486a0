import { expect } from '@playwright/test'
import type { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { lawfulSchedule, type TenderPlan } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import type { OwnSystem } from '../kit/system.ts'
import { agree, told, type Visitor, goWithin } from '../kit/visitor.ts'

const PLAN: TenderPlan = PLANS.ward

interface Draft {
  orderId: string
  projectId: string
}

/** A draft with two envelopes, over HTTP. */
export async function draft(cast: Cast, now: Date): Promise<Draft> {
  const client = await cast.as('buyer')
  const projectId = await buyers.createProject(client, PLAN)
  const orderId = await buyers.draftOrder(client, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
  return { orderId, projectId }
}

/** Provides for a round of offers: the calendar warns while it is typed and again at the publication. */
export async function publishWithRound({ page, inspect }: Visitor, { orderId, projectId }: Draft): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/projects/${projectId}/edit/kpbFile`)
  await page.getByLabel('评审中报价').fill('1')
  const law = page.getByRole('complementary', { name: '法定日历' })
  const warning = law.getByRole('listitem').filter({ hasText: '《招标投标法》第四十三条' })
  await expect(warning).toContainText('评审中设有 1 轮报价，确定中标人前不得就投标价格进行谈判')
  await expect(warning.getByRole('img', { name: '提醒' })).toBeVisible()
  await inspect('编辑标段（双信封）')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByRole('heading', { name: '发布预览' })).toBeVisible()
  await expect(page.getByText('评审中设有 1 轮报价')).toBeVisible()
  const accept = page.getByRole('checkbox', { name: '已知悉 1 项提醒，仍要发布' })
  await expect(page.getByRole('button', { name: '发布公告' })).toBeDisabled()
  await inspect('发布预览（有提醒）')
  await accept.check()
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/orders\/[^/]+\/info$/)
  await expect(page.getByText('双信封（报价单独成封，第一阶段评审通过后才开启）')).toBeVisible()
  await inspect('标段详情（双信封）')
}

/** One more supplier signs up, is approved, and rehearses its key; gives its trade. */
export async function join(
  system: OwnSystem<'doubleHall'>,
  cast: Cast,
  { orderId, account }: { orderId: string; account: Account },
): Promise<string> {
  const { name, mobile } = PEOPLE[account]
  const client = await cast.as(account)
  const key = demoKey(account, 'intl')
  const about = { contact: name, mobile, now: await system.now() }
  const tradeId = await suppliers.signUp(client, orderId, about)
  await buyers.approveAll(await cast.as('buyer'), orderId)
  const keyId = await suppliers.registerKey(client, key, '投标专用密钥')
  await suppliers.rehearse(client, orderId, { keyId, key })
  return tradeId
}

/** Makes a bid in the browser: the page says what goes into which envelope. */
export async function bid({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/supplier/bid/orders/${orderId}/info`)
  await expect(page.getByText('双信封（报价单独成封，第一阶段评审通过后才开启）')).toBeVisible()
  await inspect('项目详情（双信封，投标人）')
  await goWithin(page, `/supplier/bid/orders/${orderId}/bid`)
  const prices = page.getByRole('region', { name: '报价单' })
  await page.evaluate((text) => navigator.clipboard.writeText(text), UNIT_PRICES.join('\n'))
  await prices.getByLabel(/^第1行 .*投标单价$/).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await told(page, '已粘贴 2 个单元格')
  await page.getByLabel('交货期（日历天）').fill('40')
  await page.getByLabel('质保期（月）').fill('36')
  const files = page.getByRole('region', { name: '文件', exact: true })
  for (const { name, label } of FILES) {
    const chosen = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: await paper(name) }
    await files.getByLabel(`选择${label}`).setInputFiles(chosen)
  }
  await expect(files.getByText('3 个文件').first()).toBeVisible()
  await inspect('制作投标文件（双信封）')
  await page.getByRole('button', { name: /^封存并提交/ }).click()
  await agree(page, '封存并提交')
  const receipt = page.getByRole('article', { name: '投标回执' })
  await expect(receipt.getByRole('heading', { name: '投标提交回执' })).toBeVisible()
  await inspect('投标回执（双信封）')
}

const FILES = [
  { name: '技术标文件', label: '技术标文件' },
  { name: '商务标文件', label: '商务标文件' },
  { name: '报价说明', label: '报价文件' },
] as const

/** Of the sixteen ventilators and their humidifiers. */
const UNIT_PRICES = ['170000', '13000']
/** What they add up to, in yuan. */
export const TOTAL_IN_BROWSER = '2928000.00'

async function paper(title: string): Promise<Buffer> {
  const parts = [{ heading: title, paragraphs: ['逐项响应见附表。'] }]
  return pdfOf({ title, org: PLAN.title, parts }, new Date('2026-01-01'))
}
