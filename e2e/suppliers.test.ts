import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { formatDate } from '#contract/time.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import { PLACES } from '#features/suppliers/rules/places.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, uploaded, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A supplier is recommended and admitted; put on the blacklist, it cannot be invited, with the reason, until it is lifted. The
// supplier reads what concerns it.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const NAME = COMPANIES.supplier1.name
const EVIDENCE = {
  name: '调查报告.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
}
let system: OwnSystem
let buyer: Visitor
let supplier: Visitor
let orderId: string
let today: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const now = await system.now()
  today = formatDate(now)
  const client = await new Cast(system.base).as('buyer')
  const plan = { ...PLANS.furniture, method: invitedBidding.code }
  const projectId = await play.createProject(client, plan)
  orderId = await play.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now })
  const people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: ['supplier1', 'supplier'] },
  )
  ;({ buyer, supplier } = people)
})

test.afterAll(async () => {
  await system.stop()
  expect(notes.axe).toEqual([])
  // The refused invitation is an answer that browsers log.
  expect(notes.console.filter((line) => !line.includes('/invitees'))).toEqual([])
})

test('a supplier is recommended, and admitted to the library', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.onboardings('recommend'))
  await page.getByRole('button', { name: '推荐供应商' }).first().click()
  await page.getByRole('radio', { name: '已在平台注册' }).check()
  const company = page.getByLabel('企业', { exact: true })
  await choose(company, `${NAME}（${COMPANIES.supplier1.creditCode}）`)
  await page.getByLabel('供应品类').fill('医疗设备')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await pick('有效期开始', today)
  await pick('有效期截止', addDays(today, 365))
  await page.getByLabel('推荐理由').fill('参加过本院设备采购，履约良好')
  await inspect('推荐供应商')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('button', { name: '提交推荐' }).click()
  await agree(page)
  await told(page, '推荐已提交')
  await inspect('推荐详情')
  await page.getByRole('button', { name: '审核通过' }).click()
  await agree(page, '入库')
  await told(page, '已入库')
  await goWithin(page, PLACES.library)
  await expect(page.getByRole('row', { name: NAME })).toContainText('合格')
  await inspect('供应商库')
  await page.getByRole('link', { name: NAME }).click()
  await expect(page.getByText('潜在 → 准入中')).toBeVisible()
  const relations = page.getByRole('region', { name: '关联' })
  await expect(relations).toContainText('没有发现关联企业')
  await expect(relations).toContainText('本单位没有该供应商通过报名且已出结果的采购')
  await inspect('供应商详情')
})

test('listed, it cannot be invited, and the form says why', async () => {
  const { page, inspect } = buyer
  await page.getByRole('button', { name: '列入黑名单' }).click()
  await page.getByLabel('规定名称和条款').fill('《供应商管理办法》第二十条')
  await page.getByLabel('原因').fill('提供的检测报告与实物不符')
  await page.getByLabel('听取意见情况').fill('供应商已书面陈述，理由不成立')
  await pick('自', today)
  await pick('至', addDays(today, 200))
  await page.locator('input[type=file]').last().setInputFiles(EVIDENCE)
  await uploaded(page, EVIDENCE.name)
  await inspect('列入黑名单')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '请在黑名单中提交生效')
  await goWithin(page, PLACES.blacklist)
  await page.getByRole('row', { name: NAME }).getByRole('button', { name: '提交生效' }).click()
  await agree(page, '提交生效')
  await told(page, '已生效')
  await inspect('黑名单')
  await inviteOf(page)
  await expect(page.getByText(`“${NAME}”不能邀请：该供应商已被列入黑名单`).first()).toBeVisible()
})

test('lifted, it can be invited again; every act is on record', async () => {
  const { page, inspect } = buyer
  await goWithin(page, PLACES.blacklist)
  await page.getByRole('row', { name: NAME }).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '提前解除' }).click()
  await page.getByLabel('解除原因').fill('复检合格，整改完成')
  await agree(page, '解除')
  await told(page, '已解除')
  await goWithin(page, PLACES.operateRecord)
  for (const action of ['起草', '列入', '提前解除'])
    await expect(page.getByRole('cell', { name: action, exact: true })).toBeVisible()
  await inspect('名单操作记录')
  await inviteOf(page)
  await expect(page.getByRole('cell', { name: NAME, exact: true })).toBeVisible()
})

test('the supplier reads what concerns it, and no more', async () => {
  const { page } = supplier
  await goWithin(page, '/notice')
  for (const title of ['已进入', '已登记贵单位的黑名单记录', '已解除黑名单记录'])
    await expect(page.getByText(title).first()).toBeVisible()
  await expect(page.getByText('参加过本院设备采购，履约良好')).toHaveCount(0)
  await goWithin(page, PLACES.library)
  await expect(page.getByRole('row', { name: NAME })).toHaveCount(0)
})

async function pick(label: string, day: string): Promise<void> {
  const field = buyer.page.getByLabel(label, { exact: true }).last()
  await field.fill(day)
  await field.press('Enter')
}

/** Names the supplier for the draft of an invited tender. */
async function inviteOf(page: Visitor['page']): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('link', { name: '去选择' }).click()
  const section = page.getByRole('region', { name: '受邀供应商' })
  await choose(section.getByLabel('供应商', { exact: true }), NAME)
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: '列入受邀名单' }).click()
}
