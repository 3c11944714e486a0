import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type ExtractionStatus, ReplyStatus } from '../rules/enums.ts'
import { callsOf, chainOf, isManual, isRevealed, rowsOf } from './extraction-access.ts'

/** How far the extraction for an order is; counts only, so that it may be told while names are secret. */
export interface ExtractionProgress {
  extractionId: string
  status: ExtractionStatus
  isRandom: boolean
  wanted: number
  called: number
  accepted: number
  waiting: number
  /** Refused, or did not answer in time. */
  declined: number
  isRevealed: boolean
}

/** The extraction that counts for an order now: the newest; what it completes is counted with it. Null: none yet. */
export async function extractionProgress(
  ctx: Context<Actor | null>,
  orderId: string,
): Promise<ExtractionProgress | null> {
  const row = await ctx.one('expert_extraction', { orderId }, { orderBy: ['id desc'], limit: 1 })
  if (!row) return null
  const earlier = await chainOf(ctx, row.parentId)
  const calls = (await Promise.all([...earlier, row.id].map((id) => callsOf(ctx, id)))).flat()
  const count = (...replies: number[]) => calls.filter((call) => replies.includes(call.replyStatus)).length
  const R = ReplyStatus.values
  const kept = calls.filter((call) => call.extractionId !== row.id && call.replyStatus === R.accepted).length
  return {
    extractionId: row.id,
    status: row.status as ExtractionStatus,
    isRandom: !isManual(row),
    wanted: kept + rowsOf(row).reduce((sum, one) => sum + one.number, 0),
    called: calls.length,
    accepted: count(R.accepted),
    waiting: count(R.pending),
    declined: count(R.refused, R.noAnswer),
    isRevealed: await isRevealed(ctx, row),
  }
}

/** Which of these orders have an extraction, in whatever state. */
export async function ordersWithExtraction(
  ctx: Context<Actor | null>,
  orderIds: readonly string[],
): Promise<Set<string | null>> {
  if (orderIds.length === 0) return new Set()
  const rows = await ctx.many('expert_extraction', { orderId: [...orderIds] }, { columns: ['orderId'] })
  return new Set(rows.map((row) => row.orderId))
}
