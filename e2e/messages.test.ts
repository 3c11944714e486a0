import { expect, test } from '@playwright/test'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import { chooseMessages, setRhythm } from '#features/messages/contract-settings.ts'
import { decideTrade, tradePage } from '#features/procurement/contract/trade.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { enter, worldIsPlayed } from './kit/samples.ts'
import { violationsOf } from './kit/visitor.ts'

/** What people choose about messages takes effect, what would be sent can be read, and home shows what is to be done. */

test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))

async function clientOf(base: string, account: Account, workbench: string): Promise<HttpClient> {
  const client = new HttpClient(base)
  await client.login(account, PASSWORD)
  client.workbench = workbench
  return client
}

/** Text messages of sign-up decisions are on, at night as told. */
async function start(base: string, account: Account, quietFrom: number | null): Promise<void> {
  const client = await clientOf(base, account, 'supplier')
  const body = { mode: 'now' as const, hour: 8, weekday: 1, quietFrom, quietTo: quietFrom === null ? null : 8 }
  await client.call(setRhythm, { params: { channel: 'sms' }, body })
  const choices = [{ kind: 'trade.decided', channel: 'sms' as const, on: true }]
  await client.call(chooseMessages, { body: { identity: 'supplier', choices } })
}

test('a choice of channels is kept, and the address for mail is verified by its code', async ({ page, baseURL }) => {
  await start(baseURL!, 'supplier6', 22)
  await enter(page, { base: baseURL!, who: 'supplier6', workbench: 'supplier' })
  await page.goto('/notice')
  await page.getByRole('button', { name: '通知设置' }).click()
  await expect(page.getByRole('heading', { name: '通知设置' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await expect(page.getByRole('checkbox', { name: '报名审核结果 站内', exact: true })).toBeDisabled()
  const text = page.getByRole('checkbox', { name: '报名审核结果 短信', exact: true })
  await expect(text).toBeChecked()
  await text.uncheck()
  await expect(text).not.toBeChecked()
  const quiet = page.getByRole('switch', { name: '短信 免打扰' })
  await quiet.click()
  await expect(quiet).not.toBeChecked()

  await page.getByLabel('邮箱地址').fill('shinuo@example.com')
  await page.getByRole('button', { name: '获取验证码' }).click()
  const outbox = await page.context().newPage()
  await outbox.goto('/demo/outbox?to=shinuo@example.com')
  const letter = outbox.getByRole('listitem').filter({ hasText: '邮箱验证码' }).first()
  const code = /验证码 (\d{6})/.exec(await letter.innerText())![1]!
  await outbox.close()
  await page.getByLabel('邮箱验证码').fill(code)
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByText('s***@example.com')).toBeVisible()
  await page.reload()
  await expect(text).toBeVisible()
  await expect(text).not.toBeChecked()
  await expect(quiet).not.toBeChecked()
  await expect(page.getByText('s***@example.com')).toBeVisible()
})

test('the inbox puts off and takes back; the palette finds pages and records by keyboard', async ({
  page,
  baseURL,
}) => {
  await enter(page, { base: baseURL!, who: 'buyer', workbench: 'purchaser' })
  await page.goto('/inbox')
  const own = page.getByRole('button', { name: /^我的/ })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  expect(await violationsOf(page)).toEqual([])
  const menu = page.getByRole('button', { name: /^更多操作：/ }).last()
  const what = (await menu.getAttribute('aria-label'))!
  await menu.click()
  await page.getByRole('menuitem', { name: /^暂缓 2 小时/ }).click()
  await expect(page.getByRole('button', { name: what, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /^已暂缓/ }).click()
  await page.getByRole('button', { name: what, exact: true }).click()
  await page.getByRole('menuitem', { name: '取消暂缓' }).click()
  await expect(page.getByText('没有暂缓的事项')).toBeVisible()

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '查找页面和记录' })
  await expect(field).toBeFocused()
  await field.fill('个人中心')
  await expect(page.getByRole('option', { name: /个人中心/ })).toHaveAttribute('aria-selected', 'true')
  expect(await violationsOf(page)).toEqual([])
  await field.press('Enter')
  await expect(page).toHaveURL(/\/personal-centre/)
  await page.keyboard.press('Control+k')
  await field.fill('呼吸机')
  await expect(page.getByRole('option', { name: /呼吸机/ }).first()).toBeVisible()
  await field.press('ArrowUp')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/purchaser\/(bidding|register)\//)
  await page.keyboard.press('Control+k')
  await field.fill('不存在的项目名称')
  await expect(page.getByText('没有找到相关页面或记录')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('a to-do leads to its page and is gone when it is done; the outbox shows who was told how', async ({
  page,
  baseURL,
}) => {
  await start(baseURL!, 'supplier2', null)
  await enter(page, { base: baseURL!, who: 'agent', workbench: 'agency' })
  await page.goto('/')
  const todos = page.getByRole('region', { name: '需要我处理' })
  const todo = todos.getByRole('link', { name: /审核报名.*家待审核/ })
  await expect(todo).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const board = page.getByRole('region', { name: '代理标段' })
  const running = board.getByRole('link', { name: /招标中/ })
  await expect(running).toHaveAttribute('href', '/agency/bidding/list?tab=running&mine=true')
  await board.getByRole('button', { name: '本企业' }).click()
  await expect(running).toHaveAttribute('href', '/agency/bidding/list?tab=running')
  await todo.click()
  await expect(page).toHaveURL(/\/agency\/bidding\/orders\/[^/]+\/apply$/)
  const orderId = /orders\/([^/]+)/.exec(page.url())![1]!

  const agent = await clientOf(baseURL!, 'agent', 'agency')
  const { rows } = await agent.call(tradePage, { params: { orderId }, query: {} })
  for (const { tradeId } of rows.filter((row) => row.status === 0))
    await agent.call(decideTrade, { params: { tradeId }, body: { pass: true } })
  await page.goto('/')
  await expect(page.getByRole('region', { name: '代理标段' })).toBeVisible()
  await expect(todo).toHaveCount(0)

  const told = page.getByText(/新住院楼病房家具采购.*报名已通过/)
  await page.goto(`/demo/outbox?channel=sms&to=${PEOPLE.supplier2.mobile}`)
  // What the world had to tell may still be going out, and stands above it.
  await expect(async () => {
    if (!(await told.first().isVisible())) await page.getByRole('button', { name: '显示更早的' }).click()
    await expect(told.first()).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  expect(await violationsOf(page)).toEqual([])
  await page.goto('/demo/outbox?to=shinuo@example.com')
  await expect(told.first()).toBeVisible()
  // Switched off by its reader in the test before.
  await page.goto(`/demo/outbox?channel=sms&to=${PEOPLE.supplier6.mobile}`)
  await expect(page.getByText(PEOPLE.supplier6.mobile).first()).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('messages: one type, one opened, the rest read at once after a question', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'supplier6', workbench: 'supplier' })
  await page.goto('/notice?group=报名与答疑&isRead=false')
  const row = page.getByRole('row').filter({ hasText: '报名已通过' }).first()
  await expect(row.getByText('报名审核结果')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await row.getByRole('link', { name: '报名已通过' }).click()
  // Of a tender or of an auction, whichever was decided last.
  await expect(page).toHaveURL(/\/supplier\/(bid|compete)\/orders\/[^/]+\/(info|detail)$/)
  await page.goto('/notice')
  await page.getByRole('button', { name: '全部标为已读' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('其他工作台不受影响')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: /^未读\s*0$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '消息', exact: true })).toBeVisible()
})

test('WeChat is bound by a played scan and unbound again', async ({ page, baseURL }) => {
  await enter(page, { base: baseURL!, who: 'supplier6', workbench: 'supplier' })
  await page.goto('/personal-centre')
  await page.getByRole('button', { name: '绑定微信' }).click()
  await expect(page.getByRole('img', { name: '绑定微信的二维码' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const phone = page.context().waitForEvent('page')
  await page.getByRole('link', { name: '打开模拟手机扫码' }).click()
  const telephone = await phone
  await telephone.getByLabel('模拟的微信用户').fill('demo-supplier6')
  await telephone.getByRole('button', { name: '扫码并关注' }).click()
  await expect(telephone.getByText('公众号回复：绑定成功')).toBeVisible()
  expect(await violationsOf(telephone)).toEqual([])
  await telephone.close()
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '绑定微信' })).toBeVisible()
})

test('online service: the hotline, and whether this computer is fit', async ({ page }) => {
  await page.goto('/online')
  await expect(page.getByRole('link', { name: '400-800-1680' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '本机可以制作投标文件并参加开标' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
