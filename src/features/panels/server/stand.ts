import { methodOf } from '#features/procurement/methods/all.ts'
import { reviewGroupFindings } from '#features/procurement/server/public.ts'
import { leastSuppliers } from '#features/procurement/rules/group-terms.ts'
import { ORDER_ROUNDS } from '#features/inquiry/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { dropPart, invalidReasons, type RoundRow, roundRows, standings } from '#features/quotes/server/public.ts'
import { dropTalks } from '#features/talks/server/public.ts'
import { OUT_CAUSES, type OutCause } from '../rules/panel.ts'
import { announce, record } from './access.ts'
import type { Any, Member, Order } from './rows.ts'
import { tellHosts, tellOne } from './telling.ts'

/** A response of a closed round. */
export interface GivenResponse {
  tradeId: string
  quoteId: string
  roundId: string
  roundNo: number
  total: string | null
  submittedAt: Date
  /** Why it does not count; '' where it does. */
  invalid: string
}

/** The responses of the closed rounds of an order, oldest round first; `roundNo`: of this one alone. */
export async function responsesOf(ctx: Any, orderId: string, roundNo?: number): Promise<GivenResponse[]> {
  const rows = await roundRows(ctx, { orderId, kind: ORDER_ROUNDS })
  const closed = rows.filter(
    (row) => row.status === RoundStatus.values.closed && row.roundNo === (roundNo ?? row.roundNo),
  )
  const quoted = (await standings(ctx, closed)).filter(({ quoteId }) => quoteId !== null)
  const invalid = await invalidReasons(
    ctx,
    quoted.map(({ quoteId }) => quoteId!),
  )
  return quoted.map(({ tradeId, quoteId, roundId, total, submittedAt }) => ({
    tradeId,
    quoteId: quoteId!,
    roundId,
    roundNo: closed.find(({ id }) => id === roundId)!.roundNo,
    total,
    submittedAt: submittedAt!,
    invalid: invalid.get(quoteId!) ?? '',
  }))
}

/** The round of an order that takes responses; undefined while none does. */
export async function openRound(ctx: Any, orderId: string): Promise<RoundRow | undefined> {
  const rows = await roundRows(ctx, { orderId, kind: ORDER_ROUNDS })
  return rows.find(({ status, roundNo }) => roundNo > 1 && status === RoundStatus.values.quoting)
}

/** A supplier does not go on: its talks end, it is asked for nothing more, and it is told why, by itself. */
export async function takeOut(
  ctx: Any,
  order: Order,
  { tradeId, cause, reason, roundNo }: { tradeId: string; cause: OutCause; reason: string; roundNo: number },
): Promise<void> {
  await ctx.update('panel_supplier', { orderId: order.id, tradeId }, { cause, reason, roundNo, outAt: ctx.clock.now() })
  await dropTalks(ctx, { orderId: order.id, tradeId }, cause === 'left' ? '供应商已退出' : '评审结论已作出，不再商谈')
  await dropPart(ctx, { orderId: order.id, kind: ORDER_ROUNDS, tradeId })
  record(ctx, order.id, {
    action: 'out',
    summary: `供应商不再参加：${OUT_CAUSES[cause]}`,
    data: { tradeId, cause, reason, roundNo },
  })
  if (cause === 'left') return
  await tellOne(ctx, order, { tradeId, title: OUT_CAUSES[cause], content: `：${OUT_CAUSES[cause]}，原因：${reason}` })
}

/** Whether so few are left that the order fails: then the review ends, and its owner is told. Suppliers learn of it by the notice. */
export async function failsWith(
  ctx: Any,
  { order, members }: { order: Order; members: readonly Member[] },
  { count, at }: { count: number; at: 'response' | 'conformity' | 'final' },
): Promise<boolean> {
  const least = leastSuppliers(methodOf(order.method), order.settings)
  if (count >= least) return false
  const known = at === 'final' ? { finalOffers: count } : { supplierCount: count }
  const rule = (await reviewGroupFindings(ctx, order, known)).find(({ ok }) => !ok)
  const failReason = `${FEW[at]} ${count} 家，不足 ${least} 家${rule ? `（${rule.citation}）` : ''}，采购活动应当终止`
  await ctx.update('panel', { orderId: order.id }, { stage: 'failed', failReason, endedAt: ctx.clock.now() })
  record(ctx, order.id, { action: 'failed', summary: failReason, data: { count, least, at } })
  await tellHosts(ctx, order, { title: '供应商不足', content: `：${failReason}，请作流标处理。` })
  announce(ctx, { order, members })
  return true
}

const FEW = {
  response: '提交有效响应文件的供应商为',
  conformity: '通过审查、继续参加的供应商为',
  final: '提交有效最后报价的供应商为',
} as const
