import { expect, test } from '@playwright/test'
import { HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import * as supplier from '#demo/play/supplier.ts'
import { createOrder, orderDetail } from '#features/procurement/contract/order.ts'
import { createProject, replaceItems } from '#features/procurement/contract/project.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// One auction from the form to the winner: purchaser and three suppliers in browsers of their own, on a server that
// holds nothing else and whose clock the test moves.
test.describe.configure({ mode: 'serial' })

const TITLE = '办公电脑竞价采购'
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let buyer: Visitor
let bidders: Visitor[]
let orderId = ''
let startsAt = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  const at = { base: system.base, notes }
  const people = await openVisitors(browser, at, {
    buyer: ['buyer', 'purchaser'],
    first: ['supplier1', 'supplier'],
    second: ['supplier2', 'supplier'],
    third: ['supplier3', 'supplier'],
  })
  buyer = people.buyer
  bidders = [people.first, people.second, people.third]
})

test.afterAll(async () => {
  await system?.stop()
})

test('the purchaser sets the terms, fills the announcement from its template and publishes it', async () => {
  const { page, inspect } = buyer
  orderId = await draft()
  await goWithin(page, '/purchaser/compete/list')
  await expect(page.getByRole('heading', { name: '竞价采购', level: 1 })).toBeVisible()
  await inspect('竞价采购')
  await page.getByRole('link', { name: '编辑' }).click()
  await expect(page.getByRole('heading', { name: '编辑采购单', level: 1 })).toBeVisible()
  const rules = page.getByRole('region', { name: '竞价规则' })
  await rules.getByLabel('最小降幅', { exact: true }).fill('1000')
  await expect(rules.getByRole('status')).toContainText('最小降幅 1,000.00 元')
  await rules.getByLabel('向竞价人显示本单位排名').click()
  const announcement = page.getByRole('region', { name: '公告', exact: true })
  await choose(announcement.getByLabel('公告模板'), '竞价公告（通用）')
  await announcement.getByRole('button', { name: '套用' }).click()
  await told(page, '已套用模板')
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('最小降幅：1,000.00 元')
  await inspect('编辑竞价')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByRole('heading', { name: '发布预览' })).toBeVisible()
  await inspect('竞价发布预览')
  await page.getByRole('button', { name: '发布公告' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/compete\/order\/[^/]+\/detail$/)
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await inspect('竞价详情')
})

test('suppliers sign up, one of them in the browser, and are approved', async () => {
  const { page, inspect } = bidders[0]!
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('link', { name: TITLE }).click()
  await expect(page).toHaveURL(`${system.base}/supplier/compete/orders/${orderId}/detail`)
  await expect(page.getByText('最小降幅')).toBeVisible()
  await inspect('竞价项目')
  await page.getByRole('button', { name: '报名', exact: true }).click()
  await expect(page.getByRole('button', { name: '提交报名' })).toBeVisible()
  await page.getByRole('button', { name: '提交报名' }).click()
  await agree(page)
  await told(page, '报名已提交')
  const now = await system.now()
  for (const account of ['supplier2', 'supplier3'] as const) {
    const { name: contact, mobile } = PEOPLE[account]
    await supplier.signUp(await cast.as(account), orderId, { contact, mobile, now })
  }
  await goWithin(buyer.page, `/purchaser/compete/order/${orderId}/sign-up-situation`)
  await expect(buyer.page.getByRole('row')).toHaveCount(4)
  await buyer.inspect('竞价报名情况')
  await buyer.page.getByRole('link', { name: '审核' }).first().click()
  await expect(buyer.page).toHaveURL(/\/sign-up-situation\/order\/[^/]+\/trade\/[^/]+\/review$/)
  const decision = buyer.page.getByRole('region', { name: '审核' })
  await decision.getByRole('button', { name: '通过', exact: true }).click()
  await agree(buyer.page)
  await told(buyer.page, '审核已完成')
  await play.approveAll(await cast.as('buyer'), orderId)
})

test('all come to the door by the address of the messages, and into the hall', async () => {
  ;({ openAt: startsAt } = (await (await cast.as('buyer')).call(orderDetail, { params: { orderId } })).schedule as {
    openAt: string
  })
  await system.moveTo(new Date(new Date(startsAt).getTime() - 10 * MINUTE))
  await Promise.all(
    [buyer, ...bidders].map(async ({ page, inspect }, i) => {
      await goWithin(page, `/invite/compete/${orderId}/hall-door`)
      await expect(page.getByRole('heading', { name: TITLE, level: 2 })).toBeVisible()
      await expect(page.getByText('距竞价开始')).toBeHidden()
      if (i === 1) await inspect('竞价大厅入口')
      await page.getByRole('button', { name: '进入竞价大厅' }).click()
      await expect(page.getByText('等待竞价开始')).toBeVisible()
    }),
  )
  expect(new URL(buyer.page.url()).pathname).toContain(`/purchaser/compete/order/${orderId}/hall/`)
  expect(new URL(bidders[0]!.page.url()).pathname).toContain(`/supplier/compete/orders/${orderId}/compete-hall/`)
})

test('prices fall before everybody, and nobody is told whose they are', async () => {
  await system.moveTo(startsAt)
  await Promise.all([buyer, ...bidders].map(({ page }) => expect(page.getByText('竞价中')).toBeVisible()))
  const [first, second, third] = bidders as [Visitor, Visitor, Visitor]
  await first.page.getByRole('button', { name: '按起始价' }).click()
  await offer(first, '540,000.00')
  await second.page.getByRole('button', { name: '降 1 档' }).click()
  await offer(second, '539,000.00')
  await expect(first.page.getByText('本单位排名第 2')).toBeVisible()
  // What is no amount stays as typed and cannot be offered.
  await third.page.getByLabel('报价金额').fill('53800o')
  await expect(third.page.getByRole('alert')).toHaveText('金额只能填写数字，请删去“o”')
  await expect(third.page.getByRole('button', { name: '提交报价' })).toBeDisabled()
  // A slip of a digit asks first, and Enter does not agree to it.
  await third.page.getByLabel('报价金额').fill('53800')
  await third.page.getByRole('button', { name: '提交报价' }).click()
  await expect(third.page.getByRole('dialog')).toContainText('伍万叁仟捌佰元整')
  await expect(third.page.getByRole('dialog').getByRole('button', { name: '取消' })).toBeFocused()
  await third.page.keyboard.press('Enter')
  await third.page.getByRole('button', { name: '降 5 档' }).click()
  await offer(third, '534,000.00')
  for (const { page } of [buyer, ...bidders])
    await expect(page.getByRole('status', { name: '当前最低价' })).toContainText('534,000.00')
  await expect(third.page.getByText('本单位排名第 1')).toBeVisible()
  const records = buyer.page.getByRole('region', { name: '报价记录' })
  await expect(records.getByText(/^竞价人 [A-Z]{2}/)).toHaveCount(3)
  for (const account of ['supplier1', 'supplier2', 'supplier3'] as const)
    await expect(buyer.page.getByText(PEOPLE[account].name)).toHaveCount(0)
  await buyer.inspect('竞价大厅（主持人）')
  await third.inspect('竞价大厅（竞价人）')
})

test('the host pauses and resumes; everybody gets the time back', async () => {
  await buyer.page.getByRole('button', { name: '暂停竞价' }).click()
  await buyer.page.getByRole('dialog').getByRole('textbox').fill('核实网络情况')
  await buyer.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(bidders[0]!.page.getByText('竞价已暂停：核实网络情况')).toBeVisible()
  await buyer.page.getByRole('button', { name: '恢复竞价' }).click()
  await buyer.page.getByRole('dialog').getByRole('textbox').fill('网络正常')
  await buyer.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(bidders[0]!.page.getByRole('button', { name: '提交报价' })).toBeVisible()
})

test('it ends in time; names are shown to the purchaser, who fixes the winner', async () => {
  const { page, inspect } = buyer
  await system.moveTo(new Date(new Date(startsAt).getTime() + HOUR))
  await expect(page.getByText('第一名：')).toBeVisible()
  await expect(page.getByRole('button', { name: '成交记录' })).toBeVisible()
  await inspect('竞价大厅（结束）')
  await expect(bidders[2]!.page.getByText('竞价已结束，贵单位报价最低')).toBeVisible()
  await page.getByRole('link', { name: '去定标 ›' }).click()
  await goWithin(page, `/purchaser/compete/order/${orderId}/public-notice`)
  await expect(page.getByText('可以定标')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('成交人')
  await inspect('确定成交人')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await told(page, '成交结果已发布')
  await expect(page.getByText('已定标', { exact: true }).first()).toBeVisible()
  await inspect('成交结果')
  const { page: winner } = bidders[2]!
  await winner.goto(`/supplier/compete/orders/${orderId}/detail`)
  await expect(winner.getByText('成交结果公告').first()).toBeVisible()
})

test('nothing that keeps anybody out was found on the way, and no browser complained', () => {
  expect(notes.axe).toEqual([])
  // A slip that was asked about, and nothing else, is an answer the browser writes down.
  expect(notes.console.filter((line) => !/409/.test(line))).toEqual([])
})

async function offer({ page }: Visitor, price: string): Promise<void> {
  await page.getByRole('button', { name: '提交报价' }).click()
  await told(page, `报价 ${price} 元已受理`)
}

/** A draft over HTTP: the dates come from the clock of the test. */
async function draft(): Promise<string> {
  const client = await cast.as('buyer')
  const facts = { regime: 'enterprise' as const, budget: '540000', region: '江州市', funds: '自筹资金' }
  const { projectId } = await client.call(createProject, {
    body: { name: TITLE, category: 'goods', ...facts, description: '采购办公台式电脑120台。' },
  })
  const items = [{ name: '办公台式电脑', spec: '六核，16GB', unit: '台', quantity: '120', controlPrice: '4500' }]
  await client.call(replaceItems, { params: { projectId }, body: { items } })
  const now = (await system.now()).getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  const body = {
    title: TITLE,
    estimatedPrice: '540000',
    controlPrice: '540000',
    schedule: { saleStart: null, saleEnd: null, signUpEnd: at(2), questionEnd: at(1), bidEnd: null, openAt: at(3) },
    settings: { bidFiles: [], marks: [], auction: { step: '500', durationMinutes: 30 } },
    announcement: { title: `${TITLE}公告`, content: null },
  }
  const made = await client.call(createOrder, { body: { ...body, projectId, method: 8 } })
  return made.orderId
}
