import { whoMay, GIGABYTE, MEGABYTE, type UploadPolicies } from '#server/files/policy.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { ACTS, type Ctx } from './access.ts'

/** Documents that are handed out to experts. */
export const uploads: UploadPolicies = {
  verification: {
    maxSize: 100 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'image/png',
      'image/jpeg',
    ],
    person: { bytes: 4 * GIGABYTE, files: 1000 },
    company: { bytes: 20 * GIGABYTE, files: 5000 },
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
  },
}

export const files: FileColumns = { 'verification.files': 'document' }

/** Given files as a row keeps them: the own company's, uploaded for this, or among those it has already. */
export async function keptFiles(
  ctx: Ctx,
  given: readonly { fileId: string; name: string }[],
  kept: readonly StoredFile[] = [],
): Promise<StoredFile[]> {
  const ids = given.map(({ fileId }) => fileId)
  const known = kept.map(({ fileId }) => fileId)
  await demandOwnFiles(ctx, ids, { use: 'verification', by: 'company', kept: known, path: 'files' })
  return storedFiles(ctx, given)
}
