import { expect, type Locator, test } from '@playwright/test'
import { HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { draftSole, SOLE_EXAMPLE, soleDates } from '#demo/sole-sources.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, twice, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A purchase from a single source: its reason is publicised and objected to, the one supplier that is asked signs up and
// responds, minutes are sent back once, then confirmed, and the deal is made. The draft is there already.
test.describe.configure({ mode: 'serial' })

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const { title } = SOLE_EXAMPLE.plan
const NOTICE = `${title}单一来源采购公示`
const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let asked: Visitor
let anybody: Visitor
let orderId = ''
let bidEnd = 0

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const now = await system.now()
  const dates = soleDates(now.getTime())
  bidEnd = dates.bidEnd
  const client = await new Cast(system.base).as('buyer')
  ;({ orderId } = await draftSole(client, SOLE_EXAMPLE, { purchaser: null, dates, now }))
  const people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], asked: ['supplier1', 'supplier'], anybody: null },
  )
  ;({ buyer, asked, anybody } = people)
})

test.afterAll(async () => {
  await system?.stop()
  expect(notes.axe).toEqual([])
  // A price above the response is refused, which the browser writes down.
  expect(notes.console.filter((line) => !/400/.test(line))).toEqual([])
})

test('the purchaser reads the preview and publicises the reason', async () => {
  const { page, inspect } = buyer
  // Until it is known who is asked, nobody else can be.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const asksFor = page.waitForRequest(/\/invitees(\?|$)/)
  await page.route(/\/invitees(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await goWithin(page, '/purchaser/bidding/list')
  await page.getByRole('link', { name: '编辑' }).click()
  await expect(page.getByRole('region', { name: '采购理由' })).toBeVisible()
  await asksFor
  await expect(page.getByRole('button', { name: '列入受邀名单' })).toHaveCount(0)
  letGo()
  await expect(page.getByRole('region', { name: '受邀供应商' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: '列入受邀名单' })).toHaveCount(0)
  await inspect('编辑单一来源')
  await page.getByRole('button', { name: '预览并发布' }).click()
  await expect(page.getByText('单一来源理由和论证意见')).toBeVisible()
  await inspect('单一来源发布预览')
  await page.getByRole('button', { name: '发布公示' }).click()
  await agree(page, '发布')
  await expect(page).toHaveURL(/\/info$/)
  await expect(page.getByText('公示中').first()).toBeVisible()
  await inspect('单一来源详情（公示中）')
})

test('anybody reads the publicity; a supplier that is not asked logs in from there and objects', async () => {
  const { page, inspect } = anybody
  await page.goto('/portal')
  await page.getByRole('link', { name: NOTICE }).click()
  await expect(page.getByRole('heading', { name: NOTICE, level: 1 })).toBeVisible()
  await expect(page.getByText(COMPANIES.supplier1.name).first()).toBeVisible()
  await inspect('单一来源公示')
  await page.setViewportSize(NARROW)
  await inspect('单一来源公示 390')
  await page.setViewportSize(WIDE)
  await page.getByRole('link', { name: '对公示提出异议' }).click()
  await page.getByLabel('账号').fill('supplier2')
  await page.getByLabel('密码', { exact: true }).fill('Kaibiao2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '对公示的异议', level: 1 })).toBeVisible()
  await page.getByLabel('异议事项').fill('并非只能从唯一供应商处采购')
  await page.getByLabel('事实与理由').fill('我单位的影像归档系统同样能够接入现有设备，并已在本市三家医院使用。')
  await inspect('对公示提出异议')
  await twice(page.getByRole('button', { name: '提交异议' }))
  await agree(page)
  await told(page, '异议已提出')
  // The second click of a double click is no mistake of the form.
  expect(await page.getByText('表单填写错误').count()).toBe(0)
  await expect(page.getByText('待答复')).toBeVisible()
  await inspect('已提出的异议')
})

test('the purchaser answers the objection, and whoever objected reads the answer', async () => {
  const { page, inspect } = buyer
  await expect(page.getByText(/有 1 件异议未答复/)).toBeVisible()
  const section = page.getByRole('region', { name: '异议', exact: true })
  await section.getByRole('button', { name: '答复' }).click()
  await page.getByRole('radio', { name: '异议不成立' }).check()
  await page.getByRole('textbox', { name: '答复内容' }).fill('经补充论证，现有系统的源代码为原厂专有，异议不成立。')
  await inspect('答复异议')
  await twice(page.getByRole('dialog').getByRole('button', { name: '提交答复' }))
  await told(page, '已答复')
  await expect(page.getByText(/件异议未答复/)).toBeHidden()
  await anybody.page.reload()
  await expect(anybody.page.getByText('答复：异议不成立')).toBeVisible()
  await anybody.inspect('异议已答复')
})

test('the supplier that is asked signs up and is admitted', async () => {
  const { page, inspect } = asked
  await goWithin(page, '/supplier/public-tender/list')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await inspect('单一来源项目')
  await page.getByRole('button', { name: '报名', exact: true }).click()
  const field = page.locator('.ant-form-item').filter({ has: page.getByText(/^营业执照/) })
  await giveFile(field.locator('input[type=file]'), '营业执照')
  await expect(field.getByRole('button', { name: '移除 营业执照.pdf' })).toBeVisible()
  await inspect('单一来源报名')
  await twice(page.getByRole('button', { name: '提交报名' }))
  await agree(page)
  await told(page, '报名已提交')
  await goWithin(buyer.page, `/purchaser/bidding/orders/${orderId}/apply`)
  await buyer.page
    .getByRole('row')
    .filter({ hasText: COMPANIES.supplier1.name })
    .getByRole('link', { name: '审核' })
    .click()
  const decision = buyer.page.getByRole('region', { name: '审核' })
  await twice(decision.getByRole('button', { name: '通过', exact: true }))
  await agree(buyer.page)
  await told(buyer.page, '审核已完成')
})

test('it hands in its response, and replaces it on a phone', async () => {
  const { page, inspect } = asked
  await goWithin(page, tenderPage())
  await page.getByRole('button', { name: '提交响应文件', exact: true }).click()
  await page.getByLabel('响应价格').fill('375000')
  await page.getByLabel('响应说明').fill('完全响应采购文件要求。')
  await giveFile(page.locator('input[type=file]'), '响应文件')
  await expect(page.getByRole('button', { name: '移除 响应文件.pdf' })).toBeVisible()
  await inspect('提交响应文件')
  await twice(page.getByRole('button', { name: '提交', exact: true }))
  await agree(page)
  await told(page, '响应文件已提交')
  await page.getByRole('button', { name: '提交响应文件', exact: true }).click()
  await expect(page.getByRole('heading', { name: '已提交' })).toBeVisible()
  await inspect('响应文件（已提交）')
  await page.setViewportSize(NARROW)
  await inspect('响应文件（已提交）390')
  await retype(page.getByLabel('响应价格'), '370000')
  await page.getByRole('button', { name: '替换', exact: true }).click()
  await agree(page)
  await told(page, '响应文件已提交')
  await page.setViewportSize(WIDE)
})

test('behind the deadline the purchaser reads the response and writes minutes', async () => {
  const { page, inspect } = buyer
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/talk`)
  await expect(page.getByText('响应截止后方可协商')).toBeVisible()
  await inspect('协商（未到时间）')
  await system.moveTo(new Date(bidEnd + 2 * HOUR))
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('button', { name: '协商', exact: true }).click()
  await expect(page.getByText('叁拾柒万元整')).toBeVisible()
  await page.getByLabel('协商时间').fill(beijing(bidEnd + HOUR))
  await page.getByLabel('协商时间').press('Enter')
  await page.getByLabel('协商地点').fill('采购人三楼会议室')
  await page.getByLabel('商定价格').fill('371000')
  for (const [i, [name, post]] of [
    ['张晓', '采购主管'],
    ['沈瑶', '授权代表'],
  ].entries()) {
    await page.getByLabel(`第 ${i + 1} 人姓名`).fill(name!)
    await page.getByLabel(`第 ${i + 1} 人职务或职称`).fill(post!)
  }
  await page.getByLabel('价格依据').fill('供应商提供了近三年同类合同及成本构成说明，价格与同类项目相当。')
  await page.getByLabel('合同主要条款及价格商定情况').fill('合同签订后十五日内开始履行，验收合格后三十日内付款。')
  // More than was offered is refused at its field.
  await page.getByRole('button', { name: '提交供应商确认' }).click()
  await agree(page)
  await expect(page.locator('#price_help').getByText('商定价格不能高于响应价格')).toBeVisible()
  await retype(page.getByLabel('商定价格'), '362000')
  await inspect('记录协商情况')
  await twice(page.getByRole('button', { name: '提交供应商确认' }))
  await agree(page)
  await told(page, '等待供应商确认')
  await expect(page.getByText('待供应商确认', { exact: true })).toBeVisible()
  await inspect('协商情况已提交')
})

test('the supplier sends the minutes back, and is shown new ones in place', async () => {
  const { page, inspect } = asked
  await goWithin(page, tenderPage())
  await page.getByRole('button', { name: '协商情况', exact: true }).click()
  await expect(page.getByText('叁拾陆万贰仟元整')).toBeVisible()
  await inspect('核对协商情况')
  await page.setViewportSize(NARROW)
  await inspect('核对协商情况 390')
  await page.getByRole('button', { name: /^退\s*回$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '退回原因' }).fill('付款期限商定为二十日，与记录不符。')
  await inspect('退回协商情况 390')
  await twice(dialog.getByRole('button', { name: /退\s*回/ }))
  await expect(page.getByText('已退回')).toBeVisible()
  await page.setViewportSize(WIDE)
  await expect(buyer.page.getByText('付款期限商定为二十日，与记录不符。')).toBeVisible()
  await expect(buyer.page.getByRole('heading', { name: '重新提交协商情况' })).toBeVisible()
  await buyer.page.getByLabel('合同主要条款及价格商定情况').fill('合同签订后十五日内开始履行，验收合格后二十日内付款。')
  await buyer.inspect('重新提交协商情况')
  await twice(buyer.page.getByRole('button', { name: '提交供应商确认' }))
  await agree(buyer.page)
  await told(buyer.page, '等待供应商确认')
  await twice(page.getByRole('button', { name: '确认协商情况' }))
  await expect(page.getByRole('dialog')).toContainText('362,000.00')
  await agree(page, '确认')
  await expect(page.getByText('双方已确认')).toBeVisible()
  await inspect('协商情况已确认')
})

test('the purchaser makes the deal at the agreed price, and the supplier reads it', async () => {
  const { page, inspect } = buyer
  await expect(page.getByText('双方已确认')).toBeVisible()
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/info`)
  await page.getByRole('button', { name: '确定成交供应商', exact: true }).click()
  await expect(page.getByText('362,000.00').first()).toBeVisible()
  await inspect('单一来源定标')
  await page.getByRole('button', { name: '定标并发布结果' }).click()
  await agree(page, '定标并发布')
  await told(page, '成交结果已发布')
  await expect(page.getByText('已定标', { exact: true }).first()).toBeVisible()
  await inspect('单一来源成交结果')
  await goWithin(asked.page, tenderPage())
  await expect(asked.page.getByText('成交结果公告').first()).toBeVisible()
  await asked.inspect('单一来源项目（成交）')
})

/** Of the supplier that is asked. */
function tenderPage(): string {
  return placeOf({ id: orderId, method: singleSource.code }, 'publish.tender', 'supplier')
}

async function giveFile(input: Locator, name: string): Promise<void> {
  const parts = [{ heading: name, paragraphs: [`${name}。`] }]
  const buffer = await pdfOf({ title: name, org: title, parts }, new Date('2026-01-01'))
  await input.setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
}

/** An amount shows itself without separators once it has the focus. */
async function retype(field: Locator, amount: string): Promise<void> {
  await field.focus()
  await field.fill(amount)
}

/** As people type it: `2026-12-11 15:00`. */
function beijing(ms: number): string {
  return new Date(ms + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ')
}
