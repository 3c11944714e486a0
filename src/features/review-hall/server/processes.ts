import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ReviewProcess } from '#server/database/tables.ts'
import type * as z from 'zod'
import type { Process } from '../contract/shared.ts'
import { ProcessStatus, ProcessType } from '#features/evaluation/rules/enums.ts'
import { offerOpening } from '#features/opening-hall/server/public.ts'
import { isAbortive, wentThrough } from '#features/procurement/engine/states.ts'
import { statusTable } from '#contract/transition.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ReviewWho } from '../rules/session-status.ts'
import { actingOwner, type Any, lockReview, type Order, record, type ReviewRow, tell } from './access.ts'
import { isDoubleEnvelope } from './ways.ts'

type Row = Selectable<ReviewProcess>

/** Steps of a review, in their order. */
const STEPS = [ProcessType.values.leaderRecommend, ProcessType.values.review, ProcessType.values.report] as const

export async function createProcesses(ctx: Any, orderId: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.insert(
    'review_process',
    STEPS.map((type, i) => ({
      id: ctx.newId(),
      orderId,
      processType: type,
      processStatus: i === 0 ? ProcessStatus.values.inProgress : ProcessStatus.values.notStarted,
      startedAt: i === 0 ? now : null,
    })),
  )
}

export async function processRows(ctx: Any, orderId: string): Promise<Row[]> {
  return ctx.many('review_process', { orderId }, { orderBy: ['processType'] })
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
      processStatus: status,
      startedAt: e.fn.coalesce('startedAt', e.val(now)),
      endedAt: status === ProcessStatus.values.completed ? now : null,
    }))
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('processType', '=', type)
    .execute()
}

export function processView(row: Row): z.output<typeof Process> {
  return {
    processId: row.id,
    processType: row.processType as 1,
    processStatus: row.processStatus as 0,
    label: ProcessType.label(row.processType),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

interface FirstStageFacts {
  exists: boolean
  isDouble: boolean
  isFixed: boolean
  /** The second opening has ended. */
  isOffered: boolean
  isClosed: boolean
  isEnded: boolean
}

/** The first-stage report: specification part 2 §4.2. */
export const FIRST_STAGE = statusTable<boolean, 'createFirstStageReport', FirstStageFacts, ReviewWho>(
  (facts) => facts.exists,
  [
    {
      action: 'createFirstStageReport',
      label: '编制第一阶段评审报告',
      from: [false],
      to: true,
      who: (who, facts) => who.part === 'owner' && facts.isDouble,
      guard: (facts) => {
        if (facts.isClosed) return '项目已终止'
        if (facts.isEnded) return '评标已结束'
        if (!facts.isFixed) return '第一阶段评审结果尚未确定'
        return facts.isOffered || '报价开标结束后方可编制第一阶段评审报告'
      },
    },
  ],
)

export async function firstStageFacts(ctx: Any, order: Order, review: ReviewRow | null): Promise<FirstStageFacts> {
  const rows = await processRows(ctx, order.id)
  return {
    exists: rows.some((p) => p.processType === ProcessType.values.firstStageReport),
    isDouble: isDoubleEnvelope(order),
    isFixed: review?.firstStageAt != null,
    isOffered: isDoubleEnvelope(order) && (await offerOpening(ctx, order.id)).endedAt !== null,
    isClosed: isAbortive(order),
    isEnded: wentThrough(order, 'ranked'),
  }
}

/** Adds the first-stage report to the steps, in progress. Throws `wrongState` with the reason, also the second time. */
export async function createFirstStage(ctx: Context<Employee>, orderId: string): Promise<z.output<typeof Process>> {
  await actingOwner(ctx, orderId)
  const review = await lockReview(ctx, orderId)
  const { order, who } = await actingOwner(ctx, orderId)
  const facts = await firstStageFacts(ctx, order, review)
  if (facts.exists) throw new AppError('wrongState', '第一阶段评审报告已在编制')
  const now = ctx.clock.now()
  FIRST_STAGE.next('createFirstStageReport', { record: facts, who, now: now.getTime() })
  const row = await ctx.tx
    .insertInto('review_process')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      orderId,
      processType: ProcessType.values.firstStageReport,
      processStatus: ProcessStatus.values.inProgress,
      startedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  record(ctx, orderId, {
    action: 'first-stage-report',
    summary: '开始编制第一阶段评审报告',
    data: { processId: row.id },
  })
  tell(ctx, orderId, 'process')
  return processView(row)
}
