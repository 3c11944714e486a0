import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import { type OpeningsPage, openingsPath, PAGE } from '#features/sealing/core/log/openings.ts'
import type { TileReaderStore } from '#features/sealing/core/log/tiles.ts'
import type { NoticeTrust, Receipt } from '#features/sealing/core/receipt.ts'
import { type Completeness, verifyCompleteness } from '#features/sealing/core/verify-completeness.ts'
import { ERRORS } from '#contract/errors.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { orderCompleteness, orderTrust } from '../contract-log.ts'
import { seedOrder } from './testing/test-bids.ts'

/*
 * After the opening every leaf of an order's period is opened, so that no bid can be dropped unseen; and not before every
 * order that took bids at its time is opened or over, so that nobody learns what those hold.
 */

let t: TestSystem
let orderId: string
let anybody: HttpClient
let about: Completeness
let receipts: Receipt[]

beforeAll(async () => {
  const from = await fromState('opened')
  t = from.t
  orderId = from.facts.orderId
  anybody = t.client()
  const { rows } = await t.owner.query<{ receipt: Receipt }>(
    'select receipt from bid_submission where order_id = $1 order by log_index',
    [orderId],
  )
  receipts = rows.map((row) => row.receipt)
  about = await completeness()
})

test('all leaves of the period are opened, and every bid among them is on the closing list', async () => {
  expect(about).toMatchObject({ state: 'final', until: null, closing: [{ round: 1 }] })
  expect(about.closing[0]!.bids).toHaveLength(receipts.length)
  const checks = await verified({})
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(verdictOf(checks)).toBe('valid')
  // Whoever holds no receipts sees the same, but for what became of bids that are not listed.
  expect(verdictOf(await verified({ receipts: undefined }))).toBe('valid')
})

test('a bid left out is found, however it is hidden', async () => {
  const pages = await pagesOf(about)
  const [bid] = about.closing[0]!.bids
  const [page, at] = [Math.floor(bid!.index / PAGE), bid!.index % PAGE]
  const without = (change: (own: OpeningsPage) => void) => {
    const copy = structuredClone(pages)
    change(copy.find((one) => one.page === page)!)
    return copy
  }
  const shorter = { ...about, closing: [{ ...about.closing[0]!, bids: about.closing[0]!.bids.slice(1) }] }
  const failed = async (given: Parameters<typeof verified>[0]) =>
    (await verified(given)).filter((check) => check.ok === false).map((check) => check.id)
  expect(await failed({ about: shorter })).toEqual(['completeness-bids'])
  // Its leaf passed off as a decoy, as another order's bid, or not opened at all.
  const decoy = without((own) => (own.openings[at] = '00'.repeat(32)))
  expect(await failed({ about: shorter, pages: decoy })).toContain('completeness-root')
  const foreign = without((own) => {
    const opening = own.openings[at] as { data: { orderId?: string } }
    opening.data.orderId = '00000000-0000-7000-8000-000000000000'
  })
  expect(await failed({ about: shorter, pages: foreign })).toContain('completeness-root')
  expect(await failed({ about: shorter, pages: without((own) => (own.openings[at] = null)) })).toContain(
    'completeness-opened',
  )
  // The period cut short, or its beginning put behind the bid.
  expect(await failed({ about: { ...about, to: about.to - 1 } })).toEqual(['completeness-period'])
  expect(await failed({ about: { ...shorter, from: bid!.index + 1 } })).not.toEqual([])
  expect(await failed({ receipts: receipts.slice(1) })).toEqual(['completeness-bids'])
})

test('leaves wait while another order that took bids at their time is not opened', async () => {
  const other = await seedOrder(t.owner, {
    bidEnd: new Date(t.kernel.clock.now().getTime() + 86_400_000),
    companyIds: [COMPANIES.supplier1.id],
  })
  const move = (set: string) => t.owner.query(`update purchase_order set ${set} where id = $1`, [other])
  await t.owner.query(
    `update purchase_order set published_at = (select published_at from purchase_order where id = $2) where id = $1`,
    [other, orderId],
  )
  const pending = await completeness()
  expect(pending).toMatchObject({ state: 'pending', until: expect.any(String) as string })
  expect((await pagesOf(pending)).flatMap((page) => page.openings).every((one) => one === null)).toBe(true)
  expect(verdictOf(await verified({ about: pending, pages: await pagesOf(pending) }))).toBe('incomplete')
  // Published only after this order was closed, it keeps nothing of its period.
  await move(`published_at = '${t.kernel.clock.now().toISOString()}'`)
  expect(await completeness()).toMatchObject({ state: 'final' })
  await t.owner.query(
    `update purchase_order set published_at = (select published_at from purchase_order where id = $2) where id = $1`,
    [other, orderId],
  )
  await move(`state = 'abortive.declared'`)
  expect(await completeness()).toEqual(about)
  // An order that was given up names no bids.
  await expect(anybody.call(orderCompleteness, { params: { orderId: other } })).rejects.toMatchObject({
    body: { code: ERRORS.tooEarly.code },
  })
})

test('strange pages and orders are not found', async () => {
  for (const path of ['openings/x', 'openings/000.p/4', 'openings/x999/999', 'openings/0', 'openings/'])
    expect((await fetch(`${t.base}/api/log/${path}`)).status).toBe(404)
  const params = { orderId: '00000000-0000-7000-8000-00000000dead' }
  await expect(anybody.call(orderCompleteness, { params })).rejects.toMatchObject({ status: 404 })
})

async function completeness(): Promise<Completeness> {
  return (await anybody.call(orderCompleteness, { params: { orderId } })) as Completeness
}

async function pagesOf({ from, to }: Completeness): Promise<OpeningsPage[]> {
  const pages: OpeningsPage[] = []
  for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
    const found = await fetch(`${t.base}/api/log/${openingsPath(page)}`)
    expect(found.status).toBe(200)
    pages.push((await found.json()) as OpeningsPage)
  }
  return pages
}

async function verified(given: { about?: Completeness; pages?: OpeningsPage[]; receipts?: Receipt[] | undefined }) {
  const completeness = given.about ?? about
  const notice = (await anybody.call(orderTrust, { params: { orderId } })) as NoticeTrust
  return verifyCompleteness({
    completeness,
    pages: given.pages ?? (await pagesOf(completeness)),
    notices: [notice],
    tiles,
    receipts: 'receipts' in given ? given.receipts : receipts,
  })
}

const tiles: TileReaderStore = {
  async readTile(path) {
    const found = await fetch(`${t.base}/api/log/${path}`)
    return found.ok ? new Uint8Array(await found.arrayBuffer()) : undefined
  },
}
