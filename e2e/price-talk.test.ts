import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// An auction among invited suppliers is over: its buyer reads the invitations and talks with the first about the price. The
// first accepts on its own page; whoever came second finds nothing.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const notes = newNotes()
let system: OwnSystem<'invitedEnded'>
let buyer: Visitor
let first: Visitor
let second: Visitor
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem('invitedEnded')
  orderId = system.facts.orderId
  const people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], first: ['supplier2', 'supplier'], second: ['supplier1', 'supplier'] },
  )
  ;({ buyer, first, second } = people)
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('each invitation has a page: the letter, when it was told, and the reply', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/compete/order/${orderId}/abnormal/add-supplier`)
  await page.getByRole('link', { name: '苏州迈德影像技术有限公司' }).click()
  await expect(page.getByRole('heading', { name: '苏州迈德影像技术有限公司', level: 1 })).toBeVisible()
  await expect(page.getByText('已接受')).toBeVisible()
  await expect(page.getByText('现邀请贵单位参加。本邀请书仅向受邀单位发出。')).toBeVisible()
  await inspect('邀请详情')
  await page.setViewportSize(NARROW)
  await inspect('邀请详情 390')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the buyer asks the first for a lower price', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/compete/order/${orderId}/detail`)
  await page.getByRole('button', { name: '议价', exact: true }).click()
  await expect(page.getByRole('heading', { name: '竞价后议价', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '发起议价' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await told(page, '已发起议价，供应商已获通知')
  await page.getByRole('textbox', { name: '期望价格' }).fill('86000')
  await inspect('议价：邀请报价')
  await page.getByRole('button', { name: '发出报价邀请' }).click()
  await expect(page.getByText('报价邀请待答复')).toBeVisible()
})

test('the first accepts on its own page, the second finds none', async () => {
  const { page, inspect } = first
  await goWithin(page, `/supplier/compete/orders/${orderId}/detail`)
  await page.getByRole('button', { name: '议价', exact: true }).click()
  await expect(page.getByRole('button', { name: '接受 86,000.00 元' })).toBeVisible()
  await inspect('供应商议价')
  await page.setViewportSize(NARROW)
  await inspect('供应商议价 390')
  await page.getByRole('button', { name: '接受 86,000.00 元' }).click()
  await expect(page.getByText('报价 86,000.00 元', { exact: false }).first()).toBeVisible()
  await goWithin(second.page, `/supplier/compete/orders/${orderId}/detail`)
  await expect(second.page.getByRole('heading', { name: '护士站办公家具邀请竞价' })).toBeVisible()
  await expect(second.page.getByRole('button', { name: '议价', exact: true })).toHaveCount(0)
})

test('the agreed price is the one that wins', async () => {
  const { page, inspect } = buyer
  await page.getByRole('button', { name: '按 86,000.00 元达成一致' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('双方就价格达成一致')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('已达成一致').first()).toBeVisible()
  await page.setViewportSize(NARROW)
  await inspect('议价结束 390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await goWithin(page, `/purchaser/compete/order/${orderId}/public-notice`)
  await expect(page.getByText('议价前 88,000.00')).toBeVisible()
  await inspect('定标')
})

test('below its project the order is only read', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/register/bid/orders/${orderId}/detail`)
  await expect(page).toHaveURL(`${system.base}/purchaser/register/compete/orders/${orderId}/detail`)
  const project = page.getByRole('region', { name: '项目', exact: true })
  await expect(project.getByText('江州市第一人民医院护士站办公家具采购')).toBeVisible()
  await expect(page.getByRole('button', { name: '确定成交人' })).toHaveCount(0)
  await inspect('项目中的采购单')
  await page.getByRole('link', { name: '打开采购单' }).click()
  await expect(page.getByRole('button', { name: '确定成交人' })).toBeVisible()
})

test('a failed order has a page of its own, and leads to the next run', async () => {
  const { page, inspect } = buyer
  const client = await new Cast(system.base).as('buyer')
  await client.call(declareAbortive, { params: { orderId }, body: { reason: '采购任务取消，采购终止' } })
  await goWithin(page, `/purchaser/compete/order/${orderId}/discarded/detail`)
  await expect(page.getByText('采购任务取消，采购终止').first()).toBeVisible()
  await expect(page.getByRole('cell', { name: '苏州迈德影像技术有限公司' })).toBeVisible()
  await inspect('流标详情')
  await page.setViewportSize(NARROW)
  await inspect('流标详情 390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '重新竞价' }).click()
  await expect(page.getByText('已流标，重新竞价')).toBeVisible()
})
