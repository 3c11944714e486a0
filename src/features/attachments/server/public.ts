import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { answerInTurn, bufferOf } from './convert/threads.ts'
import { DownloadStatus, MOST_OPEN_DOWNLOADS } from '../rules.ts'

export { demandTicket, ticketFor } from './tickets.ts'
export { askTexts, awaitTexts, textsOf } from './texts.ts'

/** Work that builds a file of the download centre. */
export const DOWNLOAD_WORK = 'attachments.download'

/*
 * What other features may call, and what they hand over in `src/server/features.ts` so that this feature needs to know
 * none of them.
 */

/**
 * Knows in which records of a feature stored files stand. With it a file can be shown, converted and marked under the
 * rules of the record that holds it. Files whose reading is itself recorded stay behind their own calls.
 */
export interface AttachmentHolder {
  name: string
  /** Of these files those that stand in records the caller may read, under the name they have there. */
  readable(ctx: Context<Actor>, fileIds: readonly string[]): Promise<{ fileId: string; name: string }[]>
  /** Of these files those that stand in any record at all: their owners cannot delete them. */
  held(ctx: Context<Actor>, fileIds: readonly string[]): Promise<string[]>
}

/** A finished file as a builder gives it. The bytes lie in the store already. */
export interface BuiltFile {
  sha256: string
  size: number
  mime: string
}

/** For whom a file is built, outside any request. */
export interface BuildJob<I> {
  input: I
  userId: string
  companyId: string | null
  workbench: Workbench
  /** Share done, 0 to 1; told to the person at most once a second. */
  progress(share: number): Promise<void>
  /** Aborted when the process stops: the work is then begun again by another. */
  signal: AbortSignal
}

/**
 * A kind of large file. `allow` is asked when the file is wanted, when it is made again and each time it is taken, as
 * the person who asks; it throws `notFound` when the record is no longer theirs to read. `build` runs later, without a
 * person, in a read-only transaction; what it throws as an AppError is shown as the reason of failure.
 */
export interface DownloadKind<I = unknown> {
  kind: string
  label: string
  allow(ctx: Context<Actor>, input: I): Promise<void>
  build(ctx: Context<null>, job: BuildJob<I>): Promise<BuiltFile>
}

/**
 * Puts a file to be built into the download centre of the person who asks. `name` is the file's name. The same kind
 * with the same input that is still waiting or running is joined. Throws what `allow` throws, and `tooMany`.
 */
export async function startDownload<I>(
  ctx: Context<Actor>,
  { kind, name, input }: { kind: Pick<DownloadKind, 'kind' | 'allow'>; name: string; input: I },
): Promise<{ downloadId: string }> {
  const { userId, companyId, workbench } = ctx.actor
  if (!workbench) throw new AppError('noRight')
  await kind.allow(ctx, input)
  // Two clicks at once are one task.
  await sql`select pg_advisory_xact_lock(hashtext(${`download ${userId}`}))`.execute(ctx.tx)
  const text = JSON.stringify(input)
  const open = await ctx.tx
    .selectFrom('attachment_download')
    .select('id')
    .select(sql<boolean>`kind = ${kind.kind} and input = ${text}::jsonb`.as('same'))
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', 'in', [DownloadStatus.values.waiting, DownloadStatus.values.running])
    .execute()
  const same = open.find((row) => row.same)
  if (same) return { downloadId: same.id }
  if (open.length >= MOST_OPEN_DOWNLOADS) throw new AppError('tooMany', '正在生成的下载任务过多，请待其完成后再试')
  const id = ctx.newId()
  await ctx.insert('attachment_download', {
    id,
    companyId,
    userId,
    workbench,
    kind: kind.kind,
    name,
    input: text,
    createdAt: ctx.clock.now(),
  })
  await enqueue(ctx, DOWNLOAD_WORK, id)
  ctx.emit({ kind: 'download.changed', payload: { downloadId: id }, topics: [`user:${userId}`] })
  return { downloadId: id }
}

/** A PDF with a word across each page, when it is this person's turn. Throws `fileType` for what is damaged or locked. */
export async function markedPdf(
  actor: Actor,
  { content, word }: { content: Uint8Array; word: string },
): Promise<Buffer> {
  return bufferOf(await answerInTurn(actor, { op: 'mark', mime: 'application/pdf', content, word }))
}
