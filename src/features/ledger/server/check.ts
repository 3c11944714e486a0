import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'

/** At most so many of each sort are named. */
const MOST = 20

/**
 * Recomputes the ledger of a tenant from its entries: hashes and sums of journals, totals, sequences and running balances
 * of guarded accounts, holds, closings, and the heads that the audit chain has.
 */
export function checkLedger(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const found: Finding[] = []
    for (const [what, query] of Object.entries(QUERIES))
      for (const { id, message } of await faultsOf(ctx, query)) found.push({ what: `ledger-${what}`, id, message })
    return [...found, ...(await wrongHeads(ctx))]
  })
}

async function faultsOf(ctx: Context<null>, query: string): Promise<{ id: string; message: string }[]> {
  const { rows } = await sql<{ id: string; message: string }>`${sql.raw(query)} limit ${MOST}`.execute(ctx.tx)
  return rows
}

/**
 * Days whose head is not what the hashes of all journals up to their end come to. A chain goes step by step: in SQL each step
 * would read all of them.
 */
async function wrongHeads(ctx: Context<null>): Promise<Finding[]> {
  const closings = await ctx.tx.selectFrom('ledger_close').select(['day', 'until', 'head']).orderBy('day').execute()
  const found: Finding[] = []
  let head: Buffer = Buffer.alloc(32)
  let after: { at: Date; id: string } | null = null
  for (const { day, until, head: closed } of closings) {
    for (;;) {
      const journals: { at: Date; id: string; hash: Buffer }[] = await journalsUntil(ctx, { until, after })
      for (const { hash } of journals) head = createHash('sha256').update(head).update(hash).digest()
      after = journals.at(-1) ?? after
      if (journals.length < PAGE) break
    }
    if (!head.equals(closed) && found.length < MOST)
      found.push({ what: 'ledger-head', id: day, message: `日结 ${day} 的校验值与凭证不符` })
  }
  return found
}

const PAGE = 10_000

function journalsUntil(ctx: Context<null>, { until, after }: { until: Date; after: { at: Date; id: string } | null }) {
  return ctx.tx
    .selectFrom('ledger_journal')
    .select(['at', 'id', 'hash'])
    .where('tenantId', '=', ctx.tenantId)
    .where('at', '<', until)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>', tuple(after!.at, after!.id))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

/** Each gives the faults of one sort, named. */
const QUERIES = {
  journal: `
    select j.id::text as id, '账务凭证 ' || j.key || case
        when l.words is null then ' 没有分录'
        when l.debit <> l.credit then ' 借贷不平'
        else ' 的内容与登记的哈希不符' end as message
    from ledger_journal j left join (
      select journal_id, string_agg(kb_line_words(line, account_id, side, amount, account_seq, balance_after), ';' order by line) as words,
        sum(amount) filter (where side = 'debit') as debit, sum(amount) filter (where side = 'credit') as credit, max(at) as at
      from ledger_entry group by journal_id) l on l.journal_id = j.id
    where l.words is null or l.debit <> l.credit or l.at <> j.at
      or sha256(convert_to(kb_journal_words(j.id, j.key, j.kind, j.subject, j.at, l.words), 'UTF8')) <> j.hash
    order by j.at, j.id`,
  entry: `
    select e.journal_id::text as id, '分录 ' || e.journal_id || '/' || e.line || ' 没有凭证' as message
    from ledger_entry e left join ledger_journal j on j.tenant_id = e.tenant_id and j.id = e.journal_id where j.id is null`,
  account: `
    select a.id::text as id, '账户 ' || a.kind || ' ' || a.id || ' 的余额、序号或冻结额与分录不符' as message
    from ledger_account a
    left join (select account_id, sum(amount) filter (where side = 'debit') as debit,
        sum(amount) filter (where side = 'credit') as credit, count(*) as n, max(account_seq) as last
      from ledger_entry where account_seq is not null group by account_id) e on e.account_id = a.id
    left join (select account_id, sum(amount) as held from ledger_hold where state = 'held' group by account_id) h on h.account_id = a.id
    where a.guarded and (a.debit <> coalesce(e.debit, 0) or a.credit <> coalesce(e.credit, 0) or a.held <> coalesce(h.held, 0)
      or a.seq <> coalesce(e.n, 0) or a.seq <> coalesce(e.last, 0))
    order by a.id`,
  balance: `
    select id, message from (
      select e.journal_id::text as id, '账户 ' || e.account_id || ' 第 ' || e.account_seq || ' 笔的序号或余额不连续' as message,
        e.balance_after <> sum(case e.side when 'credit' then e.amount else -e.amount end) over w
          or e.account_seq <> row_number() over w as wrong
      from ledger_entry e where e.account_seq is not null window w as (partition by e.account_id order by e.account_seq)) t
    where wrong`,
  closing: `
    with days as (
      select c.*, lag(c.until) over w as since, lag(c.head) over w as before from ledger_close c window w as (order by c.day))
    select d.day as id, '日结 ' || d.day || ' 与当日凭证不符' as message
    from days d join lateral (
      select count(distinct j.id) as journals, coalesce(sum(e.amount) filter (where e.side = 'debit'), 0) as debit,
        coalesce(sum(e.amount) filter (where e.side = 'credit'), 0) as credit
      from ledger_journal j left join ledger_entry e on e.tenant_id = j.tenant_id and e.journal_id = j.id
      where j.tenant_id = d.tenant_id and j.at < d.until and j.at >= coalesce(d.since, '-infinity')) s on true
    where s.journals <> d.journals or s.debit <> d.debit or s.credit <> d.credit
      or d.prev_head <> coalesce(d.before, decode(repeat('00', 32), 'hex'))
    order by d.day`,
  total: `
    select t.day as id, '日结 ' || t.day || ' 账户 ' || t.account_id || ' 的累计额与分录不符' as message
    from ledger_close_total t join ledger_close c on c.tenant_id = t.tenant_id and c.day = t.day
    join lateral (select coalesce(sum(e.amount) filter (where e.side = 'debit'), 0) as debit,
        coalesce(sum(e.amount) filter (where e.side = 'credit'), 0) as credit
      from ledger_entry e where e.account_id = t.account_id and e.at < c.until) e on true
    where t.day = (select max(n.day) from ledger_close_total n where n.account_id = t.account_id)
      and (t.debit <> e.debit or t.credit <> e.credit) order by t.day`,
  chain: `
    select c.day as id, '日结 ' || c.day || ' 的校验值与审计链所记不符' as message
    from ledger_close c where not exists (select from audit_entry a where a.body->>'entity' = 'ledger'
      and a.body->>'entityId' = c.day and a.body->'data'->>'head' = encode(c.head, 'hex')) order by c.day`,
  lost: `
    select a.body->>'entityId' as id, '审计链所记的日结 ' || (a.body->>'entityId') || ' 不在账本中' as message
    from audit_entry a where a.body->>'entity' = 'ledger' and a.body->>'action' = 'ledger.closed'
      and not exists (select from ledger_close c where c.day = a.body->>'entityId')`,
}
