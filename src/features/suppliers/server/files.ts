import { AppError } from '#contract/errors.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { Ctx } from './access.ts'

const USE = 'supplier-file'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 50 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'image/png',
      'image/jpeg',
    ],
    entitled: whoMay(['purchaser'], ['supplierManagement', 'tendering']),
    person: { bytes: 2 * GIGABYTE, files: 1000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
}

type Given = readonly { fileId: string; name: string }[]

/** Given files as a column; `kept`: those that the record has already. */
export async function filesColumn(ctx: Ctx, given: Given, kept: unknown = []): Promise<string> {
  await demandOwnFiles(
    ctx,
    given.map(({ fileId }) => fileId),
    { use: USE, by: 'company', kept: (kept as StoredFile[]).map(({ fileId }) => fileId) },
  )
  return JSON.stringify(await storedFiles(ctx, given))
}

/** A file of a record as an answer, or `notFound`. */
export async function fileOf(ctx: Ctx, files: unknown, fileId: string) {
  const file = (files as StoredFile[]).find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
