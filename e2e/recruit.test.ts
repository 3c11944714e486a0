import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { applyTo, callDetail as callOf } from '#features/recruit/contract/supplier.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import { payByWallet } from './kit/wallet.ts'

// A purchaser calls for suppliers, two apply; one passes, pays and gets into the library, the other is refused.
test.describe.configure({ mode: 'serial' })

const TITLE = '医用耗材供应商征集'
const PERMIT = '医疗器械经营许可证'
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const notes = newNotes()
let system: OwnSystem<'people'>
let people: Record<'buyer' | 'supplier', Visitor>
let orderId: string
const base = () => `/purchaser/supplier-management/recruit/orders/${orderId}`

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: ['supplier1', 'supplier'] },
  )
})
test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

async function beijing(days: number): Promise<string> {
  const at = new Date((await system.now()).getTime() + days * DAY + 8 * 3_600_000)
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

test('the purchaser writes a call and publishes it', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/supplier-management/recruit/list')
  await expect(page.getByText('还没有供应商征集')).toBeVisible()
  await page.getByRole('button', { name: '新建征集' }).click()
  await page.getByLabel('征集名称').fill(TITLE)
  for (const [label, days] of [
    ['申请开始时间', -1],
    ['申请截止时间', 10],
  ] as const) {
    await page.getByLabel(label).fill(await beijing(days))
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('联系人').fill('张晓')
  await page.getByLabel('联系电话').fill('0510-88001234')
  await page.getByRole('button', { name: '添加品类' }).click()
  await page.getByLabel('品类 1名称').fill('医用手套')
  await page.getByRole('button', { name: '添加材料' }).click()
  await page.getByLabel('品类 1材料 1名称').fill(PERMIT)
  await page.getByText('审核通过后缴纳').click()
  await page.getByLabel('金额').fill('200')
  await page.getByLabel('征集公告').fill('面向社会公开征集医用耗材供应商。')
  await inspect('编辑征集')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '征集草稿已保存')
  await page.getByRole('button', { name: '发布征集' }).click()
  await agree(page, '发布')
  await told(page, '征集已发布')
  orderId = /orders\/([^/]+)\/detail/.exec(page.url())![1]!
  await inspect('征集详情')
})

test('a supplier is told what is missing, and applies', async () => {
  const { page, inspect } = people.supplier
  await goWithin(page, '/supplier/monitor/recruit/list')
  await inspect('供应商征集列表')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('button', { name: '申请入库' }).click()
  await expect(page.getByText('还缺 3 项')).toBeVisible()
  await expect(page.getByText(`医用手套：${PERMIT}未上传`)).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: '许可证.pdf', mimeType: 'application/pdf', buffer: PDF })
  await uploaded(page, '许可证.pdf')
  await expect(page.getByText(`医用手套：${PERMIT}未填写证书编号`)).toBeVisible()
  await page.getByLabel(`${PERMIT}编号`).fill('苏械经营许 20260001 号')
  await page.getByLabel(`${PERMIT}有效期至`).fill('2031-12-31')
  await page.keyboard.press('Enter')
  await page.getByLabel('联系人').fill('沈瑶')
  await page.getByLabel('联系电话').fill('0510-88005678')
  await expect(page.getByText('材料齐全，可以提交')).toBeVisible()
  await inspect('入库申请')
  await page.getByRole('button', { name: '提交申请' }).click()
  await told(page, '申请已提交')
  await inspect('我的申请')

  const other = await new Cast(system.base).as('supplier2')
  const { fileId } = await other.upload('recruit-apply', '许可证.pdf', PDF)
  const { categories } = await other.call(callOf, { params: { orderId } })
  const [category] = categories
  await other.call(applyTo, {
    params: { orderId },
    body: {
      categories: [category!.key],
      documents: [
        {
          category: category!.key,
          document: category!.documents[0]!.key,
          number: '苏械经营许 20260002 号',
          validUntil: '2031-12-31',
          files: [{ fileId, name: '许可证.pdf' }],
        },
      ],
      contactName: '顾一鸣',
      contactPhone: '0510-88009999',
    },
  })
})

test('the purchaser passes one and refuses the other', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `${base()}/trades`)
  await inspect('入库申请列表')
  await page.getByRole('link', { name: COMPANIES.supplier1.name }).click()
  await expect(page.getByRole('button', { name: '许可证.pdf' })).toBeVisible()
  await inspect('审核申请')
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await told(page, '审核意见已提交')
  await goWithin(page, `${base()}/trades`)
  await page.getByRole('link', { name: COMPANIES.supplier2.name }).click()
  await page.getByRole('button', { name: '不通过' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('经营范围不含二类器械')
  await page.getByRole('dialog').getByRole('button', { name: '不通过' }).click()
  await expect(page.getByText('经营范围不含二类器械').first()).toBeVisible()
})

test('who passed pays in the wallet', async () => {
  const { page, inspect } = people.supplier
  await goWithin(page, `/supplier/recruit/orders/${orderId}/detail`)
  await expect(page.getByText('请缴纳入库服务费 200.00 元')).toBeVisible()
  await inspect('待缴费的申请')
  await page.getByRole('button', { name: '缴纳费用' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(people.supplier)
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()
})

test('the call is ended, its result drafted and published; the supplier reads it', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `${base()}/change`)
  await inspect('征集变更')
  await goWithin(page, `${base()}/detail`)
  await page.getByRole('button', { name: '提前截止' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('申请单位数量已满足需要')
  await agree(page, '截止')
  await told(page, '征集已截止')
  await page.getByRole('button', { name: '拟定结果' }).click()
  await page.getByRole('checkbox', { name: COMPANIES.supplier1.name }).check()
  for (const [label, day] of [
    ['有效期起', '2026-12-01'],
    ['有效期止', '2028-11-30'],
  ] as const) {
    await page.getByLabel(`${COMPANIES.supplier1.name}${label}`).fill(day)
    await page.keyboard.press('Enter')
  }
  await inspect('征集结果')
  await page.getByRole('button', { name: '保存结果' }).click()
  await told(page, '结果已拟定')
  await page.getByRole('button', { name: '公布结果' }).click()
  await agree(page, '公布')
  await told(page, '结果已公布')

  await goWithin(people.supplier.page, `/supplier/recruit/orders/${orderId}/detail`)
  await expect(people.supplier.page.getByText('贵单位已入库：医用手套')).toBeVisible()
})
