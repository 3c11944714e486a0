import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'

test('orders of before admit as their methods did: invited tenders the invited, all others everybody', async () => {
  await using database = await databaseBefore('0050-invitations')
  const [project, owner] = [randomUUID(), randomUUID()]
  const run = (text: string, values: unknown[] = []) => database.owner.query(text, values)
  await run(`insert into tenant (id, alias, name) values (1, 't', '平台')`)
  await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, '甲', '甲', 1, now())`, [
    owner,
  ])
  await run(
    `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
       values (1, $1, 'XM1', '项目', 'goods', 1, $2, $2, now(), now())`,
    [project, owner],
  )
  for (const method of [1, 2, 8])
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         status, estimated_price, created_by, created_at, updated_at)
       values (1, $1, $2, $3, '标段', $4, $5, $5, 1, 1, $5, now(), now())`,
      [randomUUID(), project, `ZB${method}`, method, owner],
    )
  expect(await database.upgrade()).toContain('0055-admission')
  const { rows } = await run('select method, admission from purchase_order order by method')
  expect(rows).toEqual([
    { method: 1, admission: 'open' },
    { method: 2, admission: 'invited' },
    { method: 8, admission: 'open' },
  ])
  const { rows: tables } = await run(
    `select relforcerowsecurity as forced from pg_class where oid = 'purchase_order'::regclass`,
  )
  expect(tables).toEqual([{ forced: true }])
})
