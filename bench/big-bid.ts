import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { advanceClock } from '#demo/contract.ts'
import { serverFor } from '#demo/tender/server.ts'
import { launchBrowser } from '#e2e/browser.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'

/**
 * One bid with a big file through a real browser: sealed in the tab, sent in pieces while the network is cut once,
 * committed, and decrypted at the opening. `node bench/big-bid.ts [--mb 300] [--suite intl|gm]` prints what each step
 * took and the most memory that tab and server held. Needs some five times the size on disk.
 */
const { values } = parseArgs({
  options: { mb: { type: 'string', default: '300' }, suite: { type: 'string', default: 'intl' } },
})
const MB = Number(values.mb)
const plan = values.suite === 'gm' ? PLANS.robot : PLANS.monitor
const FIRST = 'supplier1' as const
const OTHERS = ['supplier2', 'supplier3'] as const
/** Generous: what is measured is the time, not whether it stays below a limit. */
const PATIENCE = { timeout: 1_800_000 }

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-big-'))
const server = await serverFor(undefined)
const cast = new Cast(server.base)
const browser = await launchBrowser()
const peaks = { tab: 0, server: 0 }
const watching = setInterval(() => void look(), 500)
try {
  const big = join(folder, 'big.pdf')
  await step(`a file of ${MB} MB`, () => writeBig(big))
  const { orderId, bidEnd } = await step('a tender with three suppliers', prepare)
  const page = await newPage(browser)
  await logIn(page)
  const keyFile = await step('prices, files, key, rehearsal', () => fill(page, orderId, big))
  await step('sealing, sending (cut once for ten seconds), commit, receipt', () => seal(page))
  await moveTo(bidEnd)
  await (await cast.as('buyer')).call(hall.startOpening, { params: { projectId: orderId } })
  await step('releasing the keys and decrypting at the opening', () => decrypt(page, orderId, keyFile))
  console.log(`most memory: tab ${peaks.tab.toFixed(0)} MB, server ${peaks.server.toFixed(0)} MB`)
} finally {
  clearInterval(watching)
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const value = await work()
  console.log(`${name.padEnd(60)} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return value
}

/** Random after the first bytes: nothing on the way may gain by compressing. */
async function writeBig(path: string): Promise<void> {
  const out = createWriteStream(path)
  out.write('%PDF-1.7\n')
  for (let i = 0; i < MB; i++) if (!out.write(randomBytes(1 << 20))) await once(out, 'drain')
  out.end('\n%%EOF\n')
  await once(out, 'finish')
}

async function prepare(): Promise<{ orderId: string; bidEnd: Date }> {
  const buyer = await cast.as('buyer')
  const now = new Date()
  const schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(buyer, plan)
  const orderId = await buyers.draftOrder(buyer, projectId, { plan, schedule, now })
  await buyers.publish(buyer, orderId)
  await moveTo(new Date(schedule.saleStart!))
  for (const account of [FIRST, ...OTHERS] as Account[]) {
    const { name, mobile } = PEOPLE[account]
    await suppliers.signUp(await cast.as(account), orderId, { contact: name, mobile, now })
  }
  await buyers.approveAll(buyer, orderId)
  for (const account of OTHERS) {
    const client = await cast.as(account)
    const key = demoKey(account, plan.suite)
    const keyId = await suppliers.registerKey(client, key, '')
    await suppliers.rehearse(client, orderId, { keyId, key })
    const files = (['technical', 'business'] as const).map((role) => ({
      role,
      name: `${role}.pdf`,
      content: Buffer.from(`%PDF-1.7\n% ${role}\n`),
    }))
    await suppliers.submitBid(client, orderId, {
      keyId,
      key,
      content: { priceOf: suppliers.atRatio('0.9'), marks: ['40', '36'], files },
    })
  }
  return { orderId, bidEnd: new Date(schedule.bidEnd!) }
}

async function newPage(from: Browser): Promise<Page> {
  const context = await from.newContext({
    baseURL: server.base,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(120_000)
  return context.newPage()
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(FIRST)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: '用户菜单' }).waitFor()
}

async function fill(page: Page, orderId: string, big: string): Promise<Buffer> {
  await page.goto(`/supplier/bid/orders/${orderId}/bid`)
  const prices = plan.items.map((item) => item.controlPrice).join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), prices)
  await page.getByLabel(/^第1行 .*投标单价$/).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await page.getByLabel('交货期（日历天）').fill('40')
  await page.getByLabel('质保期（月）').fill('60')
  const files = page.getByRole('region', { name: '文件', exact: true })
  await files.getByLabel('选择技术标文件').setInputFiles(big)
  const small = { name: 'business.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
  await files.getByLabel('选择商务标文件').setInputFiles(small)
  await expect(files.getByText('2 个文件').first()).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: '创建新密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '创建投标密钥' })
  await dialog.getByLabel('口令（至少 8 位，含字母和数字）').fill(PASSWORD)
  await dialog.getByLabel('再次输入口令').fill(PASSWORD)
  await dialog.getByRole('button', { name: '生成密钥' }).click()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载密钥文件' }).click()
  const keyFile = readFileSync(await (await saved).path())
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登记公钥' }).click()
  const rehearsal = page.getByRole('region', { name: '加密预演' })
  await giveKey(rehearsal, keyFile)
  await rehearsal.getByRole('button', { name: '开始预演' }).click()
  await expect(rehearsal.getByText('密钥可用')).toBeVisible({ timeout: 120_000 })
  return keyFile
}

/** Cuts the network when some pieces of the big file have arrived; the upload has to go on by itself. */
async function seal(page: Page): Promise<void> {
  let pieces = 0
  let cut = false
  page.on('response', (response) => {
    if (response.request().method() !== 'PATCH' || !response.ok() || ++pieces < 6 || cut) return
    cut = true
    void (async () => {
      await page.context().setOffline(true)
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      await page.context().setOffline(false)
    })()
  })
  await page.getByRole('button', { name: /^(封存并提交|提交投标)/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '封存并提交', exact: true }).click()
  await expect(page.getByRole('heading', { name: '投标提交回执' })).toBeVisible(PATIENCE)
  if (!cut) throw new Error('the network was not cut: the file is too small for that')
}

async function decrypt(page: Page, orderId: string, keyFile: Buffer): Promise<void> {
  const { tradeId } = await (await cast.as(FIRST)).call(tenderDetail, { params: { orderId } })
  await page.goto(`/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${tradeId}/open-hall-home`)
  await page.getByRole('button', { name: '签到' }).click()
  await page.getByRole('button', { name: '解密投标文件' }).click()
  const dialog = page.getByRole('dialog', { name: '解密投标文件' })
  await giveKey(dialog, keyFile)
  await dialog.getByRole('button', { name: '解密并提交' }).click()
  await expect(page.getByRole('row').filter({ hasText: '康明' })).toContainText('解密成功', PATIENCE)
}

async function giveKey(place: Locator, keyFile: Buffer): Promise<void> {
  await place.getByLabel('密钥文件').setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: keyFile })
  await place.getByLabel('密钥口令').fill(PASSWORD)
}

async function moveTo(at: Date): Promise<void> {
  const client = await cast.as('buyer')
  const { now } = (await client.raw('GET', '/api/workbench/time')) as { now: string }
  const ms = at.getTime() - new Date(now).getTime()
  if (ms > 0) await client.call(advanceClock, { body: { ms } })
}

async function look(): Promise<void> {
  if (server.pid !== undefined) peaks.server = Math.max(peaks.server, resident(server.pid))
  const session = await browser.newBrowserCDPSession().catch(() => null)
  const found = await session?.send('SystemInfo.getProcessInfo').catch(() => null)
  await session?.detach().catch(() => undefined)
  for (const { type, id } of found?.processInfo ?? [])
    if (type === 'renderer') peaks.tab = Math.max(peaks.tab, resident(id))
}

/** Resident memory of a process in MB; 0 when it is gone. */
function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
