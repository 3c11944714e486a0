import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buyerSide from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { submitAudit } from '#features/enterprise/contract/certification.ts'
import { application } from '#features/enterprise/server/testing/company.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import * as templates from '#features/templates/contract/templates.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'

// What a platform and a company do now and then: a tenant opened and given a document centre, a document shared, an
// application withdrawn, an auditor named, templates used for a change and a clarification.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let platform: Visitor
let buyer: Visitor
let other: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const visitor = () => newVisitor(browser, { base: system.base, notes })
  ;[platform, buyer, other] = await Promise.all([visitor(), visitor(), visitor()])
  for (const one of [platform, buyer, other]) one.context.setDefaultTimeout(45_000)
  await logIn(platform, 'admin')
  await logIn(buyer, 'buyer')
})

test.afterAll(async () => {
  await system?.stop()
})

test('a tenant is opened in the browser, and what is saved of another one holds at once', async () => {
  const { page } = platform
  await goWithin(page, '/admin/tenants')
  await page.getByRole('button', { name: '开设平台' }).click()
  await expect(page.getByRole('heading', { name: '开设平台' })).toBeVisible()
  await page.getByLabel('平台名称', { exact: true }).fill('南江阳光采购')
  await page.getByLabel('评审平台名称').fill('南江阳光评审')
  await page.getByLabel('门户别名').fill('nanjiang')
  await page.getByLabel('开标大厅名称').fill('南江不见面开标大厅')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '平台已开设')
  await goWithin(page, '/admin/tenants')
  await expect(page.getByRole('row').filter({ hasText: '南江阳光采购' })).toContainText('nanjiang')
  // Whoever is not logged in elsewhere finds it at its address, at the latest after two seconds.
  await expect(async () => {
    await goWithin(other.page, '/portal/nanjiang')
    // Whichever platform's page it is: another one's would be waited for in vain.
    await expect(other.page.getByRole('heading').first()).toBeVisible()
    expect(await other.page.getByText('南江阳光采购').count()).toBeGreaterThan(0)
  }).toPass()
  await other.context.clearCookies()

  await goWithin(buyer.page, '/document/jxic')
  await expect(buyer.page.getByText('页面不存在')).toBeVisible()
  await goWithin(page, '/admin/tenants/1/branding')
  await page.getByRole('checkbox', { name: '文件中心' }).first().check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '/portal/kaibiao' })).toContainText('文件中心')
})

test('a document is shared in the document centre, and read by a purchaser', async () => {
  const { page } = platform
  await goWithin(page, '/document/jxic')
  await expect(page.getByText('没有共享文件')).toBeVisible()
  await page.getByRole('button', { name: '上传文件' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /发\s*布/ }).click()
  await expect(dialog.getByText('请填写标题')).toBeVisible()
  await dialog.getByLabel('标题').fill('采购人操作手册')
  await choose(dialog.getByLabel('类别'), '操作手册')
  const content = await pdfOf({ title: '操作手册', org: '', parts: [] }, await system.now())
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '手册.pdf', mimeType: 'application/pdf', buffer: content })
  await expect(dialog.getByRole('button', { name: '移除 手册.pdf' })).toBeVisible()
  await platform.inspect('上传共享文件')
  await dialog.getByRole('button', { name: /发\s*布/ }).click()
  await told(page, '已发布')
  await expect(page.getByRole('row').filter({ hasText: '采购人操作手册' })).toContainText('第 1 版')

  await goWithin(buyer.page, '/document/jxic')
  const row = buyer.page.getByRole('row').filter({ hasText: '采购人操作手册' })
  await expect(row).toBeVisible()
  await expect(buyer.page.getByRole('button', { name: '上传文件' })).toHaveCount(0)
  const taken = await buyer.download(() => row.getByRole('button', { name: '下载' }).click())
  expect(taken.content.equals(content)).toBe(true)
})

test('whoever applied withdraws the application, and finds it again to be corrected', async () => {
  const { page } = other
  const client = await new Cast(system.base).as('expert9')
  const { companyName } = await application(client, 71)
  await client.call(submitAudit, { body: await application(client, 71) })
  await logIn(other, 'expert9')
  await goWithin(page, '/home/enterprise-certificate')
  await expect(page.getByRole('heading', { name: companyName })).toBeVisible()
  await page.getByRole('button', { name: '撤回申请' }).click()
  await agree(page)
  await told(page, '已撤回')
  await expect(page.getByText('上次申请已撤回')).toBeVisible()
  await expect(page.getByLabel('名称', { exact: true })).toHaveValue(companyName)
  await other.inspect('撤回后的认证申请')
  await goWithin(platform.page, '/admin/company-audits')
  await expect(platform.page.getByRole('row').filter({ hasText: companyName })).toContainText('已撤回')
})

test('who is given the auditing right reads what the company did, and has nothing to do', async () => {
  const { name } = PEOPLE.buyer2
  const admin = buyer.page
  await admin.goto('/enterprise/organisation')
  await admin.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '编辑' }).click()
  await admin.getByRole('dialog').getByRole('checkbox', { name: '审计监督' }).check()
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await told(admin, '权限立即生效')

  const { page } = other
  await other.context.clearCookies()
  await logIn(other, 'buyer2')
  await goWithin(page, '/enterprise/audit-trail')
  await expect(page.getByRole('heading', { name: '审计日志' })).toBeVisible()
  const record = page.getByRole('row').filter({ hasText: name }).first()
  await expect(record).toBeVisible()
  await record.getByRole('button', { name: '详情' }).click()
  await expect(page.getByRole('dialog')).toContainText(PEOPLE.buyer.name)
  await other.inspect('审计日志')
  // An administrator never audits: the right would have no effect.
  await admin.goto('/enterprise/audit-trail')
  await expect(admin).toHaveURL(/\/401$/)
})

test('a template fills a change, and another a clarification', async () => {
  const { page } = buyer
  const client = await new Cast(system.base).as('buyer')
  for (const [name, kind] of [
    ['变更公告范本', NoticeKind.values.change],
    ['澄清范本', NoticeKind.values.clarification],
  ] as const) {
    const { templateId } = await client.call(templates.createTemplate, {
      params: { kind: 'notice' },
      body: { name, scope: String(kind) },
    })
    const { content, revision } = await client.call(templates.templateDetail, { params: { templateId } })
    const body = { name, scope: String(kind), revision, note: '启用', content }
    await client.call(templates.publishTemplate, { params: { templateId }, body })
  }
  const plan = PLANS.ct
  const now = await system.now()
  const projectId = await buyerSide.createProject(client, plan)
  const orderId = await buyerSide.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now })
  await buyerSide.publish(client, orderId)
  for (const [address, template, editor] of [
    ['changes/content/edit', '变更公告范本', /正文/],
    ['clarification', '澄清范本', '澄清内容'],
  ] as const) {
    await goWithin(page, `/purchaser/bidding/orders/${orderId}/${address}`)
    await choose(page.getByLabel('公告模板'), `${template}（本单位）`)
    await page.getByRole('button', { name: '套用' }).click()
    await expect(page.getByRole('textbox', { name: editor })).toContainText(plan.title)
    await buyer.inspect(template)
  }
})

test('nothing of it fails axe, and the console stays silent', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((text) => !/status of (400|404)/.test(text))).toEqual([])
})
