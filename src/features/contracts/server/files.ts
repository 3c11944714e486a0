import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'
import { ACTS } from './access.ts'

const USE = 'contract'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 100 * MEGABYTE,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'image/png',
      'image/jpeg',
    ],
    entitled: whoMay([...ACTS.workbench], [...ACTS.right]),
    person: { bytes: 4 * GIGABYTE, files: 2000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
  },
}

export const files: FileColumns = {
  'contract.files': 'document',
  'contract.scans': 'document',
  'contract_version.files': 'document',
  'delivery.files': 'document',
  'acceptance.files': 'document',
  'payment_request.files': 'document',
  'contract_payment.voucher': 'document',
}

type Given = readonly { fileId: string; name: string }[]

/** Given files as a row keeps them: the own company's, or among those it has already. */
export async function keptFiles(
  ctx: Context<Actor>,
  given: Given,
  { kept = [], path = 'files' }: { kept?: readonly StoredFile[]; path?: string } = {},
): Promise<StoredFile[]> {
  const ids = given.map(({ fileId }) => fileId)
  await demandOwnFiles(ctx, ids, { use: USE, by: 'company', kept: kept.map(({ fileId }) => fileId), path })
  return storedFiles(ctx, given)
}

/** One of these files as an answer, or `notFound`. */
export async function fileOf(ctx: Context<Actor>, among: readonly StoredFile[], fileId: string): Promise<FileAnswer> {
  const file = among.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: file.fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
