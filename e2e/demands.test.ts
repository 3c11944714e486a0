import { expect, type Page, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { decideTrade, demandTrades } from '#features/demands/contract/survey.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A demand from its draft to the project: two suppliers answer, a third on paper; the survey ends, answers are compared and
// concluded, a colleague who did not draft reviews the plan, and the project has the items.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const TITLE = '病房输液泵采购需求'
const PROJECT = '病房输液泵采购项目'
const SCAN = {
  name: '纸质应答.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
}
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'reviewer' | 'first' | 'second', Visitor>
let demandId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      reviewer: ['buyer2', 'purchaser'],
      first: ['supplier1', 'supplier'],
      second: ['supplier2', 'supplier'],
    },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

const at = (path: string) => `/purchaser/demands/${path}`

test('the buyer drafts a demand with parameters, and publishes its survey', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at('list'))
  await inspect('采购需求列表')
  await page.getByRole('button', { name: '新建采购需求' }).click()
  // The list has a filter whose name begins alike.
  await page.getByLabel('需求名称', { exact: true }).fill(TITLE)
  await page.getByText('货物', { exact: true }).click()
  await page.getByLabel('预算金额').fill('300000')
  await choose(page.getByLabel('适用制度'), '企业采购')
  await page.getByLabel('采购目的与用途').fill('更新内科病房输液泵。')
  await page.getByLabel('第 1 项标的名称').fill('输液泵')
  await page.getByLabel('第 1 项标的单位').fill('台')
  await page.getByLabel('第 1 项标的数量').fill('60')
  for (const [i, [name, wished]] of [
    ['流速范围', '0.1 ～ 1200'],
    ['电池续航', '≥ 5'],
  ].entries()) {
    await page.getByRole('button', { name: '添加参数' }).click()
    await page.getByLabel(`第 ${i + 1} 项参数名称`).fill(name!)
    await page.getByLabel(`第 ${i + 1} 项参数期望值`).fill(wished!)
    await page.getByLabel(`第 ${i + 1} 项参数必须满足`).click()
  }
  await page.getByLabel('调研截止时间').fill(formatTime((await system.now()).getTime() + 3 * DAY))
  await page.keyboard.press('Enter')
  await inspect('需求编辑')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  demandId = page.url().match(/orders\/([^/]+)\/detail/)![1]!
  await inspect('需求草稿')
  await page.getByRole('button', { name: '发布调研' }).click()
  await agree(page, '发布')
  await told(page, '已发布')
  await expect(page.getByText('调研中').first()).toBeVisible()
})

test('suppliers sign up, are let in and answer; nobody reads it before the end', async () => {
  const buyer = await new Cast(system.base).as('buyer')
  for (const [name, visitor, price] of [
    ['first', people.first, '268000'],
    ['second', people.second, '281000'],
  ] as const) {
    const { page, inspect } = visitor
    await goWithin(page, '/supplier/monitor/demand/list')
    await expect(page.getByText('不构成采购要约').first()).toBeVisible()
    if (name === 'first') await inspect('需求调研列表')
    await page.getByRole('link', { name: TITLE }).click()
    await expect(page.getByText('参与调研不带来任何优势').first()).toBeVisible()
    await page.getByRole('button', { name: '报名参与' }).click()
    await page.getByLabel('联系人').fill('市场部')
    await page.getByRole('button', { name: '报名', exact: true }).click()
    await told(page, '报名已提交')
    if (name === 'first') await checkInBrowser(people.buyer)
    else {
      const { rows } = await buyer.call(demandTrades, { params: { demandId } })
      const waiting = rows.find(({ status }) => status === 'waiting')!
      await buyer.call(decideTrade, { params: { demandId, tradeId: waiting.tradeId }, body: { pass: true } })
    }
    await page.reload()
    await page.getByRole('button', { name: '提交应答' }).click()
    await page.getByRole('button', { name: '其余全部满足' }).click()
    await page.getByLabel('品牌').fill(name === 'first' ? '安泵' : '恒流')
    await page.getByLabel('参考报价').fill(price)
    await page.getByLabel('方案说明').fill('整机供货，含培训。')
    if (name === 'first') await inspect('填写应答')
    await page.getByRole('button', { name: '提交应答' }).click()
    await told(page, '应答已提交')
    if (name === 'first') await inspect('供应商的调研')
  }
  await expect(people.second.page.getByText('268,000')).toHaveCount(0)
  const { page, inspect } = people.buyer
  await goWithin(page, at(`orders/${demandId}/survey`))
  await expect(page.getByText('截止后方可查看').first()).toBeVisible()
  await expect(page.getByText('268,000')).toHaveCount(0)
  await inspect('调研中')
})

async function checkInBrowser({ page, inspect }: Visitor): Promise<void> {
  await goWithin(page, at(`orders/${demandId}/sign-up/list`))
  await inspect('报名与应答')
  await page.getByRole('link', { name: '审核' }).click()
  await inspect('报名审核')
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await agree(page)
  await told(page, '已审核')
}

test('an answer on paper is typed in with its scan; the survey ends, and answers stand side by side', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at(`orders/${demandId}/entry`))
  await page.getByLabel('应答单位').fill('江州医疗器械厂')
  await day(page, '收到日期', formatTime(await system.now()).slice(0, 10))
  await page.locator('input[type=file]').first().setInputFiles(SCAN)
  await uploaded(page, SCAN.name)
  await page.getByRole('button', { name: '其余全部满足' }).click()
  await page.getByLabel('品牌').fill('江泵')
  await page.getByLabel('参考报价').fill('259000')
  await page.getByLabel('方案说明').fill('按纸质应答录入。')
  await inspect('录入纸质应答')
  await page.getByRole('button', { name: '保存录入' }).click()
  await told(page, '纸质应答已录入')
  await inspect('纸质应答')
  await goWithin(page, at(`orders/${demandId}/survey`))
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '提前结束调研' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('三家均已应答')
  await agree(page, '结束调研')
  await told(page, '调研已结束')
  const matrix = page.getByRole('grid', { name: '参数与应答对比' })
  await expect(matrix.getByText('江州医疗器械厂')).toBeVisible()
  await expect(matrix.getByText('3 家，3 个品牌').first()).toBeVisible()
  await expect(matrix.getByText('259,000.00')).toBeVisible()
  await inspect('应答对比')
})

test('conclusion, plan and review by a colleague', async () => {
  const { page, inspect } = people.buyer
  await page.getByRole('button', { name: '形成结论' }).click()
  await page.getByLabel('市场规模与供给情况').fill('供给充足，本地有三家以上。')
  await page.getByLabel('调研结论').fill('参数合理，预算可行。')
  await expect(page.getByLabel('参考价格下限')).toHaveValue(/259/)
  await inspect('形成结论')
  await page.getByRole('button', { name: '形成结论' }).click()
  await agree(page)
  await told(page, '调研结论已形成')
  await page.getByRole('button', { name: '编制采购实施计划' }).click()
  await choose(page.getByLabel('采购方式'), '询比采购')
  for (const label of ['供应商资格条件', '评审方法和评审因素', '合同类型', '定价方式', '履约验收方案', '风险管控措施'])
    await page.getByLabel(label).fill(`${label}：按本单位采购制度执行。`)
  await inspect('编制计划')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '采购实施计划已保存')
  await page.getByRole('button', { name: '提交审查' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('审查人员'), '王宁（江州市第一人民医院）')
  await dialog.getByText('提交审查', { exact: true }).first().click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '已提交审查')
  const reviewer = people.reviewer
  await goWithin(reviewer.page, at('implementation-plan/list'))
  await reviewer.inspect('采购实施计划列表')
  await reviewer.page.getByRole('link', { name: TITLE }).click()
  await reviewer.page.getByRole('button', { name: '提交审查意见' }).click()
  await reviewer.page.getByRole('dialog').getByText('同意', { exact: true }).click()
  await reviewer.page.getByRole('button', { name: '提交', exact: true }).click()
  await told(reviewer.page, '意见已提交')
  await reviewer.inspect('计划审查')
})

test('the project has items and budget without typing them again, and both sides say where it came from', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, at('results/list'))
  await inspect('需求结果列表')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('button', { name: '转为采购项目' }).click()
  await page.getByLabel('项目名称').fill(PROJECT)
  await page.getByRole('button', { name: '转为项目' }).click()
  await told(page, '已转为采购项目')
  await inspect('需求与项目')
  await page.getByRole('link', { name: PROJECT }).click()
  await expect(page.getByRole('heading', { name: PROJECT, level: 1 })).toBeVisible()
  await expect(page.getByText('输液泵', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(TITLE) })).toBeVisible()
  await inspect('来自需求的项目')
})

async function day(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value)
  await page.keyboard.press('Enter')
}
