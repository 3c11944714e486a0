import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { type BIDDERS, TENDER } from '#demo/states/tender.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { bidderSend, hostSend } from '#features/opening-hall/contract-talk.ts'
import { layLine, type Line } from './kit/line.ts'
import { enter, findIds, worldIsPlayed } from './kit/samples.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, newVisitor, type Visitor } from './kit/visitor.ts'

// Whoever loses the network in the hall sees, once it is back, what is the case: everything that happened meanwhile, each
// thing once, without touching the page. And a reviewer learns meanwhile that what is on the screen may be old.
test.describe.configure({ mode: 'serial' })

type Bidder = (typeof BIDDERS)[number]

const notes = newNotes()
let system: OwnSystem<'submitted'>
let cast: Cast
let host: Visitor
let bidder: Visitor
let lines: { host: Line; bidder: Line }
let orderId = ''
let trades: OwnSystem<'submitted'>['facts']['trades']

test.afterAll(async () => {
  await lines?.host.close()
  await lines?.bidder.close()
  await system?.stop()
})

test('host and bidder are in the hall of an opening that has begun', async ({ browser }) => {
  system = await startSystem('submitted')
  ;({ orderId, trades } = system.facts)
  cast = new Cast(system.base)
  lines = { host: await layLine(system.base), bidder: await layLine(system.base) }
  host = await newVisitor(browser, { base: lines.host.base, notes })
  bidder = await newVisitor(browser, { base: lines.bidder.base, notes })
  const buyer = await cast.as('buyer')
  await system.moveTo(system.facts.schedule.openAt!)
  await buyer.call(hall.startOpening, { params: { projectId: orderId } })
  await enter(host.page, { base: lines.host.base, who: 'buyer', workbench: 'purchaser' })
  await enter(bidder.page, { base: lines.bidder.base, who: 'supplier1', workbench: 'supplier' })
  const tradeId = trades.supplier1
  await host.page.goto(`/purchaser/bidding/orders/${orderId}/kpb/open-hall-home`)
  await bidder.page.goto(`/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${tradeId}/open-hall-home`)
  for (const { page } of [host, bidder]) await expect(rowOf(page, 'supplier2')).toContainText('待解密')
})

test('a bidder whose network was away sees what was said and decrypted, each once', async () => {
  const { page } = bidder
  const buyer = await cast.as('buyer')
  const say = (content: string) => buyer.call(hostSend, { params: { projectId: orderId }, body: { content } })
  const log = page.getByRole('log', { name: '消息记录' })
  await say('开标开始')
  await expect(log.getByText('开标开始')).toHaveCount(1)
  lines.bidder.cut()
  await say('请各投标人解密')
  for (const account of ['supplier2', 'supplier3', 'supplier4'] as const) await release(account)
  await say('已有两家解密')
  await expect(rowOf(host.page, 'supplier3')).toContainText('解密成功')
  await expect(page.getByText('连接中断，正在重新连接')).toBeVisible()
  await expect(log.getByText('请各投标人解密')).toHaveCount(0)
  await expect(rowOf(page, 'supplier2')).toContainText('待解密')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(`/bid-hall/${orderId}/detail`)) asked++
  })
  lines.bidder.mend()
  for (const account of ['supplier2', 'supplier3'] as const)
    await expect(rowOf(page, account)).toContainText('解密成功')
  await expect(rowOf(page, 'supplier1')).toContainText('待解密')
  for (const said of ['开标开始', '请各投标人解密', '已有两家解密']) await expect(log.getByText(said)).toHaveCount(1)
  await expect(page.getByText('连接中断，正在重新连接')).toHaveCount(0)
  expect(asked).toBeGreaterThan(0)
  // From here on it hears as before.
  await say('欢迎回来')
  await expect(log.getByText('欢迎回来')).toHaveCount(1)
})

test('the host’s unread messages are counted once, and what was done on another computer is not offered again', async () => {
  const { page } = host
  const client = await cast.as('supplier2')
  const ask = (content: string) =>
    client.call(bidderSend, {
      params: { projectId: orderId, bidderId: trades.supplier2 },
      body: { content, toHostOnly: true },
    })
  await ask('请问何时唱标')
  const log = page.getByRole('log', { name: '消息记录' })
  await expect(log.getByText('请问何时唱标')).toHaveCount(1)
  lines.host.cut()
  await ask('网络正常')
  await release('supplier1')
  const buyer = await cast.as('buyer')
  await expect(async () => {
    await buyer.call(hall.openMarks, { params: { projectId: orderId } })
  }).toPass()
  await expect(page.getByRole('button', { name: '公布开标一览表' })).toBeVisible()
  lines.host.mend()
  await expect(page.getByRole('columnheader', { name: '投标总价（元）' })).toBeVisible()
  await expect(page.getByRole('button', { name: '公布开标一览表' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '唱标下一家（余4家）' })).toBeVisible()
  for (const said of ['请问何时唱标', '网络正常']) await expect(log.getByText(said)).toHaveCount(1)
  await page.getByLabel('发送对象').click()
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.getByText(`${COMPANIES.supplier2.name}（未读 2）`)).toBeVisible()
})

test('a reviewer whose network is away is told that the sheet stands still, until it is back', async ({
  browser,
  baseURL,
}) => {
  await worldIsPlayed(baseURL!)
  const { reviewing } = await findIds(baseURL!)
  const line = await layLine(baseURL!)
  try {
    const { page } = await newVisitor(browser, { base: line.base, notes })
    await enter(page, { base: line.base, who: 'expert7', workbench: 'expert' })
    await page.goto(`/review/projects/${reviewing}/review-session`)
    const rail = page.getByRole('complementary', { name: '投标人' })
    await expect(rail.getByRole('button').first()).toBeVisible()
    const note = page.getByText('连接中断，正在重新连接')
    await expect(note).toHaveCount(0)
    line.cut()
    await expect(note).toBeVisible()
    // What was there stays to be read.
    await expect(rail.getByRole('button').first()).toBeVisible()
    line.mend()
    await expect(note).toHaveCount(0)
    await expect(rail.getByRole('button').first()).toBeVisible()
  } finally {
    await line.close()
  }
})

async function release(account: Bidder): Promise<void> {
  const key = demoKey(account, TENDER.suite)
  await suppliers.releaseKeys(await cast.as(account), orderId, { tradeId: trades[account], key })
}

function rowOf(page: Visitor['page'], account: Bidder) {
  return page.getByRole('row').filter({ hasText: COMPANIES[account].name })
}
