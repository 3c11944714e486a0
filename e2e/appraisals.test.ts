import { expect, test } from '@playwright/test'
import { formatDate } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { PLACES } from '#features/appraisals/rules/places.ts'
import { dealt } from '#features/appraisals/server/testing/appraisal-world.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Indicators are weighed, a colleague gives marks, the result is published, and the supplier objects to it and is answered.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const NAME = COMPANIES.supplier1.name
let system: OwnSystem
let buyer: Visitor
let judge: Visitor
let supplier: Visitor
let day: (days: number) => string

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const today = formatDate(await system.now())
  day = (days) => addDays(today, days)
  const client = await new Cast(system.base).as('buyer')
  const { onboardingId } = await client.call(createOnboarding, {
    body: {
      way: 'direct',
      subject: { companyId: COMPANIES.supplier1.id, name: '', creditCode: '' },
      categories: ['医疗设备'],
      validFrom: day(0),
      validUntil: day(365),
      reason: '长期合作',
      files: [],
    },
  })
  await client.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  await dealt(system.change, day)
  ;({ buyer, judge, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], judge: ['buyer2', 'purchaser'], supplier: ['supplier1', 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  // A refused template is an answer that browsers log.
  expect(notes.console.filter((line) => !line.includes('/appraisal-templates'))).toEqual([])
})

test('indicators are weighed to exactly the whole', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.indicators)
  await page.getByRole('button', { name: '新增指标' }).first().click()
  await page.getByRole('dialog').getByLabel('指标名称').fill('服务质量')
  await page.getByLabel('评分依据').fill('响应是否及时，问题是否一次解决')
  await inspect('新增指标')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '指标已新增')
  await page.getByRole('button', { name: '新增指标' }).first().click()
  await page.getByRole('dialog').getByLabel('指标名称').fill('邀请答复')
  await page.getByRole('radio', { name: '客观指标' }).check()
  await choose(page.getByLabel('数据来源'), '邀请答复率')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '指标已新增')
  await inspect('考核指标')
  await goWithin(page, PLACES.templates)
  await page.getByRole('button', { name: '新增模板' }).first().click()
  await page.getByRole('dialog').getByLabel('模板名称').fill('年度考核模板')
  await choose(page.getByLabel('第 1 项指标'), '服务质量')
  await page.getByLabel('第 1 项权重').fill('60')
  await page.getByRole('button', { name: '增加指标' }).click()
  await choose(page.getByLabel('第 2 项指标'), '邀请答复')
  await page.getByLabel('第 2 项权重').fill('30')
  await expect(page.getByText('合计 90%，须为 100%')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('权重合计须为 100%，不足，请调整')).toBeVisible()
  await page.getByLabel('第 2 项权重').fill('40')
  await expect(page.getByText('合计 100%', { exact: true })).toBeVisible()
  await inspect('新增模板')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '模板已新增')
  await inspect('考核模板')
})

test('an appraisal is begun, and asks its appraiser', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.appraisals)
  await page.getByRole('button', { name: '新建考核' }).first().click()
  await page.getByRole('dialog').getByLabel('考核名称').fill('年度供应商考核')
  await choose(page.getByLabel('考核模板'), '年度考核模板')
  await pick('考核期开始', day(-90))
  await pick('考核期截止', day(0))
  await choose(page.getByLabel('评分人'), PEOPLE.buyer2.name)
  await page.keyboard.press('Escape')
  await pick('打分截止时间', `${day(3)} 18:00`)
  await inspect('新建考核')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '草稿已保存')
  await page.getByRole('button', { name: '开始考核' }).click()
  await agree(page, '开始考核')
  await told(page, '其中 1 家有往来')
  await expect(page.getByText('还有 1 人未提交')).toBeVisible()
})

test('the appraiser fills the sheet by keyboard, and hands it in', async () => {
  const { page, inspect } = judge
  await goWithin(page, PLACES.hall)
  await page.getByRole('link', { name: '年度供应商考核' }).click()
  await page.locator('summary').first().click()
  await expect(page.getByText('已书面谢绝')).toBeVisible()
  await page.getByLabel(`${NAME} 服务质量`).fill('80')
  await page.keyboard.press('Enter')
  await expect(page.getByText('草稿已保存')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(`${NAME} 服务质量`)).toHaveValue('80')
  await inspect('打分表')
  await page.getByRole('button', { name: '提交评分' }).click()
  await agree(page, '提交评分')
  await told(page, '评分已提交')
})

test('the result is published, with the evidence of each part', async () => {
  const { page, inspect } = buyer
  await page.reload()
  const row = page.getByRole('row', { name: NAME }).first()
  await expect(row).toContainText('88.00')
  await row.getByRole('button', { name: '明细' }).click()
  await expect(page.getByText('输液泵采购（X-1-1）')).toBeVisible()
  await page.getByRole('button', { name: '复算' }).click()
  await expect(page.getByText('与固定的记录完全一致')).toBeVisible()
  await page.keyboard.press('Escape')
  await inspect('考核详情')
  await page.getByRole('button', { name: '发布结果' }).click()
  await agree(page, '发布')
  await told(page, '结果已发布')
})

test('the supplier reads its own result, and objects', async () => {
  const { page, inspect } = supplier
  await goWithin(page, PLACES.own)
  await expect(page.getByRole('row', { name: '年度供应商考核' })).toContainText('B 级')
  await inspect('考核结果')
  await page.getByRole('link', { name: '年度供应商考核' }).click()
  await expect(page.getByText('输液泵采购（X-1-1）')).toBeVisible()
  await expect(page.getByText(PEOPLE.buyer2.name)).toHaveCount(0)
  await page.getByRole('button', { name: '提出异议' }).click()
  await page.getByRole('dialog').getByLabel('异议内容').fill('服务质量评分与验收单评价不符，请求复核。')
  await page.getByRole('button', { name: '提交异议' }).click()
  await told(page, '异议已提交')
  await inspect('考核结果详情')
})

test('the objection is upheld, and the score is another', async () => {
  const { page, inspect } = buyer
  await page.reload()
  await page.getByRole('button', { name: '答复' }).click()
  await page.getByRole('radio', { name: '异议成立', exact: true }).check()
  await page.getByRole('dialog').getByLabel('答复', { exact: true }).fill('经复核验收单，予以更正')
  await page.getByLabel('更正“服务质量”得分').fill('95')
  await inspect('答复异议')
  await page.getByRole('button', { name: '确定' }).click()
  await told(page, '已答复')
  await expect(page.getByRole('row', { name: NAME }).first()).toContainText('97.00')
  await supplier.page.reload()
  await expect(supplier.page.getByText('97.00 分')).toBeVisible()
  await expect(supplier.page.getByText('经复核验收单，予以更正').first()).toBeVisible()
})

async function pick(label: string, value: string): Promise<void> {
  const field = buyer.page.getByLabel(label, { exact: true }).last()
  await field.fill(value)
  await field.press('Enter')
}
