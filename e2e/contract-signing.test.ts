import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import { codeFor } from '#demo/play/codes.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { openSignatures } from '#demo/play/e-sign.ts'
import { certified } from '#demo/play/certificates.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { BIDDERS } from '#demo/states/tender.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { keyHashOf } from '#features/certificates/core/key-shelf.ts'
import * as c from '#features/contracts/contract/contract.ts'
import { contractPlace } from '#features/contracts/rules/places.ts'
import { PRODUCTS, SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import { exportKeyFile } from '#features/sealing/core/key-file.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { shotsOf } from './kit/shots.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A contract that both sides have agreed to is signed by both from its page, each in its browser.
test.describe.configure({ mode: 'serial' })

const KEY_PASSWORD = 'qianshu2026'
const notes = newNotes()
const shot = shotsOf(process.env.CONTRACT_SHOTS)
let system: OwnSystem<'concluded'>
let buyer: Visitor
let supplier: Visitor
let winner: (typeof BIDDERS)[number]
let contractId: string

test.beforeAll(async ({ browser }) => {
  system = await startSystem('concluded')
  const { orderId } = system.facts
  const end = await play.publishCandidates(await new Cast(system.base).as('buyer'), orderId)
  await system.moveTo(new Date(Date.parse(end) + DAY))
  const cast = new Cast(system.base)
  const client = await cast.as('buyer')
  await play.award(client, orderId)
  const [award] = await client.call(c.contractableAwards, {})
  winner = BIDDERS.find((one) => COMPANIES[one].name === award!.supplierName)!
  ;({ contractId } = await client.call(c.createContract, { body: { tradeId: award!.tradeId } }))
  const params = { contractId }
  const terms = { title: '医用设备采购合同', price: award!.price, terms: '按招标文件和投标文件执行。', place: '设备科' }
  const deliverBy = formatDate((await system.now()).getTime() + 60 * DAY)
  const body = { ...terms, deliverBy, payer: 'organ' as const, payMode: 'accepted' as const, payDays: 30 }
  await client.call(c.updateContract, { params, body })
  await client.call(c.offerContract, { params, body: {} })
  const seller = await cast.as(winner)
  const { contentHash } = await seller.call(c.contractDetail, { params })
  await seller.call(c.signContract, { params, body: { contentHash: contentHash!, size: 'small' } })
  ;({ buyer, supplier } = await openVisitors(
    browser,
    { base: system.base, notes },
    { buyer: ['buyer', 'purchaser'], supplier: [winner, 'supplier'] },
  ))
  await opens(buyer, 'buyer', 1)
  const [sku] = PRODUCTS.find(({ code }) => code === SIGN_COPIES)!.skus
  await payInWallet(client, { skuId: sku!.id }, { method: 'wechat', play: 'pay' })
})
test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

/** Opens somebody's company and person, with a certificate whose key lies in the browser. */
async function opens({ page }: Visitor, account: Account, n: number): Promise<void> {
  const cast = new Cast(system.base)
  const [client, platform, outbox] = [await cast.as(account), await cast.as('admin'), new HttpClient(system.base)]
  const now = await system.now()
  const parts = [{ heading: '授权', paragraphs: ['授权办理电子签章。'] }]
  const letter = await pdfOf({ title: '授权书', org: '企业', parts }, now)
  await openSignatures(client, { platform, letter, n, codeFor: (mobile) => codeFor(outbox, mobile) })
  const key = await certified(client, platform, PEOPLE[account].name)
  const file = await exportKeyFile(key, KEY_PASSWORD, { holder: account, createdAt: now.toISOString() })
  await page.goto('/')
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name!, text!),
    [`kb-certificate-key:${keyHashOf(key)}`, JSON.stringify(file)],
  )
}

const part = ({ page }: Visitor) => page.getByRole('region', { name: '电子签章', exact: true })

async function signsFromContract(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await part(visitor)
    .getByRole('link', { name: /^QS\d+$/ })
    .click()
  await page.getByRole('button', { name: /^签\s?署$/ }).click()
  const dialog = page.getByRole('dialog', { name: '签署文件' })
  await dialog.getByLabel('密钥口令').fill(KEY_PASSWORD)
  await dialog.getByRole('button', { name: '确认签署' }).click()
}

test('whoever has not opened it reads the way there; the purchaser sends the contract to be signed', async () => {
  await goWithin(supplier.page, contractPlace('supplier', contractId))
  await expect(part(supplier).getByText('本企业尚未开通电子签章')).toBeVisible()
  await expect(part(supplier).getByRole('link', { name: '开通电子签章' })).toBeVisible()
  await shot(supplier, '合同，尚未开通电子签章')
  const { page } = buyer
  await goWithin(page, contractPlace('purchaser', contractId))
  await page.getByRole('button', { name: '发起电子签章' }).click()
  await agree(page, '发起')
  await told(page, '已发起电子签章')
  await expect(part(buyer).getByText('签署中').first()).toBeVisible()
  // The other side's page learns of it by itself.
  await expect(part(supplier).getByText('签署中').first()).toBeVisible()
  await shot(buyer, '合同，正在签署')
})

test('both sign, the supplier from its own workbench; the contract has the signed file, which verifies', async () => {
  await signsFromContract(buyer)
  await told(buyer.page, '签署完成')
  await opens(supplier, winner, 2)
  await goWithin(supplier.page, contractPlace('supplier', contractId))
  await signsFromContract(supplier)
  await told(supplier.page, '签署完成，全部签署方已签署')
  await shot(supplier, '签署任务，已完成')
  await goWithin(supplier.page, contractPlace('supplier', contractId))
  await expect(supplier.page.getByText('并已对现行的第 1 版完成电子签章')).toBeVisible()
  await shot(supplier, '合同，已电子签章')
  const file = part(supplier).getByRole('button', { name: /（电子签章）\.pdf$/ })
  const { content, name } = await supplier.download(() => file.click())
  await part(supplier).getByRole('link', { name: '验签' }).click()
  await supplier.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: content })
  await expect(supplier.page.getByText('验签通过：签名有效，文件自签署以来未被改动')).toBeVisible()
})
