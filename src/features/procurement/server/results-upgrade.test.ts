import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'

test('candidates and awards of before are the first versions, each with its notice, and go on from there', async () => {
  await using database = await databaseBefore('0050-invitations')
  const run = async (text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows
  const [project, company] = [randomUUID(), randomUUID()]
  await run(`insert into tenant (id, alias, name) values (1, 't', '平台')`)
  await run(
    `insert into company (id, name, credit_code, company_type, created_at) values ($1, '医院', 'X', 1, now())`,
    [company],
  )
  await run(
    `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
       values (1, $1, 'XM1', '项目', 'goods', 1, $2, $2, now(), now())`,
    [project, company],
  )
  // Ranked; publicised; awarded; awarded in an auction, whose ranking is never publicised.
  const orders: Record<string, { id: string; trades: string[] }> = {}
  for (const [name, status, kinds] of [
    ['ranked', 7, []],
    ['publicised', 8, [4]],
    ['awarded', 9, [4, 5]],
    ['auction', 9, [5]],
  ] as const) {
    const id = randomUUID()
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
           status, estimated_price, created_by, created_at, updated_at)
         values (1, $1, $2, $3, '标段', 1, $4, $4, $5, 1, $4, now(), now())`,
      [id, project, name, company, status],
    )
    const trades = [randomUUID(), randomUUID()]
    for (const [i, trade] of trades.entries()) {
      const supplier = randomUUID()
      await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $2, 1, now())`, [
        supplier,
        `${name}${i}`,
      ])
      await run(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
           values (1, $1, $2, $3, 'sign-up', 1, 'x', '', $3, now())`,
        [trade, id, supplier],
      )
      await run('insert into candidate values (1, $1, $2, $3, $4, 90)', [id, i + 1, trade, 100 + i])
    }
    for (const kind of kinds)
      await run(
        `insert into notice (tenant_id, id, order_id, kind, code, title, content, status, created_by, created_at, updated_at, published_at)
           values (1, $1, $2, $3, $4, '公告', '{}', 1, $5, now(), now(), now())`,
        [randomUUID(), id, kind, `${name}-${kind}`, company],
      )
    if (status === 9)
      await run(`insert into award values (1, $1, $2, 101, '第一名放弃', $3, '2026-01-01T00:00:00Z')`, [
        id,
        trades[1],
        company,
      ])
    orders[name] = { id, trades }
  }

  expect(await database.upgrade()).toContain('0051-results')

  const heads = await run(
    `select o.code, r.kind, r.version, r.cause, n.code as notice from order_result r
       join purchase_order o on o.id = r.order_id left join notice n on n.id = r.notice_id order by o.code, r.kind`,
  )
  const head = (code: string, kind: string, notice: string | null) => ({ code, kind, version: 1, cause: null, notice })
  expect(heads).toEqual([
    head('auction', 'award', 'auction-5'),
    head('auction', 'candidates', null),
    head('awarded', 'award', 'awarded-5'),
    head('awarded', 'candidates', 'awarded-4'),
    head('publicised', 'candidates', 'publicised-4'),
    head('ranked', 'candidates', null),
  ])
  const { id, trades } = orders.awarded!
  expect(
    await run(`select rank, trade_id, price::text from candidate_in_force where order_id = $1 order by rank`, [id]),
  ).toEqual([
    { rank: 1, trade_id: trades[0], price: '100.00' },
    { rank: 2, trade_id: trades[1], price: '101.00' },
  ])
  expect(await run(`select trade_id, price::text, reason from award_in_force where order_id = $1`, [id])).toEqual([
    { trade_id: trades[1], price: '101.00', reason: '第一名放弃' },
  ])
  expect(await run(`select line, item_id, amount::text from award_line where trade_id = $1`, [trades[1]])).toEqual([
    { line: 1, item_id: null, amount: '101.00' },
  ])

  // What was published cannot be altered any more, by nobody; what was not can be ranked anew.
  const [published] = await run(`select id from order_result where order_id = $1 and kind = 'candidates'`, [id])
  for (const sql of [
    'delete from order_result where id = $1',
    'update order_result set version = 9 where id = $1',
    'delete from candidate where result_id = $1',
  ])
    await expect(run(sql, [published!.id])).rejects.toMatchObject({ code: 'KB002' })
  await run(`delete from order_result where order_id = $1`, [orders.ranked!.id])
  expect(await run(`select from candidate_in_force where order_id = $1`, [orders.ranked!.id])).toEqual([])

  // The next version takes its place for everybody.
  const next = randomUUID()
  await run(
    `insert into order_result (tenant_id, id, order_id, kind, version, cause, decided_at) values (1, $1, $2, 'award', 2, 'gaveUp', now())`,
    [next, id],
  )
  await run(`insert into award values (1, $1, $2, 100)`, [next, trades[0]])
  expect(await run(`select trade_id, version from award_in_force where order_id = $1`, [id])).toEqual([
    { trade_id: trades[0], version: 2 },
  ])
  expect(await run(`select price::text from award_total where order_id = $1`, [id])).toEqual([{ price: '100.00' }])
})
