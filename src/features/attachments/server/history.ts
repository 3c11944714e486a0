import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as z from 'zod'
import type { HistoryEntry } from '../contract/attachments.ts'
import { type ReadableFile } from './access.ts'

type Ctx = Context<Actor>

/** Notes that the caller took a file along. */
export async function noteHistory(
  ctx: Ctx,
  { fileId, name, pattern }: { fileId: string; name: string; pattern: string },
): Promise<void> {
  const { userId, name: userName, companyId, companyName } = ctx.actor
  await ctx.insert('attachment_history', {
    id: ctx.newId(),
    fileId,
    name,
    pattern,
    userId,
    userName,
    companyId,
    companyName,
    at: ctx.clock.now(),
  })
}

/** The newest 500 entries of these files: everybody's where the file is own, else the caller's. */
export async function historyOf(
  ctx: Ctx,
  files: readonly Pick<ReadableFile, 'id' | 'isOwn'>[],
): Promise<z.input<typeof HistoryEntry>[]> {
  if (files.length === 0) return []
  const own = files.filter((file) => file.isOwn).map((file) => file.id)
  const rows = await ctx.tx
    .selectFrom('attachment_history')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where(
      'fileId',
      'in',
      files.map((file) => file.id),
    )
    .where((e) => e.or([e('userId', '=', ctx.actor.userId), ...(own.length > 0 ? [e('fileId', 'in', own)] : [])]))
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    attachmentId: row.fileId,
    name: row.name,
    pattern: row.pattern,
    userName: row.userName,
    companyName: row.companyName,
    at: row.at.toISOString(),
  }))
}
