import { sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { type CaseKind, type ProviderCode, PayStatus, PROVIDER_LABELS } from '../rules/enums.ts'
import type { Evidence } from '../rules/provider.ts'
import { newNumber } from './codes.ts'
import { CLOSE } from './work-kinds.ts'
import { lockOrder, type OrderRow, payeeOf, type PaymentRow, tellChange, tellPaid } from './records.ts'
import { sendBack } from './refunds.ts'
import { DESK } from './topics.ts'

type Ctx = Context<Actor | null>
const S = PayStatus.values

/** What became of money: its order is paid; nothing, since it was known; a case. */
export type Settled = 'settled' | 'duplicate' | 'case'

/**
 * Takes in money for a payment, whoever tells of it (a notice, an answer to our question, a bill), on the locked order. The
 * first money in full pays an open order. Anything else pays nothing: it is booked as suspense and becomes a case, and goes
 * back by itself where its order was paid or closed already.
 */
export async function settle(ctx: Ctx, paymentId: string, evidence: Evidence): Promise<Settled> {
  const { orderId } = await ctx.expectOne('payment', { id: paymentId }, { columns: ['orderId'] })
  const order = (await lockOrder(ctx, orderId))!
  const payment = await ctx.expectOne('payment', { id: paymentId }, { lock: 'update' })
  const { providerNo } = evidence
  if (payment.status === S.success && payment.providerNo === providerNo) return 'duplicate'
  if (await ctx.one('suspense_case', { provider: payment.provider, providerNo }, { columns: ['id'] }))
    return 'duplicate'
  const found = await faultOf(ctx, { order, payment, evidence })
  if (found) {
    await openCase(ctx, { kind: found, order, payment, evidence })
    return 'case'
  }
  const now = ctx.clock.now()
  const journal = journalOf('payment.received', {
    id: payment.id,
    amount: payment.amount,
    provider: payment.provider,
    payerId: order.buyerId,
    payee: payeeOf(order),
    memo: order.title,
  })
  await post(ctx, journal)
  // Another attempt may be live: it is over now, and what comes in by it is too much.
  const others = await ctx.many(
    'payment',
    { orderId: order.id, status: [S.unpaid, S.paying] },
    { columns: ['id', 'code'] },
  )
  for (const other of others.filter(({ id }) => id !== payment.id)) {
    await ctx.update('payment', { id: other.id }, { status: S.fail, reason: '付款单已由其他方式支付' })
    await enqueue(ctx, CLOSE, other.id)
    tellChange(ctx, other.code, S.fail)
  }
  await ctx.update(
    'payment',
    { id: payment.id },
    { status: S.success, reason: '', paidAt: now, providerAt: evidence.at ?? now, providerNo },
  )
  await ctx.update('pay_order', { id: order.id }, { state: 'paid', paidAt: now, paymentId: payment.id })
  ctx.audit({
    action: 'payment.paid',
    entity: 'payment',
    entityId: order.id,
    summary: `付款单 ${order.code} 已支付 ${payment.amount} 元（${PROVIDER_LABELS[payment.provider as ProviderCode] ?? payment.provider}）`,
    data: { payCode: payment.code, providerNo, source: evidence.source },
  })
  tellPaid(ctx, order, now)
  tellChange(ctx, payment.code, S.success)
  await openForeignRefund(ctx, { order, payment, evidence })
  return 'settled'
}

async function faultOf(
  ctx: Ctx,
  { order, payment, evidence }: { order: OrderRow; payment: PaymentRow; evidence: Evidence },
): Promise<CaseKind | null> {
  if (evidence.currency !== 'CNY') return 'currency'
  if (order.state === 'paid') return 'overpaid'
  if (order.state === 'closed') return 'late'
  if (!new Exact(evidence.amount).eq(payment.amount)) return 'amount'
  if (evidence.payerName === undefined) return null
  const buyer = await ctx.tx.selectFrom('company').select('name').where('id', '=', order.buyerId).executeTakeFirst()
  return sameName(buyer?.name ?? '', evidence.payerName) ? null : 'payer'
}

/** Full-width brackets and spaces are written by banks as they like. */
function sameName(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')
  return plain(one) === plain(other)
}

/** These go back by themselves: nobody needs to decide. */
const GOES_BACK: readonly CaseKind[] = ['overpaid', 'late']

/** Books money that pays nothing, and opens its case; null where the case is there. */
export async function openCase(
  ctx: Ctx,
  given: {
    kind: CaseKind
    order?: OrderRow | undefined
    payment?: PaymentRow | undefined
    evidence: Evidence
    provider?: ProviderCode
    reference?: string
    /** The guarantee account it came to. */
    subAccountId?: string
  },
): Promise<string | null> {
  const { kind, order, payment, evidence, reference = '', subAccountId = null } = given
  const provider = payment?.provider ?? given.provider!
  const id = ctx.newId()
  const { rows } = await sql<{ id: string }>`
    insert into suspense_case (tenant_id, id, code, kind, provider, provider_no, payment_id, order_id, amount, expected,
      payer_name, reference, state, opened_at, sub_account_id)
    values (${ctx.tenantId}, ${id}, ${newNumber(ctx, 'S')}, ${kind}, ${provider}, ${evidence.providerNo}, ${payment?.id ?? null},
      ${order?.id ?? null}, ${evidence.amount}, ${payment?.amount ?? null}, ${evidence.payerName ?? ''}, ${reference}, 'open',
      ${ctx.clock.now()}, ${subAccountId})
    on conflict do nothing returning id`.execute(ctx.tx)
  if (rows.length === 0) return null
  // Money of another currency is not booked: what it is worth is not known.
  if (kind !== 'currency' && kind !== 'foreign-refund')
    await post(
      ctx,
      journalOf('suspense.received', {
        id,
        amount: evidence.amount,
        provider,
        payee: { companyId: null, purpose: 'income' },
        memo: order?.title ?? reference,
      }),
    )
  if (payment && (payment.status === S.unpaid || payment.status === S.paying)) {
    await ctx.update(
      'payment',
      { id: payment.id },
      { status: S.fail, reason: '到账金额或付款人与付款单不符，已转人工处理' },
    )
    tellChange(ctx, payment.code, S.fail)
  }
  ctx.audit({
    action: 'payment.case',
    entity: 'payment',
    entityId: order?.id ?? id,
    summary: `到账 ${evidence.amount} 元未能对应付款单：${kind}`,
    data: { caseId: id, provider, providerNo: evidence.providerNo, source: evidence.source },
  })
  ctx.emit({ kind: 'payment.case', payload: { caseId: id, kind, orderId: order?.id ?? null }, topics: [DESK] })
  if ((payment || subAccountId) && GOES_BACK.includes(kind))
    await sendBack(ctx, {
      caseId: id,
      payment: payment ?? { id: null, provider },
      evidence,
      reason: '多付或逾期款项原路退回',
    })
  return id
}

/** A refund that the provider told of before the payment itself. */
async function openForeignRefund(
  ctx: Ctx,
  { order, payment, evidence }: { order: OrderRow; payment: PaymentRow; evidence: Evidence },
): Promise<void> {
  const kept = await ctx.many(
    'pay_notice',
    { paymentId: payment.id, verdict: 'kept' },
    { columns: ['reason', 'noticeId'] },
  )
  for (const { reason, noticeId } of kept)
    await openCase(ctx, {
      kind: 'foreign-refund',
      order,
      payment: { ...payment, status: S.success },
      evidence: { ...evidence, providerNo: `${evidence.providerNo}/${noticeId}`, amount: reason },
    })
}
