import { AppError } from '#contract/errors.ts'
import { LIST, PRODUCT } from '../rules.ts'
import { releaseCounts, spendCounts } from '#features/membership/server/public.ts'
import { notify } from '#features/messages/server/public.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { Work, Worker } from '#server/work/worker.ts'
import type { ExportRow } from './access.ts'
import { tellExport } from './access.ts'
import { exportFile } from './file.ts'
import { MAKE } from './start.ts'

const DONE = 'notice-export.done'
const PROGRESS_MS = 1000

/** Makes the file; its counts are used in the transaction that puts it there, and free again when it cannot be made. */
export const maker: Worker = {
  kind: MAKE,
  leaseMs: 60_000,
  async run(kernel, work) {
    const row = await within(kernel, work, (ctx) => ctx.one('notice_export', { id: work.subject, state: 'exporting' }))
    if (!row) return
    let told = 0
    const progress = async (share: number) => {
      const now = performance.now()
      if (now - told < PROGRESS_MS) return
      told = now
      await within(kernel, work, async (ctx) => {
        const set = { progress: Math.min(99, Math.floor(share * 100)) }
        await ctx.update('notice_export', { id: row.id, state: 'exporting' }, set)
        tellExport(ctx, row)
      })
    }
    const { sha256, size } = await exportFile(kernel, work, { row: row as ExportRow, progress })
    work.signal.throwIfAborted()
    await within(kernel, work, (ctx) => finish(ctx, row.id, { sha256, size }))
  },
  async giveUp(kernel, work, reason) {
    await within(kernel, work, async (ctx) => {
      const row = await ctx.one('notice_export', { id: work.subject, state: 'exporting' }, { lock: 'update' })
      if (!row) return
      await releaseCounts(ctx, row.useIds, reason)
      await ctx.update('notice_export', { id: row.id }, { state: 'failed', reason, endedAt: ctx.clock.now() })
      tellExport(ctx, row)
    })
  },
}

/** Who asked for it hears that it is there. */
export const tellDone: Subscriber = {
  name: 'notice-exports: tell that a file is there',
  kind: DONE,
  async handle(ctx, { id, payload }) {
    const { userId, title, code } = payload as Record<'userId' | 'title' | 'code', string>
    await notify(ctx, {
      to: { userIds: [userId] },
      identity: 'supplier',
      kind: DONE,
      title: '公告导出完成',
      content: `“${title}”（${code}）已导出，可以下载。`,
      link: LIST,
      eventId: id,
    })
  },
}

export const messageKinds = [
  { kind: DONE, label: '公告导出完成', group: '支付与财务', workbenches: ['supplier'], channels: [] },
] as const

async function finish(ctx: Context<null>, id: string, { sha256, size }: { sha256: string; size: number }) {
  const row = await ctx.one('notice_export', { id, state: 'exporting' }, { lock: 'update' })
  if (!row) return
  const { companyId, userId, noticeIds: subjects } = row
  // What took longer than a hold lasts takes its counts again; they may have been spent otherwise.
  await spendCounts(ctx, { companyId, userId, product: PRODUCT, subjects }).catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError('serviceNotBought', '导出超时，次数已退回，现有次数不足')
    throw error
  })
  const done = { state: 'exported', progress: 100, sha256: Buffer.from(sha256, 'hex'), size, endedAt: ctx.clock.now() }
  await ctx.update('notice_export', { id }, done)
  ctx.audit({
    action: 'notice-export.done',
    entity: 'notice-export',
    entityId: id,
    summary: `公告导出完成：${row.title}（${row.code}），使用 ${row.useIds.length} 次`,
    data: { code: row.code, sha256 },
  })
  ctx.emit({ kind: DONE, payload: { userId, title: row.title, code: row.code } })
  tellExport(ctx, row)
}

function within<T>(kernel: Kernel, { tenantId }: Work, act: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null }, act)
}
