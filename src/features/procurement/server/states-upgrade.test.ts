import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/database-before.ts'
import { METHODS } from '../methods/all.ts'
import { type OrderState, statesOf, wireStatus } from '../engine/states.ts'

/** Methods that could be run by then. */
const RUN = [1, 2, 6, 8]
/** Every state of every method, as its number stood before: 10 was abortive where nobody had been awarded. */
const CASES = METHODS.filter(({ code }) => RUN.includes(code)).flatMap(({ code, steps }) =>
  statesOf(steps).map((state) => ({ id: randomUUID(), method: code, state, status: wireStatus(state) })),
)

test('orders and waiting events of before stand in the states that their numbers meant', async () => {
  await using database = await databaseBefore('0056-price-talk')
  const [project, owner] = [randomUUID(), randomUUID()]
  const run = (text: string, values: unknown[] = []) => database.owner.query(text, values)
  for (const tenant of [1, 2])
    await run(`insert into tenant (id, alias, name) values ($1, 't' || $1::int, '平台')`, [tenant])
  await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, '甲', '甲', 1, now())`, [
    owner,
  ])
  for (const tenant of [1, 2])
    await run(
      `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
         values ($3, $1, 'XM1', '项目', 'goods', 1, $2, $2, now(), now())`,
      [project, owner, tenant],
    )
  for (const [i, { id, method, state, status }] of CASES.entries())
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         status, awarded_at, estimated_price, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, '标段', $5, $6, $6, $7, $8, 1, $6, now(), now())`,
      [
        1 + (i % 2),
        id,
        project,
        `ZB${i}`,
        method,
        owner,
        status,
        ['winner.fixed', 'archive.done'].includes(state) ? new Date() : null,
      ],
    )
  const emit = (id: string, from: number, to: number) =>
    run(`insert into outbox (tenant_id, at, kind, payload) values ($1, now(), 'order.status', $2)`, [
      1 + (CASES.findIndex((one) => one.id === id) % 2),
      { orderId: id, from, to, kept: true },
    ])
  const of = (method: number, state: OrderState) =>
    CASES.find((one) => one.method === method && one.state === state)!.id
  await emit(of(1, 'publish.open'), 0, 1)
  await emit(of(8, 'auction.failed'), 2, 4)
  await emit(of(1, 'archive.abortive'), 20, 10)

  expect(await database.upgrade()).toContain('0057-order-states')
  const { rows } = await run('select id, state from purchase_order')
  expect(new Map(rows.map((row) => [row.id, row.state]))).toEqual(new Map(CASES.map(({ id, state }) => [id, state])))
  const { rows: events } = await run('select payload - $1 as payload from outbox order by id', ['orderId'])
  expect(events.map((row) => row.payload)).toEqual([
    { from: 'publish.draft', to: 'publish.open', kept: true },
    { from: 'auction.running', to: 'auction.failed', kept: true },
    { from: 'abortive.declared', to: 'archive.abortive', kept: true },
  ])
  const { rows: tables } = await run(
    `select relforcerowsecurity as forced from pg_class where oid = 'purchase_order'::regclass`,
  )
  expect(tables).toEqual([{ forced: true }])
  await expect(run(`update purchase_order set state = 'publish.gone'`)).rejects.toThrow(/order_state/)
})
