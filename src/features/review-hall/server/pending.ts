import { sql } from 'kysely'
import { AskStatus, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import type { Any } from './access.ts'

/** What is under way beside the judging: bidders' answers, corrections, rounds, draws. */
export interface Pending {
  waitingAsks: number
  draftAsks: number
  waitingCorrections: number
  draftCorrections: number
  openRounds: number
  /** Draws of parameters that are still to be made. */
  openDraws: number
  draws: number
}

export async function pendingOf(ctx: Any, orderId: string): Promise<Pending> {
  const { rows } = await sql<Pending>`select
    (select count(*) from review_ask where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and status = ${AskStatus.values.waiting})::int as "waitingAsks",
    (select count(*) from review_ask where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and status = ${AskStatus.values.draft})::int as "draftAsks",
    (select count(*) from review_correction where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and status = ${CorrectionStatus.values.waiting})::int as "waitingCorrections",
    (select count(*) from review_correction where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and status = ${CorrectionStatus.values.draft})::int as "draftCorrections",
    (select count(*) from quote_round where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and kind = 'review' and status = ${RoundStatus.values.quoting})::int as "openRounds",
    (select count(*) from review_draw where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and purpose = 'price-params' and drawn_at is null)::int as "openDraws",
    (select count(*) from review_draw where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and (purpose = 'price-params' or parts <> '[]'))::int as draws`.execute(
    ctx.tx,
  )
  return rows[0]!
}

/** Why the review cannot be concluded now, in words; empty when it can. */
export function waitsFor(pending: Pending): string {
  if (pending.openRounds > 0) return '报价轮次尚未结束'
  if (pending.waitingAsks > 0) return `尚有 ${pending.waitingAsks} 项澄清待投标人答复`
  if (pending.waitingCorrections > 0) return `尚有 ${pending.waitingCorrections} 项价格修正待投标人确认`
  if (pending.openDraws > 0) return '请先抽取评标基准价参数'
  return ''
}
