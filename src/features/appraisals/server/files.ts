import { AppError } from '#contract/errors.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { Ctx } from './access.ts'

const USE = 'appraisal-objection'

/** What suppliers add to an objection. */
export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 50 * MEGABYTE,
    types: ['application/pdf', 'image/png', 'image/jpeg'],
    entitled: whoMay(['supplier'], ['bidding']),
    person: { bytes: GIGABYTE, files: 200 },
    company: { bytes: 5 * GIGABYTE, files: 2000 },
  },
}

export const files: FileColumns = { 'appraisal_objection.files': 'document' }

/** Given files as a column. */
export async function filesColumn(ctx: Ctx, given: readonly { fileId: string; name: string }[]): Promise<string> {
  await demandOwnFiles(
    ctx,
    given.map(({ fileId }) => fileId),
    { use: USE, by: 'company', path: 'files' },
  )
  return JSON.stringify(await storedFiles(ctx, given))
}

/** A file of an objection as an answer, or `notFound`. */
export async function fileOf(ctx: Ctx, among: unknown, fileId: string): Promise<FileAnswer> {
  const file = (among as StoredFile[]).find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
