import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import { comes, payInWallet } from '#demo/play/wallet.ts'
import { formatDate, MINUTE } from '#contract/time.ts'
import { createMeeting } from '#features/meetings/contract/meetings.ts'
import { meetingPlace, PLACES } from '#features/meetings/rules/places.ts'
import { dayAfter } from '#features/meetings/rules/room.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { productRemain } from '#features/membership/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A company keeps a room, which is booked by pressing a free time and refused to the next; an online meeting is held with somebody
// of another company, who came by a link, and billed.

const notes = newNotes()
let system: OwnSystem<'people'>
let buyer: Visitor
let colleague: Visitor
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  ;({ buyer, colleague, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], colleague: ['finance1', 'purchaser'], supplier: ['supplier1', 'supplier'] },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((line) => !line.includes('409'))).toEqual([])
})

test('a room is kept and booked by pressing a free time; the next one learns who has it', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.configure)
  await page.getByRole('button', { name: '新增场所' }).click()
  const dialog = page.getByRole('dialog', { name: '新增会议场所' })
  await dialog.getByLabel('名称').fill('行政楼 301 会议室')
  await dialog.getByLabel('可容纳人数').fill('16')
  for (const day of ['周六', '周日']) await dialog.getByLabel(day).fill('08:00-12:00，14:00-18:00')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('周一至周五 08:00-18:00；周六至周日 08:00-12:00，14:00-18:00')).toBeVisible()
  await inspect('会议场所')

  const tomorrow = dayAfter(formatDate(Date.now()), 1)
  await goWithin(page, `${PLACES.overview}?day=${tomorrow}`)
  await page.getByRole('button', { name: '预订 行政楼 301 会议室 10:00' }).click()
  await page.getByLabel('会议名称').fill('设备验收准备会')
  await page.getByRole('button', { name: '预订', exact: true }).click()
  await expect(page.getByRole('heading', { name: '设备验收准备会' })).toBeVisible()
  await goWithin(page, `${PLACES.overview}?day=${tomorrow}`)
  await expect(page.getByRole('link', { name: '10:00–11:00 设备验收准备会' })).toBeVisible()
  await inspect('场所预订')

  await goWithin(colleague.page, `${PLACES.overview}?day=${tomorrow}`)
  await expect(colleague.page.getByText(`10:00–11:00 已占用 · ${PEOPLE.buyer.name}`)).toBeVisible()
  await expect(colleague.page.getByText('设备验收准备会')).toHaveCount(0)
  await colleague.page.getByRole('button', { name: '预订 行政楼 301 会议室 09:30' }).click()
  await colleague.page.getByLabel('会议名称').fill('晨会')
  const until = colleague.page.getByLabel('结束时间')
  await until.fill(`${tomorrow} 10:30`)
  await until.press('Enter')
  await colleague.page.getByRole('button', { name: '预订', exact: true }).click()
  await expect(colleague.page.getByText(`已被占用：${tomorrow} 10:00–11:00，${PEOPLE.buyer.name}`)).toBeVisible()
})

test('an online meeting: a link brings somebody of another company, minutes are billed, and the bill is seen', async () => {
  const client = await new Cast(system.base).as('buyer')
  const product = PRODUCTS.find(({ code }) => code === 'meeting')!
  await payInWallet(client, { skuId: product.skus[0]!.id }, { method: 'wechat', play: 'pay' })
  await comes(async () => (await client.call(productRemain, { params: { id: product.id } })).remain === 3000)
  const from = (Math.floor(Date.now() / MINUTE) + 5) * MINUTE
  const { meetingId } = await client.call(createMeeting, {
    body: {
      title: '供应商技术交流',
      from: new Date(from).toISOString(),
      until: new Date(from + 30 * MINUTE).toISOString(),
      online: 'platform',
    },
  })
  const { page, inspect } = buyer
  await goWithin(page, meetingPlace(meetingId))
  await page.getByRole('button', { name: '邀请外单位人员' }).click()
  const dialog = page.getByRole('dialog', { name: '邀请外单位人员' })
  await dialog.getByLabel('受邀人').fill('沈瑶')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const shown = page.getByRole('dialog', { name: '发给沈瑶的链接' })
  const link = new URL((await shown.getByText('/meeting/invitation/').textContent())!.trim().split(/\s/)[0]!)
  await shown.getByRole('button', { name: '已复制' }).click()

  await goWithin(supplier.page, link.pathname)
  await supplier.page.getByRole('button', { name: '接受邀请' }).click()
  await expect(supplier.page.getByRole('heading', { name: '供应商技术交流' })).toBeVisible()

  await page.getByRole('button', { name: '开始会议' }).click()
  await expect(page.getByText('会议计费中：已计费 1 分钟，套餐剩余 49 小时 59 分钟')).toBeVisible()
  await page.getByRole('button', { name: '进入会议' }).click()
  await supplier.page.getByRole('button', { name: '进入会议' }).click()
  await expect(supplier.page.getByText('在场 2 人')).toBeVisible()
  await supplier.page.getByLabel('消息内容').fill('各位好')
  await supplier.page.getByRole('button', { name: '发送' }).click()
  await expect(page.getByRole('log').getByText('各位好')).toBeVisible()
  await inspect('演示会议室')

  await goWithin(page, meetingPlace(meetingId))
  await page.getByRole('button', { name: '结束会议' }).click()
  await page.getByRole('dialog', { name: '结束会议' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('group', { name: '计费明细' })).toBeVisible()
  await expect(page.getByText(/^共计 \d+ 分钟，套餐剩余 49 小时 5\d 分钟$/)).toBeVisible()
  await inspect('会议详情')
  await goWithin(supplier.page, meetingPlace(meetingId))
  await expect(supplier.page.getByText('计费明细')).toHaveCount(0)
  await goWithin(page, PLACES.buy)
  await expect(page.getByRole('group', { name: '购买记录' })).toBeVisible()
  await inspect('购买在线会议')
})
