import { Exact } from '#contract/money.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import * as talks from '#features/talks/contract.ts'
import { pricedLines, totalOf } from '#features/talks/rules.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { pdfOf } from './documents.ts'

const OFFERED = '0.97'
const AGREED = '0.95'

/** Hands in a response a little below the ceiling. */
export async function respond(supplier: HttpClient, orderId: string, now: Date): Promise<void> {
  const { title, controlPrice } = await supplier.call(tenderDetail, { params: { orderId } })
  const { items } = await supplier.call(talks.ownResponse, { params: { orderId } })
  const asked = items.map(({ itemId, controlPrice: limit }) => ({ itemId, unitPrice: limit ?? '100' }))
  const parts = [{ heading: '响应说明', paragraphs: [`本单位完全响应${title}的采购文件要求。`] }]
  const content = await pdfOf({ title: '响应文件', org: title, parts }, now)
  const { fileId, name } = await supplier.upload('response', '响应文件.pdf', content)
  await supplier.call(talks.submitResponse, {
    params: { orderId },
    body: {
      ...pricesAt(OFFERED, { items, lines: asked, price: controlPrice ?? '100000' }),
      statement: '完全响应采购文件要求，无负偏离。',
      files: [{ fileId, name }],
      replaces: null,
    },
  })
}

/** Writes the minutes of a talk held just now, at a price a little below the response. */
export async function record(owner: HttpClient, orderId: string, now: Date): Promise<void> {
  const params = { orderId }
  const { purchaserName } = await owner.call(orderDetail, { params })
  const { response, supplierName, items } = await owner.call(talks.orderTalk, { params })
  await owner.call(talks.recordTalk, {
    params,
    body: {
      heldAt: now.toISOString(),
      place: '采购人三楼会议室',
      people: [
        { side: 'buyer', name: '张晓', unit: purchaserName, title: '采购主管' },
        { side: 'expert', name: '何清源', unit: '江州大学', title: '教授' },
        { side: 'supplier', name: '项目经理', unit: supplierName!, title: '授权代表' },
      ],
      priceBasis: '供应商提供了近三年同类合同及成本构成说明，价格与同类项目相当；核心技术为其专有。',
      terms: '合同签订后十五日内开始履行，验收合格后三十日内付款；经商定，总价下调至商定价格，含税。',
      ...pricesAt(AGREED, { items, lines: response!.lines ?? [], price: response!.price }),
    },
  })
}

/** Confirms the minutes that wait. */
export async function confirm(supplier: HttpClient, orderId: string): Promise<void> {
  const { openId } = await supplier.call(talks.ownTalk, { params: { orderId } })
  await supplier.call(talks.replyTalk, { params: { orderId, talkId: openId! }, body: { agree: true } })
}

interface Prices {
  /** None where one price is asked for. */
  items: readonly { itemId: string; quantity: string; line: number; controlPrice: string | null }[]
  lines: readonly { itemId: string; unitPrice: string }[]
  price: string
}

/** Every price somewhat lower, by line where lines are priced. */
function pricesAt(share: string, { items, lines, price }: Prices) {
  if (items.length === 0) return { price: shareOf(price, share) }
  const lower = lines.map(({ itemId, unitPrice }) => ({ itemId, unitPrice: shareOf(unitPrice, share) }))
  return { price: totalOf(pricedLines(items, lower)), lines: lower }
}

function shareOf(amount: string, share: string): string {
  return new Exact(amount).times(share).toFixed(2, Exact.ROUND_DOWN)
}
