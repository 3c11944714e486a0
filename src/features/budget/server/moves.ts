import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { CNY_BUDGET } from '#features/ledger/rules/accounts.ts'
import { type BudgetMove, budgetJournal } from '#features/ledger/rules/budget-postings.ts'
import { balanceOf, post } from '#features/ledger/server/public.ts'
import type { Overrun } from '../rules/policy.ts'
import type { Any, Line } from './access.ts'

interface Move {
  kind: BudgetMove
  amount: string
  orderId?: string
  memo: string
  /** The line below that it concerns: its own history has it. */
  from?: Line
}

/** Lines locked until the end of the transaction, in one order for all. */
export async function lockLines(ctx: Any, lineIds: readonly string[]): Promise<Map<string, Line>> {
  if (lineIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('budget_line')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', [...lineIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** One move of a line that is locked: a journal of the ledger, and the row of its history by the same id. */
export async function move(ctx: Any, given: Line, { kind, amount, orderId, memo, from }: Move): Promise<void> {
  const line = from ?? given
  const id = ctx.newId()
  await ctx.insert('budget_move', {
    id,
    lineId: line.id,
    orderId: orderId ?? null,
    kind,
    amount,
    memo,
    at: ctx.clock.now(),
  })
  const { companyId, parentId } = line
  const facts = { id, companyId, lineId: line.id, parentId, amount, subject: orderId ?? line.planId, memo }
  await post(ctx, budgetJournal(kind, facts))
}

/** What is left of a line; negative where more was taken than it had. */
export async function leftOf(ctx: Any, line: Pick<Line, 'id' | 'companyId' | 'over'>): Promise<string> {
  const { available } = await balanceOf(ctx, {
    kind: 'budget.free',
    owner: line.companyId,
    subject: line.id,
    currency: CNY_BUDGET,
  })
  return new Exact(available).minus(line.over).toFixed(2)
}

/**
 * Takes from what is left of a locked line. Where that does not suffice the rest is taken beyond it, if the company lets it;
 * else `insufficient`, with what is left.
 */
export async function take(ctx: Any, line: Line, { overrun, ...given }: Move & { overrun: Overrun }): Promise<void> {
  const left = new Exact(await leftOf(ctx, line))
  const short = new Exact(given.amount).minus(Exact.max(left, 0))
  if (short.gt(0)) {
    if (overrun === 'block') throw shortOf(line, { left: left.toFixed(2), amount: given.amount })
    await move(ctx, line, { kind: 'budget.overrun', amount: short.toFixed(2), memo: given.memo, ...of(given) })
    await setOver(ctx, line, new Exact(line.over).plus(short).toFixed(2))
  }
  await move(ctx, line, given)
  // What goes to a line below covers first what that one took too much.
  if (given.from) await cover(ctx, given.from, given)
}

/** Gives back to a locked line; what was taken beyond it comes first. */
export async function giveBack(ctx: Any, line: Line, given: Move): Promise<void> {
  await move(ctx, line, given)
  await cover(ctx, line, given)
}

async function cover(ctx: Any, line: Line, given: Move): Promise<void> {
  const covered = Exact.min(new Exact(line.over), new Exact(given.amount))
  if (covered.lte(0)) return
  await move(ctx, line, { kind: 'budget.covered', amount: covered.toFixed(2), memo: given.memo, ...of(given) })
  await setOver(ctx, line, new Exact(line.over).minus(covered).toFixed(2))
}

export function shortOf(line: Pick<Line, 'subject'>, { left, amount }: { left: string; amount: string }): AppError {
  const available = Exact.max(new Exact(left), 0).toFixed(2)
  return new AppError(
    'insufficient',
    `预算项“${line.subject}”可用 ${formatAmount(available)} 元，本次需要 ${formatAmount(amount)} 元，差 ${formatAmount(new Exact(amount).minus(available).toFixed(2))} 元`,
    { available },
  )
}

function of({ orderId }: Move) {
  return orderId === undefined ? {} : { orderId }
}

async function setOver(ctx: Any, line: Line, over: string): Promise<void> {
  line.over = over
  await ctx.update('budget_line', { id: line.id }, { over })
}
