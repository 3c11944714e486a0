import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { AccountName } from '#features/ledger/rules/accounts.ts'
import { balanceOf, statement } from '#features/ledger/server/public.ts'
import { heldAmong } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/finance.ts'
import { POSTING_LABELS } from '../rules/words.ts'
import { READER } from './access.ts'
import { WITHDRAWAL_SUBJECT } from './approvals.ts'
import { isLocal } from './accounts.ts'

type Ctx = Context<Employee>
const cash = (ctx: Ctx) => ({ kind: 'company.cash', owner: ctx.actor.companyId }) as const
const bond = (ctx: Ctx, subject: string) => ({ kind: 'company.bond', owner: ctx.actor.companyId, subject }) as const

/** Whose bonds they are: its finance people, and who bids. */
const GUARANTEE = { workbench: ['purchaser', 'agency', 'supplier'], right: ['finance', 'bidding'] } as const

/** A company's own money. */
export const financeRoutes: readonly Route[] = [
  implement(contract.financeOverview, READER, async (ctx) => {
    const { companyId } = ctx.actor
    const now = ctx.clock.now()
    const { rows } = await sql<{ owed: string; owedCount: number; receivable: string; bonds: string }>`select
      (select coalesce(sum(amount), 0)::text from pay_order where tenant_id = ${ctx.tenantId} and buyer_id = ${companyId}
        and state = 'open' and expires_at > ${now}) as owed,
      (select count(*)::int from pay_order where tenant_id = ${ctx.tenantId} and buyer_id = ${companyId}
        and state = 'open' and expires_at > ${now}) as owed_count,
      (select coalesce(sum(amount), 0)::text from pay_order where tenant_id = ${ctx.tenantId} and payee_id = ${companyId}
        and buyer_id <> ${companyId} and purpose = 'income' and state = 'open' and expires_at > ${now}) as receivable,
      (select coalesce(sum(credit - debit), 0)::text from ledger_account where tenant_id = ${ctx.tenantId}
        and owner_id = ${companyId} and kind = 'company.bond') as bonds`.execute(ctx.tx)
    const due = await ctx.tx
      .selectFrom('pay_order')
      .select(['id', 'code', 'title', 'amount', 'expiresAt'])
      .where('tenantId', '=', ctx.tenantId)
      .where('buyerId', '=', companyId)
      .where('state', '=', 'open')
      .where('expiresAt', '>', now)
      .orderBy('expiresAt')
      .limit(10)
      .execute()
    const cards = await ctx.many('bank_card', { companyId }, { columns: ['id'] })
    const held = await heldAmong(ctx, { kind: WITHDRAWAL_SUBJECT, ids: cards.map(({ id }) => id) })
    return {
      balance: await balanceOf(ctx, cash(ctx)),
      ...rows[0]!,
      heldCards: [...held],
      due: due.map(({ id, code, expiresAt, ...one }) => ({
        ...one,
        orderId: id,
        orderCode: code,
        expiresAt: expiresAt.toISOString(),
      })),
    }
  }),

  implement(contract.statementPage, READER, (ctx, { query }) => statementOf(ctx, cash(ctx), query)),

  implement(contract.withdrawalPage, READER, async (ctx, { query }) => {
    const own = () =>
      ctx.tx
        .selectFrom('withdrawal as w')
        .where('w.tenantId', '=', ctx.tenantId)
        .where('w.companyId', '=', ctx.actor.companyId)
    const page = await listPage(ctx, {
      query,
      list: { alias: 'w', keys: ['at', 'id'], rows: own },
      show: (rows) => own().innerJoin(rows, 'page.id', 'w.id').selectAll('w'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        withdrawalId: row.id,
        code: row.code,
        bank: row.bank,
        account: row.account,
        amount: row.amount,
        status: row.status,
        failReason: row.failReason,
        requestedByName: row.requestedByName,
        at: row.at.toISOString(),
        doneAt: row.doneAt?.toISOString() ?? null,
        isLocal: isLocal(ctx, ctx.tenantId, 'remittance'),
      })),
    }
  }),

  implement(contract.subAccountNo, GUARANTEE, async (ctx, { query }) => {
    const row = await ctx.one('sub_account', { companyId: ctx.actor.companyId, tradeId: query.tradeId })
    if (!row) throw new AppError('notFound')
    return subAccountOf(row)
  }),

  implement(contract.guaranteeAccount, GUARANTEE, async (ctx) => {
    const rows = await ctx.many(
      'sub_account',
      { companyId: ctx.actor.companyId },
      { orderBy: ['createdAt desc'], limit: 200 },
    )
    const { rows: balances } = await sql<{ subject: string; total: string; held: string }>`select subject,
      (credit - debit)::text as total, held::text as held from ledger_account where tenant_id = ${ctx.tenantId}
      and owner_id = ${ctx.actor.companyId} and kind = 'company.bond'`.execute(ctx.tx)
    const { rows: sums } = await sql<{ available: string; held: string; total: string }>`select
      coalesce(sum(credit - debit - held), 0)::numeric(20, 2)::text as available, coalesce(sum(held), 0)::numeric(20, 2)::text as held,
      coalesce(sum(credit - debit), 0)::numeric(20, 2)::text as total from ledger_account where tenant_id = ${ctx.tenantId}
      and owner_id = ${ctx.actor.companyId} and kind = 'company.bond'`.execute(ctx.tx)
    return {
      balance: sums[0]!,
      accounts: rows.map((row) => {
        const { total = '0.00', held = '0.00' } = balances.find(({ subject }) => subject === row.tradeId) ?? {}
        return { ...subAccountOf(row), total, held }
      }),
    }
  }),

  implement(contract.guaranteeTransactions, GUARANTEE, (ctx, { query: { tradeId, ...query } }) =>
    statementOf(ctx, bond(ctx, tradeId), query),
  ),
]

function subAccountOf(row: {
  id: string
  state: string
  bank: string
  accountName: string
  accountNo: string
  tradeId: string
  purpose: string
}) {
  return {
    subAccountId: row.id,
    state: row.state as 'opening' | 'open' | 'closed',
    bank: row.bank,
    subAccountName: row.accountName,
    accountNo: row.accountNo,
    tradeId: row.tradeId,
    purpose: row.purpose,
  }
}

async function statementOf(
  ctx: Ctx,
  account: AccountName & { owner: string },
  { before, pageSize }: { before?: number | undefined; pageSize: number },
) {
  const rows = await statement(ctx, account, { limit: pageSize + 1, ...(before !== undefined && { before }) })
  const shown = rows.slice(0, pageSize)
  return {
    rows: shown.map(({ seq, at, kind, memo, change, balance }) => ({
      seq,
      at: at.toISOString(),
      kind,
      kindLabel: POSTING_LABELS[kind] ?? kind,
      memo,
      change,
      balance,
    })),
    next: rows.length > pageSize ? shown.at(-1)!.seq : null,
  }
}
