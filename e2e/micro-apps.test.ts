import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { contractableAwards, createContract } from '#features/contracts/contract/contract.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// The embedded apps: entered from another platform, walked through, reloaded in their middle, left; an approval inside one;
// and not there for another tenant.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'concluded'>
let buyer: Visitor
let signer: Visitor
let contractId = ''
let orderId = ''
let taskId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const cast = new Cast(system.base)
  const client = await cast.as('buyer')
  const publicityEnd = await play.publishCandidates(client, system.facts.orderId)
  await system.moveTo(new Date(Date.parse(publicityEnd) + DAY))
  await play.award(client, system.facts.orderId)
  const [award] = await client.call(contractableAwards, {})
  ;({ contractId } = await client.call(createContract, { body: { tradeId: award!.tradeId } }))
  await enable(client, '', [approver('head', ['buyer2'])])
  const initiator = await cast.as('multi')
  await initiator.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  initiator.workbench = 'purchaser'
  const now = await system.now()
  const projectId = await play.createProject(initiator, PLANS.clean)
  orderId = await play.draftOrder(initiator, projectId, { plan: PLANS.clean, schedule: lawfulSchedule(now), now })
  await initiator.call(publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  const { rows } = await (await cast.as('buyer2')).call(todoPage, { query: {} })
  taskId = rows[0]!.taskId
  ;({ buyer, signer } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], signer: ['buyer2', 'purchaser'] },
  ))
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // The page of an app that is kept from coming, and a to-do of somebody else.
  const meant = (line: string) => line.includes('/micro-app)') || line.includes(`/workflow-tasks/${taskId})`)
  expect(notes.console.filter((line) => !meant(line))).toEqual([])
})

const routeOf = ({ page }: Visitor, app: string) => new URL(page.url()).searchParams.get(app)

test('what another platform hands over is kept and gone from the address', async () => {
  const { page, context } = buyer
  await page.goto('/micro/performance?x-jczh-ac=secret%20code&tenantId=9')
  await expect(page.getByRole('heading', { name: '合同', exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  const kept = (await context.cookies()).find(({ name }) => name === 'x-jczh-ac')!
  expect(kept).toMatchObject({ value: 'secret%20code', sameSite: 'Lax', path: '/' })
  expect(kept.expires * 1000 - Date.now()).toBeLessThanOrEqual(7 * DAY)
  expect(kept.expires * 1000 - Date.now()).toBeGreaterThan(6 * DAY)
  expect(await page.evaluate(() => localStorage.getItem('tenantId'))).toBe('9')
  // It is nobody's log-in, and the tenant is the session's.
  const stranger = await fetch(`${system.base}/api/users/oneself`, { headers: { cookie: `x-jczh-ac=${kept.value}` } })
  expect(stranger.status).toBe(401)
  await expect(page.getByRole('banner').getByText('开标云采').first()).toBeVisible()
  await buyer.inspect('履约协同')
})

test('a route inside an app stands in the address, survives reloading, and goes back step by step', async () => {
  const { page } = buyer
  await page.goto('/micro/performance')
  await page.getByRole('navigation', { name: '履约协同' }).getByRole('link', { name: '采购订单' }).click()
  await expect(page.getByText('还没有采购订单')).toBeVisible()
  expect(routeOf(buyer, 'performance')).toBe('/purchaser/performance/purchaser-order')
  await page.getByRole('navigation', { name: '履约协同' }).getByRole('link', { name: '合同', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '草稿' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: '标的' })).toBeVisible()
  expect(routeOf(buyer, 'performance')).toBe(`/purchaser/performance/contract/${contractId}/detail`)
  await page.reload()
  await expect(page.getByRole('heading', { name: '标的' })).toBeVisible()
  await buyer.inspect('合同，在应用内')
  await page.goBack()
  await page.goBack()
  await expect(page.getByText('还没有采购订单')).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: '合同', exact: true })).toBeVisible()
})

test('the lists of the other app lead to the platform’s own pages, and back', async () => {
  const { page } = buyer
  await page.goto('/micro/wuling/bid-list')
  await expect(page.getByRole('heading', { name: '招标清单' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '侧边菜单' }).getByText('技术评审')).toBeVisible()
  await buyer.inspect('招标清单')
  await page.locator(`a[href$="/orders/${orderId}/info"]`).first().click()
  await expect(page).toHaveURL(new RegExp(`/purchaser/bidding/orders/${orderId}/info`))
  await page.goBack()
  await expect(page.getByRole('heading', { name: '招标清单' })).toBeVisible()
  await page.getByPlaceholder('采购名称或编号').fill('没有这样的采购')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/wuling=/)
  await page.reload()
  await expect(page.getByPlaceholder('采购名称或编号')).toHaveValue('没有这样的采购')
  await page.goto('/micro/wuling/technical-review')
  await expect(page.getByRole('heading', { name: '评审任务' })).toBeVisible()
  await buyer.inspect('技术评审')
  await page.goto('/micro/wuling/monitor-list')
  await expect(page.getByRole('heading', { name: '采购费用监控' })).toBeVisible()
  await buyer.inspect('费用监控')
})

test('an approval is read and decided inside the app', async () => {
  const { page } = signer
  await page.goto(`/micro/wuling/to-do-audit/${taskId}`)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(PLANS.clean.title) })).toBeVisible()
  await signer.inspect('审批，在应用内')
  await page.getByRole('group', { name: '审批' }).getByRole('button', { name: '同意' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /同意|确定/ }).click()
  await told(page, /没有其他待办了/)
  await expect(page.getByText('没有待审批的事项')).toBeVisible()
  expect(routeOf(signer, 'wuling')).toBe('/to-do-list/audit/list')
  // A stranger's to-do is none.
  await buyer.page.goto(`/micro/wuling/to-do-audit/${taskId}`)
  await expect(buyer.page.getByText('内容不存在')).toBeVisible()
})

test('an app that does not come says so, and is tried again', async () => {
  const { page } = buyer
  await page.route('**/micro-app', (route) => route.abort())
  await page.goto('/micro/performance')
  await expect(page.getByText('履约协同暂时打不开')).toBeVisible()
  await page.unroute('**/micro-app')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '合同', exact: true })).toBeVisible()
})

test('a tenant without the apps has neither addresses nor menu', async ({ browser }) => {
  const base = system.base.replace('127.0.0.1', 'beijiang.localhost')
  const { page } = await newVisitor(browser, { base, notes })
  await logIn({ page }, 'bj-buyer')
  await expect(page.getByRole('banner').getByText('招标采购').first()).toBeVisible()
  await expect(page.getByText('五菱专区')).toHaveCount(0)
  for (const address of ['/micro/wuling/bid-list', '/micro/performance?performance=/purchaser/performance/contract']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  }
})
