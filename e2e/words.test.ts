import { expect, type Page, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { LAUNDRY } from '#demo/packages.ts'
import type { Account } from '#demo/people.ts'
import { orderRounds } from '#features/inquiry/contract.ts'
import { packagePage, projectPackages } from '#features/packages/contract.ts'
import { packagePlaces } from '#features/packages/rules/places.ts'
import { BATCH_STEPS, type BatchStep } from '#features/packages/rules/steps.ts'
import { orderInvitees } from '#features/procurement/contract/follow-up.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { directPurchase } from '#features/procurement/methods/direct-purchase.ts'
import { USUAL } from '#features/procurement/methods/all.ts'
import { listedAs, slugOf } from '#features/procurement/methods/family.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { freightInquiry } from '#features/procurement/methods/freight-inquiry.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import type { AnyMethod } from '#features/procurement/methods/method.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import { type Page as PageOfMethod, readerOf } from '#features/procurement/methods/pages.ts'
import { addressOf, type Ids } from '#features/procurement/methods/places.ts'
import { sale } from '#features/procurement/methods/sale.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { worldIsPlayed } from './kit/samples.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { closeVisitors, goWithin, standsStill } from './kit/visitor.ts'
import { windowOf } from './kit/visitors.ts'

/* Every page of one order of each method that is no tender says nothing in the words of tenders. */

// Each is by itself, and together they would be the longest file at the end of a run.
test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))
test.afterAll(closeVisitors)

/** Halls and approvals need more than an order. */
const ELSEWHERE = /[aA]udit|[hH]all|[dD]oor/
/** The list among whose orders those of a method stand holds those of tenders, too, where they share it. */
const MIXED = USUAL.family
const ORDERS: readonly [method: AnyMethod, title: string, supplier: Account & CompanyKey][] = [
  [singleSource, '检验流水线轨道扩展模块采购', 'supplier5'],
  [directPurchase, '中央空调主机抢修备件采购', 'supplier6'],
  [compete, '后勤工作服竞价采购', 'supplier2'],
  [sale, '闲置病床80张竞价销售', 'supplier2'],
  [comparison, '检验科常用耗材询比采购', 'supplier1'],
  [inquiry, '打印机硒鼓墨盒询价采购', 'supplier1'],
  [negotiation, '院区保洁服务谈判采购', 'supplier1'],
  [competitiveNegotiation, '输液泵及工作站竞争性谈判采购', 'supplier1'],
  [consultation, '智慧后勤运营服务竞争性磋商采购', 'supplier1'],
  [freightInquiry, '医疗设备及冷链药品运输询比采购', 'supplier2'],
]

for (const [method, title, supplier] of ORDERS)
  test(`pages of ${method.name}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000)
    const client = await new Cast(baseURL!).as('buyer')
    const { rows } = await client.call(orderPage, { query: { pageSize: 100, method: method.code } })
    const { orderId } = rows.find((row) => row.title === title)!
    const params = { orderId }
    const { project, files } = await client.call(orderDetail, { params })
    const trades = (await client.call(tradePage, { params })).rows
    const trade = trades.find(({ supplierName }) => supplierName === COMPANIES[supplier].name) ?? trades[0]
    const quote = method.at['quote.rounds'] === undefined ? {} : await quoteOf(client, orderId, trade!.tradeId)
    const [invited] = (await client.call(orderInvitees, { params })).rows
    const ids = {
      orderId,
      projectId: project.projectId,
      tradeId: trade!.tradeId,
      supplierId: trade!.supplierId,
      biddingFileId: files[0]?.fileId ?? orderId,
      ...(invited && { inviteId: invited.inviteId }),
      ...quote,
    }
    const pages = (Object.keys(method.at) as PageOfMethod[]).filter(
      (page) =>
        !ELSEWHERE.test(page) &&
        (invited || !page.startsWith('invite.')) &&
        (page !== 'publish.list' || listedAs(method.family) !== MIXED),
    )
    const found: string[] = []
    for (const [who, side] of [
      ['buyer', 'purchaser'],
      [supplier, 'supplier'],
    ] as const) {
      const { page } = await windowOf(browser, { base: baseURL!, who, workbench: side })
      const own = pages.filter((one) => (readerOf(one) === 'buyer') === (side === 'purchaser'))
      for (const one of own)
        found.push(...(await foreignOn(page, { method, one, address: addressOf(method, one, { side, ids }) })))
      // What a supplier takes part in, by family.
      if (side === 'supplier' && listedAs(method.family) !== MIXED)
        found.push(
          ...(await foreignOn(page, {
            method,
            one: 'own list',
            address: `/supplier/monitor/${slugOf(method.family)}/list`,
          })),
        )
    }
    expect(found).toEqual([])
  })

test('pages of packages, and steps for several orders', async ({ browser, baseURL }) => {
  test.setTimeout(180_000)
  const client = await new Cast(baseURL!).as('buyer')
  const { rows } = await client.call(packagePage, {})
  const { projectId } = rows.find(({ title }) => title === LAUNDRY.title)!
  const [laundry] = await client.call(projectPackages, { params: { projectId } })
  const orderIds = laundry!.rows.map(({ orderId }) => orderId)
  const at = packagePlaces('purchaser', negotiation.family)
  const steps = Object.keys(BATCH_STEPS) as BatchStep[]
  const visits = {
    purchaser: [
      at.list,
      at.create({ projectId }),
      at.detail(projectId),
      ...steps.map((step) => at.batch(step, orderIds)),
    ],
    supplier: [addressOf(negotiation, 'publish.tender', { side: 'supplier', ids: { orderId: orderIds[0]! } })],
  }
  const found: string[] = []
  for (const [who, side] of [
    ['buyer', 'purchaser'],
    ['supplier1', 'supplier'],
  ] as const) {
    const { page } = await windowOf(browser, { base: baseURL!, who, workbench: side })
    for (const address of visits[side])
      found.push(...(await foreignOn(page, { method: negotiation, one: address, address })))
  }
  expect(found).toEqual([])
})

/** A quote that is open, and its round. */
async function quoteOf(client: HttpClient, orderId: string, tradeId: string): Promise<Ids> {
  const { rounds } = await client.call(orderRounds, { params: { orderId } })
  const [{ roundId, quotes } = { roundId: '', quotes: null }] = rounds
  const offerId = quotes?.find((one) => one.tradeId === tradeId)?.quoteId
  return { roundId, offerId, operation: 'view' }
}

interface Visit {
  method: AnyMethod
  /** What the page is called in what was found. */
  one: string
  address: string
}

/** Lines of a page that speak of tenders, with the page. */
async function foreignOn(page: Page, { method, one, address }: Visit): Promise<string[]> {
  await goWithin(page, address, { keeps: true })
  const main = page.getByRole('main')
  await expect(main).toHaveText(/\S/)
  await standsStill(page)
  const text = await main.innerText()
  return text.split('\n').flatMap((line) => (foreignWords(method, line).length > 0 ? [`${one}: ${line}`] : []))
}
