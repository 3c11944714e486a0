import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { MINUTE } from '#contract/time.ts'
import { candidateDraft } from '#features/procurement/contract/notice.ts'
import { noticesOf, signersOf } from './approval/signers.ts'
import * as steps from './approval/steps.ts'
import type { Step } from './approval/steps.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'

// The steps behind the review that can be approved, by clicking: handed in (周双), approved (王宁), done once. On the way:
// revoking, a remark with a file, sending back, copies.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'concluded'>
let cast: Cast
let orderId = ''
let initiator: Visitor
let signer: Visitor
let admin: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  ;({ orderId } = system.facts)
  cast = new Cast(system.base)
  ;({ initiator, signer, admin } = await signersOf(browser, { base: system.base, notes, cast }))
})

test.afterAll(async () => {
  await system?.stop()
})

test('candidates, revoked first, with a remark and its file', async () => {
  const step: Step = {
    label: '中标候选人公示',
    page: `/purchaser/bidding/orders/${orderId}/candidate`,
    audit: /\/candidate\/audit\/detail$/,
    fill: async ({ page }) => {
      await page.getByLabel('公示标题').fill('监护仪采购中标候选人公示')
    },
    restored: async ({ page }) => {
      await expect(page.getByLabel('公示标题')).toHaveValue('监护仪采购中标候选人公示')
    },
    button: '发布公示',
    holdsOrder: true,
    warns: true,
  }
  const { page } = initiator
  await steps.handIn(initiator, step, { waits: '王宁' })
  // From the page of the order, where that ended; handing in again ends where the approval is shown.
  await steps.heldPanel(initiator, step).getByRole('link', { name: '查看审批 ›' }).click()
  await page.getByRole('button', { name: '撤回', exact: true }).click()
  await steps.fillIn(initiator, '撤回', { text: '公示期需核对' })
  await told(page, '已撤回')
  await steps.handIn(initiator, step, { waits: '王宁', reason: '公示期需核对' })
  await page.getByRole('button', { name: '备注', exact: true }).click()
  const parts = [{ heading: '评审报告', paragraphs: ['已由全体评委签字。'] }]
  const buffer = await pdfOf({ title: '说明', org: COMPANIES.hospital.name, parts }, await system.now())
  const file = { name: '说明.pdf', mimeType: 'application/pdf', buffer }
  await steps.fillIn(initiator, '备注', { text: '评审报告见附件', file })
  await told(page, '备注已提交')
  await steps.openTask(signer, step)
  const remark = signer.page.getByRole('listitem').filter({ hasText: '评审报告见附件' })
  await expect(remark).toBeVisible()
  const answer = await signer.opened(() => remark.getByRole('button', { name: '说明.pdf' }).click())
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  await steps.act(signer, '同意')
  await told(signer.page, /流程通过/)
  expect(await noticesOf(cast, orderId, { kind: 'candidate' })).toBe(1)
})

test('the winner', async () => {
  const buyer = await cast.as('buyer')
  const { publicityEnd } = await buyer.call(candidateDraft, { params: { orderId } })
  await system.moveTo(new Date(new Date(publicityEnd!).getTime() + MINUTE))
  const step: Step = {
    label: '中标结果公告',
    page: `/purchaser/bidding/orders/${orderId}/winner`,
    audit: /\/winner\/audit\/detail$/,
    fill: async ({ page }) => {
      await page.getByLabel('公告标题').fill('监护仪采购中标结果公告')
    },
    restored: async ({ page }) => {
      await expect(page.getByLabel('公告标题')).toHaveValue('监护仪采购中标结果公告')
    },
    button: '定标并发布结果',
    holdsOrder: true,
    warns: true,
  }
  await steps.handIn(initiator, step, { waits: '王宁' })
  const reason = await steps.sendBack(signer, step, COMPANIES.supplier1.name)
  await steps.handIn(initiator, step, { waits: '王宁', reason: `王宁：${reason}` })
  await steps.approve(signer, step, /流程通过/)
  expect(await noticesOf(cast, orderId, { kind: 'result' })).toBe(1)
  await goWithin(initiator.page, step.page)
  await expect(initiator.page.getByText('已定标', { exact: true }).first()).toBeVisible()
})

test('copies are marked read one by one', async () => {
  await steps.readCopies(admin)
})

test('no screen had a serious accessibility violation', () => {
  expect(notes.screens.length).toBeGreaterThan(10)
  expect(notes.axe).toEqual([])
})

test('no browser console showed an error', () => {
  expect(notes.console).toEqual([])
})
