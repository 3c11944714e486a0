import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'
import { statesOf } from '../engine/states.ts'
import { METHODS } from '../methods/all.ts'

/** Methods that could be run by then. */
const RUN = [1, 2, 6, 8]

test('what had to be tendered obeys the law of tenders, everything else the rules of companies; orders stay as they are', async () => {
  await using database = await databaseBefore('0057-order-states')
  const run = (text: string, values: unknown[] = []) => database.owner.query(text, values)
  const company = randomUUID()
  await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, '甲', '甲', 1, now())`, [
    company,
  ])
  const projects = [1, 2].flatMap((tenant) =>
    [true, false].map((must) => ({ tenant, must, id: randomUUID(), code: `XM${must ? 1 : 2}` })),
  )
  for (const tenant of [1, 2])
    await run(`insert into tenant (id, alias, name) values ($1, 't' || $1::int, '平台')`, [tenant])
  for (const { tenant, must, id, code } of projects)
    await run(
      `insert into project (tenant_id, id, code, name, category, must_tender, budget, purchaser_company_id, created_by, created_at, updated_at)
       values ($1, $2, $3, '项目', 'goods', $4, 1, $5, $5, now(), now())`,
      [tenant, id, code, must, company],
    )
  const orders = projects.flatMap((project) =>
    METHODS.filter(({ code }) => RUN.includes(code)).flatMap(({ code, steps }) =>
      statesOf(steps).map((state) => ({ project, method: code, state })),
    ),
  )
  for (const [i, { project, method, state }] of orders.entries())
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         state, estimated_price, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, '标段', $5, $6, $6, $7, 1, $6, now(), now())`,
      [project.tenant, randomUUID(), project.id, `ZB${i}`, method, company, state],
    )

  expect(await database.upgrade()).toContain('0058-regimes')
  const { rows } = await run(
    `select p.id, p.regime, array_agg(o.state::text order by o.code) as states
     from project p join purchase_order o on o.project_id = p.id group by p.id, p.regime`,
  )
  const statesOfProject = (id: string) =>
    orders
      .flatMap(({ project, state }, i) => (project.id === id ? [{ code: `ZB${i}`, state }] : []))
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ state }) => state)
  expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    projects
      .map(({ id, must }) => ({ id, regime: must ? 'tender' : 'enterprise', states: statesOfProject(id) }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const { rows: tables } = await run(
    `select relforcerowsecurity as forced from pg_class where oid = 'project'::regclass`,
  )
  expect(tables).toEqual([{ forced: true }])
  await expect(run(`update project set regime = 'none'`)).rejects.toThrow(/purchase_regime/)
  await expect(run('select must_tender from project')).rejects.toThrow(/must_tender/)
})
