import { randomUUID } from 'node:crypto'
import { COMPANIES } from '#demo/companies.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { checkLedger } from '#features/ledger/server/check.ts'
import { closeDay } from '#features/ledger/server/closing.ts'
import { post } from '#features/ledger/server/public.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Line } from './line.ts'
import { quantile, send } from './load.ts'
import type { BenchWorld } from './world.ts'

const CONNECTIONS = 16
const SECONDS = 6
const ENTRIES = 1_000_000
const DAYS = 10

/** Journals a second on one account and on many, beside a plain peer; and how long it takes to compute all of it again. */
export async function ledger(world: BenchWorld): Promise<Line[]> {
  const { kernel, close } = world.openKernel()
  try {
    const { rows } = await world.owner.query<{ id: string }>('select id from company')
    const companies = rows.map(({ id }) => id)
    const posting = (owner: () => string) => () => {
      const facts = { id: randomUUID(), amount: '10.00', provider: 'wechat', memo: '测试' }
      const journal = journalOf('payment.received', { ...facts, payee: { companyId: owner(), purpose: 'income' } })
      return inContext(kernel, { tenantId: 1, actor: null }, (ctx) => post(ctx, journal))
    }
    const any = () => companies[Math.floor(Math.random() * companies.length)]!
    const plain = (owner: () => string) => async () => {
      const body = JSON.stringify({ account: owner(), amount: '10.00' })
      const headers = { 'content-type': 'application/json' }
      const { status } = await send(world.reference, { method: 'POST', path: '/journals', headers, body })
      if (status !== 200) throw new Error(`the peer answered ${status}`)
    }
    await world.owner.query('create table plain_account (id uuid primary key, balance numeric(20, 2) not null)')
    await world.owner.query(`create table plain_entry (id bigint generated always as identity, account_id uuid not null,
      amount numeric(20, 2) not null, balance numeric(20, 2) not null, at timestamptz not null)`)
    await world.owner.query('grant select, insert, update on plain_account, plain_entry to kaibiao_app')
    await world.owner.query('insert into plain_account select id, 0 from company')
    const lines: Line[] = []
    for (const { what, owner, least } of [
      { what: 'one account', owner: () => COMPANIES.hospital.id, least: 500 },
      { what: `${companies.length} accounts`, owner: any, least: 700 },
    ]) {
      const ours = await keptBusy(posting(owner))
      const theirs = await keptBusy(plain(owner))
      lines.push({
        what: `journals on ${what}, ${CONNECTIONS} at a time`,
        figures: `${ours.perSecond.toFixed(0)}/s, plain ${theirs.perSecond.toFixed(0)}/s; p99 ${ours.p99.toFixed(0)} ms`,
        target: `≥ ${least}/s, p99 < 200 ms`,
        holds: ours.perSecond >= least && ours.p99 < 200,
      })
    }
    return [...lines, await recomputed(world, kernel)]
  } finally {
    await close()
  }
}

/** As many as come through, one behind the other on each connection; times in ms. */
async function keptBusy(act: () => Promise<unknown>): Promise<{ perSecond: number; p99: number }> {
  const times: number[] = []
  const began = performance.now()
  const until = began + SECONDS * 1000
  const worker = async () => {
    while (performance.now() < until) {
      const from = performance.now()
      await act()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return { perSecond: times.length / ((performance.now() - began) / 1000), p99: quantile(times, 0.99) }
}

async function recomputed({ owner }: BenchWorld, kernel: Kernel): Promise<Line> {
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from ledger_entry')
  const missing = Math.max(0, Math.ceil((ENTRIES - Number(rows[0]!.n)) / 2))
  await owner.query(FILL, [missing, COMPANIES.hospital.id])
  for (let days = DAYS; days > 0; days--)
    await inContext(kernel, { tenantId: 1, actor: null }, (ctx) =>
      closeDay(ctx, formatDate(new Date(ctx.clock.now().getTime() - days * DAY))),
    )
  await chained(owner)
  await owner.query('vacuum analyze ledger_entry, ledger_journal')
  const began = performance.now()
  const findings = await checkLedger(kernel, 1)
  const seconds = (performance.now() - began) / 1000
  return {
    what: 'recompute a ledger of 1,000,000 entries',
    figures: `${seconds.toFixed(1)} s, ${findings.length} findings`,
    target: '< 60 s',
    holds: seconds < 60 && findings.length === 0,
  }
}

/** Until the audit chain has the closings: the server takes them in behind their commit. */
async function chained(owner: BenchWorld['owner']): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ n: string }>(
      `select count(*) as n from audit_entry where body->>'action' = 'ledger.closed'`,
    )
    if (Number(rows[0]!.n) >= DAYS) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** True journals of two lines each, on a hundred accounts and over some days: written past the function that posts, as its rows would be. */
const FILL = `
  with a as (
    insert into ledger_account (tenant_id, id, kind, owner_id, subject, currency, guarded, credit, seq)
    select 1, gen_random_uuid(), 'company.cash', $2, n::text, 'CNY', true, count(g), count(g)
    from generate_series(0, 99) n join generate_series(0, $1::int - 1) g on g % 100 = n group by n
    returning id, subject),
  clearing as (select id from ledger_account where kind = 'platform.clearing' and subject = 'wechat'),
  j as materialized (
    select gen_random_uuid() as id, 'bench ' || g as key, date_trunc('milliseconds', now() - interval '${DAYS} days' * (1 - g::float8 / $1)) as at,
      a.id as account, g / 100 + 1 as seq, clearing.id as clearing
    from generate_series(0, $1::int - 1) g join a on a.subject = (g % 100)::text cross join clearing),
  l as (
    insert into ledger_entry (tenant_id, journal_id, line, account_id, side, amount, at, account_seq, balance_after)
    select 1, id, 1, clearing, 'debit', 1, at, null, null from j
    union all select 1, id, 2, account, 'credit', 1, at, seq, seq from j)
  insert into ledger_journal (tenant_id, id, key, kind, subject, at, memo, body_hash, hash)
  select 1, id, key, 'payment.received', '', at, '', '', sha256(convert_to(kb_journal_words(id, key, 'payment.received', '', at,
    kb_line_words(1, clearing, 'debit', 1, null, null) || ';' || kb_line_words(2, account, 'credit', 1, seq, seq)), 'UTF8'))
  from j`
