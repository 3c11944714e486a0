import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { anybody, GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'

const PICTURES = ['image/png', 'image/jpeg']

/** Brand pictures travel with every page as data addresses: small ones only. */
export const uploads = {
  // Who registers a company has no right anywhere yet.
  'company-document': {
    maxSize: 20 * MEGABYTE,
    types: ['application/pdf', ...PICTURES],
    entitled: anybody,
    person: { bytes: 400 * MEGABYTE, files: 100 },
    company: { bytes: GIGABYTE, files: 300 },
  },
  'brand-picture': {
    maxSize: MEGABYTE,
    types: [...PICTURES, 'image/webp', 'image/x-icon'],
    entitled: whoMay(['purchaser', 'agency', 'supplier', 'admin'], ['businessManagement', 'platform']),
    person: { bytes: 50 * MEGABYTE, files: 100 },
    company: { bytes: 100 * MEGABYTE, files: 200 },
  },
} as const satisfies UploadPolicies

/** Bytes of a picture that goes into the brand. */
const LARGEST_PICTURE = 64 * 1024

/** A stored file as an answer; access is the caller's matter. */
export async function fileAnswer(ctx: Context<Actor>, file: { fileId: string; name?: string }): Promise<FileAnswer> {
  const stored = await storedFile(ctx, file.fileId)
  const content = await ctx.files.read(stored.sha256.toString('hex'))
  return { name: file.name ?? stored.name, mime: stored.mime, size: stored.size, content, inline: true }
}

/** A picture as a data address, which the content policy lets a page show. Throws `tooLarge` above 64 kB. */
export async function pictureAddress(ctx: Context<Actor>, fileId: string): Promise<string> {
  const stored = await storedFile(ctx, fileId)
  if (stored.size > LARGEST_PICTURE) throw new AppError('tooLarge', '标志图片不能超过64KB，请压缩后上传')
  const chunks: Buffer[] = []
  for await (const chunk of await ctx.files.read(stored.sha256.toString('hex'))) chunks.push(chunk as Buffer)
  return `data:${stored.mime};base64,${Buffer.concat(chunks).toString('base64')}`
}

async function storedFile(ctx: Context<Actor>, fileId: string) {
  const stored = await ctx.one('file_object', { id: fileId }, { columns: ['sha256', 'mime', 'size', 'name'] })
  if (!stored) throw new AppError('notFound')
  return stored
}
