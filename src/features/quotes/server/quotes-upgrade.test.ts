import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { readConfig } from '#server/config.ts'
import { inContext } from '#server/context.ts'
import { FEATURES, makeGate } from '#server/features.ts'
import { buildSystem } from '#server/system.ts'
import { databaseBefore, type DatabaseBefore } from '#server/testing/database-before.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { submitQuote } from './submit.ts'
import { PROBE, sellerOf } from './testing/probe.ts'

/* A review of before, at two tenants: one round is closed, one is under way, one was cut off with an earlier review. */

let database: DatabaseBefore
const [project, order, other] = [randomUUID(), randomUUID(), randomUUID()]
const [closed, quoting, cutOff] = [randomUUID(), randomUUID(), randomUUID()]
const [buyer, ...sellers] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as [string, string, string, string]
const trades = [randomUUID(), randomUUID(), randomUUID()] as const
const items = [randomUUID(), randomUUID()]
const FILE = randomUUID()
const lines = (prices: readonly string[]) =>
  JSON.stringify(
    prices.map((unitPrice, i) => ({ itemId: items[i], unitPrice, amount: `${unitPrice}0`, remark: '含税' })),
  )
const run = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.owner.query<Row>(text, values)).rows

beforeAll(async () => {
  database = await databaseBefore('0057-order-states')
  const client = await database.owner.connect()
  try {
    // The opening's rows stand without the sealed submissions they come from.
    await client.query('begin; set local session_replication_role = replica')
    await plantReview((text, values = []) => client.query(text, values))
    await client.query('commit')
  } finally {
    client.release()
  }
  await database.upgrade()
})
afterAll(() => database[Symbol.asyncDispose]())

test('rounds and offers of before are rounds and quotes of the order, and what was submitted is fixed', async () => {
  for (const tenant of [1, 2]) {
    expect(
      await run(
        `select id, order_id, kind, round_no, mode, not_above, is_final, may_change, minutes, status, close_reason
         from quote_round where tenant_id = $1 order by close_reason, round_no`,
        [tenant],
      ),
    ).toEqual([
      row(quoting, { order_id: order, round_no: 2, not_above: 'none', is_final: true, minutes: 30, status: 1 }),
      row(closed, { order_id: order, mode: 2, minutes: 20, status: 2, close_reason: '报价时间截止' }),
      row(cutOff, { order_id: other, minutes: 30, status: 2, close_reason: '评审已汇总' }),
    ])
    expect(
      await run(
        `select p.status, p.draft_total, p.items, q.version, q.total, q.file_id, q.signed_by is not null as signed
         from quote_part p left join quote q using (tenant_id, round_id, trade_id)
         where tenant_id = $1 order by round_id = $2, array_position($3::uuid[], trade_id)`,
        [tenant, quoting, trades],
      ),
    ).toEqual([
      { status: 3, draft_total: null, items: null, version: 1, total: '801.50', file_id: FILE, signed: true },
      { status: 2, draft_total: null, items: null, version: 1, total: '850.00', file_id: FILE, signed: false },
      { status: 4, draft_total: null, items: null, version: null, total: null, file_id: null, signed: false },
      { status: 2, draft_total: null, items: null, version: 1, total: '790.00', file_id: FILE, signed: false },
      { status: 1, draft_total: '840.00', items: null, version: null, total: null, file_id: null, signed: false },
      { status: 0, draft_total: null, items: null, version: null, total: null, file_id: null, signed: false },
    ])
    expect(
      await run(
        `select l.unit_price, l.amount, l.remark from quote_line l join quote q on q.tenant_id = l.tenant_id and q.id = l.quote_id
         where l.tenant_id = $1 and q.trade_id = $2 order by array_position($3::uuid[], item_id)`,
        [tenant, trades[0], items],
      ),
    ).toEqual([
      { unit_price: '300.250', amount: '300.25', remark: '含税' },
      { unit_price: '501.25', amount: '501.25', remark: '含税' },
    ])
  }
  // Of the round under way no figure is shown yet.
  expect(await run('select distinct round_id from quote_revealed')).toEqual([{ round_id: closed }])
  for (const statement of ['update quote set total = 1', 'delete from quote', 'update quote_line set amount = 1'])
    await expect(run(statement)).rejects.toMatchObject({ code: 'KB002' })
  const left = await run(`select to_regclass('review_offer') as a, to_regclass('review_offer_round') as b`)
  expect(left).toEqual([{ a: null, b: null }])
})

test('a round that was under way is quoted in and closed by its timer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kaibiao-quotes-'))
  const gate = makeGate()
  const system = await buildSystem(
    readConfig({
      KAIBIAO_MODE: 'test',
      KAIBIAO_DATA: dataDir,
      KAIBIAO_SECRET: TEST_SECRET,
      PORT: '0',
      LOG_LEVEL: 'error',
    }),
    { ownerUrl: database.url, features: FEATURES, gate: gate.create, webRoot: null },
  )
  try {
    const actor = sellerOf({ userId: randomUUID(), companyId: sellers[1] })
    // The review's own timer and event, as they were set before.
    const host = { ...PROBE, kind: 'review' as const }
    const { total } = await inContext(system.kernel, { tenantId: 1, actor }, async (ctx) =>
      submitQuote(
        ctx,
        { host, order: await orderRow(ctx, order), roundId: quoting, tradeId: trades[1], over: '' },
        { given: { total: '830', lines: [] }, previous: { total: '850', lines: [] }, supplierName: '乙' },
      ),
    )
    expect(total).toBe('830.00')
    await system.movableClock!.advance(31 * MINUTE)
    system.kernel.wake()
    const revealed = () =>
      run<{ total: string; round_id: string }>(
        'select total, round_id from quote_revealed where tenant_id = 1 and round_id = $1 order by total',
        [quoting],
      )
    await expect.poll(revealed, { timeout: 60_000 }).toMatchObject([{ total: '790.00' }, { total: '830.00' }])
    expect(await run('select close_reason from quote_round where tenant_id = 1 and id = $1', [quoting])).toEqual([
      { close_reason: '报价时间截止' },
    ])
  } finally {
    await system.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

function row(id: string, given: object) {
  const plain = { kind: 'review', round_no: 1, mode: 1, not_above: 'total', is_final: false, may_change: false }
  return { id, ...plain, close_reason: '', ...given }
}

async function plantReview(plant: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  for (const id of [buyer, ...sellers])
    await plant(
      `insert into company (id, name, credit_code, company_type, created_at) values ($1::uuid, $1::text, $1::text, 1, now())`,
      [id],
    )
  for (const tenant of [1, 2]) {
    await plant(`insert into tenant (id, alias, name) values ($1, 't' || $1::int, '平台')`, [tenant])
    await plant(
      `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
       values ($1, $2, 'XM1', '项目', 'goods', 1000, $3, $3, now(), now())`,
      [tenant, project, buyer],
    )
    for (const [i, id] of items.entries())
      await plant(
        `insert into project_item (tenant_id, id, project_id, line, name, unit, quantity) values ($1, $2, $3, $4, '设备', '台', 1)`,
        [tenant, id, project, i + 1],
      )
    for (const [id, state] of [
      [order, 'review.running'],
      [other, 'review.done'],
    ])
      await plant(
        `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
           estimated_price, settings, created_by, created_at, updated_at, published_at)
         values ($1, $2::uuid, $3, $2::text, '标段', 1, $4, $4, $5, 1000, '{"offerRounds":2}', $4, now(), now(), now())`,
        [tenant, id, project, buyer, state],
      )
    await plant(`insert into opening (tenant_id, order_id, started_at, ended_at) values ($1, $2, now(), now())`, [
      tenant,
      order,
    ])
    for (const [i, trade] of trades.entries()) {
      await plant(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
         values ($1, $2, $3, $4, 'sign-up', 1, 'x', '', $4, now())`,
        [tenant, trade, order, sellers[i]],
      )
      await plant(
        `insert into opening_bidder (tenant_id, order_id, trade_id, submission_id, no, decrypt_state, decrypted_at, quote, confirm_state)
         values ($1, $2, $3, $4, $5, 2, now(), 900, 1)`,
        [tenant, order, trade, randomUUID(), i + 1],
      )
    }
    for (const id of [order, other])
      await plant(
        `insert into review (tenant_id, order_id, review_method, price_version, started_by, started_at)
         values ($1, $2, 1, 'price-score/2', $3, now())`,
        [tenant, id, buyer],
      )
    await plant(
      `insert into review_offer_round (tenant_id, id, order_id, round_no, mode, note, not_above, is_final, minutes, status,
         created_by, created_at, started_at, deadline, closed_at, close_reason)
       values
         ($1, $2, $5, 1, 2, '', true, false, 20, 2, $7, now(), now(), now(), now(), '报价时间截止'),
         ($1, $3, $5, 2, 1, '第二轮', false, true, 30, 1, $7, now(), now(), now() + interval '30 minutes', null, ''),
         ($1, $4, $6, 1, 1, '', true, false, 30, 2, $7, now(), null, null, now(), '评审已汇总')`,
      [tenant, closed, quoting, cutOff, order, other, buyer],
    )
    const offer = (round: string, i: number, of: { status: number; total: string | null; prices: string[] }) =>
      plant(
        `insert into review_offer (tenant_id, round_id, trade_id, status, total, lines, saved_at, submitted_by, submitted_name,
           submitted_at, sha256, file_id, signed_by, signed_name, signed_at, signed_ip)
         select $1, $2, $3, $4, $5, $6, now(), s.by, case when s.by is null then '' else '沈瑶' end,
           case when s.by is not null then now() end, case when s.by is not null then '\\x01'::bytea end,
           case when s.by is not null then $7::uuid end, g.by, case when g.by is null then '' else '沈瑶' end,
           case when g.by is not null then now() end, ''
         from (select case when $4 in (2, 3) then $7::uuid end as by) s, (select case when $4 = 3 then $7::uuid end as by) g`,
        [tenant, round, trades[i], of.status, of.total, lines(of.prices), FILE],
      )
    await offer(closed, 0, { status: 3, total: '801.50', prices: ['300.250', '501.25'] })
    await offer(closed, 1, { status: 2, total: '850.00', prices: ['350', '500'] })
    await offer(closed, 2, { status: 4, total: null, prices: [] })
    await offer(quoting, 0, { status: 2, total: '790.00', prices: [] })
    await offer(quoting, 1, { status: 1, total: '840.00', prices: [] })
    await offer(quoting, 2, { status: 0, total: null, prices: [] })
    await plant(
      `insert into timer (tenant_id, key, kind, due_at, payload)
       values ($1, 'review-round:' || $2::text, 'review.round-due', now() + interval '30 minutes', $3)`,
      [tenant, quoting, { orderId: order, roundId: quoting }],
    )
  }
}
