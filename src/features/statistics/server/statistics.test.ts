import { beforeAll, expect, test } from 'vitest'
import { plantAward, plantCandidates } from '#features/procurement/server/testing/results.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { readRows } from '#server/sheet/sheet.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { reportPage } from '../contract-reports.ts'

/*
 * Five orders, with what publishing, opening, review and award leave behind: two awarded by the hospital (one begun in
 * its equipment department), one abortive and archived, one still bidding, one run by the agency for the hospital.
 */

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
const { hospital, agency, supplier1, supplier2, supplier3 } = COMPANIES
const query = { from: '2025-03', to: '2025-05' }
let lines = 0

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  const department = newId()
  await t.owner.query(`insert into department (tenant_id, id, company_id, name) values (1, $1, $2, '设备科')`, [
    department,
    hospital.id,
  ])
  await t.owner.query('update employee set department_id = $1 where id = $2', [
    department,
    PEOPLE.newbie.jobs[0]!.employeeId,
  ])
  await order({ by: 'newbie', published: '2025-03-05', awarded: '2025-04-01', bidders: [1, 2, 3] })
  await order({ by: 'buyer', published: '2025-03-31T16:00:00Z', awarded: '2025-04-20', bidders: [2, 1], works: true })
  await order({ by: 'buyer', published: '2025-04-02', abortive: '2025-05-02', bidders: [1] })
  await order({ by: 'buyer', published: '2025-05-03', bidders: [1, 2], sealed: true })
  await order({ by: 'agent', owner: 'agency', published: '2025-05-04', awarded: '2025-05-30', bidders: [1] })
})

test('purchases by month, method, category and department', async () => {
  const found = await buyer.call(c.purchaseStatistics, { query })
  expect(found).toMatchObject({
    from: '2025-03',
    companies: 1,
    total: { published: 5, awarded: 3, abortive: 1, estimated: '300000.30', amount: '240000.00', savedRate: '20.00' },
  })
  expect(found.months.map((m) => [m.key, m.published, m.awarded, m.abortive, m.amount])).toEqual([
    ['2025-03', 1, 0, 0, '0.00'],
    // The second was published at midnight in Beijing, which is still March in UTC.
    ['2025-04', 2, 2, 0, '160000.00'],
    ['2025-05', 2, 1, 1, '80000.00'],
  ])
  expect(found.methods).toMatchObject([{ label: '公开招标', published: 5, awarded: 3 }])
  expect(found.categories.map((g) => [g.label, g.awarded])).toEqual([
    ['货物', 2],
    ['工程', 1],
  ])
  expect(found.departments.map((g) => [g.label, g.published, g.amount])).toEqual([
    ['未设部门', 3, '80000.00'],
    ['设备科', 1, '80000.00'],
    ['委托代理', 1, '80000.00'],
  ])
  // What was saved has a sign and may not be compared with nothing.
  expect(found.months[0]).toMatchObject({ saved: '0.00', savedRate: null })
})

test('an agency reads what it runs', async () => {
  const found = await agent.call(c.purchaseStatistics, { query })
  expect(found.total).toMatchObject({ published: 1, awarded: 1, amount: '80000.00' })
  expect(found.departments.map((g) => g.label)).toEqual(['未设部门'])
  expect((await agent.call(c.supplierPage, { query })).rows.map((r) => r.name)).toEqual([supplier1.name])
})

test('suppliers by what they won; a bid counts once it lies open', async () => {
  const { rows } = await buyer.call(c.supplierPage, { query })
  expect(rows.map(({ companyId, creditCode, ...row }) => (companyId && creditCode ? row : null))).toEqual([
    {
      name: supplier1.name,
      signUps: 5,
      admitted: 5,
      bids: 4,
      candidates: 3,
      wins: 2,
      winRate: '66.67',
      amount: '160000.00',
      share: '66.67',
    },
    {
      name: supplier2.name,
      signUps: 3,
      admitted: 3,
      bids: 2,
      candidates: 2,
      wins: 1,
      winRate: '50.00',
      amount: '80000.00',
      share: '33.33',
    },
    {
      name: supplier3.name,
      signUps: 1,
      admitted: 1,
      bids: 1,
      candidates: 1,
      wins: 0,
      winRate: '0.00',
      amount: '0.00',
      share: '0.00',
    },
  ])
  expect(await buyer.call(c.supplierSummary, { query })).toMatchObject({
    suppliers: 3,
    bidders: 3,
    winners: 2,
    // Seven bids in four orders opened; the two sealed ones are nobody's business yet.
    bidsPerOrder: '1.8',
    amount: '240000.00',
    topShare: '100.00',
    top: [{ wins: 2 }, { wins: 1 }],
  })
  const found = await buyer.call(c.supplierPage, { query: { ...query, keyword: supplier3.name.slice(0, 4) } })
  expect(found.total).toBe(1)
  const paged = await buyer.call(c.supplierPage, { query: { ...query, pageSize: 2 } })
  const rest = await buyer.call(c.supplierPage, { query: { ...query, pageSize: 2, cursor: paged.next! } })
  expect([paged.rows.length, rest.rows.length, rest.next]).toEqual([2, 1, null])
})

test('what one supplier took part in, and no other company', async () => {
  const trades = await buyer.call(c.supplierTrades, { params: { companyId: supplier1.id }, query })
  expect(trades.map((row) => [row.publishedAt.slice(0, 10), row.result, row.price])).toEqual([
    ['2025-05-04', '中标', '80000.00'],
    ['2025-05-03', '已通过', null],
    ['2025-04-02', '标段流标', null],
    ['2025-03-31', '第 2 候选人，未中标', '81000.00'],
    ['2025-03-05', '中标', '80000.00'],
  ])
  expect((await agent.refused(c.supplierTrades, { params: { companyId: supplier2.id }, query })).status).toBe(404)
  expect((await buyer.refused(c.supplierTrades, { params: { companyId: newId() }, query })).status).toBe(404)
})

test('both as sheets', async () => {
  const suppliers = await buyer.file(c.supplierExport, { query })
  expect(suppliers.name).toBe('供应商分析-2025-03-2025-05.xlsx')
  const read = await readRows(suppliers.content, [
    { key: 'name', title: '供应商', type: 'text' },
    { key: 'amount', title: '中标金额（元）', type: 'amount' },
  ])
  expect(read.rows[0]).toEqual({ name: supplier1.name, amount: '160000' })
  const purchases = await buyer.file(c.purchaseExport, { query })
  const { rows } = await readRows(purchases.content, [
    { key: 'month', title: '月份', type: 'text' },
    { key: 'department', title: '部门', type: 'text' },
    { key: 'awarded', title: '定标标段', type: 'integer' },
  ])
  expect(rows.filter((row) => row.awarded === '1').map((row) => `${row.month} ${row.department}`)).toEqual([
    '2025-05 委托代理',
    '2025-04 设备科',
    '2025-04 未设部门',
  ])
})

test('the large screen counts what was published on the whole platform, and tells nothing of sealed bids', async () => {
  const shown = await buyer.call(c.screenFigures, {})
  expect(shown.running).toEqual({ bidding: 1, opening: 0, review: 0, publicity: 0 })
  expect(shown.results.map((row) => row.winner)).toEqual([supplier1.name, supplier2.name, supplier1.name])
  expect(shown.months).toHaveLength(12)
  expect(shown.companies.suppliers).toBeGreaterThan(5)
  expect(shown.openings).toMatchObject([{ opened: false }])
  expect(JSON.stringify(shown.openings)).not.toContain(supplier1.name)
  // One with invited suppliers is named to its own companies alone.
  expect((await agent.call(c.screenFigures, {})).openings).toHaveLength(1)
  await t.owner.query("update purchase_order set method = 2, admission = 'invited' where open_at > now()")
  expect((await agent.call(c.screenFigures, {})).openings).toEqual([])
  expect((await buyer.call(c.screenFigures, {})).openings).toHaveLength(1)
  await t.owner.query("update purchase_order set method = 1, admission = 'open' where method = 2")
  // Another tenant's platform has none of it.
  const other = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  expect(await other.call(c.screenFigures, {})).toMatchObject({ running: { bidding: 0 }, results: [], openings: [] })
})

test('an order of several winners counts once for its buyer, and by its shares for its suppliers', async () => {
  const { rows } = await t.owner.query<{ orderId: string; tradeId: string; at: Date }>(
    `select t.order_id as "orderId", t.id as "tradeId", o.awarded_at as at
     from trade t join purchase_order o on o.id = t.order_id join company c on c.id = t.supplier_company_id
     where o.awarded_at::date = '2025-04-20' order by c.name = $1`,
    [supplier1.name],
  )
  const [second, first] = rows
  const others = [{ tradeId: first!.tradeId, price: '20000' }]
  await plantAward(t.owner, first!.orderId, { tradeId: second!.tradeId, price: '60000', at: first!.at, others })
  const { total } = await buyer.call(c.purchaseStatistics, { query })
  expect(total).toMatchObject({ awarded: 3, estimated: '300000.30', amount: '240000.00' })
  const { results } = await buyer.call(c.screenFigures, {})
  expect(results.map(({ price }) => price)).toEqual(['80000.00', '80000.00', '80000.00'])
  expect(results[1]!.winner.split('、').toSorted()).toEqual([supplier1.name, supplier2.name].toSorted())
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const own = await supplier.call(reportPage, { query: { from: '2025-04', to: '2025-04' } })
  // One order whole, and a quarter of another.
  expect(own.rows).toMatchObject([{ awarded: 2, amount: '100000.00', estimated: '125000.13' }])
})

test('nobody without the right, and no supplier, reads statistics', async () => {
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  for (const call of [c.purchaseStatistics, c.supplierPage, c.supplierSummary, c.screenFigures]) {
    expect(await plain.refused(call, {})).toMatchObject({ status: 403, code: 10008 })
    expect((await supplier.refused(call, {})).status).toBe(403)
    expect((await t.client().refused(call, {})).status).toBe(401)
  }
  for (const call of [c.purchaseExport, c.supplierExport])
    await expect(plain.file(call, { query: {} })).rejects.toMatchObject({ status: 403 })
  expect((await buyer.refused(c.purchaseStatistics, { query: { from: '2025-05', to: '2025-03' } })).message).toContain(
    '开始时间',
  )
})

interface Given {
  by: 'buyer' | 'newbie' | 'agent'
  owner?: CompanyKey
  published: string
  awarded?: string
  abortive?: string
  /** Suppliers by number; the first wins. */
  bidders: number[]
  works?: boolean
  /** Bids are in, and not opened. */
  sealed?: boolean
}

/** An order of the hospital's with estimate 100,000.10, its bidders, and the award at 80,000. */
async function order(given: Given): Promise<void> {
  const [id, project] = [newId(), newId()]
  const owner = COMPANIES[given.owner ?? 'hospital'].id
  const by = PEOPLE[given.by].id
  const state = given.awarded ? 'winner.fixed' : given.abortive ? 'archive.abortive' : 'publish.open'
  const run = (text: string, values: unknown[]) => t.owner.query(text, values)
  await run(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, agency_company_id, category, budget, created_by, created_at, updated_at)
     values (1, $1, $2, 'p', $3, $4, $5, 1, $6, now(), now())`,
    [project, `P${id}`, hospital.id, given.owner ? agency.id : null, given.works ? 'works' : 'goods', by],
  )
  await run(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, open_at, published_at, awarded_at, ended_at, created_by, created_at, updated_at)
     values (1, $1, $2, $3, $4, 1, $5, $6, $7, 100000.10, $8, $9, $10, $11, $12, now(), now())`,
    [
      id,
      project,
      `O${id}`,
      `标段 ${given.published}`,
      owner,
      hospital.id,
      state,
      given.sealed ? new Date(Date.now() + 86_400_000) : given.published,
      given.published,
      given.awarded ?? null,
      given.abortive ?? given.awarded ?? null,
      by,
    ],
  )
  await run('insert into opening (tenant_id, order_id) values (1, $1)', [id])
  const candidates: { tradeId: string; price: string }[] = []
  for (const [i, n] of given.bidders.entries()) {
    const [trade, key, submission] = [newId(), newId(), newId()]
    const supplier = COMPANIES[`supplier${n}` as CompanyKey].id
    const person = PEOPLE[`supplier${n}` as keyof typeof PEOPLE].id
    await run(
      `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at, decided_at)
       values (1, $1, $2, $3, 'sign-up', 1, 'x', '', $4, $5, $5)`,
      [trade, id, supplier, person, given.published],
    )
    await run(
      `insert into bid_key (tenant_id, id, company_id, suite, public_key, fingerprint, created_by, created_at)
       values (1, $1, $2, 'intl', $3, $3, $4, now())`,
      [key, supplier, key, person],
    )
    await run(
      `insert into bid_submission (tenant_id, id, order_id, trade_id, kind, suite, key_id, manifest, manifest_hash, at, deadline, log_index, receipt, created_by)
       values (1, $1, $2, $3, 'submitted', 'intl', $4, '{}', '', now(), now() + interval '1 day', $5, '{}', $6)`,
      [submission, id, trade, key, lines++, person],
    )
    await run(
      'insert into opening_bidder (tenant_id, order_id, trade_id, submission_id, no) values (1, $1, $2, $3, $4)',
      [id, trade, submission, i + 1],
    )
    candidates.push({ tradeId: trade, price: String(80_000 + i * 1000) })
  }
  if (!given.awarded) return
  await plantCandidates(t.owner, id, candidates)
  // A first award that fell away counts nowhere.
  await plantAward(t.owner, id, { ...candidates.at(-1)!, price: '99999', at: new Date(given.published) })
  await plantAward(t.owner, id, { ...candidates[0]!, at: new Date(given.awarded) })
}
