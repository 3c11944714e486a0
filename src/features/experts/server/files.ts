import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { anybody, GIGABYTE, MEGABYTE, SCANS, type UploadPolicies } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'

type Ctx = Context<Actor>
interface Named {
  fileId: string
  name: string
}

const USE = 'expert-certificate'

export const uploads: UploadPolicies = {
  // Anybody may apply to become an expert; who keeps a library uploads for many.
  [USE]: {
    maxSize: 20 * MEGABYTE,
    types: SCANS,
    entitled: anybody,
    person: { bytes: GIGABYTE, files: 300 },
    company: { bytes: 5 * GIGABYTE, files: 3000 },
  },
}

/** Refuses certificates that the person did not upload, unless they are among `kept`. One answer for all reasons. */
export async function demandOwnFiles(ctx: Ctx, files: readonly Named[], kept: readonly string[] = []): Promise<void> {
  const wanted = [...new Set(files.map((f) => f.fileId))].filter((id) => !kept.includes(id))
  if (wanted.length === 0) return
  const rows = await ctx.many('file_object', { id: wanted, userId: ctx.actor.userId, use: USE }, { columns: ['id'] })
  if (rows.length < wanted.length)
    throw new AppError('invalid', '文件不存在或无权使用，请重新上传', [{ path: 'files', message: '请重新上传文件' }])
}

/** Replaces the certificates of an expert. */
export async function putFiles(ctx: Ctx, expertId: string, files: readonly Named[]): Promise<void> {
  await ctx.remove('expert_file', { expertId })
  if (files.length === 0) return
  await ctx.insert(
    'expert_file',
    files.map(({ fileId, name }, sort) => ({
      expertId,
      fileId,
      name,
      sort,
    })),
  )
}

export async function filesOf(ctx: Ctx, expertId: string): Promise<Named[]> {
  const rows = await ctx.many('expert_file', { expertId }, { columns: ['fileId', 'name'], orderBy: ['sort'] })
  return rows.map((row) => ({ fileId: row.fileId, name: row.name }))
}

/** The same with size and hash, as lists show them. */
export async function storedFiles(ctx: Ctx, files: readonly Named[]) {
  if (files.length === 0) return []
  const rows = await ctx.many('file_object', { id: files.map((f) => f.fileId) }, { columns: ['id', 'size', 'sha256'] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return files.flatMap((file) => {
    const row = byId.get(file.fileId)
    return row ? [{ ...file, size: row.size, sha256: row.sha256.toString('hex') }] : []
  })
}

/** One of a record's files as an answer; whoever asks may see the record. */
export async function fileAnswer(ctx: Ctx, files: readonly Named[], fileId: string): Promise<FileAnswer> {
  const file = files.find((f) => f.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const stored = await ctx.expectOne('file_object', { id: fileId }, { columns: ['sha256', 'mime', 'size'] })
  const content = await ctx.files.read(stored.sha256.toString('hex'))
  return { name: file.name, mime: stored.mime, size: stored.size, content, inline: true }
}
