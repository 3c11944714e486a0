import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/downloads.ts'
import { DOWNLOAD, type DownloadFacts, DownloadStatus, KEPT_MS } from '../rules.ts'
import { DOWNLOAD_WORK, type DownloadKind } from './public.ts'
import { demandTicket, ticketFor } from './tickets.ts'

type Ctx = Context<Actor>
const S = DownloadStatus.values
const PROGRESS_MS = 1000
const TABS = Object.fromEntries([
  ['all', sql<boolean>`true`],
  ...Object.values(S).map((status) => [String(status), sql<boolean>`status = ${status}`]),
])

/** The download centre: large files that are put together while one goes on working. */
export function downloadRoutes(kinds: ReadonlyMap<string, DownloadKind>): readonly Route[] {
  return [
    implementForPerson(c.downloadPage, {}, async (ctx, { query }) => {
      const { keyword, status } = query
      const page = await listPage(ctx, {
        query,
        list: {
          alias: 'attachment_download',
          keys: ['id'],
          rows: () => ownTasks(ctx).$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['name']))),
        },
        tabs: TABS,
        tab: status === undefined ? 'all' : String(status),
        show: (page) =>
          ownTasks(ctx).innerJoin(page, 'page.id', 'attachment_download.id').selectAll('attachment_download'),
      })
      return { ...page, rows: page.rows.map((row) => taskValue(ctx, kinds, row)) }
    }),

    implementForPerson(c.deleteDownload, {}, async (ctx, { params }) => {
      const row = await ownTask(ctx, params.id)
      assert(ctx, row, 'delete')
      await set(ctx, row.id, { deletedAt: ctx.clock.now() })
      changed(ctx, row.id)
    }),

    implementForPerson(c.retryDownload, {}, async (ctx, { params }) => {
      const row = await ownTask(ctx, params.id)
      const status = assert(ctx, row, 'retry')
      await kindOf(kinds, row.kind).allow(ctx, row.input)
      const fresh = { progress: 0, reason: '', sha256: null, size: null, mime: null, endedAt: null, expiresAt: null }
      await set(ctx, row.id, { ...fresh, status, attempt: row.attempt + 1 })
      await enqueue(ctx, DOWNLOAD_WORK, row.id)
      changed(ctx, row.id)
    }),

    implementForPerson(c.downloadAccessUrl, { readOnly: false }, async (ctx, { params }) => {
      const row = await ownTask(ctx, params.id)
      assert(ctx, row, 'take')
      await kindOf(kinds, row.kind).allow(ctx, row.input)
      return ticketFor(ctx, `/api/attachment-downloads/${row.id}/result-file/content`)
    }),

    implementFile(c.downloadContent, { audience: 'person', readOnly: false }, async (ctx, input) => {
      demandTicket(input)
      const row = await ownTask(ctx, input.params.id)
      assert(ctx, row, 'take')
      await kindOf(kinds, row.kind).allow(ctx, row.input)
      await set(ctx, row.id, { fetchedAt: ctx.clock.now() })
      ctx.audit({
        action: 'download.take',
        entity: 'download',
        entityId: row.id,
        summary: `下载文件：${row.name}`,
        data: { kind: row.kind, sha256: row.sha256!.toString('hex') },
      })
      changed(ctx, row.id)
      const content = await ctx.files.read(row.sha256!.toString('hex'))
      return { name: row.name, mime: row.mime!, size: row.size!, content }
    }),
  ]
}

/** Builds files of the download centre. */
export function downloadWorker(kinds: ReadonlyMap<string, DownloadKind>): Worker {
  return {
    kind: DOWNLOAD_WORK,
    async run(kernel, work) {
      const row = await change(kernel, work, { status: S.running })
      if (!row) return
      const attempt = { ...work, attempt: row.attempt }
      let told = 0
      const progress = async (share: number) => {
        const now = performance.now()
        if (now - told < PROGRESS_MS) return
        told = now
        await change(kernel, attempt, { progress: Math.max(0, Math.min(99, Math.floor(share * 100))) })
      }
      const { input, userId, companyId } = row
      const job = { input, userId, companyId, workbench: row.workbench as Workbench, progress, signal: work.signal }
      const scope = { tenantId: work.tenantId, actor: null, readOnly: true }
      const built = await inContext(kernel, scope, (ctx) => kindOf(kinds, row.kind).build(ctx, job))
      work.signal.throwIfAborted()
      const now = kernel.clock.now()
      await change(kernel, attempt, {
        status: S.success,
        progress: 100,
        mime: built.mime,
        sha256: Buffer.from(built.sha256, 'hex'),
        size: built.size,
        endedAt: now,
        expiresAt: new Date(now.getTime() + KEPT_MS),
      })
    },
    async giveUp(kernel, work, reason) {
      await change(kernel, work, { status: S.failed, reason, endedAt: kernel.clock.now() })
    },
  }
}

function kindOf(kinds: ReadonlyMap<string, DownloadKind>, kind: string): DownloadKind {
  const found = kinds.get(kind)
  if (!found) throw new AppError('wrongState', '该类下载已不再提供')
  return found
}

/** Own tasks of the workbench one is in: what was asked for as purchaser is not shown to the same person as supplier. */
function ownTasks(ctx: Ctx) {
  const { userId, companyId, workbench } = ctx.actor
  return ctx.tx
    .selectFrom('attachment_download')
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('companyId', 'is not distinct from', companyId)
    .where('workbench', '=', workbench ?? '')
    .where('deletedAt', 'is', null)
}

/** Locked, or `notFound`. */
async function ownTask(ctx: Ctx, id: string) {
  const row = await ownTasks(ctx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

type Task = Awaited<ReturnType<typeof ownTask>>
type Values = Partial<Omit<Task, 'tenantId' | 'id' | 'input'>>

function factsOf(row: Task): DownloadFacts {
  return { status: row.status as DownloadFacts['status'], expiresAt: row.expiresAt?.getTime() ?? null }
}

function assert(ctx: Ctx, row: Task, action: 'take' | 'retry' | 'delete'): DownloadFacts['status'] {
  return DOWNLOAD.next(action, { record: factsOf(row), who: null, now: ctx.clock.now().getTime() })
}

async function set(ctx: Context<Actor | null>, id: string, values: Values): Promise<void> {
  await ctx.update('attachment_download', { id }, values)
}

/** Undefined when the task has ended, was dropped, or was begun anew since. */
function change(
  kernel: Kernel,
  { tenantId, subject, attempt }: Pick<Work, 'tenantId' | 'subject'> & { attempt?: number },
  values: Values,
) {
  return inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    const row = await ctx.tx
      .updateTable('attachment_download')
      .set(values)
      .where('tenantId', '=', tenantId)
      .where('id', '=', subject)
      .where('status', 'in', [S.waiting, S.running])
      .where('deletedAt', 'is', null)
      .$if(attempt !== undefined, (q) => q.where('attempt', '=', attempt!))
      .returning(['kind', 'input', 'userId', 'companyId', 'workbench', 'attempt'])
      .executeTakeFirst()
    if (row) ctx.emit({ kind: 'download.changed', payload: { downloadId: subject }, topics: [`user:${row.userId}`] })
    return row
  })
}

function changed(ctx: Ctx, downloadId: string): void {
  ctx.emit({ kind: 'download.changed', payload: { downloadId }, topics: [`user:${ctx.actor.userId}`] })
}

function taskValue(ctx: Ctx, kinds: ReadonlyMap<string, DownloadKind>, row: Task): c.DownloadTask {
  return {
    downloadId: row.id,
    kind: row.kind,
    kindLabel: kinds.get(row.kind)?.label ?? row.kind,
    name: row.name,
    status: row.status as DownloadFacts['status'],
    progress: row.progress,
    reason: row.reason,
    size: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
    actions: DOWNLOAD.allowed(factsOf(row), null, ctx.clock.now().getTime()),
  }
}
