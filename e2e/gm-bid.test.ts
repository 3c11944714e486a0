import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyers from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as suppliers from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import { orderTrust } from '#features/sealed-bids/contract-log.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import {
  bidOverHttp,
  createKey,
  decryptInHall,
  fillGoods,
  pastePrices,
  receiptOf,
  rehearse,
  seal,
} from './kit/sealing.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { logIn, newNotes, newVisitor, violationsOf, type Visitor, goWithin } from './kit/visitor.ts'

// One bid under the national suite (SM2, SM4, SM3), from the key to the verified receipt, in the browser. The purchaser
// and the other two bidders act over HTTP.
test.describe.configure({ mode: 'serial' })

const plan = PLANS.robot
const OTHERS = ['supplier2', 'supplier4'] as const
const notes = newNotes()
let system: OwnSystem
let cast: Cast
let bidder: Visitor
let orderId = ''
let schedule: ScheduleInput
let keyFile: Buffer
let receipt: Buffer

test.beforeAll(async ({ browser }) => {
  system = await startSystem()
  cast = new Cast(system.base)
  bidder = await newVisitor(browser, { base: system.base, notes })
})
test.afterAll(async () => {
  await system?.stop()
})

test('a tender under the national suite takes bids', async () => {
  const buyer = await cast.as('buyer')
  const now = await system.now()
  schedule = lawfulSchedule(now)
  const projectId = await buyers.createProject(buyer, plan)
  orderId = await buyers.draftOrder(buyer, projectId, { plan, schedule, now })
  await buyers.publish(buyer, orderId)
  await system.moveTo(schedule.saleStart!)
  for (const account of [...OTHERS, 'supplier6'] as Account[]) {
    const { name, mobile } = PEOPLE[account]
    await suppliers.signUp(await cast.as(account), orderId, { contact: name, mobile, now: await system.now() })
  }
  await buyers.approveAll(buyer, orderId)
  for (const [i, account] of OTHERS.entries())
    await bidOverHttp(cast, orderId, { account, suite: 'gm', ratio: `0.9${i}` })
})

test('a supplier makes a national key, rehearses, seals, submits and holds a receipt', async () => {
  const { page } = bidder
  await logIn(bidder, 'supplier6')
  await goWithin(page, `/supplier/bid/orders/${orderId}/bid`)
  await pastePrices(page, ['7900000', '36000', '75000'])
  await fillGoods(page, 'supplier6')
  keyFile = await createKey(bidder)
  expect(JSON.parse(keyFile.toString())).toMatchObject({ suite: 'gm' })
  await expect(page.getByRole('region', { name: '加密预演' })).toContainText('SM2')
  await rehearse(page, keyFile)
  const paper = await seal(page)
  await expect(paper).toContainText('SM2')
  receipt = await receiptOf(bidder, paper)
})

test('the receipt is found by whoever holds its hash, and by nobody else', async ({ browser }) => {
  const link = bidder.page.getByRole('link', { name: '查询日志位置' })
  const address = (await link.getAttribute('href'))!
  expect(address).toMatch(/^\/receipts\/[0-9a-f-]{36}\?tenantId=1#[0-9a-f]{64}$/)
  const { page } = await newVisitor(browser, { base: system.base, notes })
  const asked: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()))
  await goWithin(page, address)
  await expect(page.getByText('✓ 本平台签发过这份回执')).toBeVisible()
  // A head is published by the clock, and kept by browsers for ten seconds.
  await system.moveTo(new Date((await system.now()).getTime() + 3_600_000))
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('✓ 它在公开日志中')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  expect(asked.join()).not.toMatch(/[0-9a-f]{64}/)
  for (const word of [plan.title, COMPANIES.supplier6.name]) await expect(page.getByText(word)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await goWithin(page, address.replace(/#.{4}/, '#0000'))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('没有查到')
  await goWithin(page, address.split('#')[0]!)
  await expect(page.getByText('地址不完整')).toBeVisible()
})

test('at the deadline the hall opens, the bidder decrypts, and the marks appear', async () => {
  const { page } = bidder
  await system.moveTo(schedule.bidEnd!)
  const buyer = await cast.as('buyer')
  const params = { projectId: orderId }
  await buyer.call(hall.startOpening, { params })
  await decryptInHall(page, { orderId, keyFile })
  const own = page.getByRole('row').filter({ hasText: COMPANIES.supplier6.name })
  await expect(own).toContainText('解密成功')
  for (const account of OTHERS) {
    const client = await cast.as(account)
    const { tradeId } = await client.call(tenderDetail, { params: { orderId } })
    await client.call(hall.signIn, { params: { ...params, bidderId: tradeId! } })
    await suppliers.releaseKeys(client, orderId, { tradeId: tradeId!, key: demoKey(account, 'gm') })
    const row = page.getByRole('row').filter({ hasText: COMPANIES[account].name })
    await expect(row).toContainText('解密成功')
  }
  await buyer.call(hall.openMarks, { params })
  // 7,900,000 + 20 × 36,000 + 8 × 75,000
  await expect(own).toContainText('9,220,000.00')
  await expect(own).toContainText('40')
})

// oxlint-disable-next-line no-empty-pattern -- the runner wants its first argument destructured
test('the offline verifier finds the receipt valid, and an altered one not', async ({}, info) => {
  const at = (name: string) => info.outputPath(name)
  await writeFile(at('receipt.json'), receipt)
  await writeFile(at('altered.json'), receipt.toString().replace(COMPANIES.supplier6.name, COMPANIES.supplier1.name))
  const notice = await (await cast.as('buyer')).call(orderTrust, { params: { orderId } })
  await writeFile(at('notice.json'), JSON.stringify(notice))
  // The parts of the public log that a check of this receipt reads.
  const tiles = {
    async readTile(path: string) {
      const response = await fetch(`${system.base}/api/log/${path}`)
      if (!response.ok) return undefined
      const bytes = new Uint8Array(await response.arrayBuffer())
      await mkdir(dirname(at(`log/${path}`)), { recursive: true })
      await writeFile(at(`log/${path}`), bytes)
      return bytes
    },
  }
  await verifyReceipt({ receipt: JSON.parse(receipt.toString()) as Receipt, notice, tiles })
  const cli = join(import.meta.dirname, '../verify/cli.ts')
  const verify = (name: string) =>
    promisify(execFile)(process.execPath, [
      cli,
      at(name),
      '--notice',
      at('notice.json'),
      // Read from the portal, apart from the receipt.
      '--trust',
      at('notice.json'),
      '--tiles',
      at('log'),
      '--json',
    ])
  const { stdout } = await verify('receipt.json')
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'valid' })
  await expect(verify('altered.json')).rejects.toMatchObject({ code: 1 })
})

test('no browser console showed an error', () => {
  expect(notes.console.filter((line) => !/status of 404/.test(line))).toEqual([])
})
