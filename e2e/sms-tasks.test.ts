import { expect, test } from '@playwright/test'
import { formatDate } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { setSmsPolicy } from '#features/sms-tasks/contract/policy.ts'
import { PLACES } from '#features/sms-tasks/rules/places.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// An officer writes a template, the platform passes it, suppliers get it, answer, and one of them wants no more.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let admin: Visitor
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const today = formatDate(await system.now())
  const cast = new Cast(system.base)
  const client = await cast.as('buyer')
  for (const key of ['supplier1', 'supplier2'] as const) {
    const { onboardingId } = await client.call(createOnboarding, {
      body: {
        way: 'direct',
        subject: { companyId: COMPANIES[key].id, name: '', creditCode: '' },
        categories: ['医疗设备'],
        validFrom: today,
        validUntil: addDays(today, 365),
        reason: '长期合作',
        files: [],
      },
    })
    await client.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  }
  // Whatever the hour at which this runs.
  const policy = { price: '0.05', quietFrom: null, quietTo: null, mostPerDay: 5, reason: '试运行' }
  await (await cast.as('admin')).call(setSmsPolicy, { body: policy })
  ;({ buyer, admin, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], admin: ['admin', 'admin'], supplier: ['supplier1', 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

test('a template is written, and waits for the platform', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.templates)
  await page.getByRole('button', { name: '新建模板' }).first().click()
  await page.getByRole('dialog').getByLabel('模板名称').fill('资质到期提醒')
  await page.getByLabel('短信正文').fill('您好，请于月底前更新资质。')
  await expect(page.getByText(`【${COMPANIES.hospital.name}】您好`)).toBeVisible()
  await inspect('新建短信模板')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '模板已新建，等待平台审核')
  await expect(page.getByRole('row', { name: '资质到期提醒' })).toContainText('待审核')
  await inspect('短信模板')
})

test('the platform passes it with its signature', async () => {
  const { page, inspect } = admin
  await goWithin(page, PLACES.reviews)
  const row = page.getByRole('row', { name: '资质到期提醒' })
  await expect(row).toContainText(`【${COMPANIES.hospital.name}】`)
  await inspect('短信模板审核')
  await row.getByRole('button', { name: '通过', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '已通过')
  await goWithin(page, PLACES.policy)
  await expect(page.getByLabel('每个号码每天')).toHaveValue('5')
  await inspect('短信规则')
})

test('a task says what it costs before it is sent, and that here nothing really leaves', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.tasks)
  await page.getByRole('button', { name: '新建任务' }).first().click()
  await page.getByRole('dialog').getByLabel('任务名称').fill('年度资质提醒')
  await page.getByRole('dialog').getByLabel('短信模板').click()
  await page.getByTitle('资质到期提醒').click()
  await inspect('新建短信任务')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '草稿已保存')
  await expect(page.getByText('短信保留在演示发件箱，不会真正发出')).toBeVisible()
  await expect(page.getByText('每条 0.05 元')).toBeVisible()
  await inspect('短信任务草稿')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('发送给 2 人，共 2 条')
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  await told(page, '已提交发送')
  await expect(page.getByText('已发送', { exact: true })).toBeVisible()
  await inspect('短信任务')
})

test('telephones say that it arrived, and what their owners think of it', async () => {
  const { page } = supplier
  await goWithin(page, `/demo/outbox?to=${PEOPLE.supplier1.mobile}`)
  const text = page.getByRole('listitem').filter({ hasText: '请于月底前更新资质' }).first()
  await text.getByRole('button', { name: '模拟送达', exact: true }).click()
  await told(page, '已模拟')
  await text.getByRole('button', { name: '模拟回复 T' }).click()
  await buyer.page.getByRole('button', { name: '收件人明细' }).click()
  const row = buyer.page.getByRole('row', { name: COMPANIES.supplier1.name })
  await expect
    .poll(async () => {
      await buyer.page.reload()
      await row.waitFor()
      return row.textContent()
    })
    .toMatch(/\*{4}.*T.*已送达/s)
  await buyer.inspect('收件人明细')
})

test('a supplier sees who writes to it, and gets no more', async () => {
  const { page, inspect } = supplier
  await goWithin(page, PLACES.senders)
  const row = page.getByRole('row', { name: COMPANIES.hospital.name })
  await expect(row).toContainText('本人号码已回复退订')
  await inspect('采购人短信')
  await row.getByRole('button', { name: '退订' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(page, '已退订')
  await goWithin(buyer.page, PLACES.tasks)
  await buyer.page.getByRole('button', { name: '新建任务' }).first().click()
  await buyer.page.getByRole('dialog').getByLabel('任务名称').fill('再次提醒')
  await buyer.page.getByRole('dialog').getByLabel('短信模板').click()
  await buyer.page.getByTitle('资质到期提醒').click()
  await buyer.page.getByRole('button', { name: '保存草稿' }).click()
  await expect(buyer.page.getByText('已退订本单位的短信')).toBeVisible()
})

test('the platform takes the template back, and the draft says so', async () => {
  const { page, inspect } = admin
  await goWithin(page, PLACES.reviews)
  await page.getByRole('row', { name: '资质到期提醒' }).getByRole('button', { name: '撤销' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill('正文须写明到期的资质')
  await inspect('撤销短信模板')
  await dialog.getByRole('button', { name: '撤销' }).click()
  await told(page, '已撤销')
  await expect(page.getByRole('row', { name: '资质到期提醒' })).toContainText('已撤销')
  await page.getByRole('row', { name: '资质到期提醒' }).getByRole('button', { name: '版本' }).click()
  await expect(page.getByRole('dialog')).toContainText('已撤销：正文须写明到期的资质')
  await inspect('短信模板版本')
  await buyer.page.reload()
  await expect(buyer.page.getByText('平台已撤销所用模板第 1 版')).toBeVisible()
  await buyer.inspect('短信任务，模板已撤销')
})
