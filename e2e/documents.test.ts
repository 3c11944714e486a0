import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import * as play from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Documents that state something else than the tender's form: the preview names the place, publishing is refused, the
// finding leads to the field, and with the right document it is published.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const plan = { ...PLANS.furniture, bond: '20000' }
const CLASH =
  /《招标文件（旧）\.pdf》第 1 页“投标保证金：人民币 ?60,000\.00 ?元”，与采购单的投标保证金“20,000\.00 元”不一致/
let system: OwnSystem
let buyer: Visitor
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const client = await new Cast(system.base).as('buyer')
  const now = await system.now()
  const projectId = await play.createProject(client, plan)
  const document = { name: '招标文件（旧）.pdf', content: await documentOf('60,000.00') }
  orderId = await play.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now, document })
  ;({ buyer } = await openVisitors(browser, { base: system.base, notes }, { buyer: ['buyer', 'purchaser'] }))
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('a document that contradicts the form is named, and keeps the tender from being published', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/preview`)
  const finding = page.getByRole('button', { name: CLASH })
  await expect(finding).toBeVisible()
  await inspect('发布预览（文件内容不一致）')
  notes.console.length = 0
  await publish()
  await expect(page.getByRole('alert').getByRole('button', { name: CLASH })).toBeVisible()
  // A refused call is an error of the browser's console.
  expect(notes.console.splice(0).join()).toMatch(/400/)
  await finding.last().click()
  await expect(page).toHaveURL(/#files$/)
})

test('the right document in its place, it is published', async () => {
  const { page } = buyer
  const files = page.getByRole('region', { name: '招标文件' })
  await files.getByRole('button', { name: '移除 招标文件（旧）.pdf' }).click()
  const file = { name: '招标文件.pdf', mimeType: 'application/pdf', buffer: await documentOf('20,000.00') }
  await files.locator('input[type=file]').first().setInputFiles(file)
  await expect(files.getByRole('button', { name: '移除 招标文件.pdf' })).toBeVisible()
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByText('1 份文件与标段的金额、时间一致')).toBeVisible()
  await publish()
  await expect(page).toHaveURL(/\/info$/)
})

async function publish(): Promise<void> {
  const { page } = buyer
  const warnings = page.getByRole('checkbox', { name: /已知悉/ })
  if (await warnings.isVisible()) await warnings.check()
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
}

async function documentOf(bond: string): Promise<Buffer> {
  const parts = [{ heading: '投标人须知', paragraphs: [`投标保证金：人民币${bond}元；以电汇方式缴纳。`] }]
  return pdfOf({ title: '招标文件', org: plan.title, parts }, new Date(0))
}
