import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { PEOPLE } from '#demo/people.ts'
import * as play from '#demo/play/supplier.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import { EXAMPLES } from './draft.ts'
import { quoted } from './bid.ts'

const ACCOUNT = 'supplier3'
const KEY = demoKey(ACCOUNT, 'intl')

/** The third bidder acts over HTTP: what the browser would send, without a browser. */
export async function thirdSignsUp(cast: Cast, orderId: string, now: Date): Promise<void> {
  const { name, mobile } = PEOPLE[ACCOUNT]
  await play.signUp(await cast.as(ACCOUNT), orderId, { contact: name, mobile, now })
}

export async function thirdConfirms(cast: Cast, orderId: string): Promise<void> {
  await play.confirmAllNotices(await cast.as(ACCOUNT), orderId)
}

/** Bids and gives the receipt as JSON. */
export async function thirdBids(cast: Cast, orderId: string): Promise<Buffer> {
  const client = await cast.as(ACCOUNT)
  const keyId = await play.registerKey(client, KEY, '投标密钥')
  await play.rehearse(client, orderId, { keyId, key: KEY })
  const prices = await quoted('ruihe')
  const read = (name: string) => readFileSync(join(EXAMPLES, 'bidders/ruihe', name))
  const receipt = await play.submitBid(client, orderId, {
    keyId,
    key: KEY,
    content: {
      priceOf: (item) => prices.get(item.code)!,
      marks: ['60'],
      files: [
        { role: 'technical', name: '技术标文件.pdf', content: read('technical.pdf') },
        { role: 'business', name: '商务标文件.pdf', content: read('business.pdf') },
      ],
    },
  })
  return Buffer.from(JSON.stringify(receipt, null, 2))
}

export async function thirdDecrypts(cast: Cast, orderId: string): Promise<void> {
  const client = await cast.as(ACCOUNT)
  const { tradeId } = await client.call(tenderDetail, { params: { orderId } })
  await client.call(hall.signIn, { params: { projectId: orderId, bidderId: tradeId! } })
  await play.releaseKeys(client, orderId, { tradeId: tradeId!, key: KEY })
}

export async function thirdConfirmsRecord(cast: Cast, orderId: string): Promise<void> {
  const client = await cast.as(ACCOUNT)
  const { tradeId } = await client.call(tenderDetail, { params: { orderId } })
  const params = { projectId: orderId, bidderId: tradeId! }
  await client.call(hall.confirmMarks, { params, body: { agree: true } })
}
