import { expect, test } from '@playwright/test'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { startRound } from '#features/inquiry/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Two suppliers have quoted; the buyer talks with one, both sign, a second round follows, and the lines go to both.
test.describe.configure({ mode: 'serial' })

const ORDER = '/purchaser/negotiation-v2/orders'
const notes = newNotes()
let system: OwnSystem<'negotiating'>
let people: Record<'buyer' | 'talked' | 'other', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem('negotiating')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], talked: ['supplier1', 'supplier'], other: ['supplier2', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the buyer arranges a talk, calls the supplier and writes the minutes', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/negotiation-v2/list')
  await page.getByRole('link', { name: '院区保洁服务谈判采购' }).click()
  await page.getByRole('button', { name: '谈判', exact: true }).click()
  await page.getByRole('button', { name: '安排谈判' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('供应商').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(COMPANIES.supplier1.name, { exact: true }).click()
  const beijing = new Date((await system.now()).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await dialog.getByLabel('时间').fill(beijing)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('地点').fill('三楼会议室')
  await dialog.getByLabel('议题').fill('人员配置与应急响应')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '已安排')
  await page.getByRole('button', { name: '通知供应商' }).click()
  await agree(page, '通知供应商')
  await page.getByRole('button', { name: '开始谈判' }).click()
  await expect(page.getByText(`本轮尚未与以下供应商谈判：${COMPANIES.supplier2.name}`)).toBeVisible()
  await meetInRoom()
  await page.getByRole('button', { name: '记录谈判' }).click()
  const end = new Date((await system.now()).getTime() + 8 * 3_600_000 + MINUTE)
  await dialog.getByLabel('结束时间').fill(end.toISOString().slice(0, 16).replace('T', ' '))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('第 1 人姓名').fill('张晓')
  await dialog.getByLabel('第 2 人姓名').fill('王工')
  await dialog.getByLabel('谈判内容').fill('供应商同意夜间增派一人。')
  await inspect('记录谈判')
  await system.moveTo(new Date((await system.now()).getTime() + 2 * MINUTE))
  await dialog.getByRole('button', { name: '签署并提交' }).click()
  await told(page, '已提交，等待供应商签署')
  await inspect('谈判')
})

/** Both sides see that the other is there, and each reads at once what the other writes. */
async function meetInRoom(): Promise<void> {
  const { talked, buyer } = people
  await goWithin(talked.page, `/supplier/negotiation-v2/orders/${system.facts.orderId}/talks`)
  const rooms = [buyer, talked].map(({ page }) => page.getByRole('region', { name: '谈判室' }))
  const [ours, theirs] = [rooms[0]!, rooms[1]!]
  await expect(theirs.getByText('采购方在线', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(ours.getByText(`${COMPANIES.supplier1.name}在线`)).toBeVisible({ timeout: 20_000 })
  await ours.getByLabel('消息内容').fill('夜间能否增派一人？')
  await ours.getByLabel('消息内容').press('Enter')
  await expect(theirs.getByText('夜间能否增派一人？')).toBeVisible()
  await theirs.getByLabel('消息内容').fill('可以，价格不变。')
  await theirs.getByRole('button', { name: '发送' }).click()
  await expect(ours.getByText('可以，价格不变。')).toBeVisible()
  await expect(theirs.getByText('张晓')).toHaveCount(0)
  await talked.inspect('谈判室')
}

test('the supplier signs its minutes, and the other one finds no talk', async () => {
  const { page, inspect } = people.talked
  await goWithin(page, '/supplier/monitor/negotiation/list')
  await page.getByRole('link', { name: '院区保洁服务谈判采购' }).click()
  await page.getByRole('button', { name: '谈判记录' }).click()
  await expect(page.getByText('供应商同意夜间增派一人。')).toBeVisible()
  await page.getByRole('button', { name: /签\s*署/ }).click()
  await agree(page, '签署')
  await expect(page.getByText('双方已签署')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect('谈判记录 390')
  await goWithin(people.other.page, `/supplier/negotiation-v2/orders/${system.facts.orderId}/talks`)
  await expect(people.other.page.getByText('还没有谈判')).toBeVisible()
})

test('a second round follows, and its lines are divided', async () => {
  const { orderId, trades } = system.facts
  const cast = new Cast(system.base)
  const buyer = await cast.as('buyer')
  const deadline = new Date((await system.now()).getTime() + DAY)
  await buyer.call(startRound, {
    params: { orderId },
    body: { tradeIds: Object.values(trades), deadline: deadline.toISOString(), isFinal: true, note: '' },
  })
  for (const [account, parts] of [
    ['supplier1', ['0.9', '0.85', '0.95']],
    ['supplier2', ['0.85', '0.9', '0.9']],
  ] as const)
    await submitQuote(await cast.as(account), orderId, {
      priceOf: atParts(parts),
      lineOf: () => ({ deliveryDays: '10' }),
    })
  await system.moveTo(new Date(deadline.getTime() + MINUTE))
  await awaitOpening(buyer, orderId, 2)
  const { page, inspect } = people.buyer
  await goWithin(page, `${ORDER}/${orderId}/compare/detail`)
  await expect(page.getByText('第 2 轮报价').first()).toBeVisible()
  await goWithin(page, `${ORDER}/${orderId}/info`)
  await page.getByRole('button', { name: '确定成交供应商' }).click()
  await page.getByRole('button', { name: '各行最低价' }).click()
  await inspect('按行成交')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await expect(page.getByRole('heading', { name: `${COMPANIES.supplier1.name}成交明细` })).toBeVisible()
  await expect(page.getByRole('heading', { name: `${COMPANIES.supplier2.name}成交明细` })).toBeVisible()
})
