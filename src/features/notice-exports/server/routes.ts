import { sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import { demandTicket, ticketFor } from '#features/attachments/server/public.ts'
import { subjectsUsed } from '#features/membership/server/public.ts'
import { supplier, supplierFile } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { EXPORT, type ExportState, PRODUCT, STATUS_OF } from '../rules.ts'
import { type ExportRow, ownExport } from './access.ts'
import { chooseRoute } from './choose.ts'
import { startRoute } from './start.ts'

type Ctx = Context<Employee>

const TABS = Object.fromEntries([
  ['all', sql<boolean>`true`],
  ...Object.entries(STATUS_OF).map(([state, status]) => [String(status), sql<boolean>`state = ${state}`]),
])

export const exportRoutes: readonly Route[] = [
  chooseRoute,
  startRoute,

  supplier(contract.exportPage, async (ctx, { query }) => {
    const { keyword, status } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'notice_export',
        keys: ['id'],
        rows: () => ownExports(ctx).$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['title', 'code']))),
      },
      tabs: TABS,
      tab: status === undefined ? 'all' : String(status),
      show: (page) => ownExports(ctx).innerJoin(page, 'page.id', 'notice_export.id').selectAll('notice_export'),
    })
    return { ...page, rows: await Promise.all(page.rows.map((row) => valueOf(ctx, row as ExportRow))) }
  }),

  supplier(contract.removeExport, async (ctx, { params }) => {
    const row = await ownExport(ctx, params.code)
    demand(ctx, row, 'remove')
    await ctx.remove('notice_export', { id: row.id })
    ctx.audit({
      action: 'notice-export.remove',
      entity: 'notice-export',
      entityId: row.id,
      summary: `${row.state === 'waiting' ? '取消' : '删除'}公告导出：${row.title}（${row.code}）`,
    })
  }),

  supplier(
    contract.exportAddress,
    async (ctx, { params }) => {
      const row = await ownExport(ctx, params.code)
      demand(ctx, row, 'take')
      return ticketFor(ctx, `/api/notice-exports/tasks/${row.code}/content`)
    },
    { readOnly: false },
  ),

  supplierFile(contract.exportContent, async (ctx, input) => {
    demandTicket(input)
    const row = await ownExport(ctx, input.params.code)
    demand(ctx, row, 'take')
    ctx.audit({
      action: 'notice-export.take',
      entity: 'notice-export',
      entityId: row.id,
      summary: `下载公告导出：${row.title}（${row.code}）`,
    })
    const content = await ctx.files.read(row.sha256!.toString('hex'))
    const name = `公告导出 ${formatDate(row.createdAt)} ${row.code}.zip`
    return { name, mime: 'application/zip', size: row.size!, content }
  }),
]

function demand(ctx: Ctx, record: ExportRow, action: 'take' | 'remove'): void {
  EXPORT.next(action, { record, who: null, now: ctx.clock.now().getTime() })
}

/** What the company has asked for. */
function ownExports(ctx: Ctx) {
  return ctx.tx
    .selectFrom('notice_export')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .where('state', '<>', 'chosen')
}

async function valueOf(ctx: Ctx, row: ExportRow) {
  const { code, title, noticeIds, progress, reason, userName, size } = row
  return {
    code,
    title,
    status: STATUS_OF[row.state as Exclude<ExportState, 'chosen'>] as 1,
    notices: noticeIds.length,
    counts: row.state === 'waiting' ? await lackingOf(ctx, noticeIds) : row.useIds.length,
    progress,
    reason,
    userName,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    size,
    sha256: row.sha256?.toString('hex') ?? null,
    actions: EXPORT.allowed(row, null, ctx.clock.now().getTime()),
  }
}

/** How many notices of a waiting export are still to be paid for. */
async function lackingOf(ctx: Ctx, subjects: readonly string[]): Promise<number> {
  const { companyId } = ctx.actor
  return subjects.length - (await subjectsUsed(ctx, { companyId, product: PRODUCT, subjects })).size
}
