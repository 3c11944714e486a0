import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '#server/testing/database-before.ts'

/* Records of money from before there was a table of slips, some of which share one. */

/** Companies, what the records are of, and the records. */
const ids = {
  hospital: randomUUID(),
  other: randomUUID(),
  order: randomUUID(),
  foreign: randomUUID(),
  contract: randomUUID(),
  due: randomUUID(),
  first: randomUUID(),
  second: randomUUID(),
  elsewhere: randomUUID(),
  receipt: randomUUID(),
  revenue: randomUUID(),
  payment: randomUUID(),
  later: randomUUID(),
  sale: randomUUID(),
  again: randomUUID(),
  back: randomUUID(),
  byHand: randomUUID(),
}
const {
  hospital,
  other,
  order,
  foreign,
  first,
  second,
  elsewhere,
  receipt,
  revenue,
  payment,
  later,
  sale,
  back,
  byHand,
} = ids
const TENANTS = [1, 2]

const BEFORE = '0196-sign-up-validity'
const COUNTS = ['bond', 'charge_receipt', 'revenue_item', 'contract_payment', 'sale_payment', 'budget_payment']

test.each([
  ['a superuser', {}],
  ['no superuser', { isPlain: true }],
])(
  'an owner that is %s fills the slips: none fails, none is lost, of two that share one the first has it',
  async (_who, wish) => {
    await using database = await databaseBefore(BEFORE, wish)
    for (const tenant of TENANTS) await plant(database, tenant)
    const before = await counts(database)
    expect(await database.upgrade()).toContain('0198-bank-slips')
    expect(await counts(database)).toEqual(before)
    for (const tenant of TENANTS)
      expect(await slipsOf(database, tenant)).toEqual(
        [
          // The second bond came in by the slip of the first; another company's is its own.
          [hospital, 'bond', first, 1, '标段：投标保证金到账'],
          [other, 'bond', elsewhere, 1, '别家：投标保证金到账'],
          [hospital, 'bond-refund', first, 2, '标段：投标保证金退还'],
          // Its file proved the revenue before; its number is its own.
          [hospital, 'revenue', revenue, 3, '收入填报：服务费'],
          [hospital, 'charge', receipt, '0001', expect.stringContaining('线下收款 SK1')],
          // One that was taken back, and what came from a contract, rest on nothing.
          [hospital, 'budget', byHand, 7, '标段：预算付款'],
          [hospital, 'contract', payment, 4, '合同：合同付款'],
          [hospital, 'contract', payment, 5, '合同：合同付款'],
          [hospital, 'contract', later, 6, '合同：合同付款'],
          // A number is known within its kind.
          [hospital, 'sale', sale, '0001', '标段：销售收款'],
          [hospital, 'sale-refund', back, '0001', '标段：销售退款'],
        ].toSorted(byRecord),
      )
    const { rows } = await database.owner.query(
      `select relname from pg_class where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([])
  },
)

async function counts({ owner }: DatabaseBefore): Promise<unknown[]> {
  const found = await Promise.all(COUNTS.map((table) => owner.query(`select count(*)::int as n from ${table}`)))
  return found.map(({ rows }) => rows[0].n)
}

type Slip = [company: string, kind: string, record: string, mark: unknown, title: unknown]

async function slipsOf({ owner }: DatabaseBefore, tenant: number): Promise<Slip[]> {
  const { rows } = await owner.query<{ slip: Slip }>(
    `select jsonb_build_array(company_id, kind, record_id, coalesce(to_jsonb(number), to_jsonb(f.no)), title) as slip
     from bank_slip s left join (select n as no, sha256(n::text::bytea) as sha256 from generate_series(1, 9) n) f using (sha256)
     where tenant_id = $1`,
    [tenant],
  )
  return rows.map(({ slip }) => slip).toSorted(byRecord)
}

function byRecord(a: readonly unknown[], b: readonly unknown[]): number {
  const key = (slip: readonly unknown[]) => slip.slice(0, 4).join(' ')
  return key(a) < key(b) ? -1 : 1
}

async function plant({ owner }: DatabaseBefore, tenant: number): Promise<void> {
  const client = await owner.connect()
  const at = (hour: number) => `2026-03-12T0${hour}:00:00Z`
  const run = (text: string, values: unknown[] = []) => client.query(text, [tenant, ...values])
  /** Each upload is a file of its own; what it holds is known by its number. */
  const file = async (no: number, company = hospital) => {
    const id = randomUUID()
    await run(
      `insert into file_object (tenant_id, id, sha256, size, mime, name, use, company_id, created_at)
       values ($1, $2, $3, 9, 'application/pdf', '回单.pdf', 'voucher', $4, now())`,
      [id, createHash('sha256').update(String(no)).digest(), company],
    )
    return id
  }
  const bond = async (trade: string, of: string, hour: number, company = hospital) =>
    run(
      `insert into bond (tenant_id, order_id, trade_id, amount, paid_on, paid_voucher, paid_voucher_name, paid_by_name, paid_recorded_at)
       values ($1, $2, $3, 100, '2026-03-12', $4, '回单.pdf', '经办', $5)`,
      [of, trade, await file(1, company), at(hour)],
    )
  const pay = async (id: string, hour: number, files: number[]) =>
    run(
      `insert into contract_payment (tenant_id, id, request_id, due_id, amount, paid_on, voucher, recorded_by_name, recorded_at)
       values ($1, $2, $3, $4, 10, '2026-03-12', $5, '经办', $6)`,
      [
        id,
        ids.contract,
        ids.due,
        JSON.stringify(await Promise.all(files.map(async (no) => ({ fileId: await file(no), name: '回单.pdf' })))),
        at(hour),
      ],
    )
  try {
    // The people, awards and requests behind them are nothing to what is asked here.
    await client.query('begin; set local session_replication_role = replica')
    for (const [id, company, title] of [
      [order, hospital, '标段'],
      [foreign, other, '别家'],
    ])
      await run(
        `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
           state, estimated_price, created_by, created_at, updated_at)
         values ($1, $2::uuid, $3, $2::text, $5, 1, $4, $4, 'publish.draft', 1, $4, now(), now())`,
        [id, order, company, title],
      )
    await bond(second, order, 2)
    await bond(first, order, 1)
    await bond(elsewhere, foreign, 3, other)
    await run(
      `update bond set refunded_on = '2026-03-13', refunded = 100, refund_voucher = $3, refund_recorded_at = $4
       where tenant_id = $1 and trade_id = $2`,
      [first, await file(2), at(4)],
    )
    await run(
      `insert into charge_receipt (tenant_id, id, code, creditor_id, payer_id, channel, amount, received_at, reference, voucher_file,
         voucher_name, remark, created_by_name, created_at)
       values ($1, $2, 'SK1', $3, $4, 'offline', 10, now(), '0001', $5, '回单.pdf', '', '经办', $6)`,
      [receipt, hospital, other, await file(3), at(3)],
    )
    await run(
      `insert into revenue_item (tenant_id, id, company_id, source_kind, source_id, order_id, title, payer_name, receivable, actual,
         received_day, voucher_file, voucher_name, filled_at, created_at)
       values ($1, $2, $3, 'charge', $2, $4, '服务费', '单位', 10, 10, '2026-03-12', $5, '回单.pdf', $6, now())`,
      [revenue, hospital, order, await file(3), at(2)],
    )
    await run(
      `insert into contract (tenant_id, id, code, order_id, result_id, trade_id, purchaser_company_id, supplier_company_id, title,
         award_price, award_notice_at, price, payer, pay_mode, pay_days, state, created_by, created_by_name, created_at, updated_at)
       values ($1, $2, 'HT1', $3, $3, $4, $5, $6, '合同', 100, now(), 100, 'other', 'accepted', 30, 'draft', $5, '经办', now(), now())`,
      [ids.contract, order, first, hospital, other],
    )
    await run(
      `insert into contract_due (tenant_id, id, contract_id, no, name, amount, counts_from, due_on, created_at)
       values ($1, $2, $3, 1, '货款', 100, '2026-03-12', '2026-03-12', now())`,
      [ids.due, ids.contract],
    )
    await pay(later, 5, [5, 6])
    await pay(payment, 4, [4, 5])
    for (const [id, amount, hour] of [
      [ids.again, 10, 6],
      [sale, 10, 5],
      [back, -10, 7],
    ] as const)
      await run(
        `insert into sale_payment (tenant_id, id, order_id, trade_id, amount, voucher, at, by_name)
         values ($1, $2, $3, $4, $5, '0001', $6, '经办')`,
        [id, order, first, amount, at(hour)],
      )
    for (const [id, no, takenBack, ofContract] of [
      [byHand, 7, null, null],
      [randomUUID(), 8, at(7), null],
      [randomUUID(), 9, null, payment],
    ] as const)
      await run(
        `insert into budget_payment (tenant_id, id, order_id, amount, paid_on, voucher, files, parts, by_name, at, taken_back_at,
           contract_payment_id)
         values ($1, $2, $3, 10, '2026-03-12', $4, $5, '[]', '经办', $6, $7, $8)`,
        [id, order, id, JSON.stringify([{ fileId: await file(no) }]), at(6), takenBack, ofContract],
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}
