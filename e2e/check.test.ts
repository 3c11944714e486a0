import { expect, test } from '@playwright/test'
import { MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { orderDetail, orderFileDownload } from '#features/procurement/contract/order.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, newVisitor, type Visitor } from './kit/visitor.ts'

// Somebody without an account reads what can be checked, and finds the tender document that they hold in the public log.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'published'>
let reader: Visitor
let document: { name: string; buffer: Buffer }

test.beforeAll(async ({ browser }) => {
  system = await startSystem('published')
  const buyer = await new Cast(system.base).as('buyer')
  const { orderId } = system.facts
  const { files } = await buyer.call(orderDetail, { params: { orderId } })
  const [file] = files
  const { content } = await buyer.file(orderFileDownload, { params: { orderId, fileId: file!.fileId } })
  document = { name: file!.name, buffer: content }
  reader = await newVisitor(browser, { base: system.base, notes })
})
test.afterAll(async () => {
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('the tender document is in the log, a changed one is not', async () => {
  const { page } = reader
  await system.moveTo(new Date((await system.now()).getTime() + 12 * MINUTE))
  await page.goto('/portal')
  await page.getByRole('contentinfo').getByRole('link', { name: '如何核验' }).click()
  await expect(page.getByRole('heading', { name: '如何核验' })).toBeVisible()
  await reader.inspect('如何核验')
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: document.name, mimeType: 'application/pdf', buffer })
  await choose(document.buffer)
  await expect(page.getByText(/✓ 文件于 .* 登记，位于公开日志第 \d+ 条，证明已在您的浏览器中核对/)).toBeVisible()
  await choose(Buffer.concat([document.buffer, Buffer.from('\n')]))
  await expect(page.getByText('公开日志中没有这个指纹')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await reader.inspect('如何核验，手机')
  await page.getByRole('link', { name: '打开离线核验页' }).click()
  await expect(page.getByRole('heading', { name: '投标回执与归档离线核验' })).toBeVisible()
  for (const who of ['公众', '投标人', '审计与监督'])
    await expect(page.getByRole('heading', { name: who })).toBeVisible()
  // What somebody holds is judged on the spot, in plain words: here a notice file alone, as it is published.
  const { orderId } = system.facts
  const notice = await page.request.get(`${system.base}/api/log/orders/${orderId}/trust`)
  const held = { name: 'notice.json', mimeType: 'application/json', buffer: await notice.body() }
  await page.locator('#files').setInputFiles(held)
  await expect(page.getByText('来源还没有确认')).toBeVisible()
  await expect(page.getByRole('heading', { name: '接下来可以做什么' })).toBeVisible()
})
