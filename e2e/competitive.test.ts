import { expect, test } from '@playwright/test'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { atParts } from '#demo/play/inquiry.ts'
import {
  awaitStage,
  awaitTurns,
  beginPanel,
  declare,
  drawTurns,
  holdTalks,
  judgeResponses,
  signReport,
} from '#demo/play/panels.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A competitive negotiation whose talks are over: the third supplier leaves, the others make final offers, the lowest comes first.
test.describe.configure({ mode: 'serial' })

const DESK = '/purchaser/negotiation/orders'
const MEMBERS = ['buyer2', 'expert1', 'expert2'] as const
const STAY = { supplier1: '0.92', supplier2: '0.9', supplier4: '0.95' } as const
const notes = newNotes()
let system: OwnSystem<'responded'>
let people: Record<'buyer' | 'leaves' | 'stays', Visitor>
let cast: Cast

test.beforeAll(async ({ browser }) => {
  system = await startSystem('responded')
  cast = new Cast(system.base)
  const { orderId, trades } = system.facts
  const buyer = await cast.as('buyer')
  await beginPanel(buyer, orderId, { representatives: ['王宁'], experts: ['何清源', '方敏'] })
  for (const account of MEMBERS) await declare(await cast.as(account), orderId)
  for (const account of MEMBERS) await judgeResponses(await cast.as(account), orderId)
  await drawTurns(buyer, orderId, await system.now())
  // Before the clock goes on: a draw that has waited for an hour asks the log only every half a minute.
  await awaitTurns(buyer, orderId)
  await system.moveTo(new Date((await system.now()).getTime() + HOUR))
  const accountOf = (tradeId: string) =>
    (Object.keys(trades) as (keyof typeof trades)[]).find((account) => trades[account] === tradeId)!
  await holdTalks(buyer, orderId, { supplierOf: (tradeId) => cast.as(accountOf(tradeId)) })
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], leaves: ['supplier3', 'supplier'], stays: ['supplier1', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

const beijing = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ')

test('the buyer asks for final offers, and the third supplier leaves before them', async () => {
  const { orderId } = system.facts
  const { page } = people.buyer
  await goWithin(page, `${DESK}/${orderId}/review`)
  await page.getByRole('button', { name: '要求提交最后报价' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('最后报价截止时间').fill(beijing((await system.now()).getTime() + DAY))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '已通知全部继续参加的供应商')
  const { page: own, inspect } = people.leaves
  await goWithin(own, `/supplier/negotiation/orders/${orderId}/group`)
  await own.getByRole('button', { name: /退\s*出/ }).click()
  await own.getByRole('dialog').getByLabel('退出原因').fill('产能不足，无法按期供货')
  await own.getByRole('dialog').getByRole('button', { name: '确认退出' }).click()
  await expect(own.getByText('自行退出')).toBeVisible()
  await inspect('已退出')
  await expect(page.getByText('自行退出')).toBeVisible()
  // The others learn nothing of it.
  await goWithin(people.stays.page, `/supplier/negotiation/orders/${orderId}/group`)
  await expect(people.stays.page.getByText(COMPANIES.supplier3.name)).toHaveCount(0)
  await expect(people.stays.page.getByRole('button', { name: '提交最后报价' })).toBeVisible()
})

test('three final offers are ranked from the lowest, and the report is signed', async () => {
  const { orderId } = system.facts
  for (const [by, part] of Object.entries(STAY))
    await submitQuote(await cast.as(by as keyof typeof STAY), orderId, {
      by: by as keyof typeof STAY,
      priceOf: atParts(Array.from({ length: 5 }, () => part)),
    })
  await system.moveTo(new Date((await system.now()).getTime() + DAY + 2 * MINUTE))
  const buyer = await cast.as('buyer')
  await awaitOpening(buyer, orderId, 2)
  await awaitStage(buyer, orderId, 'reporting')
  const { page, inspect } = people.buyer
  await goWithin(page, `${DESK}/${orderId}/review`)
  await page.getByRole('button', { name: '编制评审报告' }).click()
  await page.getByRole('dialog').getByLabel('评审意见').fill('三家供应商的响应满足采购需求。')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await told(page, '评审报告已编制')
  const rows = page.getByRole('group', { name: '评审结果' }).locator('tbody tr')
  await expect(rows).toHaveCount(3)
  for (const [i, account] of (['supplier2', 'supplier1', 'supplier4'] as const).entries())
    await expect(rows.nth(i)).toContainText(COMPANIES[account].name)
  await inspect('评审结果')
  for (const account of MEMBERS) await signReport(await cast.as(account), orderId)
  await goWithin(page, `${DESK}/${orderId}/info`)
  await expect(page.getByText('待公示候选人').first()).toBeVisible()
})
