import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { demandOwnFiles, storedFiles, type StoredFile } from '#server/files/own-files.ts'
import { GIGABYTE, MEGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'
import { ACTS } from './access.ts'

const DOCUMENTS = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/jpeg',
]
const COMMON = {
  maxSize: 100 * MEGABYTE,
  types: DOCUMENTS,
  person: { bytes: 4 * GIGABYTE, files: 1000 },
  company: { bytes: 20 * GIGABYTE, files: 5000 },
}
const HANDLER = whoMay([...ACTS.workbench], [...ACTS.right])

/** Documents of demands and plans, scans of answers on paper, and what suppliers add to theirs. */
export const uploads: UploadPolicies = {
  demand: { ...COMMON, entitled: HANDLER },
  'demand-scan': { ...COMMON, entitled: HANDLER },
  'demand-answer': { ...COMMON, entitled: whoMay(['supplier'], ['bidding']) },
}
export type DemandUse = keyof typeof uploads

export const files: FileColumns = {
  'demand.files': 'document',
  'demand_plan.files': 'document',
  'demand_trade.files': 'document',
  'demand_answer.files': 'document',
  'demand_answer.answers': 'document',
  'demand_answer.scan': 'document',
}

type Given = readonly { fileId: string; name: string }[]

/** Given files as a row keeps them: the own company's, uploaded for this use, or among those it has already. */
export async function keptFiles(
  ctx: Context<Actor>,
  given: Given,
  { use, kept = [], path }: { use: string; kept?: readonly string[]; path: string },
): Promise<StoredFile[]> {
  const ids = given.map(({ fileId }) => fileId)
  await demandOwnFiles(ctx, ids, { use, by: 'company', kept, path })
  return storedFiles(ctx, given)
}

/** One of these files as an answer, or `notFound`. */
export async function fileOf(ctx: Context<Actor>, among: readonly StoredFile[], fileId: string): Promise<FileAnswer> {
  const file = among.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne('file_object', { id: file.fileId })
  return { name: file.name, mime, size, content: await ctx.files.read(sha256.toString('hex')) }
}
