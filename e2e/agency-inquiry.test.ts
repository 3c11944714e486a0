import { expect, test } from '@playwright/test'
import { DAY, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as buying from '#demo/play/buyer.ts'
import { atParts, draftInquiry, inquiryPlan, signUp } from '#demo/play/inquiry.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// An agency runs a price inquiry (询价) of government procurement among invited suppliers: one declines its letter, the others
// quote once, the lowest is awarded; the purchaser looks on.
test.describe.configure({ mode: 'serial' })

const PLAN = inquiryPlan({
  projectName: '江州市第一人民医院监护耗材询价采购',
  title: '监护耗材询价采购',
  description: '采购心电导联线、血氧探头，分批送货。',
  price: '88000',
  method: inquiry.code,
  invited: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
  lines: [
    ['心电导联线', '五导，适配现有监护仪', '根', '120', '380'],
    ['血氧探头', '成人指夹式', '只', '80', '520'],
  ],
})
const DECLINED = '目前缺货，无法按期供货'
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let orderId: string
let deadline: number
let people: Record<'agency' | 'purchaser' | 'invited', Visitor>

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  deadline = (await system.now()).getTime() + 9 * DAY
  const dates = { purchaser: 'hospital' as const, signUpEnd: deadline - 3 * DAY, deadline }
  orderId = await draftInquiry(await cast.as('agent'), PLAN, dates)
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { agency: ['agent', 'agency'], purchaser: ['buyer', 'purchaser'], invited: ['supplier4', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the draft lists whom the agency invites, each with its letter; then it is published', async () => {
  const { page, inspect } = people.agency
  await goWithin(page, `/agency/inquiry/orders/${orderId}/detail`)
  await page.getByRole('link', { name: COMPANIES.supplier4.name }).click()
  await expect(page.getByRole('heading', { name: COMPANIES.supplier4.name })).toBeVisible()
  await inspect('询价邀请详情（未发出）')
  await buying.publish(await cast.as('agent'), orderId)
})

test('an invited supplier declines its letter with a reason', async () => {
  const { page, inspect } = people.invited
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('link', { name: PLAN.title }).click()
  await page.getByRole('button', { name: '谢绝邀请' }).click()
  await page.getByLabel('谢绝原因').fill(DECLINED)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /谢\s*绝/ })
    .click()
  await told(page, '已谢绝邀请')
  await expect(page.getByText(`谢绝邀请：${DECLINED}`)).toBeVisible()
  await inspect('询价邀请已谢绝')
})

test('the agency sees who declined and why; the purchaser does not before the opening', async () => {
  const { page, inspect } = people.agency
  await goWithin(page, `/agency/inquiry/orders/${orderId}/abnormal/add-supplier/edit`)
  await expect(page.getByRole('row', { name: new RegExp(`${COMPANIES.supplier4.name}.*已谢绝.*缺货`) })).toBeVisible()
  await inspect('询价受邀供应商')
  await page.getByRole('link', { name: COMPANIES.supplier4.name }).click()
  await expect(page.getByText(DECLINED)).toBeVisible()
  await goWithin(people.purchaser.page, `/purchaser/inquiry/orders/${orderId}/detail`)
  await expect(people.purchaser.page.getByRole('heading', { name: PLAN.title })).toBeVisible()
  await expect(people.purchaser.page.getByText(COMPANIES.supplier4.name)).toHaveCount(0)
})

test('the others quote once; no second round is offered, and the lowest is awarded', async () => {
  const now = await system.now()
  for (const account of ['supplier1', 'supplier2', 'supplier3'] as const) await signUp(cast, orderId, { account, now })
  await buying.approveAll(await cast.as('agent'), orderId)
  for (const [account, part] of [
    ['supplier1', '0.95'],
    ['supplier2', '0.9'],
    ['supplier3', '0.97'],
  ] as const)
    await submitQuote(await cast.as(account), orderId, {
      priceOf: atParts([part, part]),
      lineOf: () => ({ brand: '品牌', deliveryDays: '9' }),
    })
  await system.moveTo(new Date(deadline + MINUTE))
  await awaitOpening(await cast.as('agent'), orderId)
  const { page, inspect } = people.agency
  await goWithin(page, `/agency/inquiry/orders/${orderId}/multiple-rounds`)
  await expect(page.getByRole('link', { name: COMPANIES.supplier2.name })).toBeVisible()
  await expect(page.getByRole('button', { name: '发起下一轮报价' })).toBeDisabled()
  await inspect('询价报价（代理）')
  await goWithin(page, `/agency/inquiry/orders/${orderId}/winner/edit`)
  await expect(page.getByText('报价排名')).toBeVisible()
  await inspect('询价定标（代理）')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await expect(page.getByText('成交结果公告').first()).toBeVisible()
  await goWithin(people.purchaser.page, `/purchaser/inquiry/orders/${orderId}/detail`)
  await expect(people.purchaser.page.getByText(COMPANIES.supplier2.name).first()).toBeVisible()
})
