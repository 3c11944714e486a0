import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as review from '#demo/play/review.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import * as objections from '#features/procurement/contract/objection.ts'
import { orderPage } from '#features/procurement/contract/order.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import * as trade from '#features/procurement/contract/trade.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { purchaseStatistics } from '#features/statistics/contract.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { homePage, inbox } from '../contract.ts'

/*
 * One tender from sign-up to archive, with three bidders: at each step everybody concerned finds it at home, nobody else
 * does, and it is gone when it is done.
 */

const BIDDERS: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert4', 'expert7']
const RATIOS: Partial<Record<Account, string>> = { supplier1: '0.93', supplier2: '0.95', supplier3: '0.97' }
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const FILES: supplier.BidContent['files'] = [
  { role: 'technical', name: '技术标文件.pdf', content: PDF },
  { role: 'business', name: '商务标文件.pdf', content: PDF },
]
const plan = PLANS.monitor
let system: TestSystem
let cast: Cast
let orderId: string
const trades = new Map<Account, string>()

beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  cast = new Cast(system.base)
})

const now = () => system.kernel.clock.now()
const homeOf = async (account: Account) => (await cast.as(account)).call(homePage, {})
const inboxOf = async (account: Account) => (await (await cast.as(account)).call(inbox, {})).rows
const todosOf = async (account: Account) => (await inboxOf(account)).map((todo) => todo.label)
const bidders = async () =>
  Promise.all(
    BIDDERS.map(async (account) => ({
      client: await cast.as(account),
      tradeId: trades.get(account)!,
      key: demoKey(account, plan.suite),
    })),
  )

test('sign-ups to decide, questions to answer, changes to confirm, bids to make', async () => {
  const host = await cast.as('buyer')
  const schedule = lawfulSchedule(now())
  const projectId = await buyer.createProject(host, plan, null)
  orderId = await buyer.draftOrder(host, projectId, { plan, schedule, now: now() })
  const drafts = (await homeOf('buyer')).board.find((cell) => cell.label === '草稿')
  expect(drafts).toMatchObject({ count: 1, mine: 1, mineLink: '/purchaser/bidding/list?tab=draft&mine=true' })
  // A colleague with the right sees it among the company's, not among its own; so do the lists behind.
  const colleague = await system.login('newbie', { workbench: 'purchaser' })
  const { board } = await colleague.call(homePage, {})
  expect(board.find((cell) => cell.label === '草稿')).toMatchObject({ count: 1, mine: 0 })
  for (const [client, count] of [
    [host, 1],
    [colleague, 0],
  ] as const)
    expect((await client.call(orderPage, { query: { tab: 'draft', mine: 'true' } })).rows).toHaveLength(count)
  await buyer.publish(host, orderId)
  expect(await todosOf('buyer')).toEqual([])
  for (const account of BIDDERS) {
    const { name, mobile } = PEOPLE[account]
    trades.set(account, await supplier.signUp(await cast.as(account), orderId, { contact: name, mobile, now: now() }))
  }
  const todos = await inboxOf('buyer')
  expect(todos).toMatchObject([
    {
      label: '审核报名',
      title: `${plan.title}：3 家待审核`,
      link: `/purchaser/bidding/orders/${orderId}/apply`,
      dueAt: schedule.bidEnd,
    },
  ])
  // Who is not concerned is not told: another company, another workbench, another tenant, a colleague without the right.
  for (const other of ['agent', 'supplier4', 'bj-buyer', 'buyer2', 'expert1'] as const)
    expect(await todosOf(other)).toEqual([])
  await (
    await cast.as('buyer')
  ).call(trade.decideTrade, {
    params: { tradeId: trades.get('supplier1')! },
    body: { pass: true },
  })
  expect((await inboxOf('buyer'))[0]!.title).toContain('2 家待审核')
  await buyer.approveAll(host, orderId)
  expect(await todosOf('buyer')).toEqual([])
  expect(await todosOf('supplier1')).toEqual(['制作投标文件'])
  const signedUp = (await homeOf('supplier1')).board.find((cell) => cell.label === '报名中')
  expect(signedUp).toMatchObject({ count: 1, mine: 1, mineLink: '/supplier/monitor/bid/list?tab=sign-up&mine=true' })
  const own = await (await cast.as('supplier1')).call(tender.ownTenders, { query: { mine: 'true' } })
  expect(own.rows.map((row) => row.orderId)).toEqual([orderId])

  const first = await cast.as('supplier1')
  await first.call(tender.askQuestion, { params: { orderId }, body: { content: '是否含税？' } })
  expect(await todosOf('buyer')).toEqual(['答复提问'])
  await buyer.clarify(host, orderId, '报价应含税。')
  expect(await todosOf('buyer')).toEqual([])
  expect((await todosOf('supplier2')).toSorted()).toEqual(['制作投标文件', '确认变更'])
  await supplier.confirmAllNotices(await cast.as('supplier2'), orderId)
  expect(await todosOf('supplier2')).toEqual(['制作投标文件'])
  for (const account of BIDDERS) {
    const client = await cast.as(account)
    const key = demoKey(account, plan.suite)
    const keyId = await supplier.registerKey(client, key, '密钥')
    await supplier.rehearse(client, orderId, { keyId, key })
    const content = { priceOf: supplier.atRatio(RATIOS[account]!), marks: ['40', '36'], files: FILES }
    await supplier.confirmAllNotices(client, orderId)
    await supplier.submitBid(client, orderId, { keyId, key, content })
    expect(await todosOf(account)).toEqual([])
  }
  // Deadlines appear a week ahead.
  expect((await homeOf('supplier1')).deadlines).toEqual([])
  await system.advanceTo(new Date(new Date(schedule.openAt!).getTime() - 2 * DAY))
  expect((await homeOf('supplier1')).deadlines.map((d) => d.label)).toEqual(['投标截止、开标'])
  expect((await homeOf('buyer')).deadlines.map((d) => [d.label, d.at])).toEqual([['投标截止、开标', schedule.openAt]])
  await system.advanceTo(new Date(new Date(schedule.openAt!).getTime() + 1000))
})

test('the opening: to host, to decrypt, to confirm', async () => {
  expect(await todosOf('buyer')).toEqual(['主持开标'])
  const host = await cast.as('buyer')
  await host.call(hall.startOpening, { params: { projectId: orderId } })
  expect(await todosOf('buyer')).toEqual(['继续开标：解密'])
  const todos = await inboxOf('supplier2')
  expect(todos).toMatchObject([
    {
      label: '解密投标文件',
      link: `/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${trades.get('supplier2')}/open-hall-home`,
    },
  ])
  expect(new Date(todos[0]!.dueAt!).getTime()).toBeGreaterThan(now().getTime())
  for (const { client, tradeId, key } of await bidders()) await supplier.releaseKeys(client, orderId, { tradeId, key })
  await system.settle()
  for (const account of BIDDERS) expect(await todosOf(account)).toEqual([])
  await host.call(hall.openMarks, { params: { projectId: orderId } })
  for (const bidderId of trades.values()) await host.call(hall.readOut, { params: { projectId: orderId, bidderId } })
  expect(await todosOf('supplier3')).toEqual(['确认开标记录'])
  expect(await todosOf('buyer')).toEqual(['继续开标：唱标确认'])
  for (const { client, tradeId } of await bidders())
    await client.call(hall.confirmMarks, { params: { projectId: orderId, bidderId: tradeId }, body: { agree: true } })
  expect(await todosOf('supplier3')).toEqual([])
  await host.call(hall.endOpening, { params: { projectId: orderId } })
  await system.settle()
  expect(await todosOf('buyer')).toEqual(['组建委员会并评标'])
})

test('the review: statement, leader, marks, signature; then candidates, objections, award, archive', async () => {
  const host = await cast.as('buyer')
  const names = SEATS.map((account) => PEOPLE[account].name)
  await review.startReview(host, orderId, names)
  expect([await todosOf('buyer'), await todosOf('expert1')]).toEqual([[], ['作出回避声明']])
  expect(await todosOf('expert9')).toEqual([])
  const seats: review.Seat[] = []
  for (const account of SEATS) seats.push({ client: await cast.as(account), password: PASSWORD })
  await review.chooseLeader(seats, orderId)
  expect(await todosOf('expert2')).toEqual(['评审打分'])
  expect((await homeOf('expert2')).board).toMatchObject([{ label: '进行中评审', count: 1 }, { count: 0 }])
  await review.judge(seats, orderId)
  expect(await todosOf('expert2')).toEqual([])
  await review.signAndEnd(seats, orderId, host)
  expect((await homeOf('expert2')).board).toMatchObject([{ count: 0 }, { label: '已结束评审', count: 1 }])
  expect(await todosOf('buyer')).toEqual(['公示候选人'])
  await buyer.publishCandidates(host, orderId)
  expect(await todosOf('buyer')).toEqual([])
  expect((await homeOf('supplier3')).deadlines.map((d) => d.label)).toEqual(['候选人异议截止'])
  const { objectionId } = await (
    await cast.as('supplier3')
  ).call(tender.createObjection, {
    params: { orderId },
    body: { subject: '资格', content: '对第一候选人资格有异议。' },
  })
  const [todo] = await inboxOf('buyer')
  expect(todo).toMatchObject({ label: '答复异议' })
  expect(new Date(todo!.dueAt!).getTime() - now().getTime()).toBeGreaterThan(2 * DAY)
  await host.call(objections.answerObjection, {
    params: { objectionId },
    body: { outcome: 'rejected', answer: '经核实，资格符合要求。' },
  })
  expect(await todosOf('buyer')).toEqual([])
  await system.advanceTo(new Date(now().getTime() + 4 * DAY + HOUR))
  expect(await todosOf('buyer')).toEqual(['确定中标人'])
  await buyer.award(host, orderId)
  expect(await todosOf('buyer')).toEqual(['签订合同', '归档'])
  const { figures } = await homeOf('buyer')
  expect(figures.map((f) => f.label)).toEqual(['进行中采购单', '本年成交金额', '本年节约金额'])
  // One definition of savings, with its base beside it: here and in the statistics.
  const { total } = await host.call(purchaseStatistics, { query: {} })
  expect(figures[2]).toMatchObject({ value: total.saved, hint: `较估算价节约 ${total.savedRate}%` })
  const winner = (await Promise.all(BIDDERS.map(homeOf))).map((page) => page.figures[1]!.value)
  expect(winner.filter((value) => Number(value) > 0)).toEqual([figures[1]!.value])
  await buyer.archive(host, orderId)
  expect(await todosOf('buyer')).toEqual(['签订合同'])
})
