import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import { CardStatus } from '#features/enterprise/rules/enums.ts'
import { maskedAccount } from '#features/enterprise/rules/identifiers.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { confirm, hold, release } from '#features/ledger/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { WithdrawStatus } from '../rules/enums.ts'
import { askBank, type PayoutState } from './payouts.ts'
import { newNumber } from './codes.ts'
import { noteFinance } from './topics.ts'
import { PAYOUT } from './work-kinds.ts'

const S = WithdrawStatus.values

/**
 * Pays out of the company's balance to an account of its own that was verified; the amount is held at once. Throws
 * `insufficient` with what is available, `notFound` for somebody else's account.
 */
export async function withdraw(
  ctx: Context<Employee>,
  { cardId, amount }: { cardId: string; amount: string },
): Promise<{ withdrawalId: string; code: string }> {
  const { companyId } = ctx.actor
  const card = await ctx.one('bank_card', { id: cardId, companyId })
  if (!card) throw new AppError('notFound')
  if (card.status !== CardStatus.values.verified) throw new AppError('wrongState', '银行账户尚未验证')
  if (!new Exact(amount).gt(0)) throw new AppError('invalid', '提现金额应大于 0')
  const id = ctx.newId()
  const code = newNumber(ctx, 'W')
  await hold(ctx, { key: `withdrawal:${id}`, account: { kind: 'company.cash', owner: companyId }, amount, subject: id })
  await ctx.insert('withdrawal', {
    id,
    code,
    companyId,
    cardId,
    bank: card.bank,
    account: maskedAccount(ctx.cipher.open('bank_card.account_no', card.id, card.accountNo)),
    amount,
    status: S.running,
    requestedBy: ctx.actor.userId,
    requestedByName: ctx.actor.name,
    at: ctx.clock.now(),
  })
  ctx.audit({
    action: 'payment.withdraw',
    entity: 'withdrawal',
    entityId: id,
    summary: `申请提现 ${amount} 元（${code}）`,
  })
  await enqueue(ctx, PAYOUT, id)
  return { withdrawalId: id, code }
}

/** Has the bank pay it out, or asks what became of it: it does so once per our number. */
export const payout: Worker = {
  kind: PAYOUT,
  atOnce: 2,
  attempts: 50,
  async run(kernel, { tenantId, subject }) {
    const within = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
    const found = await within(async (ctx) => {
      const row = await ctx.one('withdrawal', { id: subject })
      if (row?.status !== S.running) return null
      const card = await ctx.expectOne('bank_card', { id: row.cardId })
      const accountNo = ctx.cipher.open('bank_card.account_no', card.id, card.accountNo)
      const { accountName, bank, branch } = card
      return { code: row.code, amount: row.amount, accountNo, accountName, bank, branch }
    })
    if (!found) return
    const result = await askBank(kernel, tenantId, found)
    await within((ctx) => concludePayout(ctx, subject, result))
  },
}

export const payoutAgain: Subscriber = {
  name: 'payment: ask for a payout again',
  kind: PAYOUT,
  handle: (ctx, { payload }) => enqueue(ctx, PAYOUT, String(payload.withdrawalId)),
}

async function concludePayout(ctx: Context<null>, id: string, { state, no, reason = '' }: PayoutState): Promise<void> {
  const now = ctx.clock.now()
  if (state === 'running') {
    await ctx.schedule(`${PAYOUT}:${id}`, new Date(now.getTime() + 5 * MINUTE), {
      kind: PAYOUT,
      payload: { withdrawalId: id },
    })
    return
  }
  const row = await ctx.expectOne('withdrawal', { id }, { lock: 'update' })
  if (row.status !== S.running) return
  const isDone = state === 'success'
  const payee = { companyId: row.companyId, purpose: 'income' as const }
  const facts = { id, amount: row.amount, provider: 'bank', payee, memo: `提现 ${row.code}` }
  if (isDone) await confirm(ctx, `withdrawal:${id}`, journalOf('withdrawal.paid', facts))
  else await release(ctx, `withdrawal:${id}`)
  await ctx.update(
    'withdrawal',
    { id },
    { status: isDone ? S.done : S.failed, providerNo: no, failReason: isDone ? '' : reason, doneAt: now },
  )
  ctx.emit({ kind: 'payment.withdrawn', payload: { withdrawalId: id } })
  noteFinance(ctx, row.companyId)
  ctx.audit({
    action: isDone ? 'payment.withdrawn' : 'payment.withdraw-failed',
    entity: 'withdrawal',
    entityId: id,
    summary: isDone ? `提现 ${row.code} 已到账` : `提现 ${row.code} 失败：${reason}`,
  })
}
