import { expect, type Locator, test } from '@playwright/test'
import { HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { DIRECT_EXAMPLE, directDates } from '#demo/direct-purchases.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buying from '#demo/play/buyer.ts'
import { signUp } from '#demo/play/supplier.ts'
import { draftSole } from '#demo/sole-sources.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, twice, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A direct purchase that is not publicised: published to one supplier, priced by line, agreed, awarded. The draft is there.
test.describe.configure({ mode: 'serial' })

const { title } = DIRECT_EXAMPLE.plan
const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let asked: Visitor
let orderId = ''
let bidEnd = 0

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const now = await system.now()
  const dates = directDates(now.getTime())
  bidEnd = dates.bidEnd
  const client = await new Cast(system.base).as('buyer')
  ;({ orderId } = await draftSole(client, DIRECT_EXAMPLE, { purchaser: null, dates, now }))
  ;({ buyer, asked } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], asked: ['supplier1', 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // A price above the response is refused, which the browser writes down.
  expect(notes.console.filter((line) => !/400/.test(line))).toEqual([])
})

test('the purchaser publishes it to one supplier alone', async () => {
  const { page, inspect } = buyer
  await goWithin(page, '/purchaser/direct-purchase/list')
  await page.getByRole('link', { name: '编辑' }).click()
  const reason = page.getByRole('region', { name: '采购理由' })
  await expect(reason.getByRole('textbox', { name: '直接采购限额' })).toBeVisible()
  // Each reason asks for its own.
  await reason.getByRole('radio', { name: '只有一家供应商能够提供' }).click()
  await expect(reason.getByLabel('公示期')).toHaveValue('3')
  await reason.getByRole('radio', { name: '涉及国家秘密' }).click()
  await expect(reason.getByLabel('公示期')).toHaveCount(0)
  await reason.getByRole('radio', { name: '采购金额不超过本单位直接采购限额' }).click()
  await expect(reason.getByLabel('公示期')).toHaveValue('0')
  await inspect('编辑直接采购')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByText('公告立即送达受邀供应商，其他人不可见')).toBeVisible()
  await inspect('直接采购发布预览')
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/detail$/)
  await expect(page.getByText('报名中').first()).toBeVisible()
  await inspect('直接采购详情')
})

test('the supplier reads its letter, is admitted, and prices each line', async () => {
  const { page, inspect } = asked
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('button', { name: '谢绝邀请' })).toBeVisible()
  await inspect('直接采购项目（受邀）')
  const { name: contact, mobile } = PEOPLE.supplier1
  const cast = new Cast(system.base)
  await signUp(await cast.as('supplier1'), orderId, { contact, mobile, now: await system.now() })
  await buying.approveAll(await cast.as('buyer'), orderId)
  await goWithin(page, '/supplier/monitor/direct-purchase/list')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: '提交响应文件', exact: true }).click()
  for (const [i, price] of ['780', '1300', '1150.5'].entries()) await page.getByLabel(`第 ${i + 1} 行单价`).fill(price)
  await expect(page.getByRole('status').filter({ hasText: '合计' })).toContainText('34,164.00')
  await inspect('逐行报价')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect('逐行报价 390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await twice(page.getByRole('button', { name: '提交', exact: true }))
  await agree(page)
  await told(page, '响应文件已提交')
})

test('behind the deadline they agree on lower prices, line by line', async () => {
  const { page, inspect } = buyer
  await system.moveTo(new Date(bidEnd + 2 * HOUR))
  await goWithin(page, `/purchaser/direct-purchase/${orderId}/detail`)
  await page.getByRole('button', { name: '协商', exact: true }).click()
  await page.getByLabel('协商时间').fill(new Date(bidEnd + 9 * HOUR).toISOString().slice(0, 16).replace('T', ' '))
  await page.getByLabel('协商时间').press('Enter')
  await page.getByLabel('协商地点').fill('设备科')
  for (const [i, name] of ['张晓', '沈瑶'].entries()) await page.getByLabel(`第 ${i + 1} 人姓名`).fill(name)
  await page.getByLabel('价格依据').fill('近两年同类配件采购价格。')
  await page.getByLabel('合同主要条款及价格商定情况').fill('十五日内供货，验收合格后付款。')
  await retype(page.getByLabel('第 1 行单价'), '790')
  await page.getByRole('button', { name: '提交供应商确认' }).click()
  await agree(page)
  await expect(page.getByText('商定价格不能高于响应价格').first()).toBeVisible()
  await retype(page.getByLabel('第 1 行单价'), '750')
  await inspect('记录协商情况（逐行）')
  await page.getByRole('button', { name: '提交供应商确认' }).click()
  await agree(page)
  await told(page, '等待供应商确认')
  await goWithin(asked.page, `/supplier/direct-purchase/${orderId}/talk`)
  await expect(asked.page.getByRole('group', { name: '逐行价格' })).toContainText('9,000.00')
  await asked.inspect('核对协商情况（逐行）')
  await asked.page.getByRole('button', { name: '确认协商情况' }).click()
  await agree(asked.page, '确认')
  await expect(asked.page.getByText('双方已确认')).toBeVisible()
})

test('the purchaser makes the deal, and the supplier reads it', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/direct-purchase/${orderId}/detail`)
  await page.getByRole('button', { name: '确定成交供应商', exact: true }).click()
  await expect(page.getByText('33,804.00').first()).toBeVisible()
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await told(page, '成交结果已发布')
  await inspect('直接采购成交结果')
  await goWithin(asked.page, `/supplier/direct-purchase/${orderId}/info`)
  await expect(asked.page.getByText('成交结果公告').first()).toBeVisible()
  await asked.inspect('直接采购项目（成交）')
})

async function retype(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.fill(text)
}
