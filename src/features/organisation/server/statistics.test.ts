import { beforeAll, expect, test } from 'vitest'
import { plantAward } from '#features/procurement/server/testing/results.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { readRows } from '#server/sheet/sheet.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as r from '#features/statistics/contract-reports.ts'
import * as s from '../contract/statistics.ts'

let t: TestSystem
let buyer: HttpClient
let supplier: HttpClient
const { hospital, agency, supplier1, supplier2 } = COMPANIES
const period = { from: '2025-03-01', to: '2025-03-10' }
const both = { ...period, scope: 1 }

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  await t.owner.query(
    `insert into company_association (tenant_id, id, parent_company_id, child_company_id, sender_company_id, status, sent_by, sent_at, decided_at)
     values (1, $1, $2, $3, $2, 1, $4, now(), now()), (1, $5, $6, $7, $6, 1, $4, now(), now())`,
    [newId(), supplier1.id, supplier2.id, PEOPLE.supplier1.id, newId(), hospital.id, agency.id],
  )
  const visit = (company: string, user: string, at: string, outcome = 'success') =>
    t.owner.query(
      `insert into login_log (tenant_id, id, user_id, company_id, account, ip, user_agent, outcome, at)
       values (1, $1, $2, $3, 'x', '10.0.0.7', 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0', $4, $5)`,
      [newId(), user, company, outcome, at],
    )
  // Midnight in Beijing is 16:00Z: the first visit is of the first of March, the last of the eleventh.
  for (const [company, user, at] of [
    [supplier1.id, PEOPLE.supplier1.id, '2025-02-28T16:00:00Z'],
    [supplier1.id, PEOPLE.supplier1.id, '2025-03-04T01:00:00Z'],
    [supplier1.id, PEOPLE.supplier3.id, '2025-03-04T02:00:00Z'],
    [supplier2.id, PEOPLE.supplier2.id, '2025-03-05T02:00:00Z'],
    [supplier1.id, PEOPLE.supplier1.id, '2025-03-10T16:00:00Z'],
  ] as const)
    await visit(company, user, at)
  await visit(supplier1.id, PEOPLE.supplier1.id, '2025-03-04T01:30:00Z', 'credentials')
})

test('visits are counted by Beijing days, of the company or with those below it', async () => {
  expect(await supplier.call(s.loginCount, { query: period })).toMatchObject({
    ...period,
    period: { visits: 3, visitors: 2 },
    perDay: '0.3',
    today: { visits: 1, visitors: 1 },
    employees: 1,
  })
  expect(await supplier.call(s.loginCount, { query: both })).toMatchObject({
    period: { visits: 4, visitors: 3 },
    employees: 2,
  })
  const trend = await supplier.call(s.loginTrend, { query: period })
  expect(trend).toHaveLength(10)
  expect(trend[0]).toEqual({ day: '2025-03-01', visits: 1, visitors: 1 })
  expect(trend[3]).toEqual({ day: '2025-03-04', visits: 2, visitors: 2 })
  expect(trend.reduce((n, day) => n + day.visits, 0)).toBe(3)
})

test('ranks and the page tell who and where', async () => {
  expect(await supplier.call(s.visitorRank, { query: both })).toMatchObject([
    { name: '沈瑶', detail: supplier1.name, visits: 2 },
    { visits: 1 },
    { visits: 1 },
  ])
  expect(await supplier.call(s.visitRank, { query: both })).toMatchObject([
    { name: supplier1.name, visits: 3, visitors: 2 },
    { name: supplier2.name, visits: 1, visitors: 1 },
  ])
  expect(await supplier.call(s.visitRank, { query: period })).toEqual([
    { id: '', name: '未分配部门', detail: '', visits: 3, visitors: 2 },
  ])
  const page = await supplier.call(s.loginPage, { query: { ...both, pageSize: 3 } })
  expect(page).toMatchObject({
    total: 4,
    rows: [{ companyName: supplier2.name, device: 'Chrome · Windows', ip: '10.0.0.7' }, {}, {}],
  })
  const rest = await supplier.call(s.loginPage, { query: { ...both, pageSize: 3, cursor: page.next! } })
  expect(rest.rows).toHaveLength(1)
  expect((await supplier.call(s.loginPage, { query: { ...both, keyword: '顾' } })).total).toBe(1)
})

test('entering a company is a visit there', async () => {
  const before = (await buyer.call(s.loginCount, { query: {} })).today.visits
  const multi = await t.login('multi')
  await multi.call(enterCompany, { body: { companyId: hospital.id } })
  expect((await buyer.call(s.loginCount, { query: {} })).today.visits).toBe(before + 1)
})

test.each([
  [{ from: '2025-03-10', to: '2025-03-01' }, '开始时间不能晚于截止时间'],
  [{ from: '2020-01-01', to: '2025-03-01' }, '统计时间最长一年'],
  [{ from: '2025-02-30' }, '日期格式不正确'],
  [{ scope: 2 }, ''],
])('a period like %o is refused', async (query, message) => {
  const refusal = await supplier.refused(s.loginTrend, { query })
  expect(refusal.status).toBe(400)
  expect(JSON.stringify(refusal)).toContain(message)
})

test('the data report adds up what was bought, month by month and company by company', async () => {
  const order = async (n: number, owner: string, at: { published?: string; awarded?: string; abortive?: string }) => {
    const id = newId()
    const project = newId()
    await t.owner.query(
      `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
       values (1, $1, $2, 'p', $3, 'goods', 1, $4, $5, now())`,
      [project, `P${n}`, owner, PEOPLE.buyer.id, at.published],
    )
    await t.owner.query(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
         estimated_price, published_at, awarded_at, ended_at, created_by, created_at, updated_at)
       values (1, $1, $2, $3, 'o', 1, $4, $4, $5, 100000.10, $6, $7, $8, $9, now(), now())`,
      [
        id,
        project,
        `O${n}`,
        owner,
        at.abortive ? 'archive.abortive' : at.awarded ? 'winner.fixed' : 'publish.open',
        at.published,
        at.awarded ?? null,
        at.abortive ?? at.awarded ?? null,
        PEOPLE.buyer.id,
      ],
    )
    if (!at.awarded) return
    const trade = newId()
    await t.owner.query(
      `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at, decided_at)
       values (1, $1, $2, $3, 'sign-up', 1, 'x', '', $4, $5, $5)`,
      [trade, id, supplier1.id, PEOPLE.supplier1.id, at.published],
    )
    await plantAward(t.owner, id, { tradeId: trade, price: '90000.05', at: new Date(at.awarded) })
  }
  await order(1, hospital.id, { published: '2025-03-01T00:00:00Z', awarded: '2025-03-31T16:00:00Z' })
  await order(2, hospital.id, { published: '2025-03-05T00:00:00Z', abortive: '2025-03-31T15:59:59Z' })
  await order(3, agency.id, { published: '2025-04-05T00:00:00Z', awarded: '2025-04-06T00:00:00Z' })
  const query = { from: '2025-03', to: '2025-04' }
  const zero = {
    projects: 0,
    published: 0,
    awarded: 0,
    abortive: 0,
    estimated: '0.00',
    amount: '0.00',
    saved: '0.00',
    savedRate: null,
  }
  const own = await buyer.call(r.reportPage, { query })
  expect(own.rows).toEqual([
    // Awarded one second into April, Beijing time.
    {
      ...zero,
      companyId: hospital.id,
      companyName: hospital.name,
      month: '2025-04',
      awarded: 1,
      estimated: '100000.10',
      amount: '90000.05',
      saved: '10000.05',
      savedRate: '10.00',
    },
    {
      ...zero,
      companyId: hospital.id,
      companyName: hospital.name,
      month: '2025-03',
      projects: 2,
      published: 2,
      abortive: 1,
    },
  ])
  const wide = { ...query, scope: 1 }
  expect((await buyer.call(r.reportPage, { query: wide })).total).toBe(3)
  const paged = await buyer.call(r.reportPage, { query: { ...wide, pageSize: 2 } })
  expect((await buyer.call(r.reportPage, { query: { ...wide, pageSize: 2, cursor: paged.next! } })).rows).toHaveLength(
    1,
  )
  expect(await buyer.call(r.reportSummary, { query: wide })).toMatchObject({
    companies: 2,
    projects: 3,
    published: 3,
    awarded: 2,
    abortive: 1,
    estimated: '200000.20',
    amount: '180000.10',
    saved: '20000.10',
    savedRate: '10.00',
    methods: [{ method: 1, label: '公开招标', published: 3, awarded: 2, amount: '180000.10' }],
  })
  expect(await supplier.call(r.reportSummary, { query })).toMatchObject({
    projects: 2,
    published: 2,
    awarded: 2,
    amount: '180000.10',
  })
  const file = await buyer.file(r.reportExport, { query: wide })
  const { rows } = await readRows(file.content, [
    { key: 'company', title: '企业', type: 'text' },
    { key: 'amount', title: '中标金额（元）', type: 'amount' },
  ])
  expect(file.name).toBe('企业数据报表-2025-03-2025-04.xlsx')
  expect(rows).toEqual([
    { company: hospital.name, amount: '90000.05' },
    { company: agency.name, amount: '90000.05' },
    { company: hospital.name, amount: '0' },
  ])
})

test('days that no calendar has are bad input', async () => {
  for (const query of [{ from: '0000-01-01', to: '0000-01-02' }, { to: '0000-01-01' }])
    expect((await buyer.refused(s.loginTrend, { query })).status).toBe(400)
})

test('nobody without the right reads logs or reports, nobody reads those of others', async () => {
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  for (const call of [
    s.loginCount,
    s.loginPage,
    s.loginTrend,
    s.visitRank,
    s.visitorRank,
    r.reportPage,
    r.reportSummary,
  ]) {
    expect(await plain.refused(call, { query: {} })).toMatchObject({ status: 403, code: 10008 })
    expect((await t.client().refused(call, { query: {} })).status).toBe(401)
  }
  await expect(plain.file(r.reportExport, { query: {} })).rejects.toMatchObject({ status: 403 })
  // The right alone is enough, and shows the own company only.
  await t.owner.query("update employee set rights = '{loginLog}', direct_rights = '{loginLog}' where user_id = $1", [
    PEOPLE.newbie.id,
  ])
  const reader = await t.login('newbie', { workbench: 'purchaser' })
  expect((await reader.call(s.loginPage, { query: both })).rows).toEqual([])
  expect((await reader.refused(r.reportPage, { query: {} })).code).toBe(10008)
})
