import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { expect, test, vi } from 'vitest'
import { downloadAccessUrl, downloadPage } from '#features/attachments/contract/downloads.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { parseRows } from '#server/sheet/parse.ts'
import { preparePlatformExport } from '../contract/finance.ts'
import * as orders from '../contract/order.ts'
import { payWorld, PREVIEWS } from './testing/pay.ts'

const CODE = { key: 'code', title: '付款单号', type: 'text' } as const

async function built(client: HttpClient, downloadId: string): Promise<Map<string, string[]>> {
  await vi.waitFor(async () => {
    const { rows } = await client.call(downloadPage, { params: { platform: 1 }, query: {} })
    expect(rows.find((row) => row.downloadId === downloadId)).toMatchObject({ status: 3, reason: '' })
  }, PATIENT)
  const { url } = await client.call(downloadAccessUrl, { params: { id: downloadId } })
  const zip = await yauzl.fromBufferPromise(Buffer.from(await (await client.fetch('GET', url)).arrayBuffer()), {})
  const tables = new Map<string, string[]>()
  for await (const entry of zip.eachEntry()) {
    const { rows } = await parseRows(await buffer(await zip.openReadStreamPromise(entry)), [CODE])
    tables.set(
      entry.fileName,
      rows.map((row) => row.code!),
    )
  }
  return tables
}

test('up to ten thousand orders are one table; of more all are built, of a company and of the platform', async () => {
  const { t, supplier } = await payWorld()
  const { orderId, orderCode } = await supplier.call(orders.placeOrder, { body: { skuId: PREVIEWS } })
  expect(await supplier.call(orders.prepareOrderExport, { body: {} })).toEqual({ downloadId: null })
  await t.owner.query(
    `insert into pay_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'X' || n,
       'subject_id', gen_random_uuid(), 'created_at', o.created_at - interval '1 day'))).*
     from pay_order o, generate_series(1, 10000) n where o.id = $1`,
    [orderId],
  )
  const { name, content } = await supplier.file(orders.exportOrders, { query: {} })
  expect(name).toBe('付款单（最近 10000 笔）.xlsx')
  const { rows } = await parseRows(content, [CODE])
  expect(rows).toHaveLength(10_000)
  expect(rows[0]).toEqual({ code: orderCode })
  expect((await supplier.file(orders.exportOrders, { query: { status: 'paid' } })).name).toBe('付款单.xlsx')
  expect(await supplier.call(orders.prepareOrderExport, { body: { status: 'paid' } })).toEqual({ downloadId: null })

  const whole = [orderCode, ...Array.from({ length: 10_000 }, (_, n) => `X${n + 1}`)].toSorted()
  const admin = await t.login('admin', { workbench: 'admin' })
  const own = await supplier.call(orders.prepareOrderExport, { body: {} })
  const all = await admin.call(preparePlatformExport, { body: {} })
  for (const [client, { downloadId }] of [
    [supplier, own],
    [admin, all],
  ] as const) {
    const tables = await built(client, downloadId!)
    expect([...tables].map(([file, codes]) => [file, codes.length])).toEqual([
      ['付款单-1.xlsx', 10_000],
      ['付款单-2.xlsx', 1],
    ])
    expect([...tables.values()].flat().toSorted()).toEqual(whole)
  }
  // Another company has none of them, and nobody else gets the platform's.
  const other = await t.login('supplier2', { workbench: 'supplier' })
  expect(await other.call(orders.prepareOrderExport, { body: {} })).toEqual({ downloadId: null })
  expect((await supplier.refused(preparePlatformExport, { body: {} })).status).toBe(403)
  expect((await other.refused(downloadAccessUrl, { params: { id: own.downloadId! } })).status).toBe(404)
})
