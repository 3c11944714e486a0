import { expect, test } from 'vitest'
import { parseRows } from '#server/sheet/parse.ts'
import * as orders from '../contract/order.ts'
import { payWorld, PREVIEWS } from './testing/pay.ts'

test('of more than ten thousand orders the newest are exported, and the name says so', async () => {
  const { t, supplier } = await payWorld()
  const { orderId, orderCode } = await supplier.call(orders.placeOrder, { body: { skuId: PREVIEWS } })
  await t.owner.query(
    `insert into pay_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'X' || n,
       'subject_id', gen_random_uuid(), 'created_at', o.created_at - interval '1 day'))).*
     from pay_order o, generate_series(1, 10000) n where o.id = $1`,
    [orderId],
  )
  const { name, content } = await supplier.file(orders.exportOrders, { query: {} })
  expect(name).toBe('付款单（最近 10000 笔）.xlsx')
  const { rows } = await parseRows(content, [{ key: 'code', title: '付款单号', type: 'text' }])
  expect(rows).toHaveLength(10_000)
  expect(rows[0]).toEqual({ code: orderCode })
  expect((await supplier.file(orders.exportOrders, { query: { status: 'paid' } })).name).toBe('付款单.xlsx')
})
