import { Exact } from '#contract/money.ts'
import { sql } from 'kysely'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import { openCase, type subAccountMoney } from '#features/payment/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { bondDeadline } from '../rules/due.ts'
import { judgeTransfer, type Verdict } from '../rules/transfer.ts'
import { isKnown, recordSecret, tellBidder } from './order-bonds.ts'
import { registerAll } from './reveal.ts'

type Any = Context<Actor | null>
type Take = ReturnType<typeof subAccountMoney>['take']

const REFUSALS: Readonly<Record<Exclude<Verdict, 'counts'>, string>> = {
  currency: '币种不符，等待平台核实',
  payer: '付款人与报名单位不一致，等待平台核实',
  late: '截止后到账，原路退回',
  overpaid: '重复或多余的款项，原路退回',
}

/**
 * Takes in a transfer to the guarantee account of a sign-up, once per transfer of the bank. What counts is booked to the
 * bidder, whose money it stays; anything else becomes a case of the platform's finance, and goes back by itself where
 * nobody has to find anything out. Nobody on the buyer's side hears of it.
 */
export const take: Take = async (ctx, { account, evidence }) => {
  const provider = 'remittance'
  const { providerNo } = evidence
  const trade = await ctx.one('trade', { id: account.tradeId })
  if (!trade) return openUnknown(ctx, { account, evidence })
  // Who opens the order waits for us or we for them: what is in force by then is in the register.
  const order = await orderRow(ctx, trade.orderId, 'share')
  await ctx.expectOne('sub_account', { id: account.id }, { lock: 'update' })
  if (await isKnownTransfer(ctx, providerNo)) return 'duplicate'
  const now = ctx.clock.now()
  const at = evidence.at && evidence.at < now ? evidence.at : now
  const given = await ctx.one(
    'bond_given',
    { tradeId: trade.id, kind: 'cash', state: ['pending', 'in-force'] },
    { lock: 'update' },
  )
  const bidder = await ctx.tx
    .selectFrom('company')
    .select('name')
    .where('id', '=', account.companyId)
    .executeTakeFirstOrThrow()
  const deadline = bondDeadline(order.bidEnd, OrderSettings.parse(order.settings).bond)
  const verdict = judgeTransfer(
    { currency: evidence.currency, payerName: evidence.payerName ?? '', at },
    bidder.name,
    given ? { demanded: given.demanded, received: given.amount, deadline } : null,
  )
  if (verdict !== 'counts' || !given) {
    const kind = verdict === 'counts' ? 'overpaid' : verdict
    const opened = await openCase(ctx, {
      kind,
      evidence,
      provider,
      reference: account.accountNo,
      subAccountId: account.id,
    })
    if (opened === null) return 'duplicate'
    recordSecret(ctx, trade.id, {
      action: 'not-counted',
      summary: `保证金账户到账 ${evidence.amount} 元：${REFUSALS[kind]}`,
    })
    tellBidder(ctx, 'not-counted', { tradeId: trade.id, amount: evidence.amount, why: REFUSALS[kind] })
    return 'case'
  }
  const movementId = ctx.newId()
  await ctx.insert('bond_movement', {
    id: movementId,
    tradeId: trade.id,
    givenId: given.id,
    provider,
    providerNo,
    payerName: evidence.payerName ?? '',
    amount: evidence.amount,
    at,
    notedAt: now,
  })
  const payee = { companyId: account.companyId, purpose: 'bond' as const, subject: trade.id }
  await post(
    ctx,
    journalOf('payment.received', { id: movementId, amount: evidence.amount, provider, payee, memo: account.purpose }),
  )
  const amount = new Exact(given.amount).plus(evidence.amount)
  const isEnough = amount.gte(given.demanded)
  await ctx.update(
    'bond_given',
    { id: given.id },
    { amount: amount.toFixed(2), ...(isEnough && { state: 'in-force', inForceAt: at }) },
  )
  recordSecret(ctx, trade.id, {
    action: isEnough ? 'in-force' : 'part-paid',
    summary: isEnough ? `保证金到账生效，共 ${amount.toFixed(2)} 元` : `保证金到账 ${evidence.amount} 元，尚未足额`,
  })
  tellBidder(ctx, isEnough ? 'in-force' : 'part-paid', {
    tradeId: trade.id,
    amount: evidence.amount,
    missing: isEnough ? '0.00' : new Exact(given.demanded).minus(amount).toFixed(2),
  })
  // The bank told of it only when the quotes were open: on record it stands as recorded late.
  if (isEnough && isKnown(order)) await registerAll(ctx, order)
  return 'settled'
}

async function isKnownTransfer(ctx: Any, providerNo: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from bond_movement
      where tenant_id = ${ctx.tenantId} and provider = 'remittance' and provider_no = ${providerNo})
    or exists (select from suspense_case
      where tenant_id = ${ctx.tenantId} and provider = 'remittance' and provider_no = ${providerNo}) as known`.execute(
    ctx.tx,
  )
  return rows[0]!.known
}

/** An account that no sign-up had opened: nobody knows what the money is for. */
async function openUnknown(ctx: Any, { account, evidence }: Parameters<Take>[1]) {
  const opened = await openCase(ctx, {
    kind: 'unidentified',
    evidence,
    provider: 'remittance',
    reference: account.accountNo,
    subAccountId: account.id,
  })
  return opened ? ('case' as const) : ('duplicate' as const)
}
