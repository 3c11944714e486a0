import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { TENANTS } from '#demo/tenants.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, told, violationsOf } from './kit/visitor.ts'

// The frame around every screen (specification part 1, sections 2, 4 and 5). What changes people or counts failures
// happens on a server of its own; `pages.test.ts` looks at lists and halls in the demonstration world.
const notes = newNotes()
let system: OwnSystem

test.beforeAll(async () => {
  system = await startSystem()
})
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
test.afterAll(async () => {
  await system?.stop()
})

/** A browser of its own at the own server. */
async function fresh(browser: Browser): Promise<Page> {
  return (await newVisitor(browser, { base: system.base, notes })).page
}

test.describe('log-in', () => {
  test('a wrong password and an unknown account read the same; then the browser proves work by itself', async ({
    browser,
  }) => {
    const page = await fresh(browser)
    await page.goto('/login')
    const alert = page.getByRole('main').getByRole('alert')
    const enter = async (account: string, password: string) => {
      await page.getByLabel('账号').fill(account)
      await page.getByLabel('密码', { exact: true }).fill(password)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    for (const account of ['nobody-here', 'buyer2', 'buyer2', 'buyer2']) {
      const answered = page.waitForResponse((one) => one.url().endsWith('/api/login'))
      await enter(account, 'Wrong123')
      await answered
      await expect(alert).toHaveText('账号或密码错误')
    }
    expect(await violationsOf(page)).toEqual([])
    // The third failure of this account: from now on work is asked for, and nothing of the person.
    await page.route('**/api/captcha*', async (route) => {
      await expect(page.getByRole('status').filter({ hasText: '正在进行安全验证' })).toBeVisible()
      await route.continue()
    })
    const proven = page.waitForRequest((one) => one.url().endsWith('/api/login') && one.postData()!.includes('proof'))
    await enter('buyer2', PASSWORD)
    await proven
    await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
    notes.console.splice(0)
  })

  test('after log-in one arrives where one wanted to go, and never outside', async ({ browser }) => {
    const page = await fresh(browser)
    await page.goto('/purchaser/bidding/list?tab=draft')
    await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent('/purchaser/bidding/list?tab=draft')}`)
    await page.getByRole('region', { name: '演示登录' }).getByRole('button', { name: '采购人 张晓' }).click()
    await expect(page.getByLabel('账号')).toHaveValue('buyer')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/purchaser/bidding/list?tab=draft')
    await expect(page.getByRole('heading', { name: '招标采购' })).toBeVisible()
    await pick(page, page.getByRole('button', { name: '用户菜单' }), '退出登录')
    await expect(page).toHaveURL('/login')
    await page.goto('/login?returnUrl=//example.org/')
    await page.getByLabel('账号').fill('buyer')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('heading', { name: /，张晓$/ })).toBeVisible()
    expect(page.url()).toBe(`${system.base}/`)
  })

  test('a page left during the start does not end the session', async ({ browser }) => {
    const page = await fresh(browser)
    await logIn({ page }, 'buyer')
    // What a browser does to the requests of a page that it is leaving.
    let dropped = 0
    await page.route('**/api/users/oneself', (route) => (dropped++ === 0 ? route.abort('aborted') : route.continue()))
    let out = 0
    page.on('request', (request) => request.url().endsWith('/logout') && out++)
    await page.reload()
    await expect(page.getByRole('heading', { name: /，张晓$/ })).toBeVisible()
    expect([dropped, out]).toEqual([2, 0])
    notes.console.splice(0)
  })

  test('any answer that fails during the start leads to the log-in page', async ({ browser }) => {
    const page = await fresh(browser)
    await logIn({ page }, 'buyer')
    await page.route('**/api/users/oneself', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: '服务器错误，请稍后重试', requestId: '1' } }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
    notes.console.splice(0)
  })

  test('a default password has to be changed first, and nothing closes the question', async ({ browser }) => {
    const page = await fresh(browser)
    await logIn({ page }, 'newbie')
    const dialog = page.getByRole('dialog', { name: '修改默认密码' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 450)
    await expect(dialog.getByRole('button', { name: /关闭|Close/ })).toHaveCount(0)
    await expect(dialog).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const confirm = dialog.getByRole('button', { name: '确定' })
    await confirm.click()
    for (const text of ['请输入当前密码', '请输入新密码', '请再次输入新密码'])
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await told(page, '表单填写错误，请按照提示填写')
    const rule = dialog.getByText('密码需介于6-14个字母和数字且必须包含大小写字母和数字', { exact: true })
    const next = dialog.getByLabel('新密码', { exact: true })
    for (const bad of ['Ab3', 'alllower1', 'ALLUPPER1', 'NoDigitsHere', 'With space1', 'Ab3!xyz']) {
      await next.fill(bad)
      await expect(rule, bad).toBeVisible()
    }
    await next.fill('  Neu2026x  ')
    await expect(rule).toHaveCount(0)
    await dialog.getByLabel('确认新密码').fill('Neu2026y')
    await expect(dialog.getByText('两次输入密码不一致!')).toBeVisible()
    await dialog.getByLabel('确认新密码').fill('Neu2026x')
    await dialog.getByLabel('当前密码').fill('Wrong2026')
    await confirm.click()
    await expect(dialog.getByText('当前密码不正确')).toBeVisible()
    await dialog.getByLabel('当前密码').fill(PASSWORD)
    await confirm.click()
    await told(page, '默认密码修改成功')
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: /，陈默$/ })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test('a disabled account is told so and shown out', async ({ browser }) => {
    const page = await fresh(browser)
    await page.goto('/login')
    await page.getByLabel('账号').fill('disabled1')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '系统提示' })
    await expect(dialog).toContainText('当前登录用户已被禁用')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button').click()
    await expect(page).toHaveURL('/login')
    expect((await (await page.request.get('/api/passport/status')).json()) as object).toMatchObject({ loggedIn: false })
  })
})

test.describe('company and workbench', () => {
  test('choosing a company: disabled ones are grey and refused; the page is loaded anew', async ({ browser }) => {
    const page = await fresh(browser)
    await page.goto('/login?returnUrl=%2Fpersonal-centre')
    await page.getByLabel('账号').fill('multi')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/select-company')
    const closed = page.getByRole('button', { name: COMPANIES.closed.name })
    await expect(closed).toContainText('已禁用')
    expect(await colorOf(closed)).not.toBe(await colorOf(page.getByRole('button', { name: COMPANIES.agency.name })))
    await closed.click()
    await told(page, '当前企业已被禁用，请选择其他企业')
    await expect(page).toHaveURL('/select-company')
    expect(await violationsOf(page)).toEqual([])
    await reloadedBy(page, () => page.getByRole('button', { name: COMPANIES.waterworks.name }).click())
    // Where one wanted to go in the first place.
    await expect(page).toHaveURL('/personal-centre')
    await expect(page.getByText(COMPANIES.waterworks.name).first()).toBeVisible()
  })

  test('switching workbench and company from the top bar', async ({ browser }) => {
    const page = await fresh(browser)
    await logInTo(page, COMPANIES.waterworks.name)
    const workbench = page.getByRole('button', { name: /，切换工作台$/ })
    await expect(workbench).toContainText('采购工作台')
    await page.goto('/personal-centre')
    await pick(page, workbench, '供应商工作台')
    await expect(page).toHaveURL('/')
    await expect(workbench).toContainText('供应商工作台')
    await expect(page.getByRole('navigation', { name: '主菜单' })).toContainText('招标采购')
    await page.reload()
    await expect(workbench).toContainText('供应商工作台')
    // An address of another workbench switches to it; one that nobody has does not exist.
    await page.goto('/purchaser/bidding/list')
    await expect(page.getByRole('heading', { name: '招标采购' })).toBeVisible()
    await expect(workbench).toContainText('采购工作台')
    await page.goto('/expert/manage')
    await expect(page).toHaveURL('/401')
    await expect(page.getByRole('heading', { name: '无权限访问' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.goto('/no/such/page')
    await expect(page).toHaveURL('/404')
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: '返回首页' }).click()
    await expect(page).toHaveURL('/')
    await pick(page, page.getByRole('button', { name: '用户菜单' }), '切换企业')
    const dialog = page.getByRole('dialog', { name: '切换企业' })
    await expect(dialog.getByRole('button', { name: COMPANIES.waterworks.name })).toContainText('当前')
    await dialog.getByRole('button', { name: COMPANIES.closed.name }).click()
    await told(page, '当前企业已被禁用，请选择其他企业')
    expect(await violationsOf(page)).toEqual([])
    await reloadedBy(page, () => dialog.getByRole('button', { name: COMPANIES.hospital.name }).click())
    await expect(page.getByText(new RegExp(`^${COMPANIES.hospital.name} · 采购工作台`))).toBeVisible()
    await expect(workbench).toHaveCount(0)
  })
})

test('the second tenant has its own name, colour, icon and portal', async ({ browser }) => {
  const { port } = new URL(system.base)
  const { beijiang } = TENANTS
  const { page } = await newVisitor(browser, { base: `http://${beijiang.hosts[0]}:${port}`, notes })
  await page.goto('/login')
  await expect(page).toHaveTitle(`登录 - ${beijiang.name}`)
  await expect(page.getByRole('region', { name: beijiang.name })).toContainText(beijiang.config.hotline)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', beijiang.config.favicon)
  await expect(page.getByRole('region', { name: '演示登录' }).getByRole('button')).toHaveText([
    /平台管理员/,
    /平台管理员（复核）/,
    /采购人（管理员） 孟岩/,
    /经办人 卓然/,
    /部门负责人 柏青/,
    /财务 闻静/,
    /供应商 宋扬/,
  ])
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.kb-login')!).getPropertyValue('--kb-accent').trim())
  expect(await accent()).toBe(beijiang.config.themeColor.split(',')[0])
  expect(await violationsOf(page)).toEqual([])
  await logIn({ page }, 'bj-buyer')
  await expect(page).toHaveTitle(`首页 - ${beijiang.name}`)
  await page.getByRole('link', { name: beijiang.name }).click()
  await expect(page).toHaveURL(`/portal/${beijiang.alias}`)
  await expect(page).toHaveTitle(new RegExp(beijiang.name))
  expect(await violationsOf(page)).toEqual([])
  // A person of the other tenant is nobody here.
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('账号').fill('buyer')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('您还没有加入企业')).toBeVisible()
})

test('on a shared address the page of a tenant keeps naming it, for strangers and after a reload', async ({
  browser,
}) => {
  const page = await fresh(browser)
  const { beijiang } = TENANTS
  await page.goto(`/portal/${beijiang.alias}`)
  await expect(page).toHaveTitle(new RegExp(beijiang.name))
  await page.getByRole('link', { name: '登录 / 工作台' }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?.*alias=${beijiang.alias}`))
  await expect(page).toHaveTitle(`登录 - ${beijiang.name}`)
  await page.reload()
  await expect(page).toHaveTitle(`登录 - ${beijiang.name}`)
  // What is printed names it by its number.
  await page.goto(`/online?tenantId=${beijiang.id}`)
  await expect(page).toHaveURL(`/online?alias=${beijiang.alias}`)
  await expect(page.getByText(beijiang.config.hotline)).toBeVisible()
  await page.goto('/online')
  await expect(page.getByText(beijiang.config.hotline)).toHaveCount(0)
})

test('the user menu offers the document centre only where the platform has one', async ({ browser }) => {
  const here = await fresh(browser)
  await logIn({ page: here }, 'buyer')
  await here.getByRole('button', { name: '用户菜单' }).click()
  await expect(here.getByRole('menuitem', { name: '个人中心' })).toBeVisible()
  await expect(here.getByRole('menuitem', { name: '文件中心' })).toHaveCount(0)
  const base = `http://${TENANTS.beijiang.hosts[0]}:${new URL(system.base).port}`
  const { page } = await newVisitor(browser, { base, notes })
  await logIn({ page }, 'bj-buyer')
  await pick(page, page.getByRole('button', { name: '用户菜单' }), '文件中心')
  await expect(page.getByRole('heading', { name: '文件中心' })).toBeVisible()
})

test('code that does not come: a part is left out, a frame says so and can be fetched again', async ({ browser }) => {
  const page = await fresh(browser)
  await logIn({ page }, 'buyer')
  await page.route(/\/assets\/(?:unread-dot|hall-layout)-/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: /，张晓$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
  await page.goto('/purchaser/bidding/orders/0198c0de-0000-7000-8000-000000000000/kpb/open-hall-home')
  await expect(page.getByText('页面加载失败')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.unroute(/\/assets\/(?:unread-dot|hall-layout)-/)
  await page.getByRole('button', { name: '刷新页面' }).click()
  await expect(page.getByText('国家授时')).toBeVisible()
  notes.console.splice(0)
})

test('light, dark or as the system: chosen in the user menu, there from the first paint, and never on paper', async ({
  browser,
}) => {
  const page = await fresh(browser)
  await logIn({ page }, 'buyer')
  const html = page.locator('html')
  const choose = async (now: string, next: string) => {
    await page.getByRole('button', { name: '用户菜单' }).click()
    await page.getByRole('menuitem', { name: `外观：${now}` }).click()
    await page.getByRole('menuitem', { name: next, exact: true }).click()
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-kb-mode', 'light')
  await choose('浅色', '深色')
  await expect(html).toHaveAttribute('data-kb-mode', 'dark')
  // Without the application: what stands there before it.
  await page.route('**/assets/**', (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
  await page.unroute('**/assets/**')
  notes.console.splice(0)
  await page.reload()
  await expect(html).toHaveAttribute('data-kb-mode', 'dark')
  await choose('深色', '跟随系统')
  await expect(html).toHaveAttribute('data-kb-mode', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-kb-mode', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-kb-mode', 'dark')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(html).toHaveAttribute('data-kb-mode', 'light')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(html).toHaveAttribute('data-kb-mode', 'dark')
})

test('no page of the own server said anything to the console', () => {
  expect(notes.console.filter((line) => !/status of 40[0-9]/.test(line))).toEqual([])
})

/** Chooses from a menu, which has to stand where one can see it (also where motion is not wanted, as here). */
async function pick(page: Page, button: Locator, name: string): Promise<void> {
  await button.click()
  const item = page.getByRole('menuitem', { name })
  await expect(item).toBeInViewport({ ratio: 1 })
  await item.click()
}

async function logInTo(page: Page, company: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(PEOPLE.multi.account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: company }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
}

/** Does something that leads through the blank page, and shows that nothing of the page before is left. */
async function reloadedBy(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { before: true }))
  await Promise.all([page.waitForURL(/\/blank-page/), work()])
  await page.waitForURL((url) => url.pathname !== '/blank-page')
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
  expect(await page.evaluate(() => 'before' in window)).toBe(false)
}

function colorOf(button: Locator): Promise<string> {
  return button.evaluate((element) => getComputedStyle(element).color)
}
