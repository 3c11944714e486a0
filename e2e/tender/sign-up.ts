import { expect } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { agree, told, twice, type Visitor, goWithin } from '../kit/visitor.ts'
import { TITLE } from './draft.ts'

/** Finds the announcement on the portal, without log-in. */
export async function findOnPortal({ page, inspect }: Visitor): Promise<void> {
  await page.goto('/portal')
  await page.getByLabel('搜索公告').fill('门诊综合楼')
  await page.getByLabel('搜索公告').press('Enter')
  await page.getByRole('link', { name: `${TITLE}招标公告` }).click()
  await expect(page.getByRole('heading', { name: `${TITLE}招标公告`, level: 1 })).toBeVisible()
  await inspect('门户公告')
  await page.goto('/portal')
  await expect(page.getByRole('link', { name: `${TITLE}招标公告` })).toBeVisible()
  await inspect('门户首页')
}

/** Finds the tender in the public list and signs up with a document for each demand. */
export async function signUp({ page, inspect }: Visitor, given: { again?: boolean } = {}): Promise<void> {
  await goWithin(page, '/supplier/public-tender/list')
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible()
  await inspect('公开招标（供应商）')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('button', { name: given.again ? '修改后重新报名' : '报名', exact: true }).click()
  for (const name of ['营业执照', '医疗器械经营许可证']) {
    const field = page.locator('.ant-form-item').filter({ has: page.getByText(new RegExp(`^${name}`)) })
    const parts = [{ heading: name, paragraphs: [`报名资料：${name}。`] }]
    const content = await pdfOf({ title: name, org: TITLE, parts }, new Date('2026-01-01'))
    const file = `${name}${given.again ? '（清晰版）' : ''}.pdf`
    await field.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'application/pdf', buffer: content })
    await expect(field.getByRole('button', { name: `移除 ${file}` })).toBeVisible()
  }
  await page.getByLabel('报名说明').fill('我方承诺所提交资料真实有效。')
  await inspect('报名')
  await twice(page.getByRole('button', { name: '提交报名' }))
  await agree(page)
  await told(page, '报名已提交')
  await expect(page.getByRole('region', { name: '我的报名' }).getByText('待审核')).toBeVisible()
  await inspect('招标项目（已报名）')
}

/** Reads the sign-up of a company and decides on it. */
export async function decide(
  { page, inspect }: Visitor,
  given: { orderId: string; company: keyof typeof COMPANIES; refuse?: string },
): Promise<void> {
  const { name } = COMPANIES[given.company]
  await goWithin(page, `/purchaser/bidding/orders/${given.orderId}/apply`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()
  await inspect('报名情况')
  await row.getByRole('link', { name: '审核' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.locator('.kb-split canvas').first()).toBeVisible()
  await inspect('报名审核')
  const decision = page.getByRole('region', { name: '审核' })
  if (given.refuse) {
    await decision.getByRole('button', { name: '不通过' }).click()
    await expect(decision.getByRole('alert')).toHaveText('请填写不通过原因')
    await decision.getByLabel('不通过原因').fill(given.refuse)
    await twice(decision.getByRole('button', { name: '不通过' }))
  } else await twice(decision.getByRole('button', { name: '通过', exact: true }))
  await agree(page)
  await told(page, '审核已完成')
}
