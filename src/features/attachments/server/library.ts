import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementForPerson, implementSigned, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract/attachments.ts'
import { FORM_POLICIES, type FormUse } from '../rules.ts'
import { attachmentValue, fileOf, mayDelete, ownAttachments, readableFile, readableFiles } from './access.ts'
import { lockedGroup, ownGroup } from './groups.ts'
import { historyOf, noteHistory } from './history.ts'
import { signPolicy } from './policy.ts'
import type { AttachmentHolder } from './public.ts'
import { keepAttachment, receiveForm, type Received } from './upload.ts'

type Ctx = Context<Actor>

/** Uploading, finding and deleting attachments. */
export function libraryRoutes(holders: readonly AttachmentHolder[]): readonly Route[] {
  return [
    implementForPerson(c.attachmentPolicy, {}, async (ctx, { body }) => {
      if (body.groupId) await ownGroup(ctx, body.groupId)
      return policyFor(ctx, { ...body, use: 'attachment', groupId: body.groupId ?? null })
    }),
    implementForPerson(c.resourcePolicy, {}, async (ctx, { body }) =>
      policyFor(ctx, { ...body, use: 'resource', groupId: null }),
    ),

    implementSigned(
      c.uploadForm,
      (kernel, raw) => receiveForm(kernel, raw, 'attachment'),
      async (ctx, { prepared }) => {
        const received = prepared as Received & { groupId: string | null }
        // The group may have gone to somebody else's company since the policy was signed: it is asked again.
        if (received.groupId) await lockedGroup(ctx, received.groupId, 'share')
        const id = await keepAttachment(ctx, received)
        return attachmentValue(ctx, await readableFile(ctx, holders, id))
      },
    ),
    implementSigned(
      c.uploadResource,
      (kernel, raw) => receiveForm(kernel, raw, 'resource'),
      async (ctx, { prepared }) => {
        const id = await keepAttachment(ctx, { ...(prepared as Received), isPublic: true })
        return { ...attachmentValue(ctx, await readableFile(ctx, holders, id)), url: `/api/resources/${id}` }
      },
    ),
    implementFile(c.resourceContent, { audience: 'public' }, async (ctx, { params, raw }) => {
      const row = await ctx.tx
        .selectFrom('attachment as a')
        .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.id'))
        .select(['f.name', 'f.mime', 'f.size', 'f.sha256'])
        .where('a.tenantId', '=', ctx.tenantId)
        .where('a.id', '=', params.id)
        .where('a.isPublic', '=', true)
        .where('a.deletedAt', 'is', null)
        .executeTakeFirst()
      if (!row) throw new AppError('notFound')
      // The bytes under an id never change.
      raw.reply.header('cache-control', 'public, max-age=86400')
      const content = await ctx.files.read(row.sha256.toString('hex'))
      return { name: row.name, mime: row.mime, size: row.size, content, inline: true }
    }),

    implementForPerson(c.attachments, {}, async (ctx, { query }) =>
      (await readableFiles(ctx, holders, query.attachmentIds)).map((file) => attachmentValue(ctx, file)),
    ),
    implementForPerson(c.attachmentPage, {}, (ctx, { query }) => page(ctx, query)),
    implementForPerson(c.deleteAttachment, {}, (ctx, { params }) => remove(ctx, holders, params.id)),
    implementForPerson(c.downloadHistory, {}, async (ctx, { body }) => {
      const files = await readableFiles(ctx, holders, body.attachmentIds)
      if (files.length < new Set(body.attachmentIds).size) throw new AppError('notFound')
      if (body.declare)
        for (const file of files) await noteHistory(ctx, { fileId: file.id, name: file.name, pattern: 'declared' })
      return historyOf(ctx, files)
    }),
  ]
}

function policyFor(
  ctx: Ctx,
  { use, groupId, size }: { use: FormUse; groupId: string | null; size?: number | undefined },
) {
  const { maxSize } = FORM_POLICIES[use]
  if (size !== undefined && size > maxSize) throw new AppError('tooLarge', `文件不能超过 ${maxSize / 1048576} MB`)
  const { sessionId, userId, companyId } = ctx.actor
  const asked = { id: ctx.newId(), use, tenantId: ctx.tenantId, sessionId, userId, companyId, groupId, size }
  const { fields, policy } = signPolicy(ctx.config, asked, ctx.clock.now().getTime())
  return {
    url: use === 'resource' ? '/api/resources/upload' : '/api/attachments/upload',
    fields,
    maxSize: policy.maxSize,
    types: policy.types,
    expiresAt: new Date(policy.expiresAt).toISOString(),
  }
}

async function page(ctx: Ctx, query: PageQuery & { groupId?: string | undefined }): Promise<Page<c.Attachment>> {
  const { keyword, groupId } = query
  // A group of others is as empty as one that does not exist.
  const found = ownAttachments(ctx)
    .clearSelect()
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['f.name'])))
    .$if(groupId !== undefined, (q) =>
      groupId === 'none' ? q.where('a.groupId', 'is', null) : q.where('a.groupId', '=', groupId!),
    )
  const list = { alias: 'a', keys: ['id'], rows: () => found }
  const page = await listPage(ctx, {
    query,
    list,
    show: (page) => ownAttachments(ctx).innerJoin(page, 'page.id', 'a.id'),
  })
  return { ...page, rows: page.rows.map((row) => attachmentValue(ctx, fileOf(row))) }
}

async function remove(ctx: Ctx, holders: readonly AttachmentHolder[], id: string): Promise<void> {
  // A file that is only read through a record is not the caller's to delete.
  const row = await ownAttachments(ctx).where('a.id', '=', id).forUpdate('a').executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const file = fileOf(row)
  if (!mayDelete(ctx.actor, file)) throw new AppError('forbidden', '只有上传人或企业管理员可以删除附件')
  for (const holder of holders) {
    if ((await holder.held(ctx, [id])).length > 0) throw new AppError('wrongState', '文件已被业务单据引用，不能删除')
  }
  await ctx.update('attachment', { id }, { deletedAt: ctx.clock.now() })
  ctx.audit({
    action: 'attachment.delete',
    entity: 'attachment',
    entityId: id,
    summary: `删除附件：${file.name}`,
    data: { sha256: file.sha256.toString('hex'), size: file.size },
  })
}
