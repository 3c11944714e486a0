import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { PASSWORD } from '#demo/people.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, violationsOf } from './kit/visitor.ts'

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

  await page.getByRole('button', { name: '添加验证方式' }).click()
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('button', { name: '创建通行密钥' }).click()
  await expect(page.getByRole('cell', { name: '本机通行密钥' })).toBeVisible()

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
