import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { PASSWORD } from '#demo/people.ts'
import { createProject, draftOrder } from '#demo/play/buyer.ts'
import { startCeremony } from '#demo/play/joint.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, logIn, newNotes, newVisitor, told, violationsOf } from './kit/visitor.ts'

// Second factors as people meet them: an authenticator app, passkeys of a real (virtual) authenticator, recovery codes.
const notes = newNotes()
let system: OwnSystem
/** Passkeys want a name as address, not a number. */
const named = () => system.base.replace('127.0.0.1', 'localhost')

test.beforeAll(async () => {
  system = await startSystem()
})
test.afterAll(async () => {
  await system?.stop()
})

test('an app and a passkey are set up, shown, used to log in without a password, and removed', async ({ browser }) => {
  const { page } = await newVisitor(browser, { base: named(), notes })
  await authenticatorOf(page)
  await logIn({ page }, 'buyer')
  await page.goto('/personal-centre')
  await page.getByRole('button', { name: '添加验证方式' }).click()
  await page.getByRole('button', { name: '设置验证器' }).click()
  const secret = (await page.locator('.kb-factor-secret').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态码').fill('000000')
  await page.getByRole('button', { name: '完成设置' }).click()
  await expect(page.getByText('动态码不正确，请确认手机时间准确')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('动态码').fill(await codeOf(secret))
  await page.getByRole('button', { name: '完成设置' }).click()
  await expect(page.locator('.kb-factor-codes li')).toHaveCount(10)
  const [code = ''] = await page.locator('.kb-factor-codes li').allInnerTexts()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '已保存，继续' }).click()
  await expect(page.getByRole('cell', { name: '手机验证器' })).toBeVisible()

  const outcomes = await sendTwice(page, '**/api/users/oneself/factors/passkey')
  await page.getByRole('button', { name: '添加验证方式' }).click()
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('button', { name: '创建通行密钥' }).click()
  await expect(page.getByRole('cell', { name: '本机通行密钥' })).toHaveCount(1)
  expect(outcomes.filter((outcome) => outcome === 'fresh')).toEqual(['fresh'])

  // By the passkey alone.
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()

  // By password, and the passkey as second factor; the way back is kept.
  await page.context().clearCookies()
  await enter(page, '/login?returnUrl=%2Fpersonal-centre')
  await expect(page.getByRole('heading', { name: '验证身份' })).toBeVisible()
  await page.goto('/personal-centre')
  await expect(page).toHaveURL(/\/second-factor\?returnUrl=%2Fpersonal-centre$/)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page).toHaveURL(/\/personal-centre$/)

  // By a recovery code, once.
  await page.context().clearCookies()
  await enter(page, '/login')
  await page.getByRole('button', { name: /使用恢复码/ }).click()
  await page.getByLabel('恢复码').fill(code)
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
  await page.goto('/personal-centre')
  await expect(page.getByText('剩余 9 个')).toBeVisible()
  for (const name of ['手机验证器', '本机通行密钥']) {
    await page.getByRole('row', { name }).getByRole('button', { name: '移除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await told(page, '已移除')
    await expect(page.getByRole('row', { name })).toHaveCount(0)
  }
  notes.console.splice(0)
})

test('whom the policy obliges sets one up, is asked for it, loses it, and begins anew', async ({ browser }) => {
  // A tender whose key is being made, with the purchaser's device still to be registered: a key officer's act.
  const cast = new Cast(system.base)
  const owner = await cast.as('buyer')
  const plan = { ...PLANS.his, keyMode: 'joint' as const }
  const now = await system.now()
  const orderId = await draftOrder(owner, await createProject(owner, plan), {
    plan,
    schedule: lawfulSchedule(now),
    now,
  })
  const officers = await Promise.all(
    OFFICERS.map(async ([account, role]) => ({ account, role, client: await cast.as(account) })),
  )
  const ceremonyId = await startCeremony(owner, orderId, { threshold: 2, officers })
  const admin = await newVisitor(browser, { base: named(), notes })
  await logIn(admin, 'admin')
  await admin.page.goto('/admin/login-policy')
  await admin.page.getByLabel('开标主持人（招标采购经办人）').fill('2026-01-01')
  await admin.page.keyboard.press('Enter')
  await admin.page.getByLabel('身份验证有效期').fill('5')
  await admin.page.getByLabel('依据').fill('信息安全管理办法第六条')
  await admin.page.getByRole('button', { name: '保存' }).click()
  await agree(admin.page)
  await told(admin.page, '已保存')

  // Logging in leads to setting one up, and on to where one was going.
  const { page, context, inspect, download } = await newVisitor(browser, { base: named(), notes })
  await authenticatorOf(page)
  await enter(page, '/login?returnUrl=%2Fjoint-keys')
  await expect(page.getByRole('heading', { name: '设置双重验证' })).toBeVisible()
  await inspect('设置双重验证')
  const code = await addPasskey(page)
  await inspect('恢复码')
  const { content } = await download(() => page.getByRole('button', { name: '下载恢复码' }).click())
  expect(content.toString()).toContain(code)
  await page.getByRole('button', { name: '已保存，继续' }).click()
  await expect(page).toHaveURL(/\/joint-keys$/)

  // Whom nobody obliged meets it at an officer's act, in place: what was entered and made stays, the act goes on by itself.
  const officer = await newVisitor(browser, { base: named(), notes })
  await authenticatorOf(officer.page)
  await logIn(officer, 'supplier6')
  await officer.page.goto(`/joint-keys/${ceremonyId}`)
  await officer.page.getByLabel('备份文件口令').fill(PASSWORD)
  await officer.page.getByLabel('再次输入口令').fill(PASSWORD)
  await officer.page.getByRole('button', { name: '生成设备密钥' }).click()
  await officer.download(() => officer.page.getByRole('button', { name: '下载备份文件' }).click())
  await officer.page.getByRole('checkbox').check()
  const register = officer.page.getByRole('button', { name: '登记本设备' })
  const dialog = officer.page.getByRole('dialog', { name: '验证身份' })
  await register.click()
  await expect(dialog).toBeVisible()
  await officer.inspect('验证身份（操作中）')
  await dialog.locator('.ant-modal-close').click()
  await expect(dialog).toHaveCount(0)
  await expect(register).toBeEnabled()
  await register.click()
  await addPasskey(officer.page)
  await dialog.getByRole('button', { name: '已保存，继续' }).click()
  await told(officer.page, '设备已登记')
  await expect(officer.page).toHaveURL(new RegExp(ceremonyId))

  // The next log-in asks for it.
  await context.clearCookies()
  await enter(page, '/login')
  await expect(page.getByRole('heading', { name: '验证身份' })).toBeVisible()
  await inspect('验证身份')
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()

  // The device is lost: on another one a recovery code does, once.
  const other = await newVisitor(browser, { base: named(), notes })
  for (const outcome of ['used', 'spent']) {
    await enter(other.page, '/login')
    await other.page.getByRole('button', { name: /使用恢复码/ }).click()
    await other.page.getByLabel('恢复码').fill(code)
    await other.page.getByRole('button', { name: '验证', exact: true }).click()
    if (outcome === 'used') await expect(other.page.getByRole('button', { name: '用户菜单' })).toBeVisible()
    else await expect(other.page.getByText(/恢复码不正确/)).toBeVisible()
    await other.context.clearCookies()
  }

  // The codes are lost too: the platform removes it a day after the person was told, and the next log-in sets up anew.
  await admin.page.goto('/admin/factor-resets')
  await admin.page.getByLabel('账号或手机号').fill('buyer')
  await admin.page.getByLabel('原因').fill('手机与恢复码均已遗失，已核验身份证件')
  await admin.page.getByRole('button', { name: '申请重置' }).click()
  await told(admin.page, '已申请')
  await system.moveTo(new Date((await system.now()).getTime() + 25 * HOUR))
  // Due work is done behind the move of the clock: whoever logs in before it is still asked for the lost device.
  await expect(async () => {
    await admin.page.reload()
    await expect(admin.page.getByText('已重置', { exact: true })).toBeVisible({ timeout: 5000 })
  }).toPass()
  await enter(other.page, '/login')
  await expect(other.page.getByRole('heading', { name: '设置双重验证' })).toBeVisible()
  expect(notes.axe).toEqual([])
  notes.console.splice(0)
})

const OFFICERS = [
  ['buyer', 'purchaser'],
  ['supplier6', 'supervisor'],
] as const

/** Sets up a passkey of the device, and gives one of the recovery codes. */
async function addPasskey(page: Page): Promise<string> {
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('button', { name: '创建通行密钥' }).click()
  const codes = page.locator('.kb-factor-codes li')
  await expect(codes).toHaveCount(10)
  return (await codes.allInnerTexts())[0]!
}

/** What a page sends there goes twice at once without its key; says how it went. */
async function sendTwice(page: Page, address: string): Promise<string[]> {
  const outcomes: string[] = []
  await page.route(address, async (route) => {
    const { 'idempotency-key': _, ...headers } = route.request().headers()
    const answers = await Promise.all([1, 2].map(() => route.fetch({ headers })))
    for (const answer of answers)
      outcomes.push(
        answer.ok() ? (answer.headers()['idempotent-replay'] ? 'replay' : 'fresh') : String(answer.status()),
      )
    await route.fulfill({ response: answers.find((answer) => answer.ok()) ?? answers[0]! })
  })
  return outcomes
}

/** A device with a fingerprint reader, as the browser's own tools play it. */
async function authenticatorOf(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

async function codeOf(secret: string): Promise<string> {
  return new TOTP({ secret }).generate({ timestamp: (await system.now()).getTime() })
}

async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('账号').fill('buyer')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
