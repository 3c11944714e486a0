import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type AccountKind, type AccountName, CNY, type Journal } from '../rules/accounts.ts'
import { planClosing } from './closing.ts'

export { claimSlip, releaseSlip } from './slips.ts'

type Ctx = Context<Actor | null>

/** Kind of the journal that undoes another one. */
export const REVERSAL = 'reversal'

/** What the platform owes a company on one account; decimal strings in yuan. */
export interface Balance {
  /** Not held. */
  available: string
  held: string
  total: string
}

/** One line of a statement. */
export interface StatementRow {
  seq: number
  at: Date
  kind: string
  memo: string
  subject: string
  /** Signed: what came in is positive. */
  change: string
  balance: string
}

/**
 * Writes a journal, once per key; the same again answers as before. Throws `insufficient` where an account does not
 * cover its line, with what is available. Its time is the context's.
 */
export async function post(ctx: Ctx, journal: Journal): Promise<{ journalId: string; replayed: boolean }> {
  planClosing(ctx)
  return call<{ journalId: string; replayed: boolean }>(ctx, 'kb_post', wireOf(ctx, journal))
}

/**
 * Sets part of an account apart, once per key; `expiresAt`: it cannot be confirmed from then on. Throws `insufficient`.
 */
export async function hold(
  ctx: Ctx,
  given: { key: string; account: AccountName; amount: string; subject?: string; expiresAt?: Date },
): Promise<void> {
  const { key, account, amount, subject = '', expiresAt = null } = given
  await call(ctx, 'kb_hold', {
    key,
    account: { currency: CNY, ...account },
    amount,
    subject,
    at: ctx.clock.now(),
    expiresAt,
  })
}

/** Spends a hold by a journal that takes at most its amount; the rest is free again. Throws `wrongState` when it was released. */
export async function confirm(ctx: Ctx, key: string, journal: Journal): Promise<void> {
  planClosing(ctx)
  await call(ctx, 'kb_settle', { key, at: ctx.clock.now(), journal: wireOf(ctx, journal) })
}

/** Gives a hold back. Throws `wrongState` when it was confirmed. */
export async function release(ctx: Ctx, key: string): Promise<void> {
  await call(ctx, 'kb_settle', { key, at: ctx.clock.now() })
}

/**
 * Undoes a journal by one the other way round, once however often it is asked: its lines with their sides exchanged. Answers
 * the journal that undoes it. Throws `notFound`; `insufficient` where a company has spent meanwhile what it would give back.
 */
export async function reverse(ctx: Ctx, { journalId, memo }: { journalId: string; memo: string }): Promise<string> {
  const journal = await ctx.one('ledger_journal', { id: journalId }, { columns: ['subject'] })
  if (!journal) throw new AppError('notFound')
  const lines = await ctx.tx
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_account as a', (j) => j.onRef('a.tenantId', '=', 'e.tenantId').onRef('a.id', '=', 'e.accountId'))
    .select(['a.kind', 'a.ownerId', 'a.subject', 'a.currency', 'e.side', 'e.amount'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.journalId', '=', journalId)
    .orderBy('e.line')
    .execute()
  const { journalId: reversalId } = await post(ctx, {
    key: `${REVERSAL}:${journalId}`,
    kind: REVERSAL,
    subject: journal.subject,
    memo,
    lines: lines.map(({ kind, ownerId, subject, currency, side, amount }) => ({
      account: { kind: kind as AccountKind, ...(ownerId !== null && { owner: ownerId }), subject, currency },
      side: side === 'debit' ? 'credit' : 'debit',
      amount,
    })),
  })
  return reversalId
}

/** The balance of an account of a company; zero where nothing was ever posted. */
export async function balanceOf(ctx: Ctx, account: AccountName & { owner: string }): Promise<Balance> {
  const row = await accountRow(ctx, account)
  if (!row) return { available: '0.00', held: '0.00', total: '0.00' }
  const { rows } = await sql<Balance>`select (credit - debit - held)::text as available, held::text as held,
    (credit - debit)::text as total from ledger_account where tenant_id = ${ctx.tenantId} and id = ${row.id}`.execute(
    ctx.tx,
  )
  return rows[0]!
}

/** What is on the accounts of a company about these subjects, in one currency; an account nothing was posted to is left out. */
export async function balancesAbout(
  ctx: Ctx,
  { owner, currency, subjects }: { owner: string; currency: string; subjects: readonly string[] },
): Promise<{ kind: AccountName['kind']; subject: string; balance: string }[]> {
  if (subjects.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('ledger_account')
    .select(['kind', 'subject', sql<string>`(credit - debit)::text`.as('balance')])
    .where('tenantId', '=', ctx.tenantId)
    .where('ownerId', '=', owner)
    .where('currency', '=', currency)
    .where('subject', 'in', [...subjects])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as AccountName['kind'] }))
}

/** Balance of an account of the platform itself, debit less credit: the last closing and what came after it. */
export async function openBalanceOf(ctx: Ctx, account: AccountName): Promise<string> {
  const row = await accountRow(ctx, account)
  if (!row) return '0.00'
  const { rows } = await sql<{ balance: string }>`
    with closed as (
      select t.debit, t.credit, c.until from ledger_close_total t
      join ledger_close c on c.tenant_id = t.tenant_id and c.day = t.day
      where t.tenant_id = ${ctx.tenantId} and t.account_id = ${row.id} order by t.day desc limit 1)
    select (coalesce((select debit - credit from closed), 0)
      + coalesce(sum(case side when 'debit' then amount else -amount end), 0))::numeric(22, 2)::text as balance
    from ledger_entry where tenant_id = ${ctx.tenantId} and account_id = ${row.id}
      and at >= coalesce((select until from closed), '-infinity')`.execute(ctx.tx)
  return rows[0]!.balance
}

/**
 * Entries of an account of a company with the balance behind each, newest first; `before`: the sequence number to go on
 * from. Beyond `limit` there is more.
 */
export async function statement(
  ctx: Ctx,
  account: AccountName & { owner: string },
  { before, limit }: { before?: number; limit: number },
): Promise<StatementRow[]> {
  const row = await accountRow(ctx, account)
  if (!row) return []
  const { rows } = await sql<StatementRow>`
    select e.account_seq::float8 as seq, e.at, j.kind, j.memo, j.subject,
      (case e.side when 'credit' then e.amount else -e.amount end)::text as change, e.balance_after::text as balance
    from ledger_entry e join ledger_journal j on j.tenant_id = e.tenant_id and j.id = e.journal_id
    where e.tenant_id = ${ctx.tenantId} and e.account_id = ${row.id}
      and e.account_seq < ${before ?? Number.MAX_SAFE_INTEGER}
    order by e.account_seq desc limit ${limit}`.execute(ctx.tx)
  return rows
}

function accountRow(ctx: Ctx, { kind, owner, subject = '', currency = CNY }: AccountName) {
  return ctx.tx
    .selectFrom('ledger_account')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', owner ?? null)
    .where('subject', '=', subject)
    .where('currency', '=', currency)
    .executeTakeFirst()
}

function wireOf(ctx: Ctx, { lines, ...journal }: Journal) {
  return {
    ...journal,
    at: ctx.clock.now(),
    lines: lines.map((line) => ({ ...line, account: { currency: CNY, ...line.account } })),
  }
}

async function call<T>(ctx: Ctx, name: 'kb_post' | 'kb_hold' | 'kb_settle', body: object): Promise<T> {
  try {
    const { rows } = await sql<{ answer: T }>`select ${sql.raw(name)}(${JSON.stringify(body)}) as answer`.execute(
      ctx.tx,
    )
    return rows[0]!.answer
  } catch (error) {
    throw inWords(error)
  }
}

/** What the functions of the ledger refuse, as people read it. */
function inWords(error: unknown): unknown {
  const { code, detail } = error as { code?: unknown; detail?: string }
  if (code === 'KB064')
    return new AppError('insufficient', `余额不足，当前可用 ${formatAmount(detail)} 元`, { available: detail })
  if (code === 'KB065') return new AppError('wrongState', '该笔冻结款项已处理，请刷新后重试')
  return error
}
