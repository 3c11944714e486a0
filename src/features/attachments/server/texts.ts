import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Caller } from '#server/implement.ts'
import { ConversionStatus, isPdf, LIMITS, officeKind } from '../rules.ts'
import { askRendition } from './renditions.ts'
import type { DocumentText } from '../core/document-text.ts'

/** What is known of the text of a stored file; `unread` says why there is none, for people. */
export type FileText =
  | { state: 'read'; text: DocumentText }
  | { state: 'unread'; reason: string }
  | { state: 'reading' }

/** Somebody waits for texts this long at most. Ms. */
const WAIT_MS = 10_000
const S = ConversionStatus.values

/** Texts of stored files, by id; those nobody has asked for are `reading`. Whose files they are is the caller's matter. */
export async function textsOf(
  ctx: Context<Actor | null>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileText>> {
  const texts = new Map<string, FileText>()
  for (const row of await textRows(ctx, fileIds)) texts.set(row.id, await textOf(ctx, row))
  return texts
}

/** Begins to read the files that were not read yet: once for the same bytes. */
export async function askTexts(ctx: Context<Actor>, fileIds: readonly string[]): Promise<void> {
  for (const row of await textRows(ctx, fileIds))
    if (row.status === null && whyNever(row) === null) await askRendition(ctx, row, { pattern: 'text' })
}

/** Has the files read, and waits for it, ten seconds at most unless told. In no transaction. */
export async function awaitTexts(
  kernel: Kernel,
  caller: Caller,
  { fileIds, most = WAIT_MS }: { fileIds: readonly string[]; most?: number },
): Promise<void> {
  const end = performance.now() + most
  const { tenantId, actor } = caller
  if (!actor) return
  const left = () =>
    inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) =>
      (await textRows(ctx, fileIds)).filter((row) => whyNever(row) === null && !hasEnded(row)),
    )
  let waiting = await left()
  if (waiting.some((row) => row.status === null))
    await inContext(kernel, { tenantId, actor }, (ctx) => askTexts(ctx, fileIds))
  for (let ms = 30; waiting.length > 0 && performance.now() < end; ms = Math.min(400, ms * 1.5)) {
    await pause(ms)
    waiting = await left()
  }
}

type Row = Awaited<ReturnType<typeof textRows>>[number]

async function textRows(ctx: Context<Actor | null>, fileIds: readonly string[]) {
  if (fileIds.length === 0) return []
  return ctx.tx
    .selectFrom('file_object as f')
    .leftJoin('attachment_rendition as r', (j) =>
      j
        .onRef('r.tenantId', '=', 'f.tenantId')
        .onRef('r.sourceSha256', '=', 'f.sha256')
        .onRef('r.sourceMime', '=', 'f.mime')
        .on('r.pattern', '=', 'text'),
    )
    .select(['f.id', 'f.sha256', 'f.mime', 'f.size', 'r.status', 'r.reason', 'r.sha256 as made'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.id', 'in', [...fileIds])
    .execute()
}

async function textOf(ctx: Context<Actor | null>, row: Row): Promise<FileText> {
  const never = whyNever(row)
  if (never !== null) return { state: 'unread', reason: never }
  if (row.status === S.failed) return { state: 'unread', reason: row.reason ?? '' }
  if (row.status !== S.success || row.made === null) return { state: 'reading' }
  return { state: 'read', text: (await json(await ctx.files.read(row.made.toString('hex')))) as DocumentText }
}

function hasEnded({ status }: Row): boolean {
  return status === S.success || status === S.failed
}

/** Why a file is not even tried; null where it is. */
function whyNever({ mime, size }: Row): string | null {
  if (!isPdf(mime) && officeKind(mime) !== 'docx') return '该格式不支持文字核对'
  return size > LIMITS.source ? `文件超过 ${LIMITS.source / 1048576} MB` : null
}
