import { expect, test } from '@playwright/test'
import { enter, findIds, worldIsPlayed } from './kit/samples.ts'
import { agree, standsStill, violationsOf } from './kit/visitor.ts'
import { strayWords } from './kit/words.ts'

// What holds on every page (specification part 1, sections 2, 4 and 5), in the demonstration world.

test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))

test('a list is found as it was left: filter, tab and scroll', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.goto('/purchaser/bidding/list')
  await page.getByLabel('标段名称或编号').fill('采购')
  await expect(page).toHaveURL(/keyword=/)
  await page.getByRole('button', { name: /^全部/ }).click()
  // Loaded anew the list stands at once as its address says; filtered in place, rows of before may still stand.
  await page.goto(page.url())
  const address = page.url()
  const rows = page.getByRole('row')
  const last = rows.last().getByRole('link').first()
  await last.waitFor()
  await standsStill(page)
  await last.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(50)
  await last.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/orders\/[^/]+\//)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('标段名称或编号')).toHaveValue('采购')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  // The way back that the page itself offers does the same.
  await last.click()
  await page.getByRole('link', { name: /^‹/ }).click()
  await expect(page).toHaveURL(address)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})

test('a tab chosen while a filter is still being typed keeps both', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/purchaser/bidding/list')
  const tab = page.getByRole('button', { name: /^开标/ })
  await tab.waitFor()
  await page.getByLabel('标段名称或编号').fill('采购')
  await tab.click()
  await expect(page).toHaveURL(/keyword=/)
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('标段名称或编号')).toHaveValue('采购')
})

test('a filter that is still being typed does not call back whoever has gone on', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/purchaser/register/list')
  const next = page.getByRole('button', { name: '新建项目' })
  await next.waitFor()
  // The code of the next page comes late, later than the filter acts.
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByLabel('项目名称或编号').fill('采购')
  await next.click()
  await expect(page.getByRole('heading', { name: '新建项目' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page).toHaveURL(/\/register\/projects\/edit$/)
})

test('a draft outlives reload and leaving, which asks', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/purchaser/register/list')
  await page.getByRole('button', { name: '新建项目' }).click()
  await page.getByLabel('项目名称', { exact: true }).fill('尚未登记的项目')
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('已恢复草稿')).toBeVisible()
  await expect(page.getByLabel('项目名称', { exact: true })).toHaveValue('尚未登记的项目')
  await page.getByLabel('项目名称', { exact: true }).fill('仍未登记的项目')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '首页' }).click()
  const question = page.getByRole('dialog', { name: '确认离开？' })
  await expect(question).toContainText('草稿会保留')
  await question.getByRole('button', { name: '留在本页' }).click()
  await expect(page.getByLabel('项目名称', { exact: true })).toHaveValue('仍未登记的项目')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '首页' }).click()
  await question.getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/purchaser/register/list')
  await page.getByRole('button', { name: '新建项目' }).click()
  await expect(page.getByLabel('项目名称', { exact: true })).toHaveValue('仍未登记的项目')
})

test('the side menu stays collapsed for the session, and is wide in the next', async ({ page, context, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/expert/manage')
  const menu = page.getByRole('navigation', { name: '侧边菜单' })
  const width = async () => (await menu.boundingBox())!.width
  expect(await width()).toBe(230)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(width).toBe(60)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await expect(menu).toBeVisible()
  expect(await width()).toBe(60)
  const another = await context.newPage()
  await another.goto('/expert/manage')
  const wide = another.getByRole('navigation', { name: '侧边菜单' })
  await expect(wide).toBeVisible()
  expect((await wide.boundingBox())!.width).toBe(230)
})

test('unread messages: a number in the top bar and a word in the corner, gone when read', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'supplier4', workbench: 'supplier' })
  const unread = async () => {
    const answer = await page.request.get('/api/message/platform/1/unread?identity=supplier')
    return ((await answer.json()) as { count: number }).count
  }
  const count = await unread()
  expect(count).toBeGreaterThan(0)
  await page.goto('/')
  const dot = page.getByRole('link', { name: `消息，${count > 99 ? '99+' : count} 条未读` })
  await expect(dot).toBeVisible()
  const word = page.getByText('您有新消息，请注意及时查看!')
  await expect(word).toBeVisible()
  // It is not in anybody's way: what lies below it is what is pressed.
  const { x, y } = (await word.boundingBox())!
  const below = await page.evaluate(([at, from]) => document.elementFromPoint(at!, from!)?.textContent, [x + 5, y + 5])
  expect(below).not.toContain('请注意及时查看')
  await dot.click()
  await expect(page).toHaveURL('/notice')
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await agree(page)
  await expect(page.getByRole('link', { name: '消息', exact: true })).toBeVisible()
  expect(await unread()).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: '消息' })).toBeVisible()
  await expect(page.getByText('您有新消息，请注意及时查看!')).toHaveCount(0)
})

test('without network a list says so, and comes by itself when there is one again', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/purchaser/bidding/list')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^已流标/ }).click()
  await expect(page.getByText('网络异常，请检查网络后重试')).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await context.setOffline(false)
  await expect(rows.nth(1)).toBeVisible()
})

test('the clock stands in the top bar, and not at the door of a hall', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  const { decrypting } = await findIds(baseURL!)
  await page.goto('/')
  const clock = page.getByTitle('已与服务器校时')
  await expect(clock).toBeVisible()
  await page.goto(`/purchaser/bidding/orders/${decrypting}/kpb/open-hall-door`)
  await expect(page.getByRole('button', { name: /返回/ }).first()).toBeVisible()
  await expect(page.getByText('北京时间', { exact: true })).toHaveCount(0)
})

test('words that no screen says are found wherever they are planted', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/')
  await standsStill(page)
  expect(await strayWords(page)).toEqual([])
  const planted = [
    '依据 A-109 不得开标',
    '请运行 npm run replay',
    '{{标段名称}}公告',
    '共 undefined 项',
    'please try it again',
  ]
  for (const text of planted) {
    const plant = await page
      .locator('h1')
      .first()
      .evaluateHandle((heading, word) => {
        const element = document.createElement('p')
        element.textContent = word
        heading.after(element)
        return element
      }, text)
    expect(await strayWords(page)).toEqual([text])
    await plant.evaluate((element) => element.remove())
  }
})
