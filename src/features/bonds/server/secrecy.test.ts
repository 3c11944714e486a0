import { beforeAll, expect, test } from 'vitest'
import { auditPage } from '#features/audit-trail/contract.ts'
import { financeOverview, statementPage } from '#features/payment/contract/finance.ts'
import { orderDetail, orderTimeline } from '#features/procurement/contract/order.ts'
import { tradePage } from '#features/procurement/contract/trade.ts'
import { unzip } from '#features/procurement/server/testing/unzip.ts'
import {
  purchaseExport,
  purchaseStatistics,
  screenFigures,
  supplierExport,
  supplierSummary,
} from '#features/statistics/contract.ts'
import * as register from '../contract/register.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

/*
 * Before the opening nobody on the buyer's side may learn who gives a bond, or how many do. Two platforms, one with
 * bonds of every kind and one without, must look the same from there.
 */

let busy: BondWorld
let silent: BondWorld
let orders: Map<BondWorld, { orderId: string; trades: string[] }>
beforeAll(async () => {
  busy = await bondWorld()
  silent = await bondWorld()
  orders = new Map([
    [busy, await busy.tender(4)],
    [silent, await silent.tender(4)],
  ])
})

/** What varies between two platforms whatever happens: ids, numbers, instants. */
const plain = (value: unknown) =>
  JSON.stringify(value, (key, one: unknown) => (/at$|end$|start$/i.test(key) ? null : one))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, 'time')
    .replaceAll(/ZB\d+|XM\d+|[0-9a-f]{64}|\d{4}[-年]\d\d?[-月]\d\d?日?( \d\d:\d\d(:\d\d)?)?/g, 'x')

async function seen(w: BondWorld) {
  const { orderId } = orders.get(w)!
  const params = { orderId }
  const xlsx = async (endpoint: typeof purchaseExport) => {
    const parts = await unzip((await w.buyer.file(endpoint, { query: {} })).content)
    const told = [...parts].filter(([name]) => /sheet\d|sharedStrings/.test(name))
    expect(told).not.toEqual([])
    return plain(told.map(([name, content]) => [name, content.toString('utf8')]))
  }
  return {
    bonds: plain(await w.buyer.call(register.orderBonds, { params })),
    detail: plain(await w.buyer.call(orderDetail, { params })),
    timeline: plain(await w.buyer.call(orderTimeline, { params })),
    trades: plain(await w.buyer.call(tradePage, { params, query: {} })),
    statement: plain(await w.buyer.call(statementPage, { query: {} })),
    overview: plain(await w.buyer.call(financeOverview, {})),
    purchases: plain(await w.buyer.call(purchaseStatistics, { query: {} })),
    bidders: plain(await w.buyer.call(supplierSummary, { query: {} })),
    screen: plain(await w.buyer.call(screenFigures, {})),
    purchasesFile: await xlsx(purchaseExport),
    biddersFile: await xlsx(supplierExport),
  }
}

test('no call, statement, export, figure, event or message of the buyer’s side tells of bonds before the opening', async () => {
  const { orderId, trades } = orders.get(busy)!
  for (const n of [1, 2] as const) {
    const accountNo = await busy.account(busy.suppliers[n - 1]!, orderId)
    await busy.transfer({ accountNo, amount: '20000.00', n })
    await busy.transfer({ accountNo, amount: '20000.00', n })
  }
  await busy.choose(busy.suppliers[2]!, orderId, 'surety')
  await busy.t.settle()
  expect(await seen(busy)).toEqual(await seen(silent))
  const { rows: events } = await busy.t.owner.query<{ kind: string; topics: string[] }>(
    `select kind, topics from outbox where kind like 'bond.%' or payload->>'tradeId' = any($1)`,
    [trades],
  )
  const ofBonds = events.filter(({ kind }) => kind.startsWith('bond.'))
  expect(ofBonds.length).toBeGreaterThan(0)
  for (const { topics } of ofBonds) expect(topics.every((topic) => topic.startsWith('bid:'))).toBe(true)
  const { rows: facts } = await busy.t.owner.query<{ entity: string }>(
    `select body->>'entity' as entity from audit_entry where body->>'action' like 'bond.%'`,
  )
  for (const { entity } of facts) expect(entity).toBe('bid')
  const { rows: told } = await busy.t.owner.query(
    `select 1 from message where kind like 'bond.%' and identity <> 'supplier'`,
  )
  expect(told).toEqual([])
  const admin = await busy.t.login('admin', { workbench: 'admin' })
  const trail = await admin.call(auditPage, { query: { keyword: '保证金', pageSize: 100 } })
  expect(trail.rows.filter(({ action }) => action.startsWith('bond.'))).toEqual([])
  // Recording by hand is refused for nobody: a refusal would tell.
  const params = { orderId, tradeId: trades[0]! }
  const voucher = await busy.buyer.upload('bond-voucher', '回单.pdf', Buffer.from('%PDF-1.4'))
  await busy.buyer.call(register.recordBondPayment, {
    params,
    body: { amount: '20000', paidOn: '2026-01-01', voucher: { fileId: voucher.fileId, name: '回单.pdf' } },
  })
})
