import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'

test('who was asked by name before is invited: told as they were, each with an id, and nothing read or declined', async () => {
  await using database = await databaseBefore('0049-event-jobs')
  const [project, order, owner, first, second] = Array.from({ length: 5 }, () => randomUUID())
  const run = (text: string, values: unknown[] = []) => database.owner.query(text, values)
  await run(`insert into tenant (id, alias, name) values (1, 't', '平台')`)
  for (const [i, id] of [owner, first, second].entries())
    await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $2, 1, now())`, [
      id,
      `单位${i}`,
    ])
  await run(
    `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
       values (1, $1, 'XM1', '项目', 'goods', 1, $2, $2, now(), now())`,
    [project, owner],
  )
  await run(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         status, estimated_price, created_by, created_at, updated_at)
       values (1, $1, $2, 'ZB1', '标段', 1, $3, $3, 1, 1, $3, now(), now())`,
    [order, project, owner],
  )
  for (const [id, told] of [
    [first, '2026-01-01T00:00:00Z'],
    [second, null],
  ])
    await run(`insert into order_invitee values (1, $1, $2, '资信良好', $3, $4, '甲', '2025-12-31T00:00:00Z')`, [
      order,
      id,
      told,
      owner,
    ])
  expect(await database.upgrade()).toContain('0050-invitations')
  const { rows } = await run(
    `select count(distinct id)::int as ids, array_agg(company_id order by added_at, told_at) as companies, count(told_at)::int as told,
         count(read_at)::int as read, count(declined_at)::int as declined from order_invitation`,
  )
  expect(rows).toEqual([{ ids: 2, companies: [first, second], told: 1, read: 0, declined: 0 }])
})
