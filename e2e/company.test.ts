import { expect, test, type Page } from '@playwright/test'
import { creditCodeCheck, identityCheck } from '#features/enterprise/rules/identifiers.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, logIn, newNotes, newVisitor, standsStill, told, type Visitor, goWithin } from './kit/visitor.ts'

// A new person registers, applies for the certification of a company, is rejected with a reason, corrects, is certified,
// and reaches the supplier's workbench; on a server that holds nothing else.
test.describe.configure({ mode: 'serial' })

const CODE = withCheck('91320402MA7K3N5P2', creditCodeCheck)
const IDENTITY = withCheck('32040219850612304', identityCheck)
const NAME = '江州远望医疗科技有限公司'
const MOBILE = '13900008801'

const notes = newNotes()
let system: OwnSystem
let founder: Visitor
let platform: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  const visitor = () => newVisitor(browser, { base: system.base, notes })
  ;[founder, platform] = await Promise.all([visitor(), visitor()])
})

test.afterAll(async () => {
  await system?.stop()
})

test('a new person registers with the code sent to the telephone', async () => {
  const { page, inspect } = founder
  await page.goto('/login')
  // The form moves when those who may try it are listed below.
  await expect(page.getByRole('region', { name: '演示登录' }).getByRole('button').first()).toBeVisible()
  await page.getByRole('link', { name: '注册' }).click()
  await expect(page.getByRole('heading', { name: '注册账号' })).toBeVisible()
  await inspect('注册')
  await page.getByLabel('手机号码').fill(MOBILE)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const outbox = await page.context().newPage()
  await outbox.goto(`/demo/outbox?channel=sms&to=${MOBILE}`)
  const text = outbox.getByRole('listitem').filter({ hasText: '验证码' }).first()
  const [, code = ''] = /验证码(\d{6})/.exec((await text.textContent()) ?? '') ?? []
  await outbox.close()
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('姓名').fill('袁望')
  await page.getByLabel('密码', { exact: true }).fill('kaibiao')
  await page.getByLabel('确认密码').fill('kaibiao')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('必须包含大小写字母和数字')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('Kaibiao2026')
  await page.getByLabel('确认密码').fill('Kaibiao2026')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('heading', { name: '选择企业' })).toBeVisible()
  await inspect('选择企业（没有企业）')
})

test('the application is checked while it is filled in, and handed in with documents', async () => {
  const { page, inspect } = founder
  await page.getByRole('button', { name: '添加企业' }).click()
  await expect(page.getByRole('heading', { name: '企业认证', level: 1 })).toBeVisible()
  const code = page.getByLabel('统一社会信用代码')
  await code.fill(`${CODE.slice(0, 17)}${CODE.endsWith('0') ? '1' : '0'}`)
  await expect(page.getByText('校验位不正确，请核对')).toBeVisible()
  await code.fill(CODE)
  await expect(page.getByText('校验位正确')).toBeVisible()
  await page.getByLabel('名称').fill(NAME)
  await page.getByLabel('法定代表人（经营者）').fill('袁望')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('请输入18位身份证号码')).toBeVisible()
  await page.getByLabel('身份证号码').fill(IDENTITY)
  await page.getByRole('checkbox', { name: '供应商' }).check()
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('请上传营业执照')).toBeVisible()
  await attach(page, '营业执照', '执照-旧.pdf')
  await attach(page, '法定代表人身份证', '身份证.pdf')
  await inspect('企业认证')
  await page.getByRole('button', { name: '提交审核' }).click()
  await agree(page)
  await told(page, '申请已提交')
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page.getByText('待审核', { exact: true })).toBeVisible()
  await inspect('企业认证（待审核）')
})

test('the platform rejects it with a reason', async () => {
  const { page, inspect } = platform
  await logIn(platform, 'admin')
  await goWithin(page, '/admin/company-audits')
  await inspect('企业审核')
  await page.getByRole('link', { name: NAME }).click()
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible()
  await expect(page.locator('.kb-split canvas').first()).toBeVisible()
  await inspect('企业审核（申请）')
  const decision = page.getByRole('region', { name: '审核' })
  await decision.getByRole('button', { name: '驳回' }).click()
  await expect(decision.getByRole('alert')).toHaveText('请填写驳回原因')
  await decision.getByLabel('驳回原因').fill('营业执照已过有效期')
  await decision.getByRole('button', { name: '驳回' }).click()
  await agree(page)
  await told(page, '审核已完成')
})

test('the person reads the reason, corrects and hands in again', async () => {
  const { page, inspect } = founder
  await page.getByRole('link', { name: '选择企业' }).click()
  await expect(page.getByRole('region', { name: '我的申请' }).getByText('认证被驳回')).toBeVisible()
  await inspect('选择企业（被驳回）')
  await page.getByRole('button', { name: '修改后重新提交' }).click()
  await expect(page.getByText('原因：营业执照已过有效期')).toBeVisible()
  await expect(page.getByLabel('统一社会信用代码')).toHaveValue(CODE)
  await page.getByRole('button', { name: '移除 执照-旧.pdf' }).click()
  await attach(page, '营业执照', '执照-新.pdf')
  await page.getByRole('button', { name: '提交审核' }).click()
  await agree(page)
  await told(page, '申请已提交')
})

test('the platform certifies the company', async () => {
  const { page } = platform
  // The list of before may still stand there; what was decided has another address.
  await goWithin(page, '/admin/company-audits')
  await page.getByRole('button', { name: /^待审核/ }).click()
  await standsStill(page)
  await page.getByRole('row', { name: NAME }).filter({ hasText: '待审核' }).getByRole('link', { name: NAME }).click()
  await expect(page.getByText('企业认证已驳回')).toBeVisible()
  await expect(page.getByRole('button', { name: '执照-新.pdf' })).toBeVisible()
  await page.getByRole('region', { name: '审核' }).getByRole('button', { name: '通过' }).click()
  await agree(page)
  await told(page, '审核已完成')
  await sideMenu(page, '企业')
  // The list of applications names it twice, and may stand there for another moment.
  await expect(page.getByRole('heading', { name: '企业', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()
})

test('the person enters the company and works as a supplier', async () => {
  const { page, inspect } = founder
  await page.getByRole('link', { name: '选择企业' }).click()
  await page.getByRole('button', { name: NAME }).click()
  await expect(page.getByText('供应商工作台').first()).toBeVisible()
  await page.getByRole('button', { name: '招标采购', exact: true }).click()
  await expect(page.getByRole('heading', { name: '招标采购', level: 1 })).toBeVisible()
  // A supplier has more groups than the top bar is wide.
  await page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('button', { name: /^更多/ })
    .click()
  await page.getByRole('menuitem', { name: '企业管理' }).click()
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible()
  await expect(page.getByText('已认证').first()).toBeVisible()
  await inspect('认证信息')
  await page.getByRole('button', { name: '认证记录' }).click()
  await expect(page.getByRole('heading', { name: '认证记录', level: 1 })).toBeVisible()
  await inspect('认证记录')
  for (const title of ['服务开通', '银行账户', '账户信息', '应用管理']) {
    await sideMenu(page, title)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await inspect(title)
  }
})

test('disabled by the platform, the open session is out', async () => {
  const { page } = platform
  await page.getByRole('row').filter({ hasText: NAME }).getByRole('button', { name: '停用' }).click()
  await page.getByLabel('停用原因').fill('资料不实')
  await agree(page)
  await told(page, '已更新')
  await goWithin(founder.page, '/enterprise/account-info')
  await expect(founder.page.getByText('当前登录用户已被禁用').first()).toBeVisible()
})

test('no screen on the way broke a rule of accessibility or complained in the console', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console.filter((text) => !/40[0-9]/.test(text))).toEqual([])
})

async function sideMenu(page: Page, item: string): Promise<void> {
  await page.locator('.kb-side').getByText(item, { exact: true }).click()
}

async function attach(page: Page, label: string, file: string): Promise<void> {
  const field = page.locator('.ant-form-item').filter({ has: page.getByText(new RegExp(`^${label}`)) })
  const parts = [{ heading: label, paragraphs: [`证明资料：${file}`] }]
  const buffer = await pdfOf({ title: label, org: NAME, parts }, new Date('2026-01-01'))
  await field.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'application/pdf', buffer })
  await expect(field.getByRole('button', { name: `移除 ${file}` })).toBeVisible()
}

function withCheck(body: string, check: (body: string) => string | null): string {
  return body + check(body)!
}
