import { randomUUID } from 'node:crypto'
import { type DataStore, EVENTS, Server as TusServer } from '@tus/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, ERRORS } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import { inContext } from '../context.ts'
import { keepFile } from '../files/keep-file.ts'
import { admitUpload, dropUpload, endOverdueUploads, settleUpload } from '../files/admission.ts'
import { unfinishedMs, wrongType } from '../files/policy.ts'
import type { Parts } from './parts.ts'
import { refuseForged, wholeActor } from './gate.ts'
import type { RequestLimits } from './request-limits.ts'
import { takeOver } from './security.ts'

const PATH = '/api/files/tus'
/** How often overdue uploads are looked for. */
const SWEEP_MS = 5 * 60_000
/** As `randomUUID` makes it: what else stands in an address names nothing in the store. */
const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const OFFICE: Record<string, string> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Resumable uploads (tus). A finished upload becomes a stored file of the uploader; it can be read only through the
 * record it is later attached to. The final answer names it in `X-File-Id` and its hash in `X-File-Sha256`.
 */
export async function registerUploads(
  app: FastifyInstance,
  parts: Pick<Parts, 'gate' | 'kernel' | 'uploads' | 'uploadLocks'> & { limits: RequestLimits },
): Promise<void> {
  const { gate, kernel } = parts
  const { uploads } = kernel.files
  const uploaders = new WeakMap<object, Uploader>()
  // By name alone: what every object has besides is no use of files.
  const policies = new Map(Object.entries(parts.uploads))
  const known = new Map<string, Begun>()
  /** Who began an upload, for what and until when it may go on; null when there is none, or no longer. */
  const begun = async (id: string): Promise<Begun | null> => {
    if (!UPLOAD_ID.test(id)) return null
    const found = known.get(id) ?? (await readBegun(server.datastore, id))
    if (!found) return null
    known.set(id, found)
    return found.expiresAt > new Date() ? found : null
  }
  const server = new TusServer({
    path: PATH,
    datastore: uploads.datastore,
    locker: parts.uploadLocks,
    respectForwardedHeaders: false,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    async onUploadCreate(request, upload) {
      const uploader = uploaders.get(nodeRequest(request))
      if (!uploader) throw refusal(new AppError('unauthenticated'))
      const { actor, requestId } = uploader
      const policy = policies.get(upload.metadata?.use ?? '')
      if (!policy || policy.byFormOnly) throw refusal(new AppError('badRequest', '未知的文件用途'), requestId)
      try {
        // Without a length nothing could be counted: it is announced at the beginning and never changes.
        const size = upload.size ?? Number.NaN
        await admitUpload(kernel, actor, { id: upload.id, use: upload.metadata!.use!, policy, size })
      } catch (error) {
        throw error instanceof AppError ? refusal(error, requestId) : error
      }
      const expiresAt = new Date(Date.now() + unfinishedMs(policy)).toISOString()
      return { metadata: { ...upload.metadata, owner: ownerOf(actor), expiresAt } }
    },
    async onIncomingRequest(request, uploadId) {
      // A new upload has just been given its name: it belongs to nobody yet.
      if (request.method === 'POST') return
      const { actor, requestId } = uploaders.get(nodeRequest(request)) ?? {}
      const upload = await begun(uploadId)
      if (!actor || upload?.owner !== ownerOf(actor)) throw refusal(new AppError('notFound'), requestId)
      if (request.method !== 'PATCH') return
      const left = upload.size - Number(request.headers.get('upload-offset') ?? 0)
      await kernel.files.room.goOn(uploadId, left, policies.get(upload.use)).catch((error: AppError) => {
        throw refusal(error, requestId)
      })
    },
    async onUploadFinish(request, upload) {
      known.delete(upload.id)
      const { actor, requestId } = uploaders.get(nodeRequest(request))!
      const use = upload.metadata?.use ?? ''
      const name = cleanName(upload.metadata?.filename ?? 'file')
      try {
        const mime = await typeOf(await uploads.head(upload.id, HEAD), name)
        const policy = policies.get(use)!
        if (!policy.types.includes('cipher') && !policy.types.includes(mime))
          throw new AppError('fileType', wrongType(policy.types))
        const stored = await uploads.adopt(upload.id)
        const { fileId } = await inContext(kernel, { tenantId: actor.tenantId, actor }, async (ctx) => {
          await settleUpload(ctx, upload.id)
          return keepFile(ctx, stored, { name, use, mime, by: actor })
        })
        return { headers: { 'X-File-Id': fileId, 'X-File-Sha256': stored.sha256 } }
      } catch (error) {
        await dropUpload(kernel, actor, upload.id).catch(() => undefined)
        if (error instanceof AppError) throw refusal(error, requestId)
        throw error
      } finally {
        await uploads.drop(upload.id).catch(() => undefined)
      }
    },
    onResponseError(request, error) {
      const known = error as { status_code?: number; body?: string; code?: string }
      const { requestId } = uploaders.get(nodeRequest(request)) ?? {}
      if (error instanceof AppError) return refusal(error, requestId)
      if (known.code === 'ENOSPC') return refusal(new AppError('noSpace'), requestId)
      if (known.status_code) return undefined
      app.log.error({ err: error, reqId: requestId }, 'upload')
      return refusal(new AppError('server'), requestId)
    },
  })

  server.on(EVENTS.POST_TERMINATE, (request, _response, id) => {
    known.delete(id)
    const { actor } = uploaders.get(nodeRequest(request)) ?? {}
    if (actor)
      dropUpload(kernel, actor, id).catch((error: unknown) => kernel.log.error({ err: error }, 'a dropped upload'))
  })
  sweepNowAndThen(app, async () => {
    await endOverdueUploads(kernel)
    for (const [id, { expiresAt }] of known) if (expiresAt < new Date()) known.delete(id)
  })

  await app.register(async (scope) => {
    // The transfer is a stream of bytes, not a body to parse.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${PATH}*`,
      handler: async (request: FastifyRequest, reply) => {
        refuseForged(gate, request)
        const actor = await wholeActor(gate, request)
        if (!actor) throw new AppError('unauthenticated')
        parts.limits.take(actor, reply, 'transfer')
        if (request.method === 'GET') throw new AppError('notFound')
        uploaders.set(request.raw, { actor, requestId: request.id })
        takeOver(reply)
        await server.handle(request.raw, reply.raw)
      },
    })
  })
}

function sweepNowAndThen(app: FastifyInstance, sweep: () => Promise<void>): void {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(sweep).catch((error: unknown) => app.log.error({ err: error }, 'overdue uploads'))
  }, SWEEP_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** What is known of an upload under way. */
interface Begun {
  owner: string
  expiresAt: Date
  use: string
  size: number
}

async function readBegun(store: DataStore, id: string): Promise<Begun | null> {
  const { metadata, size = 0 } = (await store.getUpload(id).catch(nullIfGone)) ?? {}
  if (!metadata?.owner || !metadata.expiresAt) return null
  return { owner: metadata.owner, expiresAt: new Date(metadata.expiresAt), use: metadata.use ?? '', size }
}

/** Never there, or not any more; a store out of reach is something else. */
function nullIfGone(error: Error & { status_code?: number }): null {
  if (error.status_code === 404 || error.status_code === 410) return null
  throw error
}

/** Who may go on: it counts for this person and company, so nobody goes on for another one. */
function ownerOf({ tenantId, userId, companyId }: Actor): string {
  return [tenantId, userId, companyId ?? ''].join('/')
}

interface Uploader {
  actor: Actor
  requestId: string
}

/** An error in the form that the tus server answers with; its body is that of every other call. */
function refusal(
  { errorName, status, message }: AppError,
  requestId = '',
): Error & { status_code: number; body: string } {
  const body = JSON.stringify({ code: ERRORS[errorName].code, message, requestId })
  return Object.assign(new Error(message), { status_code: status, body })
}

/** tus wraps the node request; the wrapper's runtime field leads back to it. */
function nodeRequest(request: Request): object {
  return (request as unknown as { runtime?: { node?: { req: object } } }).runtime?.node?.req ?? request
}

/** A base name without path parts, control characters or anything a file system treats specially. */
export function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const safe = base
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .replace(/^\.+/, '')
    .trim()
  return safe.slice(0, 200) || 'file'
}

/** Bytes at the beginning of a file that tell its type. */
export const HEAD = 65_536

/** The type by content, of which `head` is the beginning; zip containers count as office documents when their name agrees. */
export async function typeOf(head: Buffer, name: string): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found?.ext === 'zip') return OFFICE[name.slice(name.lastIndexOf('.')).toLowerCase()] ?? found.mime
  return found?.mime ?? 'application/octet-stream'
}
