import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ReviewProcess } from '#server/database/tables.ts'
import type * as z from 'zod'
import type { Process } from '../contract/shared.ts'
import { ProcessStatus, ProcessType } from '../rules/enums.ts'
import type { Any } from './access.ts'

type Row = Selectable<ReviewProcess>

/** Steps of a review, in their order. */
const STEPS = [ProcessType.values.leaderRecommend, ProcessType.values.review, ProcessType.values.report] as const

export async function createProcesses(ctx: Any, orderId: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx
    .insertInto('review_process')
    .values(
      STEPS.map((type, i) => ({
        tenant_id: ctx.tenantId,
        id: ctx.newId(),
        order_id: orderId,
        process_type: type,
        process_status: i === 0 ? ProcessStatus.values.inProgress : ProcessStatus.values.notStarted,
        started_at: i === 0 ? now : null,
      })),
    )
    .execute()
}

export async function processRows(ctx: Any, orderId: string): Promise<Row[]> {
  return ctx.tx
    .selectFrom('review_process')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .orderBy('process_type')
    .execute()
}

/** The step with this id, or `notFound`. */
export async function demandProcess(ctx: Any, orderId: string, processId: string): Promise<Row> {
  const row = (await processRows(ctx, orderId)).find((p) => p.id === processId)
  if (!row) throw new AppError('notFound')
  return row
}

/** Sets a step's status; the times of its first start and last end stay with it. */
export async function setProcess(ctx: Any, orderId: string, { type, status }: { type: number; status: 0 | 1 | 2 }) {
  const now = ctx.clock.now()
  await ctx.tx
    .updateTable('review_process')
    .set((e) => ({
      process_status: status,
      started_at: e.fn.coalesce('started_at', e.val(now)),
      ended_at: status === ProcessStatus.values.completed ? now : null,
    }))
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('process_type', '=', type)
    .execute()
}

export function processView(row: Row): z.output<typeof Process> {
  return {
    processId: row.id,
    processType: row.process_type as 1,
    processStatus: row.process_status as 0,
    label: ProcessType.label(row.process_type),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
