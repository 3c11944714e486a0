import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { admitForm } from '#server/files/admission.ts'
import { headOfFile } from '#server/files/local-file.ts'
import { cleanName, HEAD, typeOf } from '#server/http/uploads.ts'
import type { Permit } from '#server/implement.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { actorOfSession } from '#features/passport/server/public.ts'
import { FORM_POLICIES, type FormUse, renamed } from '../rules.ts'
import { answerInTurn, bufferOf } from './convert/threads.ts'
import { type Policy, readPolicy } from './policy.ts'
import { uploads } from './upload-policies.ts'

/** A file that lies in the store and is nobody's yet. */
export interface Received {
  name: string
  mime: string
  sha256: string
  size: number
}

/**
 * Takes a policy's form: the fields first, then one file, streamed to the disk and never held. The policy says whose it
 * is; who it was given to must still be who they were.
 */
export async function receiveForm(
  kernel: Kernel,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  use: FormUse,
): Promise<Permit> {
  const file = await firstFile(request, FORM_POLICIES[use].maxSize)
  const fields = { policy: textOf(file, 'policy'), signature: textOf(file, 'signature') }
  const policy = readPolicy(kernel.config, fields, { use, now: kernel.clock.now().getTime() })
  const { tenantId, userId, companyId, groupId } = policy
  const actor = await actorOfSession(kernel, policy.sessionId)
  if (!actor || actor.isDisabled) throw new AppError('unauthenticated')
  if (actor.userId !== userId || actor.tenantId !== tenantId || actor.companyId !== companyId)
    throw new AppError('notFound')
  // Whose it is stands in the form's first fields; of the file nothing was stored yet.
  await admitForm(kernel, { request, reply }, { actor, use, policy: uploads[use] })
  const prepared: Received & { groupId: string | null } = {
    ...(await receive(kernel, file, { policy, actor })),
    groupId,
  }
  return { caller: { tenantId, actor }, prepared, key: `policy:${policy.id}` }
}

/** The whole content of a form's file, for tools that answer at once. */
export async function receiveBuffer(
  request: FastifyRequest,
  maxSize: number,
): Promise<{ name: string; content: Buffer }> {
  const file = await firstFile(request, maxSize)
  const content = await file.toBuffer().catch((error: unknown) => {
    throw file.file.truncated ? new AppError('tooLarge', tooLarge(maxSize)) : error
  })
  return { name: cleanName(file.filename), content }
}

async function firstFile(request: FastifyRequest, fileSize: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new AppError('wrongFormat', '请以表单方式上传文件')
  const file = await request.file({ limits: { fileSize, files: 1, fields: 10, fieldSize: 8192 } })
  if (!file) throw new AppError('invalid', '请选择要上传的文件')
  return file
}

function textOf(file: MultipartFile, name: string): string {
  const field = file.fields[name]
  const value = field && !Array.isArray(field) && field.type === 'field' ? field.value : ''
  return typeof value === 'string' ? value : ''
}

async function receive(
  kernel: Kernel,
  file: MultipartFile,
  { policy, actor }: { policy: Policy; actor: Actor },
): Promise<Received> {
  const path = join(kernel.files.scratch, randomUUID())
  const name = cleanName(file.filename)
  try {
    await pipeline(file.file, createWriteStream(path, { flags: 'wx' }))
    const { size: got } = await stat(path)
    if (file.file.truncated) throw new AppError('tooLarge', tooLarge(FORM_POLICIES[policy.use].maxSize))
    if (got > policy.maxSize) throw new AppError('tooLarge', '文件大于申请上传时的大小，请重新上传')
    const mime = await typeOf(await headOfFile(path, HEAD), name)
    if (!policy.types.includes(mime)) throw new AppError('fileType', typesText(policy.use))
    const { sha256, size } = await kernel.files.adopt(path)
    if (size === 0) throw new AppError('invalid', '文件是空的')
    if (policy.use === 'attachment') return { name, mime, sha256, size }
    return await redraw(kernel, actor, { name, sha256 })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('noSpace') : error
  } finally {
    await unlink(path).catch(() => undefined)
  }
}

/** What everybody gets to see is nothing but the picture. */
async function redraw(
  kernel: Kernel,
  actor: Actor,
  { name, sha256 }: { name: string; sha256: string },
): Promise<Received> {
  const { buffer } = await import('node:stream/consumers')
  const drawn = await answerInTurn(actor, { op: 'redraw', content: await buffer(await kernel.files.read(sha256)) })
  const stored = await kernel.files.put(bufferOf(drawn))
  return { name: renamed(name, drawn.mime === 'image/png' ? 'png' : 'jpg'), mime: drawn.mime, ...stored }
}

export interface NewAttachment extends Received {
  groupId?: string | null
  isPublic?: boolean
}

/** Makes a stored file an attachment of the caller's. */
export async function keepAttachment(
  ctx: Context<Actor>,
  { name, mime, sha256, size, groupId = null, isPublic = false }: NewAttachment,
): Promise<string> {
  const { userId, companyId, name: userName } = ctx.actor
  const about = { name, use: isPublic ? 'resource' : 'attachment', mime, by: ctx.actor }
  const { fileId: id } = await keepFile(ctx, { sha256, size }, about)
  const own = { id, userId, companyId, createdAt: ctx.clock.now() }
  await ctx.insert('attachment', { ...own, groupId, userName, isPublic })
  ctx.audit({
    action: 'attachment.add',
    entity: 'attachment',
    entityId: id,
    summary: `${isPublic ? '上传公开图片' : '添加附件'}：${name}`,
    data: { sha256, size, mime },
  })
  return id
}

function tooLarge(maxSize: number): string {
  return `文件不能超过 ${Math.floor(maxSize / 1048576)} MB`
}

function typesText(use: FormUse): string {
  return use === 'resource'
    ? '只能上传 PNG、JPG、WebP 图片'
    : '不支持的文件类型，可上传 PDF、Word（.docx）、Excel（.xlsx）、ZIP 和图片'
}
