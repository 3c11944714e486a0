import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { cleanName } from '#server/http/uploads.ts'
import { admitForm } from '#server/files/admission.ts'
import type { Caller } from '#server/implement.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { SEALED_BID } from '../rules.ts'
import { sealedPolicy } from './upload-policy.ts'

const MOST = 64 * 1024 * 1024

interface Received {
  name: string
  sha256: string
  size: number
}

/** Takes one sealed file to the disk; runs before the transaction, for it takes as long as the sender does. */
export async function receiveSealed(
  kernel: Kernel,
  raw: { request: FastifyRequest; reply: FastifyReply },
  { actor }: Caller,
): Promise<Received> {
  const { request } = raw
  if (!actor) throw new AppError('unauthenticated')
  if (!request.isMultipart()) throw new AppError('wrongFormat', '请以表单方式上传文件')
  await admitForm(kernel, raw, { actor, use: SEALED_BID, policy: { ...sealedPolicy, maxSize: MOST } })
  const file = await request.file({ limits: { fileSize: MOST, files: 1, fields: 5, fieldSize: 1024 } })
  if (!file) throw new AppError('invalid', '请选择要上传的文件')
  const path = join(kernel.files.scratch, randomUUID())
  try {
    await pipeline(file.file, createWriteStream(path, { flags: 'wx' }))
    if (file.file.truncated) throw new AppError('tooLarge', '单次上传不能超过 64 MB，请使用断点续传')
    const stored = await kernel.files.adopt(path)
    if (stored.size === 0) throw new AppError('invalid', '文件是空的')
    return { name: cleanName(file.filename), ...stored }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('noSpace') : error
  } finally {
    await unlink(path).catch(() => undefined)
  }
}

/** Makes it an upload of the company, as the resumable way does: to be inspected and handed in. */
export async function keepSealed(ctx: Context<Employee>, prepared: unknown) {
  const { name, sha256, size } = prepared as Received
  const about = { name, use: SEALED_BID, mime: 'application/octet-stream', by: ctx.actor }
  const { fileId } = await keepFile(ctx, { sha256, size }, about)
  return { fileId, name, size, sha256 }
}
