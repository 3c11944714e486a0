import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'

test('objections from before are due by the regime of their order, and keep what was answered', async () => {
  await using database = await databaseBefore('0064-light-review')
  const run = (text: string, values: unknown[] = []) => database.owner.query(text, values)
  const company = randomUUID()
  await run(`insert into tenant (id, alias, name) values (1, 't', '平台')`)
  await run(
    `insert into company (id, name, credit_code, company_type, created_at) values ($1, '单位', '91320000', 1, now())`,
    [company],
  )
  // Who took part is nothing to what is asked here.
  await run('set session_replication_role = replica')
  // 12 March 2026 is a Thursday.
  const received = '2026-03-12T02:00:00Z'
  const ids: Record<string, string> = {}
  for (const [name, regime, category, isStranger] of [
    ['tender', 'tender', 'goods', false],
    ['enterprise', 'enterprise', 'goods', false],
    ['government', 'government', 'goods', false],
    ['works', 'government', 'works', false],
    ['stranger', 'government', 'goods', true],
  ] as const) {
    const [project, order] = [randomUUID(), randomUUID()]
    ids[name] = randomUUID()
    await run(
      `insert into project (tenant_id, id, code, name, category, regime, budget, purchaser_company_id, created_by, created_at, updated_at)
         values (1, $1, $2, '项目', $3, $4, 1, $5, $5, now(), now())`,
      [project, name, category, regime, company],
    )
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
           state, publicity_end, estimated_price, created_by, created_at, updated_at)
         values (1, $1, $2, $3, '标段', 1, $4, $4, 'publish.draft', '2026-03-13T16:00:00Z', 1, $4, now(), now())`,
      [order, project, name, company],
    )
    await run(
      `insert into objection (tenant_id, id, order_id, trade_id, company_id, subject, content, created_by, created_at, answer, answered_at)
         values (1, $1, $2, $3, $4, '异议', '内容', $5, $6, '答复', $6)`,
      [ids[name], order, isStranger ? null : randomUUID(), isStranger ? company : null, company, received],
    )
  }
  await run('set session_replication_role = origin')
  expect(await database.upgrade()).toContain('0065-objections')
  const { rows } = await run('select id, due_at, outcome, answer from objection')
  const due = (name: string) => (rows.find(({ id }) => id === ids[name]).due_at as Date).toISOString()
  // 24:00 in Beijing of the 15th, the 23rd and, five working days behind the publicity of the 13th, the 20th.
  expect(['tender', 'enterprise', 'works'].map(due)).toEqual(Array(3).fill('2026-03-15T16:00:00.000Z'))
  expect(due('government')).toBe('2026-03-23T16:00:00.000Z')
  expect(due('stranger')).toBe('2026-03-20T16:00:00.000Z')
  expect(rows.every(({ outcome, answer }) => outcome === null && answer === '答复')).toBe(true)
})
