import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { paysOnline } from '#features/procurement/rules/document-fee.ts'
import { say } from '#features/procurement/methods/say.ts'
import {
  buyer,
  ownOrder,
  ownTrade,
  participants,
  seesParticipants,
  supplier,
} from '#features/procurement/server/public.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { requestPayment } from '#features/payment/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { feeState } from '../rules/state.ts'
import { giveBack } from './give-back.ts'
import { OWES, SUBJECT } from './subject.ts'

type Ctx = Context<Employee>
type Place = Awaited<ReturnType<typeof payerOf>>

export const feeRoutes: readonly Route[] = [
  supplier(contract.ownDocumentFee, async (ctx, { params }) => {
    const place = await payerOf(ctx, params.orderId)
    const { order, fee, payee } = place
    return {
      state: feeState(fee),
      amount: fee?.amount ?? order.documentFee,
      payeeName: payee.name,
      paidAt: fee?.paidAt.toISOString() ?? null,
      payOrderId: fee?.payOrderId ?? null,
      blocked: blockedFor(place, ctx.clock.now()),
    }
  }),

  supplier(contract.payDocumentFee, async (ctx, { params }) => {
    const place = await payerOf(ctx, params.orderId, 'share')
    const blocked = blockedFor(place, ctx.clock.now())
    if (blocked) throw new AppError('wrongState', blocked)
    const { order, trade, payee } = place
    const { orderId } = await requestPayment(ctx, {
      subject: { kind: SUBJECT, id: trade.id },
      payee: { companyId: payee.id, purpose: 'income', name: payee.name },
      buyerId: ctx.actor.companyId,
      amount: order.documentFee,
      type: PaymentType.values.documentFee,
      title: `${order.title.slice(0, 60)}${say(order, '{documents}')}`,
      reasons: [
        { label: '采购项目', value: order.title },
        { label: '编号', value: order.code },
        { label: '收取依据', value: say(order, '采购公告载明的{documents}售价') },
      ],
    })
    return { payOrderId: orderId }
  }),

  buyer(contract.documentFees, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    if (!paysOnline(order) || !seesParticipants(order, who)) throw new AppError('notFound')
    const fees = await ctx.many('document_fee', { orderId: order.id })
    const byTrade = new Map(fees.map((fee) => [fee.tradeId, fee]))
    const admitted = await participants(ctx, order.id)
    const total = (of: typeof fees) => new Exact(sum(of.map(({ amount }) => amount))).toFixed(2)
    return {
      amount: order.documentFee,
      received: total(fees),
      refunded: total(fees.filter(({ refundedAt }) => refundedAt !== null)),
      rows: admitted.map(({ tradeId, companyName }) => {
        const fee = byTrade.get(tradeId)
        return {
          tradeId,
          supplierName: companyName,
          state: feeState(fee),
          paidAt: fee?.paidAt.toISOString() ?? null,
          refundedAt: fee?.refundedAt?.toISOString() ?? null,
          problem: fee && !fee.refundAt ? fee.refundProblem : '',
        }
      }),
      mayRefund: who.part === 'owner' && isAbortive(order) && fees.some(isStuck),
    }
  }),

  buyer(contract.refundDocumentFees, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId, 'update')
    if (!paysOnline(order)) throw new AppError('notFound')
    if (who.part !== 'owner' || !isAbortive(order)) throw new AppError('wrongState', '采购终止后由经办单位退还')
    const stuck = (await ctx.many('document_fee', { orderId: order.id })).filter(isStuck)
    if (stuck.length === 0) throw new AppError('wrongState', '没有待退还的费用')
    await giveBack(
      ctx,
      stuck.map(({ tradeId }) => tradeId),
    )
    return { asked: stuck.length }
  }),
]

/** Whether the own company owes the fee of an order: see `procurement/server/fee-port.ts`. */
export async function isFeeDue({ tx, tenantId, actor }: Ctx, orderId: string): Promise<boolean> {
  // One statement, since every bid that is handed in asks.
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (
      select from purchase_order o join trade t on t.tenant_id = o.tenant_id and t.order_id = o.id
      where o.tenant_id = ${tenantId} and o.id = ${orderId} and t.supplier_company_id = ${actor.companyId} and ${OWES}
    ) as "isDue"`.execute(tx)
  return rows[0]!.isDue
}

function isStuck({ refundAt, refundProblem }: { refundAt: Date | null; refundProblem: string }): boolean {
  return refundAt === null && refundProblem !== ''
}

function feeOf(ctx: Ctx, tradeId: string) {
  return ctx.one('document_fee', { tradeId })
}

async function payerOf(ctx: Ctx, orderId: string, lock?: 'share') {
  const { order, trade } = await ownTrade(ctx, orderId, { passed: false, lock })
  if (!paysOnline(order)) throw new AppError('notFound')
  const payee = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['id', 'name'] })
  return { order, trade, payee, fee: await feeOf(ctx, trade.id) }
}

/** Why the fee cannot be paid now; null when it can. */
function blockedFor({ order, trade, fee }: Pick<Place, 'order' | 'trade' | 'fee'>, now: Date): string | null {
  if (fee) return say(order, '{documents}费用已缴纳')
  if (trade.status !== TradeStatus.values.passed) return '报名审核通过后可缴纳'
  if (order.saleStart && now < order.saleStart) return say(order, `{documents}自 ${formatTime(order.saleStart)} 起获取`)
  if (order.state !== 'publish.open' || (order.bidEnd && now >= order.bidEnd)) return say(order, '{closed}，不再收取')
  return null
}
