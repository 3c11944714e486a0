import { expect, test } from '@playwright/test'
import { HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import * as supplier from '#demo/play/supplier.ts'
import { archiveOrder, createWithProject } from '#features/procurement/contract/order.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { sale } from '#features/procurement/methods/sale.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import { payByWallet } from './kit/wallet.ts'

// Scrap is sold: a secret reserve, offers that rise, payment, a note of what was weighed, settlement; seller and two bidders in
// browsers of their own, on a server that holds nothing else and whose clock the test moves.
test.describe.configure({ mode: 'serial' })

const TITLE = '报废钢架竞价销售'
const notes = newNotes()
/** Words of purchases and tenders, with the page that says them. */
const strange: string[] = []
let system: OwnSystem
let cast: Cast
let seller: Visitor
let bidders: Visitor[]
let orderId = ''
let startsAt: Date

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  const at = { base: system.base, notes }
  const people = await openVisitors(browser, at, {
    seller: ['buyer', 'purchaser'],
    first: ['supplier1', 'supplier'],
    second: ['supplier2', 'supplier'],
  })
  seller = people.seller
  bidders = [people.first, people.second]
})

test.afterAll(async () => {
  await system?.stop()
})

const detail = () => `/purchaser/compete-sale/order/${orderId}/detail`

test('varieties are kept', async () => {
  const { page } = seller
  await goWithin(page, '/purchaser/compete-sale/sale-variety/list')
  await page.getByRole('button', { name: '新增品种' }).click()
  const drawer = page.getByRole('dialog', { name: '新增品种' })
  await drawer.getByLabel('品种名称').fill('废钢')
  await drawer.getByLabel('计量单位').fill('吨')
  await drawer.getByRole('button', { name: '保存' }).click()
  await told(page, '品种已登记')
  await expect(page.getByRole('cell', { name: '废钢' })).toBeVisible()
  await shown(seller, '销售品种')
})

test('a new sale asks for what a seller knows, and takes its lots from the varieties', async () => {
  const { page } = seller
  await goWithin(page, '/purchaser/compete-sale/order/form')
  await expect(page.getByRole('heading', { name: '新建项目并销售', level: 1 })).toBeVisible()
  await choose(page.getByLabel('从销售品种选取'), '废钢（吨）')
  await expect(page.getByLabel('第 1 行标的名称')).toHaveValue('废钢')
  await page.getByLabel('第 1 行数量').fill('30')
  await page.getByLabel('第 1 行起始单价（元）').fill('2000')
  await page.getByLabel('销售项目名称').fill('废钢处置')
  await page.getByLabel('评估价').fill('80000')
  await shown(seller, '新建销售')
  await page.getByRole('button', { name: '建立项目和销售单' }).click()
  await expect(page.getByRole('heading', { name: '编辑销售单', level: 1 })).toBeVisible()
  // What all lots start at together.
  await expect(page.getByLabel('起始价', { exact: true })).toHaveValue(/^60,?000(\.00)?$/)
})

test('the seller sets terms and a secret reserve, and publishes', async () => {
  const { page } = seller
  orderId = await draft()
  await goWithin(page, '/purchaser/compete-sale/list')
  await expect(page.getByRole('heading', { name: '竞价销售', level: 1 })).toBeVisible()
  await shown(seller, '竞价销售')
  await page.getByRole('row', { name: TITLE }).getByRole('link', { name: '编辑' }).click()
  const rules = page.getByRole('region', { name: '竞价规则' })
  await rules.getByText('保密至结束').click()
  await rules.getByLabel('保密保留价金额').fill('120000')
  await rules.getByRole('button', { name: '设定保留价' }).click()
  await told(page, '保密保留价已设定')
  await expect(rules.getByText(/指纹 [0-9a-f]{16}… 将随公告公布/)).toBeVisible()
  await page.getByRole('region', { name: '付款与提货' }).getByLabel('按过磅数量结算').click()
  const announcement = page.getByRole('region', { name: '公告', exact: true })
  await choose(announcement.getByLabel('公告模板'), '竞价销售公告（通用）')
  await announcement.getByRole('button', { name: '套用' }).click()
  await told(page, '已套用模板')
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('最小加价幅度：1,000.00 元')
  await shown(seller, '编辑销售单')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByRole('heading', { name: '发布预览' })).toBeVisible()
  await shown(seller, '销售发布预览')
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(new RegExp(`${detail()}$`))
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await expect(page.getByText('120,000.00')).toHaveCount(0)
  await shown(seller, '销售单详情')
})

test('bidders sign up and are approved', async () => {
  const { page } = bidders[0]!
  await goWithin(page, `/supplier/compete-sale/order/${orderId}`)
  await expect(page.getByText('最小加价幅度')).toBeVisible()
  await shown(bidders[0]!, '销售项目')
  await goWithin(page, `/supplier/compete-sale/order/${orderId}/trade`)
  await page.getByRole('button', { name: '提交报名' }).click()
  await agree(page)
  await told(page, '报名已提交')
  const { name: contact, mobile } = PEOPLE.supplier2
  await supplier.signUp(await cast.as('supplier2'), orderId, { contact, mobile, now: await system.now() })
  await goWithin(seller.page, `/purchaser/compete-sale/order/${orderId}/apply`)
  await expect(seller.page.getByRole('row')).toHaveCount(3)
  await shown(seller, '销售报名情况')
  await seller.page.getByRole('link', { name: '审核' }).first().click()
  await seller.page.getByRole('region', { name: '审核' }).getByRole('button', { name: '通过', exact: true }).click()
  await agree(seller.page)
  await told(seller.page, '审核已完成')
  await play.approveAll(await cast.as('buyer'), orderId)
})

test('prices rise before everybody', async () => {
  await system.moveTo(new Date(startsAt.getTime() - 10 * MINUTE))
  await goWithin(seller.page, `/purchaser/compete-sale/order/${orderId}/hall-door`)
  await expect(seller.page.getByText('设保密保留价')).toBeVisible()
  await shown(seller, '销售大厅入口')
  for (const { page } of [seller, ...bidders]) {
    await goWithin(page, `/invite/compete-sale/${orderId}/hall-door`)
    await page.getByRole('button', { name: '进入竞价大厅' }).click()
    await expect(page.getByText('等待竞价开始')).toBeVisible()
  }
  expect(new URL(bidders[0]!.page.url()).pathname).toContain(`/supplier/compete-sale/order/${orderId}/hall/`)
  await system.moveTo(startsAt)
  const [first, second] = bidders as [Visitor, Visitor]
  await first.page.getByRole('button', { name: '按起始价' }).click()
  await offer(first, '100,000.00')
  await second.page.getByRole('button', { name: '加 5 档' }).click()
  await offer(second, '105,000.00')
  await first.page.getByLabel('报价金额').fill('125000')
  await first.page.getByRole('button', { name: '提交报价' }).click()
  await first.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(first.page, '报价 125,000.00 元已受理')
  for (const { page } of [seller, ...bidders])
    await expect(page.getByRole('status', { name: '当前最高价' })).toContainText('125,000.00')
  await expect(seller.page.getByText('120,000.00')).toHaveCount(0)
  await shown(seller, '销售大厅（主持人）')
  await shown(second, '销售大厅（竞买人）')
})

test('the end reveals the reserve, and the highest wins', async () => {
  const { page } = seller
  await system.moveTo(new Date(startsAt.getTime() + HOUR))
  await expect(page.getByText('第一名：')).toBeVisible()
  await expect(page.getByText('120,000.00 元')).toBeVisible()
  await goWithin(page, `/purchaser/compete-sale/order/${orderId}/result`)
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('成交人')
  await shown(seller, '确定成交人（销售）')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await told(page, '成交结果已发布')
  await shown(seller, '成交结果（销售）')
})

test('it is paid, weighed, confirmed, settled and filed', async () => {
  const { page } = bidders[0]!
  await goWithin(page, `/supplier/compete-sale/order/${orderId}`)
  await expect(page.getByText('待付款', { exact: true })).toBeVisible()
  await shown(bidders[0]!, '待付款')
  await page.getByRole('button', { name: '在线付款' }).click()
  await page.getByRole('button', { name: /微信支付/ }).click()
  await payByWallet(bidders[0]!)
  await expect(page.getByRole('button', { name: '电子回单' })).toBeVisible()

  await goWithin(seller.page, detail())
  const deal = seller.page.getByRole('region', { name: '付款与提货' })
  await deal.getByRole('button', { name: '登记提货' }).click()
  const drawer = seller.page.getByRole('dialog', { name: '登记提货' })
  await drawer.getByLabel('车牌号').fill('桂A12345')
  await drawer.getByLabel('报废钢架').fill('48')
  await drawer.getByRole('button', { name: '登记', exact: true }).click()
  await told(seller.page, '提货单已登记')

  await goWithin(page, `/supplier/compete-sale/order/${orderId}`)
  await page.getByRole('button', { name: '确认第 1 单' }).click()
  await told(page, '已答复')
  await shown(bidders[0]!, '提货单')

  await goWithin(seller.page, detail())
  // 48 of 50 tons, at 125,000 yuan for the whole.
  await expect(deal.getByText('120,000.00').first()).toBeVisible()
  await deal.getByRole('button', { name: '结算' }).click()
  await seller.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await told(seller.page, '已结算')
  await expect(deal.getByText('退还 5,000.00 元')).toBeVisible()
  await shown(seller, '结算')
  // The button would ask about what the log has not taken in yet.
  await (await cast.as('buyer')).call(archiveOrder, { params: { orderId }, body: { confirm: true } })
  await expect(seller.page.getByText('已归档').first()).toBeVisible()
})

test('nothing that keeps anybody out was found on the way, no foreign word, and no browser complained', () => {
  expect(strange).toEqual([])
  expect(notes.axe).toEqual([])
  // A jump that was asked about, and nothing else, is an answer the browser writes down.
  expect(notes.console.filter((line) => !/409/.test(line))).toEqual([])
})

/** Looks at the page as every page is looked at, and for words of tenders. */
async function shown({ page, inspect }: Visitor, name: string): Promise<void> {
  await inspect(name)
  const text = await page.getByRole('main').innerText()
  strange.push(...foreignWords(sale, text).map((word) => `${name}: ${word}`))
  strange.push(...(text.match(/.{0,12}采购.{0,6}/g) ?? []).map((words) => `${name}: ${words}`))
}

async function offer({ page }: Visitor, price: string): Promise<void> {
  await page.getByRole('button', { name: '提交报价' }).click()
  await told(page, `报价 ${price} 元已受理`)
}

/** A draft over HTTP: the dates come from the clock of the test. */
async function draft(): Promise<string> {
  const client = await cast.as('buyer')
  const now = (await system.now()).getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  startsAt = new Date(now + 3 * HOUR)
  const fields = {
    title: TITLE,
    estimatedPrice: '100000',
    controlPrice: '100000',
    schedule: { saleStart: null, saleEnd: null, signUpEnd: at(2), questionEnd: null, bidEnd: null, openAt: at(3) },
    settings: {
      bidFiles: [],
      marks: [],
      auction: { direction: 'rising' as const, step: '1000', durationMinutes: 30, minBidders: 2 },
      sale: { paymentDays: 5, pickUpDays: 10 },
    },
    announcement: { title: `${TITLE}公告`, content: null },
  }
  const { orderId: made } = await client.call(createWithProject, {
    body: {
      ...fields,
      method: sale.code,
      project: {
        name: TITLE,
        category: 'goods',
        regime: 'enterprise',
        budget: '100000',
        description: '西院旧病房楼拆下的钢架约50吨，露天堆放。',
      },
      items: [{ name: '报废钢架', spec: '', unit: '吨', quantity: '50', controlPrice: '2000' }],
    },
  })
  return made
}
