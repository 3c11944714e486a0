import { expect, test } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, logIn, newNotes, newVisitor, told, type Visitor, goWithin } from './kit/visitor.ts'

// An administrator adds an employee with one right, who works in a browser of their own until being disabled there.
test.describe.configure({ mode: 'serial' })

const MOBILE = '13900009001'
const NEW_PASSWORD = 'Sommer2026'

const notes = newNotes()
let system: OwnSystem
let admin: Visitor
let employee: Visitor
let invited: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const visitor = () => newVisitor(browser, { base: system.base, notes })
  ;[admin, employee, invited] = await Promise.all([visitor(), visitor(), visitor()])
})

test.afterAll(async () => {
  await system?.stop()
})

test('the administrator makes departments and sorts them with the keyboard', async () => {
  const { page } = admin
  await logIn(admin, 'buyer')
  await goWithin(page, '/enterprise/organisation')
  for (const name of ['医学装备部', '采购中心']) {
    await page.getByRole('button', { name: '新增部门' }).click()
    await page.getByRole('dialog').getByLabel('部门名称').fill(name)
    await agree(page)
    await expect(page.getByRole('treeitem', { name })).toBeVisible()
  }
  const items = page.getByRole('treeitem')
  await expect(items.nth(1)).toContainText('医学装备部')
  await items.nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(items.nth(1)).toContainText('采购中心')
  await expect(items.nth(1)).toBeFocused()
  await items.nth(2).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(items.nth(2)).toHaveAttribute('aria-level', '3')
  await admin.inspect('组织架构')
})

test('the administrator adds an employee with a right', async () => {
  const { page } = admin
  const department = await page.getByRole('treeitem', { name: '采购中心' }).elementHandle()
  const add = await page.getByRole('button', { name: '新增员工' }).first().elementHandle()
  // At once: the drawer opens before the page has taken the department.
  await page.evaluate((clicked) => clicked.forEach((one) => (one as HTMLElement | null)?.click()), [department, add])
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('姓名').fill('林晚')
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  await expect(drawer.getByText('请输入手机号码')).toBeVisible()
  await drawer.getByLabel('手机号码').fill('123')
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  await expect(drawer.getByText('请输入11位手机号码')).toBeVisible()
  await drawer.getByLabel('手机号码').fill(MOBILE)
  await drawer.getByRole('checkbox', { name: '专家管理' }).check()
  await admin.inspect('新增员工')
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  await told(page, '已邀请')
  await expect(page.getByRole('row', { name: /林晚/ })).toContainText('采购中心')
  await expect(page.getByRole('row', { name: /林晚/ })).toContainText('待加入')
})

test('the employee logs in elsewhere, sets a password, and opens what the right is for', async () => {
  const { page } = employee
  await page.goto('/login')
  await page.getByLabel('账号').fill(MOBILE)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('确认新密码').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: '确定' }).click()
  await told(page, '默认密码修改成功')
  await goWithin(page, '/expert/manage')
  await expect(page.getByRole('heading', { name: '专家库' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /何清源/ })).toBeVisible()
})

test('the lists of handlers and of people of a workbench hold whom they are named for', async () => {
  const { page } = admin
  await goWithin(page, '/enterprise/organisation?part=lists')
  await expect(page.getByRole('row', { name: /张晓.*管理员/ })).toBeVisible()
  await expect(page.getByText('林晚')).toHaveCount(0)
  await page.getByRole('button', { name: '采购人员' }).click()
  await expect(page.getByRole('row', { name: /林晚/ })).toBeVisible()
  // The hospital is no agency.
  await expect(page.getByRole('button', { name: '代理人员' })).toHaveCount(0)
  await admin.inspect('组织架构：名单')
  await goWithin(page, '/enterprise/organisation')
})

test('somebody with an account is asked, and accepts on the own page', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '新增员工' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('姓名').fill('史诺')
  await drawer.getByLabel('手机号码').fill(PEOPLE.supplier6.mobile)
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  await told(page, '已邀请')
  await expect(page.getByRole('row', { name: /史诺/ })).toContainText('待加入')
  await logIn(invited, 'supplier6')
  await goWithin(invited.page, '/personal-centre')
  await invited.page.getByRole('link', { name: '我的企业' }).click()
  await expect(invited.page.getByText(COMPANIES.hospital.name).first()).toBeVisible()
  await invited.inspect('我的企业')
  await invited.page.getByRole('button', { name: '接受' }).click()
  await told(invited.page, '已加入')
  const row = invited.page.getByRole('row', { name: new RegExp(COMPANIES.hospital.name) })
  await expect(row).toContainText('在用')
  await row.getByRole('button', { name: '退出企业' }).click()
  await agree(invited.page)
  await expect(row).toHaveCount(0)
})

test('an address without its right is the no-permission page', async () => {
  const { page } = employee
  await goWithin(page, '/enterprise/organisation')
  await expect(page).toHaveURL(/\/401$/)
  await expect(page.getByRole('heading', { name: '无权限访问' })).toBeVisible()
  await employee.inspect('无权限')
})

test('a right that is given shows in the open page without loading it again', async () => {
  await goWithin(employee.page, '/enterprise/account-info')
  const entry = (name: string) => employee.page.getByRole('menuitem', { name })
  await expect(entry('账户信息')).toBeVisible()
  await expect(entry('登录日志')).toHaveCount(0)
  const { page } = admin
  await page
    .getByRole('row', { name: /林晚/ })
    .getByRole('button', { name: '编辑' })
    .click()
  await page.getByRole('dialog').getByRole('checkbox', { name: '登录日志' }).check()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await told(page, '权限立即生效')
  await expect(entry('登录日志')).toBeVisible()
})

test('disabled, the employee is out without doing anything', async () => {
  const { page } = admin
  const row = page.getByRole('row', { name: /林晚/ })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '禁用' }).click()
  await agree(page)
  await expect(row).toContainText('已禁用')
  const dialog = employee.page.getByRole('dialog').filter({ hasText: '当前登录用户已被禁用' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(employee.page).toHaveURL(/\/login/)
})

test('nothing complained on the way', () => {
  expect(notes.axe).toEqual([])
  // What the page of somebody just disabled still asks for is refused: that is how it learns of it.
  expect(notes.console.filter((text) => !/status of 40[134]/.test(text))).toEqual([])
})
