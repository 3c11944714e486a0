import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'
import { ACTS } from './access.ts'

const USE = 'supplement'

/** Scans and documents of a finished purchase. */
export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 200 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'image/png',
      'image/jpeg',
    ],
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
    person: { bytes: 10 * GIGABYTE, files: 2000 },
    company: { bytes: 50 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = {
  'supplement.draft_files': 'document',
  'supplement_version.files': 'document',
  'supplement_note.files': 'document',
}

/** Given files as a row keeps them: uploaded by the own company for this, or among those that the record has already. */
export async function keptFiles(
  ctx: Context<Actor>,
  given: readonly { fileId: string; name: string }[],
  kept: readonly StoredFile[] = [],
): Promise<StoredFile[]> {
  await demandOwnFiles(
    ctx,
    given.map(({ fileId }) => fileId),
    { use: USE, by: 'company', kept: kept.map(({ fileId }) => fileId), path: 'files' },
  )
  return storedFiles(ctx, given)
}

/** One of these files as an answer, or `notFound`. */
export async function fileOf(ctx: Context<Actor>, among: readonly StoredFile[], fileId: string): Promise<FileAnswer> {
  const file = among.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: file.fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
