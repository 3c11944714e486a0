import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Attachment } from '../contract/attachments.ts'
import { convertible } from '../rules.ts'
import type { AttachmentHolder } from './public.ts'

type Ctx = Context<Actor>

/** A file that the caller may read. `isOwn`: among the attachments of the own company, not through a record. */
export interface ReadableFile {
  id: string
  name: string
  mime: string
  size: number
  sha256: Buffer
  groupId: string | null
  groupName: string
  userId: string | null
  uploaderName: string
  createdAt: Date
  isPublic: boolean
  isOwn: boolean
}

/** Attachments that belong to the caller: of the company entered, or of the person where none is. */
export function ownAttachments(ctx: Ctx) {
  const { companyId, userId } = ctx.actor
  return ctx.tx
    .selectFrom('attachment as a')
    .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.id'))
    .leftJoin('attachment_group as g', (j) => j.onRef('g.tenantId', '=', 'a.tenantId').onRef('g.id', '=', 'a.groupId'))
    .select(['a.id', 'a.groupId', 'g.name as groupName', 'a.userId', 'a.userName', 'a.isPublic', 'a.createdAt'])
    .select(['f.name', 'f.mime', 'f.size', 'f.sha256'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.deletedAt', 'is', null)
    .where((e) =>
      companyId === null
        ? e.and([e('a.companyId', 'is', null), e('a.userId', '=', userId)])
        : e('a.companyId', '=', companyId),
    )
}

/** Of these files those that the caller may read, own ones first; in the order of the ids. */
export async function readableFiles(
  ctx: Ctx,
  holders: readonly AttachmentHolder[],
  ids: readonly string[],
): Promise<ReadableFile[]> {
  const own = await ownAttachments(ctx)
    .where('a.id', 'in', [...ids])
    .execute()
  const found = new Map(own.map((row) => [row.id, fileOf(row)]))
  for (const holder of holders) {
    const wanted = ids.filter((id) => !found.has(id))
    if (wanted.length === 0) break
    const held = await holder.readable(ctx, wanted)
    if (held.length === 0) continue
    const stored = await ctx.many(
      'file_object',
      { id: held.map((file) => file.fileId) },
      { columns: ['id', 'mime', 'size', 'sha256', 'createdAt'] },
    )
    for (const { fileId, name } of held) {
      const row = stored.find((one) => one.id === fileId)
      const record = { groupId: null, groupName: null, userId: null, userName: '', isPublic: false }
      if (row) found.set(fileId, { ...fileOf({ ...row, ...record, name }), isOwn: false })
    }
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** One file that the caller may read, or `notFound`. */
export async function readableFile(ctx: Ctx, holders: readonly AttachmentHolder[], id: string): Promise<ReadableFile> {
  const [file] = await readableFiles(ctx, holders, [id])
  if (!file) throw new AppError('notFound')
  return file
}

/** Who uploaded an attachment may delete it, and the company's administrator. */
export function mayDelete(actor: Actor, file: Pick<ReadableFile, 'isOwn' | 'userId'>): boolean {
  return file.isOwn && (file.userId === actor.userId || actor.isAdmin)
}

export function attachmentValue(ctx: Ctx, file: ReadableFile): Attachment {
  return {
    attachmentId: file.id,
    groupId: file.groupId,
    groupName: file.groupName,
    name: file.name,
    size: file.size,
    mime: file.mime,
    sha256: file.sha256.toString('hex'),
    uploaderName: file.uploaderName,
    createdAt: file.createdAt.toISOString(),
    isPublic: file.isPublic,
    convertible: convertible(file.mime),
    mayDelete: mayDelete(ctx.actor, file),
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof ownAttachments>['executeTakeFirstOrThrow']>>

export function fileOf(row: Omit<Row, 'userId'> & { userId: string | null }): ReadableFile {
  return {
    id: row.id,
    name: row.name,
    mime: row.mime,
    size: row.size,
    sha256: row.sha256,
    groupId: row.groupId,
    groupName: row.groupName ?? '',
    userId: row.userId,
    uploaderName: row.userName,
    createdAt: row.createdAt,
    isPublic: row.isPublic,
    isOwn: true,
  }
}
