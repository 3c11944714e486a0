import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { FileAnswer } from '../implement.ts'

interface Wanted {
  /** What they were uploaded for. */
  use: string
  /** Who must have uploaded them: the person who asks, or anybody of the company entered. */
  by: 'person' | 'company'
  /** Attached to the record already. */
  kept?: readonly string[]
  /** The field that is told. */
  path?: string
}

/**
 * Refuses files that were not uploaded by `by` for this use, unless they are among `kept`. One answer for all reasons
 * (`invalid`), so that nothing is learnt about other people's files.
 */
export async function demandOwnFiles(
  ctx: Context<Actor>,
  fileIds: readonly string[],
  { use, by, kept = [], path = 'files' }: Wanted,
): Promise<void> {
  const wanted = [...new Set(fileIds)].filter((id) => !kept.includes(id))
  if (wanted.length === 0) return
  const { userId, companyId } = ctx.actor
  const rows = await ctx.tx
    .selectFrom('file_object')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', wanted)
    .where('use', '=', use)
    .$if(by === 'person', (q) => q.where('userId', '=', userId))
    .$if(by === 'company', (q) => q.where('companyId', '=', companyId))
    .execute()
  if (rows.length < wanted.length)
    throw new AppError('invalid', '文件不存在或无权使用，请重新上传', [{ path, message: '请重新上传文件' }])
}

/** A file as a record keeps it in its own row. */
export interface StoredFile {
  fileId: string
  name: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}

/** Given files as a row keeps them, with size and hash. All must exist; whose they are is the caller's matter. */
export async function storedFiles(
  ctx: Context<Actor | null>,
  given: readonly { fileId: string; name: string }[],
): Promise<StoredFile[]> {
  if (given.length === 0) return []
  const ids = given.map((one) => one.fileId)
  const rows = await ctx.many('file_object', { id: ids }, { columns: ['id', 'size', 'sha256'] })
  return given.map(({ fileId, name }) => {
    const row = rows.find((one) => one.id === fileId)!
    return { fileId, name, size: row.size, sha256: row.sha256.toString('hex') }
  })
}

/**
 * Files that the own company uploaded for `use`, or that the record has already, as a row keeps them. Refuses others as
 * `demandOwnFiles` does.
 */
export async function keptFiles(
  ctx: Context<Actor>,
  given: readonly { fileId: string; name: string }[],
  { use, kept = [], path }: { use: string; kept?: readonly { fileId: string }[]; path?: string },
): Promise<StoredFile[]> {
  const ids = (files: readonly { fileId: string }[]) => files.map(({ fileId }) => fileId)
  await demandOwnFiles(ctx, ids(given), { use, by: 'company', kept: ids(kept), ...(path !== undefined && { path }) })
  return storedFiles(ctx, given)
}

/** One of the files that a record keeps, as an answer; `notFound` for any other. */
export async function keptFile(
  ctx: Context<Actor>,
  among: readonly Pick<StoredFile, 'fileId' | 'name'>[],
  fileId: string,
): Promise<FileAnswer> {
  const file = among.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
