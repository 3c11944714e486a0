import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { tradeDetail } from '#features/procurement/contract/trade.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import { LATE, type Played, publishAll, QUESTION } from './approval/played.ts'
import { enterFor, noticesOf, signersOf } from './approval/signers.ts'
import * as steps from './approval/steps.ts'
import type { Step } from './approval/steps.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// The steps before the opening that can be approved, by clicking: handed in (周双), sent back with a reason (王宁, over
// HTTP), handed in again, read, approved, done once. On the way: reminding, passing on, adding a signer, acting for somebody absent. Those
// behind the review are in approval-results.test.ts, where one is sent back by clicking as well.
test.describe.configure({ mode: 'serial' })
test.skip(
  process.env.SOAK !== '1',
  'SOAK=1: how an approval is asked for, given and refused is in approval and approval-results',
)

const notes = newNotes()
let system: OwnSystem<'signedUp'>
let cast: Cast
let played: Played
let initiator: Visitor
let signer: Visitor
let admin: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('signedUp')
  cast = new Cast(system.base)
  played = await publishAll(cast, system)
  const agent = await cast.as('agent')
  const leader = { by: 'person' as const, employeeIds: [PEOPLE.agent.jobs[0]!.employeeId] }
  await enable(agent, 'change', [approver('leader', leader)])
  ;({ initiator, signer, admin } = await signersOf(browser, { base: system.base, notes, cast }))
})

test.afterAll(async () => {
  await system?.stop()
})

test('the result of a sign-up, with a reminder', async () => {
  const tradeId = played.lateTradeId
  const supplierId = COMPANIES[LATE].id
  const step: Step = {
    label: '报名审核结果',
    page: `/purchaser/bidding/orders/${played.orderId}/apply/signups/${tradeId}/suppliers/${supplierId}/form`,
    audit: /\/apply\/signups\/.*\/audit$/,
    fill: async () => undefined,
    button: '通过',
    holdsOrder: false,
  }
  const isPassed = async () => {
    const buyer = await cast.as('buyer')
    return (await buyer.call(tradeDetail, { params: { tradeId } })).status === TradeStatus.values.passed
  }
  await twice(step)
  await steps.heldPanel(initiator, step).getByRole('link', { name: '查看审批 ›' }).click()
  await initiator.page.getByRole('button', { name: '催办' }).click()
  await told(initiator.page, '已催办王宁')
  await goWithin(signer.page, '/to-do-list/audit/list')
  await expect(signer.page.getByText(/已催办/)).toBeVisible()
  expect(await isPassed()).toBe(false)
  await steps.readTask(signer, step, '营业执照.pdf')
  await steps.act(signer, '同意', { text: '同意' })
  await told(signer.page, /流程通过/)
  expect(await isPassed()).toBe(true)
})

test('a clarification, passed on to a colleague', async () => {
  const step: Step = {
    label: '澄清答疑',
    page: `/purchaser/bidding/orders/${played.orderId}/clarification`,
    audit: /\/clarification\/audit$/,
    fill: async ({ page }) => {
      await page.getByLabel(`答复：${QUESTION}`).fill('须配，每台一套。')
    },
    restored: async ({ page }) => {
      await expect(page.getByLabel(`答复：${QUESTION}`)).toHaveValue('须配，每台一套。')
    },
    button: '发布给全部投标人',
    holdsOrder: true,
  }
  await twice(step)
  await steps.readTask(signer, step, '须配，每台一套。')
  await steps.act(signer, '转交', { person: '张晓', text: '请您定夺' })
  await told(signer.page, '已转交给张晓')
  expect(await noticesOf(cast, played.orderId, { kind: 'clarification' })).toBe(0)
  await steps.openTask(admin, step)
  await expect(admin.page.getByText('请您定夺').first()).toBeVisible()
  await admin.inspect('审批（转交来的）')
  await steps.act(admin, '同意')
  await told(admin.page, /流程通过/)
  expect(await noticesOf(cast, played.orderId, { kind: 'clarification' })).toBe(1)
})

test('a change, with a signer added before', async () => {
  const step = changeOf(`/purchaser/bidding/orders/${played.orderId}`)
  await twice(step)
  await steps.readTask(signer, step, '交货地点改为新院区。')
  await steps.act(signer, '加签', { person: '张晓', where: /在我之前/, text: '请先把关' })
  await told(signer.page, '已加签')
  await signer.inspect('审批（已加签）')
  await steps.approve(admin, step, /已同意/)
  expect(await noticesOf(cast, played.orderId, { kind: 'change' })).toBe(0)
  await steps.approve(signer, step, /流程通过/)
  expect(await noticesOf(cast, played.orderId, { kind: 'change' })).toBe(1)
})

test('an agency has its steps approved by its own people', async ({ browser }) => {
  const { handler, leader } = await openVisitors(
    browser,
    { base: system.base, notes },
    { handler: ['multi', 'agency'], leader: ['agent', 'agency'] },
  )
  await enterFor(handler, COMPANIES.agency.id)
  const agencyId = played.agencyId
  const step = changeOf(`/agency/bidding/orders/${agencyId}`)
  await steps.handIn(handler, step, { waits: '李衡' })
  await steps.approve(leader, step, /流程通过/)
  expect(await noticesOf(cast, agencyId, { kind: 'change', by: 'agent' })).toBe(1)
})

test('an order declared abortive, approved for somebody who is away', async () => {
  const from = new Date((await system.now()).getTime() + 2 * MINUTE)
  await steps.delegate(signer, { to: '张晓', from, until: new Date(from.getTime() + 6 * HOUR) })
  await system.moveTo(new Date(from.getTime() + 2 * MINUTE))
  const step: Step = {
    label: '流标处理',
    page: `/purchaser/bidding/orders/${played.spareId}/abnormal/auction`,
    audit: /\/abnormal\/auction\/audit$/,
    fill: async ({ page }) => {
      await page.getByLabel('流标原因').fill('采购任务取消，招标终止')
    },
    restored: async ({ page }) => {
      await expect(page.getByLabel('流标原因')).toHaveValue('采购任务取消，招标终止')
    },
    button: '宣布流标',
    holdsOrder: true,
    isGrave: true,
  }
  await twice(step)
  await goWithin(admin.page, '/to-do-list/audit/list')
  await expect(admin.page.getByText(/代王宁审批/)).toBeVisible()
  await admin.inspect('待办事项（代审批）')
  await steps.readTask(admin, step, '采购任务取消，招标终止')
  await steps.act(admin, '同意', { text: '同意' })
  await told(admin.page, /流程通过/)
  expect(await noticesOf(cast, played.spareId, { kind: 'abortive' })).toBe(1)
  await steps.endDelegation(signer)
})

test('no screen had a serious accessibility violation', () => {
  expect(notes.screens.length).toBeGreaterThan(20)
  expect(notes.axe).toEqual([])
})

test('no browser console showed an error', () => {
  expect(notes.console).toEqual([])
})

/** Handed in, sent back with a reason, and handed in again with what was written before. */
async function twice(step: Step): Promise<void> {
  await steps.handIn(initiator, step, { waits: '王宁' })
  const reason = await steps.sendBackOverHttp(await cast.as('buyer2'), step)
  await steps.handIn(initiator, step, { waits: '王宁', reason: `王宁：${reason}` })
}

function changeOf(base: string): Step {
  return {
    label: '变更公告',
    page: `${base}/changes/content/edit`,
    audit: /\/audit\/changes\/content$/,
    fill: async ({ page }) => {
      await page.getByRole('textbox', { name: '变更正文' }).fill('交货地点改为新院区。')
    },
    restored: async ({ page }) => {
      await expect(page.getByRole('textbox', { name: '变更正文' })).toContainText('交货地点改为新院区。')
    },
    button: '发布变更',
    holdsOrder: true,
  }
}
