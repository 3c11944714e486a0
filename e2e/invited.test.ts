import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import * as play from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A tender with invited suppliers: who is invited is chosen, the letter goes out, one declines, one who was not invited
// finds nothing. The draft is there already.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let invited: Visitor
let stranger: Visitor
let orderId = ''
const plan = { ...PLANS.furniture, method: invitedBidding.code }

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const client = await new Cast(system.base).as('buyer')
  const now = await system.now()
  const projectId = await play.createProject(client, plan)
  orderId = await play.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now })
  const people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], invited: ['supplier1', 'supplier'], stranger: ['supplier4', 'supplier'] },
  )
  ;({ buyer, invited, stranger } = people)
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('a new tender asks for its method', async () => {
  const { page, inspect } = buyer
  await goWithin(page, '/purchaser/bidding/list')
  await expect(page.getByRole('heading', { name: '招标采购' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '邀请招标' })).toBeVisible()
  await page.getByRole('button', { name: '新建招标' }).click()
  await page.getByRole('radio', { name: '邀请招标' }).click()
  await expect(page.getByText('仅向 3 家以上受邀供应商发出投标邀请书')).toBeVisible()
  await expect(page).toHaveURL(/method=2/)
  await inspect('新建招标：采购方式')
})

test('three suppliers are chosen, and the letter goes out to them alone', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('link', { name: '去选择' }).click()
  const section = page.getByRole('region', { name: '受邀供应商' })
  for (const name of ['江州康明医疗器械有限公司', '苏州迈德影像技术有限公司', '上海瑞禾医疗科技股份有限公司']) {
    await choose(section.getByLabel('供应商', { exact: true }), name)
    await page.keyboard.press('Escape')
    await section.getByRole('button', { name: '列入受邀名单' }).click()
    await expect(section.getByRole('cell', { name, exact: true })).toBeVisible()
  }
  await inspect('编辑邀请招标')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByText('受邀供应商 3 家')).toBeVisible()
  await inspect('投标邀请书预览')
  const warnings = page.getByRole('checkbox', { name: /已知悉/ })
  if (await warnings.isVisible()) await warnings.check()
  await page.getByRole('button', { name: '发布投标邀请书' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/info$/)
})

test('an invited supplier reads the letter on a phone and declines; another finds nothing', async () => {
  const { page, inspect } = invited
  await page.setViewportSize(NARROW)
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('link', { name: plan.title }).click()
  await expect(page.getByText(/邀请贵单位参加/)).toBeVisible()
  await inspect('受邀标段（手机）')
  await page.getByRole('button', { name: '谢绝邀请' }).click()
  await page.getByLabel('谢绝原因').fill('产能已满，无法按期供货')
  await inspect('谢绝邀请（手机）')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /谢\s*绝/ })
    .click()
  await told(page, '已谢绝邀请')
  await expect(page.getByText(/谢绝邀请：产能已满/)).toBeVisible()
  await goWithin(stranger.page, '/supplier/public-tender/list')
  await expect(stranger.page.getByText('暂无招标项目')).toBeVisible()
})

test('the letter has a page, which proves itself, and takes the reply', async () => {
  const { page, inspect } = invited
  await page.getByRole('link', { name: '查看邀请函' }).click()
  await expect(page).toHaveURL(/\/supplier\/invitation\/purchase\//)
  await expect(page.getByText('已谢绝').first()).toBeVisible()
  await expect(page.getByText(/内容与指纹一致/)).toBeVisible()
  await inspect('邀请函（手机）')
  // The letters of the owner Wuling have an address of their own.
  await goWithin(page, page.url().replace('/invitation/purchase/', '/invitation/wuling-bid/'))
  await expect(page.getByText('已谢绝').first()).toBeVisible()
  await expect(page.getByText(/内容与指纹一致/)).toBeVisible()
  await page.getByRole('button', { name: '接受并报名' }).click()
  await expect(page).toHaveURL(/\/supplier\/bid\/orders\/[^/]+\/trades/)
})

test('the buyer sees who declined, and why', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('link', { name: '受邀供应商' }).click()
  await expect(page.getByRole('row', { name: /江州康明医疗器械有限公司.*已谢绝.*产能已满/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /苏州迈德影像技术有限公司.*已通知/ })).toBeVisible()
  await inspect('受邀供应商')
  await page.getByRole('link', { name: '江州康明医疗器械有限公司' }).click()
  await expect(page.getByText('产能已满，无法按期供货')).toBeVisible()
  await inspect('邀请详情')
})
