import { expect, test } from '@playwright/test'
import { type Account, PEOPLE } from '#demo/people.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, logIn, newNotes, newVisitor, type Visitor, goWithin } from './kit/visitor.ts'

// Three people in browsers of their own: a buyer draws one expert, who refuses; the next in the drawn order accepts.
test.describe.configure({ mode: 'serial' })

const TITLE = '影像设备需求论证'
/** The two experts of this major. */
const EXPERTS: readonly Account[] = ['expert1', 'expert5']

const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let experts: Map<string, Visitor>
let first: string
let second: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const visitor = () => newVisitor(browser, { base: system.base, notes })
  buyer = await visitor()
  experts = new Map()
  for (const account of EXPERTS) experts.set(PEOPLE[account].name, await visitor())
})

test.afterAll(async () => {
  await system?.stop()
})

test('the buyer writes down whom to draw', async () => {
  const { page } = buyer
  await logIn(buyer, 'buyer')
  await goWithin(page, '/expert/extraction/demand-verification')
  await expect(page.getByText('还没有专家抽取')).toBeVisible()
  await buyer.inspect('专家抽取')
  await goWithin(page, '/expert/extraction/demand-verification/form')
  await page.getByLabel('名称', { exact: true }).fill(TITLE)
  await page.getByLabel('评审时间').fill('2030-05-06 09:00')
  await page.keyboard.press('Enter')
  await page.getByLabel('评审地点').fill('第三评标室')
  const row = page.getByRole('group', { name: '第1组条件' })
  await row.getByRole('combobox', { name: '专业' }).fill('B0102')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '测算候选人数' }).click()
  await expect(page.getByText('第1组可抽取 2 人，回避 0 人')).toBeVisible()
  await buyer.inspect('抽取条件')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
})

test('the draw agrees with what was committed', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '开始抽取' }).click()
  await agree(page)
  await expect(page.getByText('一致', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('平台的随机数与事先登记的承诺一致')).toBeVisible()
  const calls = page.getByRole('group', { name: '专家回复' })
  const text = await calls.innerText()
  first = EXPERTS.map((account) => PEOPLE[account].name).find((name) => text.includes(name))!
  second = EXPERTS.map((account) => PEOPLE[account].name).find((name) => name !== first)!
  expect(text).not.toContain(second)
  await buyer.inspect('抽取详情')
})

test('the first refuses, the next is asked and accepts', async () => {
  await open(first)
  const refusing = experts.get(first)!
  await refusing.page.getByRole('button', { name: '拒绝' }).click()
  const dialog = refusing.page.getByRole('dialog')
  await dialog.getByText('时间冲突').click()
  await dialog.getByLabel('说明').fill('当日有手术')
  await agree(refusing.page)
  await expect(refusing.page.getByText('已拒绝').first()).toBeVisible()
  await open(second)
  const accepting = experts.get(second)!
  await accepting.inspect('评审邀请')
  await accepting.page.getByRole('button', { name: '接受' }).click()
  await accepting.page.getByRole('dialog').getByText('本人不存在应当回避的情形').click()
  await agree(accepting.page)
  await expect(accepting.page.getByText('已接受').first()).toBeVisible()
})

test('the buyer sees it filled, with the reason of the refusal', async () => {
  const { page } = buyer
  await page.reload()
  await expect(page.getByText('已完成').first()).toBeVisible()
  await expect(page.getByText('时间冲突：当日有手术')).toBeVisible()
  await expect(page.getByText('已接受 1 / 1 人')).toBeVisible()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})

async function open(name: string): Promise<void> {
  const account = EXPERTS.find((one) => PEOPLE[one].name === name)!
  const visitor = experts.get(name)!
  await logIn(visitor, account)
  await goWithin(visitor.page, '/review/invitations')
  await visitor.page.getByRole('link', { name: TITLE }).click()
  await expect(visitor.page.getByRole('heading', { name: TITLE })).toBeVisible()
}
