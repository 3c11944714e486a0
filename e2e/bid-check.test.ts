import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Locator, type Request, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { payInWallet } from '#demo/play/wallet.ts'
import { PLANS } from '#demo/tenders.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { pastePrices } from './kit/sealing.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { agree, newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// A bidder has its bid checked before it is sealed: what is wrong is named, what is mended is clean, and nothing of it leaves
// the browser.
test.describe.configure({ mode: 'serial' })

const OWN = COMPANIES.supplier1
const OTHER = COMPANIES.supplier2
const SECRET = '6543210.98'
/** What the clean bid comes to. */
const TOTAL = '6247200'
const notes = newNotes()
const sent: Request[] = []
let system: OwnSystem<'signedUp'>
let supplier: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('signedUp')
  const { orderId } = system.facts
  // A bond has journeys of its own.
  await system.change('update purchase_order set bond = 0 where id = $1', [orderId])
  const sku = PRODUCTS.find(({ code }) => code === 'waste-bid-check')!.skus[0]!
  const client = await new Cast(system.base).as('supplier1')
  await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  ;({ supplier } = await openVisitors(browser, { base: system.base, notes }, { supplier: ['supplier1', 'supplier'] }))
  supplier.page.on('request', (request) => void sent.push(request))
  await goWithin(supplier.page, `/supplier/bid/orders/${orderId}/bid`)
})
test.afterAll(async () => {
  await system?.stop()
})

const LETTER = [
  `投标人名称：${OWN.name}（盖章）`,
  `统一社会信用代码：${OWN.creditCode}`,
  '逐项响应招标文件，交货期：40 日历天。',
  '法定代表人或其委托代理人（签字）：',
]

/** Chooses a file of the bid; gives its SHA-256, hex. */
async function choose(
  step: Locator,
  kind: string,
  { name, org, paragraphs }: { name: string; org: string; paragraphs: readonly string[] },
): Promise<string> {
  const buffer = await pdfOf({ title: kind, org, parts: [{ heading: kind, paragraphs }] }, new Date('2026-01-01'))
  await step.getByLabel(`选择${kind}文件`).setInputFiles({ name, mimeType: 'application/pdf', buffer })
  return createHash('sha256').update(buffer).digest('hex')
}

/** A page without text, under a password or not. */
async function blank(locked?: { userPassword: string; ownerPassword: string }): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage([595, 842])
  if (locked) document.encrypt(locked)
  return Buffer.from(await document.save())
}

async function check(page: Visitor['page']): Promise<Locator> {
  await page.getByRole('button', { name: /^(重新)?检查$/ }).click()
  await agree(page, '开始检查')
  return page.getByRole('region', { name: '检查结果' })
}

test('planted faults are named, with their rule and their place', async () => {
  const { page, inspect } = supplier
  const files = page.getByRole('region', { name: '文件', exact: true })
  await pastePrices(page, ['1099', ...PLANS.clean.items.slice(1).map(({ controlPrice }) => controlPrice)])
  await page.getByLabel('交货期（日历天）').fill('60')
  await page.getByLabel('质保期（月）').fill('24')
  await choose(files, '技术标', {
    name: '旧技术标.pdf',
    org: OTHER.name,
    paragraphs: [`投标人名称：${OTHER.name}（盖章）`, `投标总价：人民币 ${SECRET} 元`, '项目负责人：XXXX'],
  })
  const unread = {
    '损坏的商务标.pdf': Buffer.from('%PDF-1.7\nnothing\n'),
    '加密的商务标.pdf': await blank({ userPassword: 'secret', ownerPassword: 'secret' }),
    '扫描的商务标.pdf': await blank(),
  }
  await files
    .getByLabel('选择商务标文件')
    .setInputFiles(Object.entries(unread).map(([name, buffer]) => ({ name, mimeType: 'application/pdf', buffer })))
  await expect(files.getByText('4 个文件').first()).toBeVisible()
  const found = (await check(page)).getByRole('list', { name: '发现的问题' })
  for (const text of [
    /高于公布的限价/,
    /“交货期（日历天）”填写为 60，超过要求的 45 日/,
    /已损坏，无法打开（损坏的商务标\.pdf/,
    /设有打开密码.*（加密的商务标\.pdf/,
    /没有可读取的文字.*（扫描的商务标\.pdf/,
    /与报价单的 .* 元不一致/,
    /没有出现本企业名称/,
    new RegExp(`投标人名称：${OTHER.name}`),
    /有未填写的内容“XXXX”/,
  ])
    await expect(found.getByText(text)).toBeVisible()
  await expect(found.getByText('《招标投标法实施条例》第五十一条第五项').first()).toBeVisible()
  await expect(page.getByText('本次报名已使用 1 次，重复检查不再计次。')).toBeVisible()
  await inspect('废标检查')
})

test('mended, it is clean; the report is saved here, and no request has told anything of the bid', async () => {
  const { page, download } = supplier
  const files = page.getByRole('region', { name: '文件', exact: true })
  await pastePrices(
    page,
    PLANS.clean.items.map(({ controlPrice }) => controlPrice),
  )
  await page.getByLabel('交货期（日历天）').fill('40')
  for (const name of ['旧技术标.pdf', '损坏的商务标.pdf', '加密的商务标.pdf', '扫描的商务标.pdf'])
    await page.getByRole('button', { name: `移除 ${name}` }).click()
  const hashes = [
    await choose(files, '技术标', { name: '密级技术标.pdf', org: OWN.name, paragraphs: LETTER }),
    await choose(files, '商务标', { name: '密级商务标.pdf', org: OWN.name, paragraphs: LETTER }),
  ]
  await expect(page.getByText('检查后内容有改动')).toBeVisible()
  await expect(page.getByText('计算哈希…')).toHaveCount(0)
  const result = await check(page)
  await expect(result.getByText('会被否决 0 项')).toBeVisible()
  await expect(result.getByText('请核对 0 项')).toBeVisible()
  await result.getByRole('checkbox').first().check()
  const { name, content } = await download(() => result.getByRole('button', { name: '保存报告' }).click())
  expect(name).toMatch(/^废标检查_.*\.txt$/)
  expect(content.toString()).toContain('[√]')
  const bodies = sent.map((request) => `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`).join('\n')
  for (const told of [SECRET, '技术标.pdf', '商务标.pdf', TOTAL, ...hashes]) expect(bodies).not.toContain(told)
  const posted = sent.filter((request) => request.url().includes('/bid-check')).map((request) => request.postData())
  expect(new Set(posted)).toEqual(new Set([null, '{"outcome":"done"}']))
  expect(notes).toMatchObject({ axe: [], console: [] })
})
