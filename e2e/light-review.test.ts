import { expect, test } from '@playwright/test'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// The owner asks two colleagues for their opinions and one supplier for an explanation; opinions open together, and the owner
// sums them up.
test.describe.configure({ mode: 'serial' })

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const notes = newNotes()
const REASON = '采血管交货期偏长，需承诺分批送货'
let system: OwnSystem<'quotesOpened'>
let people: Record<'buyer' | 'member' | 'asked', Visitor>
const review = () => `/purchaser/review/online/file?orderId=${system.facts.orderId}`

test.beforeAll(async ({ browser }) => {
  system = await startSystem('quotesOpened')
  people = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], member: ['buyer2', 'purchaser'], asked: ['supplier1', 'supplier'] },
  )
})

test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

async function beijing(days: number): Promise<string> {
  const at = new Date((await system.now()).getTime() + days * DAY + 8 * 3_600_000)
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

test('the owner names two colleagues and what they are asked', async () => {
  const { page, inspect } = people.buyer
  await goWithin(page, `/purchaser/inquiry/orders/${system.facts.orderId}/detail`)
  await page.getByRole('link', { name: '组织线上评审' }).click()
  const members = page.getByLabel('评审人员', { exact: true })
  for (const { name } of [PEOPLE.buyer2, PEOPLE.buyer]) {
    await members.fill(name)
    await page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
  await choose(page.getByLabel('牵头人'), PEOPLE.buyer2.name)
  await page.getByLabel('意见提交截止时间').fill(await beijing(2))
  await page.keyboard.press('Enter')
  await inspect('线上评审设置')
  await page.getByRole('button', { name: '发起评审' }).click()
  await agree(page)
  await told(page, '线上评审已发起')
  await expect(page.getByRole('row', { name: /王宁（牵头人）.*待提交/ })).toBeVisible()
  await inspect('线上评审')
})

test('who chairs asks one supplier, which explains its price', async () => {
  const { page, inspect } = people.member
  await goWithin(page, review())
  await page.getByRole('button', { name: '要求供应商补充' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('供应商'), COMPANIES.supplier1.name)
  await dialog.getByText('价格说明').click()
  await dialog.getByLabel('文件名称或者说明事项').fill('采血管报价构成')
  await dialog.getByLabel('提交截止时间').fill(await beijing(1))
  await page.keyboard.press('Enter')
  await inspect('要求供应商补充')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await told(page, '要求已发送')

  const supplier = people.asked
  await goWithin(supplier.page, `/supplier/inquiry/orders/${system.facts.orderId}/info`)
  await supplier.page.getByRole('link', { name: '去补充' }).click()
  await supplier.page.getByRole('button', { name: '提交', exact: true }).click()
  await supplier.page.getByRole('dialog').getByLabel('说明').fill('含冷链运输，每月分两批送货。')
  await supplier.inspect('补充说明')
  await supplier.page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await told(supplier.page, '已提交')
  await expect(supplier.page.getByText('含冷链运输，每月分两批送货。')).toBeVisible()
  await supplier.page.setViewportSize(NARROW)
  await supplier.inspect('补充说明 390')
})

test('opinions stay sealed until the last is signed, and the owner sums them up', async () => {
  await giveOpinion(people.member, PEOPLE.buyer2.name, REASON)
  const { page, inspect } = people.buyer
  await goWithin(page, review())
  await expect(page.getByRole('row', { name: /王宁（牵头人）.*已提交/ })).toBeVisible()
  await expect(page.getByText(REASON)).toHaveCount(0)
  await giveOpinion(people.buyer, PEOPLE.buyer.name)
  await expect(page.getByText(REASON)).toHaveCount(2)
  await page.getByRole('button', { name: '汇总评审结论' }).click()
  await page.getByRole('dialog').getByLabel('评审结论').fill('同意推荐第一名，合同约定分批送货。')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /汇\s*总/ })
    .click()
  await told(page, '评审结论已汇总')
  await expect(page.getByRole('button', { name: /^线上评审记录-.*\.pdf$/ })).toBeVisible()
  await inspect('评审结论')
  await page.setViewportSize(NARROW)
  await inspect('评审结论 390')
  await page.setViewportSize(WIDE)
})

async function giveOpinion({ page, inspect }: Visitor, name: string, doubt?: string): Promise<void> {
  await goWithin(page, review())
  const groups = page.getByRole('group').filter({ has: page.getByRole('radio') })
  await expect(groups).toHaveCount(2)
  for (const group of await groups.all()) {
    await group.getByText(doubt ? '有保留意见' : '同意', { exact: true }).click()
    if (doubt) await group.getByRole('textbox').fill(doubt)
  }
  if (doubt) await inspect('填写评审意见')
  await page.getByRole('button', { name: '签名并提交' }).click()
  await page.getByRole('dialog').getByLabel('本人姓名').fill(name)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await told(page, '评审意见已提交')
}
