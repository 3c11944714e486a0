import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { holdCounts, SERVICE_EVENT } from '#features/membership/server/public.ts'
import { entitledUsers } from '#features/passport/server/public.ts'
import { supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../contract.ts'
import { EXPORT, type ExportState, MOST_OPEN, PRODUCT, STATUS_OF } from '../rules.ts'
import { type Any, type ExportRow, ownExport, tellExport } from './access.ts'

/** Work that makes the file of an export. */
export const MAKE = 'notice-exports.make'

export const startRoute: Route = supplier(contract.generateNoticeExport, async (ctx, { params: { code } }) => {
  const row = await ownExport(ctx, code)
  EXPORT.next('start', { record: row, who: null, now: ctx.clock.now().getTime() })
  await demandRoom(ctx, row)
  // Whoever asks is who pays for it, and who hears of it.
  const { employeeId, userId, name } = ctx.actor
  const state = await start(ctx, { ...row, employeeId, userId, userName: name })
  if (state === row.state) throw new AppError('serviceNotBought', '公告导出次数不足，购买后自动继续')
  ctx.audit({
    action: 'notice-export.start',
    entity: 'notice-export',
    entityId: row.id,
    summary: `导出公告：${row.title}（${row.code}）${state === 'waiting' ? '，次数不足，待支付' : ''}`,
    data: { code: row.code, notices: row.noticeIds.length },
  })
  return { code: row.code, status: STATUS_OF[state] }
})

/** When a company has counts again, what waits for them goes on, the oldest first, as far as they go. */
export const goOn: Subscriber = {
  name: 'notice-exports: go on when counts are there',
  kind: SERVICE_EVENT,
  async handle(ctx, { payload }) {
    const { companyId } = payload as { companyId: string }
    // All are locked before the first takes counts: whoever starts one locks it first, too.
    const rows = (await ctx.many(
      'notice_export',
      { companyId, state: 'waiting' },
      { orderBy: ['createdAt', 'id'], lock: 'update' },
    )) as ExportRow[]
    if (rows.length === 0) return
    const users = await entitledUsers(ctx, {
      employeeIds: rows.map(({ employeeId }) => employeeId),
      workbench: 'supplier',
      right: 'bidding',
    })
    // Whoever has left spends nothing of the company any more; a colleague may start it.
    for (const row of rows) if (users.has(row.employeeId)) await start(ctx, row)
  },
}

/** Takes the counts that an export needs and has it made, or lets it wait for them. */
async function start(ctx: Any, row: ExportRow): Promise<'exporting' | 'waiting'> {
  const { companyId, userId, noticeIds: subjects } = row
  const useIds = await holdCounts(ctx, { companyId, userId, product: PRODUCT, subjects }).catch(lacking)
  const state = useIds === null ? 'waiting' : 'exporting'
  const isNew = row.state !== state
  await ctx.update(
    'notice_export',
    { id: row.id },
    {
      state,
      employeeId: row.employeeId,
      userId,
      userName: row.userName,
      useIds: useIds ?? [],
      progress: 0,
      reason: '',
      startedAt: useIds && ctx.clock.now(),
      endedAt: null,
    },
  )
  if (useIds) await enqueue(ctx, MAKE, row.id)
  if (isNew) tellExport(ctx, row)
  return state
}

function lacking(error: unknown): null {
  if (error instanceof AppError && error.errorName === 'serviceNotBought') return null
  throw error
}

/** Throws `tooMany` where the company has enough under way. */
async function demandRoom(ctx: Context<Employee>, { id }: ExportRow): Promise<void> {
  const { companyId } = ctx.actor
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notice exports ${companyId}`}, 0))`.execute(ctx.tx)
  const state: ExportState[] = ['waiting', 'exporting']
  const open = await ctx.many('notice_export', { companyId, state }, { columns: ['id'] })
  if (open.filter((one) => one.id !== id).length < MOST_OPEN) return
  throw new AppError('tooMany', `待支付和导出中的任务最多 ${MOST_OPEN} 个，请待其完成或取消后再试`)
}
