import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { inContext } from '#server/context.ts'
import { few, type Searchable, spanned, spansOf, withinOf } from '#server/search/hits.ts'
import { keepPlans } from '#server/search/newest.ts'
import { wordsOf } from '#server/search/words.ts'
import * as order from '../contract/order.ts'
import * as tender from '../contract/supplier.ts'
import { ORDERS } from './searchable.ts'
import { publish, tenderWorld, type TenderWorld } from './testing/tender.ts'

/** More than are looked through one by one. */
const OLD = 12_000
let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
  const { orderId } = await publish(world, { title: '今年的标段' })
  // One every six hours from 2018 on: the oldest are rare words, those of the first years hold one word of their own.
  await world.t.owner.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, settings, created_by, created_at, updated_at)
     select 1, (lpad(to_hex(1514764800000 + g::bigint * 21600000), 12, '0') || '7000800000' || lpad(to_hex(g), 10, '0'))::uuid,
       project_id, 'ALT' || lpad(g::text, 6, '0'),
       case when g in (7, 4000) then '锅炉改造' when g = 9 then '老楼锅炉改造' when g <= 11000 then '旧院区' || case when g between 1000 and 9000 then '西配楼' else '' end else '' end || '维修第' || g || '标段',
       1, $2, $2, (case when g % 1000 = 1 then 'publish.draft' else 'open.running' end)::order_state, 1, '{}', $3, now(), now()
     from purchase_order, generate_series(1, $4::int) g where id = $1`,
    [orderId, COMPANIES.hospital.id, PEOPLE.buyer.id, OLD],
  )
  await world.t.owner.query('vacuum analyze purchase_order')
})

const search = (query: object) => world.buyer.call(order.orderPage, { query: { pageSize: 20, ...query } })
const titles = async (keyword: string) => (await search({ keyword })).rows.map((row) => row.title)

test('what the newest orders do not hold is found among all, the best first', async () => {
  expect(await titles('锅炉改造')).toEqual(['锅炉改造维修第4000标段', '锅炉改造维修第7标段', '老楼锅炉改造维修第9标段'])
  expect(await titles('老楼锅炉改造维修第9标段')).toEqual(['老楼锅炉改造维修第9标段'])
  expect((await search({ keyword: 'ALT000123' })).rows).toMatchObject([{ code: 'ALT000123' }])
  expect((await search({ keyword: 'alt00012' })).rows.map((row) => row.code)).toEqual(
    Array.from({ length: 10 }, (_, i) => `ALT00012${9 - i}`),
  )
  expect(await search({ keyword: '核反应堆' })).toMatchObject({
    rows: [],
    total: 0,
    next: null,
    counts: { all: 0, draft: 0 },
  })
})

test('a company finds its own alone, whether most of the hits are its or few', async () => {
  const agent = await world.t.login('agent', { workbench: 'agency' })
  const add = (owner: string, from: number, many: number) =>
    world.t.owner.query(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
         estimated_price, settings, created_by, created_at, updated_at)
       select 1, (lpad(to_hex(1400000000000 + g), 12, '0') || '7000800000' || lpad(to_hex(g), 10, '0'))::uuid, project_id,
         'VOR' || lpad(g::text, 6, '0'), '水塔' || g, 1, $1, $2, 'open.running', 1, '{}', $3, now(), now()
       from (select project_id from purchase_order limit 1) p, generate_series($4::int, $4::int + $5::int - 1) g`,
      [owner, COMPANIES.hospital.id, PEOPLE.buyer.id, from, many],
    )
  await add(COMPANIES.hospital.id, 1, 40)
  await add(COMPANIES.agency.id, 101, 5)
  await world.t.owner.query('analyze purchase_order')
  for (const [who, count] of [
    [world.buyer, 45],
    [agent, 5],
  ] as const) {
    const found = await who.call(order.orderPage, { query: { pageSize: 50, keyword: '水塔' } })
    expect(found).toMatchObject({ total: count, counts: { all: count } })
    expect(found.rows).toHaveLength(count)
  }
})

test('ranked hits go on behind a cursor, each once, and the tabs count them', async () => {
  const first = await search({ keyword: '锅炉', pageSize: 2 })
  expect(first).toMatchObject({ total: 3, counts: { all: 3, draft: 0 } })
  const second = await search({ keyword: '锅炉', pageSize: 2, cursor: first.next })
  expect(second).toMatchObject({ total: 3, next: null, counts: { all: 3 } })
  expect([...first.rows, ...second.rows].map((row) => row.title)).toEqual(await titles('锅炉'))
  const byNumber = await search({ keyword: '锅炉', pageSize: 2, pageNo: 2 })
  expect(byNumber.rows).toEqual(second.rows)
})

test('a word of many orders, none of them new: newest first, page by page, within a tab as well', async () => {
  const first = await search({ keyword: '旧院区' })
  expect(first).toMatchObject({ total: 1001, counts: { all: 1001 } })
  expect(first.rows.map((row) => row.title)).toEqual(
    Array.from({ length: 20 }, (_, i) => `旧院区维修第${11000 - i}标段`),
  )
  const second = await search({ keyword: '旧院区', cursor: first.next })
  expect(second.total).toBe(1001)
  expect(second.rows.map((row) => row.title)).toEqual(
    Array.from({ length: 20 }, (_, i) => `旧院区维修第${10980 - i}标段`),
  )
  const drafts = await search({ keyword: '旧院区', tab: 'draft' })
  expect(drafts).toMatchObject({ total: 11, counts: { all: 1001, draft: 11 }, next: null })
  expect(drafts.rows.map((row) => row.title)[0]).toBe('旧院区维修第10001标段')
})

test('a word of many orders, all of them behind the newest: from the newest of them on, page by page', async () => {
  const first = await search({ keyword: '西配楼' })
  expect(first).toMatchObject({ total: 1001, counts: { all: 1001 } })
  expect(first.rows.map((row) => row.title)).toEqual(
    Array.from({ length: 20 }, (_, i) => `旧院区西配楼维修第${9000 - i}标段`),
  )
  const second = await search({ keyword: '西配楼', cursor: first.next })
  expect(second.rows[0]!.title).toBe('旧院区西配楼维修第8980标段')
  const drafts = await search({ keyword: '西配楼', tab: 'draft' })
  expect(drafts).toMatchObject({ total: 8, counts: { all: 1001, draft: 8 }, next: null })
})

test('a word of all orders: newest first, and counted up to a thousand', async () => {
  const found = await search({ keyword: '维修' })
  expect(found).toMatchObject({ total: 1001, counts: { all: 1001 } })
  expect(found.rows[0]!.title).toBe('维修第12000标段')
})

test('tenders are found by their purchaser; what is not published is found by nobody else', async () => {
  const [supplier] = world.suppliers
  const found = await supplier!.call(tender.publicTenders, { query: { keyword: `${COMPANIES.hospital.name} 今年` } })
  expect(found.rows).toMatchObject([{ title: '今年的标段' }])
  expect((await supplier!.call(tender.publicTenders, { query: { keyword: '锅炉改造' } })).total).toBe(0)
})

test('a cursor of another list, or one that was written by hand, is refused', async () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = '0198c0de-0000-7000-8000-000000000000'
  for (const forged of [
    [[id, id], null, 1, null],
    [[id], 3, 1, null],
    [[id], null, 5000, null],
    [['x'], null, 1, null],
    [id],
  ])
    expect(await world.buyer.refused(order.orderPage, { query: { cursor: cursor(forged) } })).toMatchObject({
      status: 400,
    })
})

test('the index of words is used beneath row-level security, and shows one tenant only', async () => {
  const { t } = world
  const listed = (tenantId: number, relation: string, tx: typeof t.kernel.db) =>
    tx.selectFrom(`${relation as 'purchase_order'} as o`).where('o.tenantId', '=', tenantId)
  const ask = (tenantId: number) =>
    inContext(t.kernel, { tenantId, actor: null, readOnly: true }, async ({ tx, clock }) => {
      const list: Searchable = { ...ORDERS, span: '@', keys: ['id'], rows: (relation) => listed(1, relation, tx) }
      const words = wordsOf('锅炉改造')!
      await sql`select set_config(name, 'off', true) from unnest('{enable_seqscan,enable_indexscan,enable_indexonlyscan}'::text[]) _ (name)`.execute(
        tx,
      )
      const asked = { words, limit: 21 }
      const within = withinOf(list, 1)
      const spans = spansOf(list, { tenantId: 1, now: clock.now() })
      const plans: string[] = []
      const found: string[] = []
      for (const { hits } of [few(list, asked), few(list, { ...asked, within }), spanned(list, { ...asked, spans })]) {
        const { rows } = await sql<Record<string, string>>`explain select o.title from ${hits}`.execute(tx)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        found.push(
          ...(await sql<{ title: string }>`select o.title from ${hits}`.execute(tx)).rows.map((row) => row.title),
        )
      }
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx)
      return { plans, found, role: rows[0]!.role }
    })
  const { plans, found, role } = await ask(1)
  expect(role).toBe('kaibiao_app')
  for (const plan of plans) {
    expect(plan).toContain('Bitmap Index Scan on purchase_order_words')
    expect(plan).not.toContain('Seq Scan')
  }
  expect(found).toHaveLength(9)
  expect((await ask(2)).found).toEqual([])
})

test('the one plan of all lists is that of a company with few orders, though nearly all are of another', async () => {
  const plan = await inContext(world.t.kernel, { tenantId: 1, actor: null }, async ({ tx }) => {
    await tx.executeQuery(keepPlans)
    await sql`prepare newest (int, uuid) as select id from purchase_order o
      where o.tenant_id = $1 and o.purchaser_company_id = $2 order by o.id desc limit 2000`.execute(tx)
    const { rows } = await sql`explain execute newest (1, ${sql.lit(COMPANIES.waterworks.id)})`.execute(tx)
    await sql`deallocate newest`.execute(tx)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('using purchase_order_purchaser ')
})
