import { type Selectable, sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { enqueue } from '#server/work/worker.ts'
import { billDay, type ProviderCode } from '../../rules/enums.ts'
import { providerNumber } from './number.ts'

type Ctx = Context<null>

export type GatewayTrade = Awaited<ReturnType<typeof findTrade>> & {}
export type GatewayRefund = Selectable<tables.GatewayRefund>

/** Work that sends a notice. */
export const NOTIFY = 'gateway.notify'

/** The newest trade of our number. */
export function findTrade(
  ctx: Ctx,
  provider: ProviderCode,
  { ourNo, forUpdate = false }: { ourNo: string; forUpdate?: boolean },
) {
  return ctx.one(
    'gateway_trade',
    { provider, ourNo },
    { orderBy: ['createdAt desc'], limit: 1, ...(forUpdate && { lock: 'update' as const }) },
  )
}

/** Asked for again with the same number, it is the same trade. */
export async function openTrade(
  ctx: Ctx,
  provider: ProviderCode,
  given: { ourNo: string; title: string; amount: string; notifyUrl: string },
) {
  const before = await findTrade(ctx, provider, given)
  if (before) return before
  const id = ctx.newId()
  await ctx.insert('gateway_trade', {
    id,
    provider,
    providerNo: providerNumber(ctx, provider),
    ...given,
    state: 'NOTPAY',
    createdAt: ctx.clock.now(),
  })
  return ctx.expectOne('gateway_trade', { id })
}

/** What the gateway keeps of an amount, 0.6 % to the cent: negative of what went back. */
export function feeOf(amount: string): string {
  return new Exact(amount).times('0.006').toFixed(2)
}

/** A refund with what it is of. */
interface Refund {
  id: string
  ourNo: string
  refundNo: string
  amount: string
  state: string
  at: Date
  ourTradeNo: string
  tradeNo: string
  total: string
}

/** How a refund begins, by what its trade was played to do. */
const FIRST_STATE: Readonly<Record<string, string>> = { fail: 'ABNORMAL', wait: 'PROCESSING' }
/** A bank's usual time. */
const WAITS_MS = DAY

/** A refund that waits for the bank is done after its time, whenever it is asked for then. */
async function stateOf(ctx: Ctx, { id, state, at }: { id: string; state: string; at: Date }): Promise<string> {
  const now = ctx.clock.now()
  if (state !== 'PROCESSING' || now.getTime() - at.getTime() < WAITS_MS) return state
  // It stands in the bill of the day on which it is done.
  await ctx.update('gateway_refund', { id }, { state: 'SUCCESS', at: now })
  return 'SUCCESS'
}

/** A refund of a paid trade, told of by a notice; again with the same number, it is the same. */
export async function addRefund(
  ctx: Ctx,
  provider: ProviderCode,
  { refundNo, amount, ourNo, providerNo }: { refundNo: string; amount: string; ourNo?: string; providerNo?: string },
): Promise<{ refused: string } | Refund> {
  const by = providerNo ? { providerNo } : { ourNo: ourNo! }
  const trade = await ctx.one('gateway_trade', { provider, state: 'SUCCESS', ...by }, { lock: 'update' })
  if (!trade) return { refused: '原交易不存在或未支付' }
  const named = { ourTradeNo: trade.ourNo, tradeNo: trade.providerNo, total: trade.paidAmount! }
  const before = await ctx.one('gateway_refund', { provider, refundNo })
  if (before) return { ...before, ...named, state: await stateOf(ctx, before) }
  const others = await ctx.many('gateway_refund', { tradeId: trade.id, state: ['PROCESSING', 'SUCCESS'] })
  const left = others.reduce((rest, one) => rest.minus(one.amount), new Exact(trade.paidAmount!))
  if (left.lt(amount)) return { refused: '退款金额大于可退金额' }
  const refund = {
    id: ctx.newId(),
    provider,
    ourNo: providerNumber(ctx, provider),
    tradeId: trade.id,
    refundNo,
    amount,
    state: FIRST_STATE[trade.refunds] ?? 'SUCCESS',
    at: ctx.clock.now(),
  }
  await ctx.insert('gateway_refund', refund)
  if (refund.state !== 'PROCESSING') await addNotice(ctx, provider, { about: `refund:${refund.id}` })
  return { ...refund, ...named }
}

/** Plans a notice, sent by a worker; `body`: these very bytes, else made of what it is about when it is sent. */
export async function addNotice(
  ctx: Ctx,
  provider: ProviderCode,
  { about, body = '' }: { about: string; body?: string },
): Promise<string> {
  const id = ctx.newId()
  await ctx.insert('gateway_notice', { id, provider, about, body, createdAt: ctx.clock.now() })
  await enqueue(ctx, NOTIFY, id)
  return id
}

/** What moved on a day, as a bill lists it; of a refund `ourNo` is the refund's, `no` the provider's of it. */
export interface Movement {
  isRefund: boolean
  ourNo: string
  no: string
  /** Of the trade. */
  tradeNo: string
  ourTradeNo: string
  title: string
  amount: string
  at: Date
}

/** Payments and refunds of the provider's day, oldest first. */
export async function movementsOf(ctx: Ctx, provider: ProviderCode, day: string): Promise<Movement[]> {
  const { from, to } = billDay(provider, day)
  const { rows } = await sql<Movement>`
    select false as is_refund, our_no, provider_no as no, provider_no as trade_no, our_no as our_trade_no, title,
        paid_amount as amount, paid_at as at from gateway_trade
      where tenant_id = ${ctx.tenantId} and provider = ${provider} and paid_at >= ${from} and paid_at < ${to}
    union all
    select true, r.refund_no, r.our_no, t.provider_no, t.our_no, t.title, r.amount, r.at from gateway_refund r
      join gateway_trade t on t.tenant_id = r.tenant_id and t.id = r.trade_id
      where r.tenant_id = ${ctx.tenantId} and r.provider = ${provider} and r.state = 'SUCCESS'
        and r.at >= ${from} and r.at < ${to}
    order by at`.execute(ctx.tx)
  return rows
}
