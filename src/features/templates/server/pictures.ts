import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { ContentOf } from '../contract/content.ts'
import { KEEPER_RIGHTS } from '../rules/kinds.ts'
import type { Ctx } from './access.ts'

const USE = 'template-picture'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 5 * MEGABYTE,
    types: ['image/png', 'image/jpeg'],
    entitled: whoMay(['purchaser', 'agency', 'admin'], [...KEEPER_RIGHTS['ai-avatar'], 'platform']),
    person: { bytes: 200 * MEGABYTE, files: 200 },
    company: { bytes: 500 * MEGABYTE, files: 500 },
  },
}

/** Refuses a picture that the own company did not upload, unless it stands in what is stored already or is published. */
export async function demandPicture(ctx: Ctx, content: ContentOf<'ai-avatar'>, stored: unknown): Promise<void> {
  const fileId = content.host.picture?.fileId
  if (!fileId || (stored as ContentOf<'ai-avatar'> | null)?.host.picture?.fileId === fileId) return
  if (await picture(ctx, fileId)) return
  throw new AppError('invalid', '图片不存在或无权使用，请重新上传', [
    { path: 'content.host.picture', message: '请重新上传图片' },
  ])
}

/** The picture, to be shown in a page. */
export async function showPicture(ctx: Ctx, fileId: string): Promise<FileAnswer> {
  const file = await picture(ctx, fileId)
  if (!file) throw new AppError('notFound')
  const content = await ctx.files.read(file.sha256.toString('hex'))
  return { name: file.name, mime: file.mime, size: file.size, content, inline: true }
}

async function picture(ctx: Ctx, fileId: string) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('file_object')
    .select(['name', 'mime', 'size', 'sha256'])
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', fileId)
    .where('use', '=', USE)
    .where((e) =>
      e.or([
        e('companyId', companyId === null ? 'is' : '=', companyId),
        // What is published is seen by everybody in a hall.
        e.exists(
          ctx.tx
            .selectFrom('template_version as v')
            .select('v.id')
            .where('v.tenantId', '=', ctx.tenantId)
            .where(sql<boolean>`v.content #>> '{host,picture,fileId}' = ${fileId}`),
        ),
      ]),
    )
    .executeTakeFirst()
}
