import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { createProject, draftOrder } from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import * as designing from './approval/design.ts'
import * as reviewing from './approval/review.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// An approval from its drawing to its effect: the administrator (张晓) has announcements of five million and more signed
// by two, a colleague (周双) publishes one, 王宁 rejects it, 周双 mends and hands it in again, both sign, it is published.
test.describe.configure({ mode: 'serial' })

const PLAN = PLANS.clean
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let admin: Visitor
let initiator: Visitor
let signer: Visitor
let orderId = ''

test.beforeAll(async ({ browser }) => {
  // A server of its own, with an empty database to make.
  system = await startSystem()
  cast = new Cast(system.base)
  ;({ admin, initiator, signer } = await openVisitors(
    browser,
    { base: system.base, notes },
    { admin: ['buyer', 'purchaser'], initiator: null, signer: ['buyer2', 'purchaser'] },
  ))
  const client = await cast.as('multi')
  await client.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  client.workbench = 'purchaser'
  const now = await system.now()
  const projectId = await createProject(client, PLAN)
  orderId = await draftOrder(client, projectId, { plan: PLAN, schedule: lawfulSchedule(now), now })
})

test.afterAll(async () => {
  await system?.stop()
})

test('the administrator draws an approval with a condition, tries it out and enables it', async () => {
  await designing.openStep(admin, '招标公告发布')
  await designing.addCondition(admin, { fact: '采购预算', amount: '5000000', capitals: '伍佰万元整' })
  await designing.addSigners(admin, { name: '联合会签', people: ['王宁', '张晓'], mode: '会签（全部通过）' })
  await designing.refusesToEnable(admin)
  await designing.addApproverByKeyboard(admin, { name: '主管审批', person: '张晓' })
  await designing.tryOut(admin, { amount: PLAN.estimatedPrice, way: ['联合会签 王宁、张晓'] })
  await designing.tryOut(admin, { amount: '4999999.99', way: ['主管审批 张晓'] })
  await designing.removesAndTakesBack(admin, '主管审批')
  await designing.enable(admin, '招标公告发布', '王宁')
})

test('publishing the announcement hands it in, and locks the order', async () => {
  await reviewing.logInFor(initiator, 'multi', COMPANIES.hospital.name)
  await reviewing.submit(initiator, orderId, { remark: '请审批手术室净化改造工程招标公告' })
  await reviewing.isHeld(initiator, orderId, ['王宁', '张晓'])
  expect(await announcements()).toBe(0)
})

test('one of two rejects with a reason, and nothing is published', async () => {
  await reviewing.openTask(signer, PLAN.title)
  await reviewing.readsWhatIsAsked(signer, { amount: '6,850,000.00', initiator: '周双' })
  await reviewing.reject(signer, '公告标题请注明标段')
  expect(await announcements()).toBe(0)
})

test('the initiator finds the reason, mends the announcement and hands it in again', async () => {
  await reviewing.findsReason(initiator, orderId, { by: '王宁', reason: '公告标题请注明标段' })
  await reviewing.mendTitle(initiator, `${PLAN.title}（一标段）招标公告`)
  await reviewing.submit(initiator, orderId, { remark: '' })
})

test('with the last of both signatures it is published, once', async () => {
  await reviewing.openTaskInList(signer, PLAN.title)
  await reviewing.approve(signer, { opinion: '同意', told: '已同意，没有其他待办了' })
  expect(await announcements()).toBe(0)
  await reviewing.openTaskInList(admin, PLAN.title)
  await reviewing.approve(admin, { opinion: '', told: '已同意，流程通过' })
  expect(await announcements()).toBe(1)
  await reviewing.isPublished(initiator, orderId, `${PLAN.title}（一标段）招标公告`)
})

test('no screen had a serious accessibility violation', () => {
  expect(notes.screens.length).toBeGreaterThan(12)
  expect(notes.axe).toEqual([])
})

test('no browser console showed an error', () => {
  expect(notes.console).toEqual([])
})

/** How many announcements of the order stand published. */
async function announcements(): Promise<number> {
  const client = await cast.as('multi')
  const { notices } = await client.call(orderDetail, { params: { orderId } })
  return notices.filter((notice) => notice.kind === NoticeKind.values.announcement).length
}
