import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { GIGABYTE, MEGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { FileAnswer } from '#server/implement.ts'

type Ctx = Context<Employee>

const USE = 'charge-voucher'

export const uploads: UploadPolicies = {
  [USE]: {
    maxSize: 20 * MEGABYTE,
    types: SCANS,
    entitled: whoMay(['purchaser', 'agency'], ['finance']),
    person: { bytes: 2 * GIGABYTE, files: 2000 },
    company: { bytes: 10 * GIGABYTE, files: 10_000 },
  },
}

/** Refuses a voucher that the person did not upload, unless it stands there already. */
export async function demandVoucher(
  ctx: Ctx,
  { fileId }: { fileId: string },
  kept: string | null = null,
): Promise<void> {
  if (fileId === kept) return
  if (!(await ctx.one('file_object', { id: fileId, userId: ctx.actor.userId, use: USE }, { columns: ['id'] })))
    throw new AppError('invalid', '文件不存在或无权使用，请重新上传', [{ path: 'voucher', message: '请重新上传文件' }])
}

/** A voucher with size and hash; null where there is none. */
export async function voucherOf(ctx: Ctx, row: { voucherFile: string | null; voucherName: string | null }) {
  if (row.voucherFile === null) return null
  const { size, sha256 } = await ctx.expectOne('file_object', { id: row.voucherFile }, { columns: ['size', 'sha256'] })
  return { fileId: row.voucherFile, name: row.voucherName!, size, sha256: sha256.toString('hex') }
}

/** The same as a download; whoever asks may see the record. */
export async function voucherFile(
  ctx: Ctx,
  row: { voucherFile: string | null; voucherName: string | null },
): Promise<FileAnswer> {
  if (row.voucherFile === null) throw new AppError('notFound')
  const { sha256, mime, size } = await ctx.expectOne(
    'file_object',
    { id: row.voucherFile },
    { columns: ['sha256', 'mime', 'size'] },
  )
  return { name: row.voucherName!, mime, size, content: await ctx.files.read(sha256.toString('hex')), inline: true }
}
