import { expect, test } from '@playwright/test'
import { formatDate } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { drawDetail, drawPage } from '#features/supplier-draws/contract.ts'
import { PLACES } from '#features/supplier-draws/rules/draw.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A keeper draws suppliers of the library: the own browser takes part, the beacon speaks, and the page checks what came of it.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let client: HttpClient

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const today = formatDate(await system.now())
  client = await new Cast(system.base).as('buyer')
  for (const key of ['supplier1', 'supplier2', 'supplier3'] as const) {
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
  ;({ buyer } = await openVisitors(browser, { base: system.base, notes }, { buyer: ['buyer', 'purchaser'] }))
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

test('a draw is prepared, and says who can be drawn', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.list)
  await page.getByRole('button', { name: '新建抽取' }).first().click()
  await page.getByRole('dialog').getByLabel('抽取名称').fill('监护仪询价邀请')
  await page.getByLabel('用途').fill('询价采购邀请供应商')
  await page.getByLabel('抽取数量').fill('1')
  await page.getByLabel('备选数量').fill('1')
  await inspect('新建抽取')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '平台随机数已登记承诺')
  await expect(page.getByText('可抽取', { exact: true })).toHaveCount(3)
  await expect(page.getByText('经办人').first()).toBeVisible()
})

test('drawn, it shows who came out, and that it checks', async () => {
  const { page, inspect } = buyer
  await page.getByRole('button', { name: '开始抽取' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始抽取' }).click()
  await told(page, '抽取已开始')
  const [row] = (await client.call(drawPage, { query: {} })).rows
  const now = async () => client.call(drawDetail, { params: { drawId: row!.drawId } })
  await expect.poll(async () => (await now()).draw.stage).not.toBe('revealing')
  const { draw } = await now()
  expect(draw.closed!.reveals).toHaveLength(1)
  if (draw.dueAt) await system.moveTo(new Date(new Date(draw.dueAt).getTime() + 1000))
  await expect.poll(async () => (await now()).state, { timeout: 120_000 }).toBe('drawn')
  await expect(page.getByText('抽中', { exact: true })).toHaveCount(1)
  await expect(page.getByText('备选', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '下载抽取记录' })).toBeVisible()
  await inspect('抽取详情')
  await goWithin(page, PLACES.list)
  await expect(page.getByRole('row', { name: '监护仪询价邀请' })).toContainText('已抽取')
  await inspect('供应商抽取')
})
