import { expect, test } from '@playwright/test'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { awaitStage, awaitTurns, declare, holdTalks, judgeResponses, score, signReport } from '#demo/play/panels.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { together } from '#demo/play/together.ts'
import { callFinalOffers, decideChange, proposeChange } from '#features/panels/contract.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, goWithin, newNotes, told, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Three suppliers have responded; a group checks, talks and changes demands twice, one supplier leaves, two are scored and ranked.
test.describe.configure({ mode: 'serial' })

const ORDER = '/purchaser/negotiation/orders'
const TITLE = '智慧后勤运营服务竞争性磋商采购'
const CHANGED = '驻场人员由三人增加为四人，合同草案第六条相应修改。'
const AGAIN = '付款方式由按季支付改为按月支付，合同草案第九条相应修改。'
const SUPPLIERS = ['supplier1', 'supplier2', 'supplier3'] as const
const MEMBERS = ['buyer2', 'expert4', 'expert9'] as const
const notes = newNotes()
let system: OwnSystem<'consulted'>
let people: Record<'buyer' | 'expert' | 'representative' | 'stays' | 'leaves', Visitor>
let cast: Cast

test.beforeAll(async ({ browser }) => {
  system = await startSystem('consulted')
  cast = new Cast(system.base)
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    {
      buyer: ['buyer', 'purchaser'],
      expert: ['expert4', 'expert'],
      representative: ['buyer2', 'purchaser'],
      stays: ['supplier1', 'supplier'],
      leaves: ['supplier3', 'supplier'],
    },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

const beijing = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ')

test('the buyer composes the group and begins the review', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, '/purchaser/negotiation/list')
  await page.getByRole('link', { name: TITLE }).click()
  await page.getByRole('button', { name: '磋商评审' }).click()
  await page.getByRole('button', { name: '组建小组' }).click()
  const dialog = page.getByRole('dialog')
  const pick = async (label: string, name: string) => {
    await dialog.getByLabel(label).fill(name)
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(new RegExp(`^${name}`))
      .click()
  }
  await pick('采购人代表', '王宁')
  for (const name of ['罗思远', '姚远']) await pick('评审专家', name)
  // The list of the last choice closes when something else has the focus.
  await dialog.getByRole('button', { name: /确\s*定/ }).focus()
  await inspect('组建小组')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '小组成员已确定')
  await inspect('小组评审')
  await page.getByRole('button', { name: '开始评审' }).click()
  await agree(page)
  await told(page, '评审已开始')
})

test('an expert declares, reads the responses and hands in an opinion', async () => {
  const { orderId } = system.facts
  const { page, inspect } = people.expert
  await goWithin(page, `/review/groups/${orderId}`)
  await expect(page.getByText(COMPANIES.supplier1.name)).toBeHidden()
  await page.getByRole('button', { name: '回避声明' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await told(page, '已声明')
  for (const supplier of ['supplier1', 'supplier2', 'supplier3'] as const)
    await page.getByRole('group', { name: COMPANIES[supplier].name }).getByLabel('符合', { exact: true }).check()
  await inspect('符合性审查')
  await page.getByRole('button', { name: '签名并提交' }).click()
  await page.getByRole('dialog').getByLabel('本人姓名').fill('罗思远')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await told(page, '审查意见已提交')
  await together(['buyer2', 'expert9'] as const, async (account) => {
    await declare(await cast.as(account), orderId)
    await judgeResponses(await cast.as(account), orderId)
  })
})

test('the order of the talks is drawn, and each supplier is talked to', async () => {
  const { orderId, trades } = system.facts
  const { page, inspect } = people.buyer
  await goWithin(page, `${ORDER}/${orderId}/review`)
  await page.getByRole('button', { name: '抽取磋商次序' }).click()
  const dialog = page.getByRole('dialog')
  const now = (await system.now()).getTime()
  await dialog.getByLabel('第一家开始时间').fill(beijing(now + HOUR))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('地点').fill('三楼磋商室')
  await dialog.getByLabel('议题').fill('驻场人员、接口和运营指标')
  await dialog.getByRole('button', { name: /抽\s*取/ }).click()
  await told(page, '已冻结抽取事项')
  const buyer = await cast.as('buyer')
  // Before the clock goes on: a draw that has waited for an hour asks the log only every half a minute.
  await awaitTurns(buyer, orderId)
  await system.moveTo(new Date(now + HOUR))
  await holdTalks(buyer, orderId, {
    supplierOf: (tradeId) =>
      cast.as((Object.keys(trades) as (keyof typeof trades)[]).find((account) => trades[account] === tradeId)!),
  })
  await page.getByRole('button', { name: '磋商安排与记录' }).click()
  await expect(page.getByText('第 1 家：')).toBeVisible()
  await inspect('磋商安排')
})

test('a changed demand is agreed to, told to all, and answered anew', async () => {
  const { orderId } = system.facts
  const { page } = people.expert
  await goWithin(page, `/review/groups/${orderId}`)
  await page.getByRole('button', { name: '变动采购需求' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('采购需求中的服务要求').check()
  await dialog.getByLabel('变动内容').fill(CHANGED)
  const deadline = (await system.now()).getTime() + 2 * DAY
  await dialog.getByLabel('重新响应截止时间').fill(beijing(deadline))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '已提出')
  const representative = people.representative.page
  await goWithin(representative, `/review/groups/${orderId}`)
  await representative.getByRole('button', { name: '确认变动' }).click()
  await agree(representative, '确认变动')
  await expect(representative.getByText('已通知供应商')).toBeVisible()
  await goWithin(people.stays.page, `/supplier/negotiation/orders/${orderId}/group`)
  await expect(people.stays.page.getByText(CHANGED)).toBeVisible()
  await people.stays.page.setViewportSize({ width: 390, height: 844 })
  await people.stays.inspect('磋商进展 390')
  await people.stays.page.setViewportSize({ width: 1280, height: 800 })
  await respond(['0.95', '0.96'])
  await system.moveTo(new Date(deadline + 2 * MINUTE))
  const buyer = await cast.as('buyer')
  await awaitOpening(buyer, orderId, 2)
  await awaitStage(buyer, orderId, 'checking')
  await judge()
})

test('a second change follows, and suppliers read both', async () => {
  const { orderId } = system.facts
  const [expert, representative] = await Promise.all([cast.as('expert4'), cast.as('buyer2')])
  const deadline = (await system.now()).getTime() + 2 * DAY
  const body = { kinds: ['contract' as const], content: AGAIN, deadline: new Date(deadline).toISOString() }
  const { version } = await expert.call(proposeChange, { params: { orderId }, body })
  // The supplier has the page open already.
  const { stays } = people
  await goWithin(stays.page, `/supplier/negotiation/orders/${orderId}/group`)
  await expect(stays.page.getByText(CHANGED)).toBeVisible()
  await representative.call(decideChange, { params: { orderId, version }, body: { agreed: true } })
  for (const content of [CHANGED, AGAIN]) await expect(stays.page.getByText(content)).toBeVisible()
  await stays.inspect('两次变动')
  await respond(['0.94', '0.95'])
  await system.moveTo(new Date(deadline + MINUTE))
  const buyer = await cast.as('buyer')
  await awaitOpening(buyer, orderId, 3)
  await awaitStage(buyer, orderId, 'checking')
  await judge()
})

test('one supplier leaves before the final offer, and the two others are scored', async () => {
  const { orderId } = system.facts
  const { page, inspect } = people.leaves
  await goWithin(page, `/supplier/negotiation/orders/${orderId}/group`)
  await page.getByRole('button', { name: /退\s*出/ }).click()
  await page.getByRole('dialog').getByLabel('退出原因').fill('驻场人员无法增加')
  await page.getByRole('dialog').getByRole('button', { name: '确认退出' }).click()
  await expect(page.getByText('自行退出')).toBeVisible()
  await inspect('已退出')
  const buyer = await cast.as('buyer')
  const deadline = new Date((await system.now()).getTime() + DAY)
  await buyer.call(callFinalOffers, { params: { orderId }, body: { deadline: deadline.toISOString() } })
  await submitQuote(await cast.as('supplier1'), orderId, { by: 'supplier1', priceOf: atParts(['0.9', '0.9']) })
  await submitQuote(await cast.as('supplier2'), orderId, { by: 'supplier2', priceOf: atParts(['0.93', '0.93']) })
  await system.moveTo(new Date(deadline.getTime() + MINUTE))
  await awaitOpening(buyer, orderId, 4)
  await awaitStage(buyer, orderId, 'scoring')
  const expert = people.expert
  await goWithin(expert.page, `/review/groups/${orderId}`)
  await expect(expert.page.getByRole('spinbutton')).toHaveCount(10)
  for (const box of await expert.page.getByRole('spinbutton').all()) await box.fill('8')
  await expert.inspect('评分')
  await expert.page.getByRole('button', { name: '签名并提交' }).click()
  await expert.page.getByRole('dialog').getByLabel('本人姓名').fill('罗思远')
  await expert.page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await told(expert.page, '评分已提交')
  for (const account of ['buyer2', 'expert9'] as const) await score(await cast.as(account), orderId, 0.9)
})

test('the report is written and signed, and its candidates are to be publicised', async () => {
  const { orderId } = system.facts
  const { page, inspect } = people.buyer
  await goWithin(page, `${ORDER}/${orderId}/review`)
  await page.getByRole('button', { name: '编制评审报告' }).click()
  await page.getByRole('dialog').getByLabel('评审意见').fill('两家供应商均满足变动后的采购需求。')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await told(page, '评审报告已编制')
  await expect(page.getByRole('heading', { name: '评审结果' })).toBeVisible()
  await expect(page.getByText('报告指纹')).toBeVisible()
  await together(MEMBERS, async (account) => signReport(await cast.as(account), orderId))
  await goWithin(page, `${ORDER}/${orderId}/review/result`)
  await expect(page.getByText('已完成')).toBeVisible()
  await inspect('评审结果')
  await goWithin(page, `${ORDER}/${orderId}/info`)
  await expect(page.getByText('待公示候选人').first()).toBeVisible()
  await goWithin(page, `${ORDER}/${orderId}/candidate/result`)
  await page.getByRole('button', { name: '发布公示' }).click()
  await agree(page, '发布')
  await expect(page.getByText('公示中')).toBeVisible()
  await inspect('成交候选人公示')
})

/** All suppliers respond anew, at these parts of their ceilings. */
async function respond(parts: readonly string[]): Promise<void> {
  await together(SUPPLIERS, async (by) => {
    await submitQuote(await cast.as(by), system.facts.orderId, { by, priceOf: atParts(parts) })
  })
}

/** All members say what they think of the responses. */
async function judge(): Promise<void> {
  await together(MEMBERS, async (account) => {
    await judgeResponses(await cast.as(account), system.facts.orderId)
  })
}
