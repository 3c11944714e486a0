import { AppError } from '#contract/errors.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { type Any, RIGHT } from './access.ts'

export const ORDER_USE = 'recruit-order'
export const APPLY_USE = 'recruit-apply'

const PAPER = {
  maxSize: 50 * MEGABYTE,
  types: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'image/png',
    'image/jpeg',
  ],
  person: { bytes: 2 * GIGABYTE, files: 1000 },
  company: { bytes: 10 * GIGABYTE, files: 5000 },
}

export const uploads: UploadPolicies = {
  [ORDER_USE]: { ...PAPER, entitled: whoMay(['purchaser', 'agency'], [RIGHT]) },
  [APPLY_USE]: { ...PAPER, entitled: whoMay(['supplier'], ['bidding']) },
}

/** One of these files, by its id; `notFound` for any other. */
export async function fileOf(ctx: Any, files: readonly StoredFile[], fileId: string): Promise<FileAnswer> {
  const file = files.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: file.fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
