import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { codeFor } from '#demo/play/codes.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { openSignatures } from '#demo/play/e-sign.ts'
import { certified } from '#demo/play/certificates.ts'
import { sendToSign } from '#demo/play/sign-tasks.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { keyHashOf } from '#features/certificates/core/key-shelf.ts'
import { PRODUCTS, SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import { exportKeyFile } from '#features/sealing/core/key-file.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, told, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// Two companies sign a document in their browsers, and anybody checks what came of it.
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'qianshu2026'
const notes = newNotes()
let system: OwnSystem
let buyer: Visitor
let supplier: Visitor
let taskId: string
let signed: Buffer

test.beforeAll(async ({ browser }) => {
  system = await startSystem('people')
  const cast = new Cast(system.base)
  const now = new Date()
  const letter = await pdfOf({ title: '合同', org: '医院', parts: [{ heading: '内容', paragraphs: ['维保。'] }] }, now)
  const platform = await cast.as('admin')
  const outbox = new HttpClient(system.base)
  const people = { buyer: ['buyer', 'purchaser'], supplier: ['supplier1', 'supplier'] } as const
  ;({ buyer, supplier } = await openVisitors(browser, { base: system.base, notes }, people))
  for (const [n, [account, { page }]] of [['buyer', buyer] as const, ['supplier1', supplier] as const].entries()) {
    const client = await cast.as(account)
    await openSignatures(client, { platform, letter, n: n + 1, codeFor: (mobile) => codeFor(outbox, mobile) })
    const key = await certified(client, platform, account === 'buyer' ? '张晓' : '沈瑶')
    const file = await exportKeyFile(key, PASSWORD, { holder: account, createdAt: now.toISOString() })
    await page.goto('/')
    await page.evaluate(
      ([name, text]) => localStorage.setItem(name!, text!),
      [`kb-certificate-key:${keyHashOf(key)}`, JSON.stringify(file)],
    )
  }
  const client = await cast.as('buyer')
  const [sku] = PRODUCTS.find(({ code }) => code === SIGN_COPIES)!.skus
  await payInWallet(client, { skuId: sku!.id }, { method: 'wechat', play: 'pay' })
  const place = { page: 1, x: 0.22, y: 0.85 }
  const signers = [
    { companyId: COMPANIES.hospital.id, seal: place },
    { companyId: COMPANIES.supplier1.id, seal: { ...place, x: 0.78 } },
  ]
  taskId = await sendToSign(client, { title: '设备维保合同', content: letter, signers, now })
})
test.afterAll(async () => {
  await system?.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

async function signs({ page, inspect }: Visitor): Promise<void> {
  await goWithin(page, '/services/e-signature/tasks')
  await page.getByRole('link', { name: '设备维保合同' }).click()
  await page.getByRole('button', { name: /^签\s?署$/ }).click()
  const dialog = page.getByRole('dialog', { name: '签署文件' })
  await dialog.getByLabel('密钥口令').fill(PASSWORD)
  await expect(dialog.getByText('演示 CA')).not.toHaveCount(0)
  await inspect('签署文件')
  await dialog.getByRole('button', { name: '确认签署' }).click()
}

test('two companies sign, each in its browser', async () => {
  await signs(buyer)
  await told(buyer.page, '签署完成')
  await signs(supplier)
  await told(supplier.page, '签署完成，全部签署方已签署')
  await expect(supplier.page.getByText('已完成').first()).toBeVisible()
  await supplier.inspect('签署任务')
  ;({ content: signed } = await supplier.download(() =>
    supplier.page.getByRole('button', { name: '下载文件' }).click(),
  ))
  expect(taskId).not.toBe('')
})

test('the file verifies, and a flipped byte is named', async () => {
  const { page, inspect } = supplier
  await goWithin(page, '/services/e-signature/verify')
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer })
  await choose(signed)
  await expect(page.getByText('验签通过：签名有效，文件自签署以来未被改动')).toBeVisible()
  await inspect('电子签名验签')
  const altered = Buffer.from(signed)
  altered[200]! ^= 1
  await choose(altered)
  await expect(page.getByText('签名覆盖的内容被改动（摘要不符）').first()).toBeVisible()
})
