import { AppError } from '#contract/errors.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { Any } from './access.ts'

/** A stored file under a name of ours, or `notFound`. Who may read it is decided before. */
export async function storedAnswer(ctx: Any, file: { fileId: string; name: string }): Promise<FileAnswer> {
  const stored = (await storedFiles(ctx, [file.fileId])).get(file.fileId)
  if (!stored) throw new AppError('notFound')
  const content = await ctx.files.read(stored.sha256.toString('hex'))
  return { name: file.name, mime: stored.mime, size: stored.size, content }
}

/** Hash, type and size of stored files, by id. */
export async function storedFiles(ctx: Any, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await ctx.many('file_object', { id: [...ids] }, { columns: ['id', 'sha256', 'mime', 'size'] })
  return new Map(rows.map((r) => [r.id, r]))
}
