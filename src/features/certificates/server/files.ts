import { keptFile, keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import { type ApplicationRow, type Ctx, HOLDER } from './access.ts'

const USE = 'ca-document'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 20 * MEGABYTE,
    types: SCANS,
    entitled: whoMay([...HOLDER.workbench], [...HOLDER.right]),
    person: { bytes: GIGABYTE, files: 300 },
    company: { bytes: 2 * GIGABYTE, files: 1000 },
  },
}

type Given = readonly { fileId: string; name: string }[]

/** Given files as a column; `kept`: those that the application has already. */
export async function filesColumn(ctx: Ctx, given: Given, { kept, path }: { kept: unknown; path: string }) {
  return JSON.stringify(await keptFiles(ctx, given, { use: USE, kept: kept as StoredFile[], path }))
}

/** A file of an application as an answer, or `notFound`. */
export function fileOf(
  ctx: Context<Actor>,
  { letters, licences }: ApplicationRow,
  fileId: string,
): Promise<FileAnswer> {
  return keptFile(ctx, [...(letters as StoredFile[]), ...(licences as StoredFile[])], fileId)
}
