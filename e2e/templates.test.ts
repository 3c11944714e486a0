import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { createOrder } from '#features/procurement/contract/order.ts'
import { createProject, projectPage } from '#features/procurement/contract/project.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, choose, logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'

// A notice template from its first draft to the announcement of an order, on a server that holds nothing else; between
// them the first project of that server, made with its order.
test.describe.configure({ mode: 'serial' })

const NAME = '设备类招标公告'
const TITLE = '手术显微镜采购'
const notes = newNotes()
let system: OwnSystem
let buyer: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  buyer = await newVisitor(browser, { base: system.base, notes })
  await logIn(buyer, 'buyer')
})

test.afterAll(async () => {
  await system?.stop()
})

test('a template with an unknown placeholder is not published', async () => {
  const { page, inspect } = buyer
  await goWithin(page, '/enterprise/templates/notice')
  await expect(page.getByText('还没有公告模板')).toBeVisible()
  await inspect('公告模板（空）')
  await page.getByRole('button', { name: '新建模板' }).click()
  await page.getByRole('dialog').getByLabel('模板名称').fill(NAME)
  await agree(page)
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page.getByText('✓ 可以发布')).toBeVisible()
  const body = page.getByRole('textbox', { name: '公告正文' })
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('，{{监督电话}}')
  await expect(page.getByText('发布前须改正（1）')).toBeVisible()
  await inspect('编辑公告模板')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await told(page, '尚有 1 处问题')
  // A draft may say what it likes.
  await page.getByRole('button', { name: '保存草稿' }).click()
  await told(page, '草稿已保存')
})

test('put right, with a placeholder from the list, it is published', async () => {
  const { page, inspect } = buyer
  await page.getByRole('textbox', { name: '公告正文' }).click()
  await page.keyboard.press('Control+End')
  for (let i = 0; i < '{{监督电话}}'.length; i++) await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: '开标地点' }).click()
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('，{{开标地点}}')
  await expect(page.getByText('✓ 可以发布')).toBeVisible()
  await page.getByRole('tab', { name: '预览' }).click()
  await expect(page.getByText('，网上开标大厅')).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByLabel('版本说明').fill('初版')
  await agree(page)
  await told(page, '已发布第 1 版')
  await expect(page.getByRole('region', { name: '版本' }).getByText('初版')).toBeVisible()
  await inspect('公告模板')
})

test('a project, its lines and the draft of an order are made in one form, or nothing of them', async () => {
  const { page, inspect } = buyer
  await goWithin(page, '/purchaser/bidding/orders/projects/edit/kpbFile')
  await page.getByRole('button', { name: '新建项目并招标' }).click()
  // The list has a filter whose name begins alike.
  await page.getByLabel('项目名称', { exact: true }).fill('治疗车采购')
  await page.getByLabel('预算金额').fill('320000')
  const cell = (title: string) => page.getByLabel(`第 1 行${title}`, { exact: true })
  await cell('名称').fill('治疗车')
  await cell('单位').fill('辆')
  await cell('数量').fill('0')
  await page.getByRole('button', { name: '建立项目和标段' }).click()
  await told(page, '清单有 1 处错误')
  await inspect('新建项目并招标')
  const client = await new Cast(system.base).as('buyer')
  expect(await client.call(projectPage, {})).toMatchObject({ rows: [], total: 0 })
  await cell('数量').fill('100')
  await page.getByRole('button', { name: '建立项目和标段' }).click()
  await expect(page.getByRole('heading', { name: '编辑标段' })).toBeVisible()
  await expect(page.getByLabel('项目（标段）名称')).toHaveValue('治疗车采购')
  expect((await client.call(projectPage, {})).rows).toMatchObject([{ name: '治疗车采购', items: 1, orders: 1 }])
})

test('it fills the announcement of an order, which then stands among its uses', async () => {
  const { page } = buyer
  const client = await new Cast(system.base).as('buyer')
  const facts = { regime: 'tender' as const, budget: '2000000', region: '江州市', funds: '财政资金' }
  const { projectId } = await client.call(createProject, { body: { name: TITLE, category: 'goods', ...facts } })
  const empty = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }
  const { orderId } = await client.call(createOrder, {
    body: {
      projectId,
      title: TITLE,
      estimatedPrice: '2000000',
      place: '三号开标厅',
      schedule: empty,
      settings: {},
      announcement: {},
    },
  })
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/projects/${projectId}/edit/kpbFile`)
  await expect(page.getByRole('heading', { name: '编辑标段' })).toBeVisible()
  const announcement = page.getByRole('region', { name: '公告', exact: true })
  await choose(announcement.getByLabel('公告模板'), `${NAME}（本单位）`)
  await announcement.getByRole('button', { name: '套用' }).click()
  await told(page, /占位符未能自动填入/)
  await expect(page.getByRole('textbox', { name: '公告正文' })).toContainText('，三号开标厅')
  await expect(page.getByLabel('公告标题')).toHaveValue(`${TITLE}招标公告`)
  await goWithin(page, '/enterprise/templates/notice')
  const link = page.getByRole('link', { name: NAME })
  await expect(link).toBeVisible()
  await link.click()
  const uses = page.getByRole('region', { name: '使用情况' })
  await expect(uses.getByRole('link', { name: TITLE })).toBeVisible()
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
