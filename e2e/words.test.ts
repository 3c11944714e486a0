import { expect, type Page, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import { orderInvitees } from '#features/procurement/contract/follow-up.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import type { AnyMethod } from '#features/procurement/methods/method.ts'
import { type Page as PageOfMethod, readerOf } from '#features/procurement/methods/pages.ts'
import { addressOf, type Ids } from '#features/procurement/methods/places.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import { enter, worldIsPlayed } from './kit/samples.ts'
import { closeVisitors, newNotes, newVisitor, standsStill } from './kit/visitor.ts'

/* Every page of one order of each method that is no tender says nothing in the words of tenders. */

test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))
test.afterAll(closeVisitors)

/** Lists hold orders of several methods; halls and approvals need more than an order. */
const ELSEWHERE = /\.list$|[aA]udit|[hH]all|[dD]oor/
const ORDERS: readonly [method: AnyMethod, title: string, supplier: Account][] = [
  [singleSource, '检验流水线轨道扩展模块采购', 'supplier5'],
  [compete, '后勤工作服竞价采购', 'supplier2'],
]

for (const [method, title, supplier] of ORDERS)
  test(`pages of ${method.name}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000)
    const client = await new Cast(baseURL!).as('buyer')
    const { rows } = await client.call(orderPage, { query: { pageSize: 100, method: method.code } })
    const { orderId } = rows.find((row) => row.title === title)!
    const params = { orderId }
    const { project, files } = await client.call(orderDetail, { params })
    const [trade] = (await client.call(tradePage, { params })).rows
    const [invited] = (await client.call(orderInvitees, { params })).rows
    const ids = {
      orderId,
      projectId: project.projectId,
      tradeId: trade!.tradeId,
      supplierId: trade!.supplierId,
      biddingFileId: files[0]?.fileId ?? orderId,
      ...(invited && { inviteId: invited.inviteId }),
    }
    const pages = (Object.keys(method.at) as PageOfMethod[]).filter(
      (page) => !ELSEWHERE.test(page) && (invited || page !== 'invite.letter'),
    )
    const found: string[] = []
    for (const [who, side] of [
      ['buyer', 'purchaser'],
      [supplier, 'supplier'],
    ] as const) {
      const { page } = await newVisitor(browser, { base: baseURL!, notes: newNotes() })
      await enter(page, { base: baseURL!, who, workbench: side })
      const own = pages.filter((one) => (readerOf(one) === 'buyer') === (side === 'purchaser'))
      for (const one of own) found.push(...(await foreignOn(page, { method, one, side, ids })))
    }
    expect(found).toEqual([])
  })

interface Visit {
  method: AnyMethod
  one: PageOfMethod
  side: 'purchaser' | 'supplier'
  ids: Ids
}

/** Lines of a page that speak of tenders, with the page. */
async function foreignOn(page: Page, { method, one, side, ids }: Visit): Promise<string[]> {
  await page.goto(addressOf(method, one, { side, ids }))
  const main = page.getByRole('main')
  await expect(main).toHaveText(/\S/)
  await standsStill(page)
  const text = await main.innerText()
  return text.split('\n').flatMap((line) => (foreignWords(method, line).length > 0 ? [`${one}: ${line}`] : []))
}
