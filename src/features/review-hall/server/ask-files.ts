import { bindRow } from '#server/bound-rows.ts'
import { ASKS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import type { FileRef } from '#features/procurement/contract/shared.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies } from '#server/files/policy.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { FileAnswer } from '#server/implement.ts'
import { ASK_FILE_USE } from '../contract/asks.ts'
import type { Any, Ctx } from './access.ts'

/** What committee and bidders may attach to questions and answers. */
export const uploads: UploadPolicies = {
  [ASK_FILE_USE]: {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    entitled: reviewsNow,
    person: { bytes: 2 * GIGABYTE, files: 200 },
    company: { bytes: 4 * GIGABYTE, files: 400 },
  },
}

/** Reviews under way in which the person sits on the committee, or its company is a bidder. */
async function reviewsNow(ctx: Ctx): Promise<number | string> {
  const { userId, companyId } = ctx.actor
  const { n } = await ctx.tx
    .selectFrom('purchase_order as o')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.state', '=', 'review.running')
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom('reviewer as r')
            .select('r.id')
            .whereRef('r.tenantId', '=', 'o.tenantId')
            .whereRef('r.orderId', '=', 'o.id')
            .where('r.userId', '=', userId)
            .where('r.outAt', 'is', null),
        ),
        e.exists(
          e
            .selectFrom('trade as t')
            .select('t.id')
            .whereRef('t.tenantId', '=', 'o.tenantId')
            .whereRef('t.orderId', '=', 'o.id')
            .where('t.supplierCompanyId', '=', companyId)
            .where('t.status', '=', TradeStatus.values.passed),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return n || '您没有正在评审的项目，不能上传澄清文件'
}

export type Side = 'ask' | 'reply'

/** Attaches files that the person has uploaded for this use. One answer for all reasons why not: `invalid`. */
export async function attachFiles(
  ctx: Ctx,
  askId: string,
  { side, fileIds }: { side: Side; fileIds: readonly string[] },
): Promise<void> {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  const rows = await ctx.many(
    'file_object',
    { id: wanted, userId: ctx.actor.userId, use: ASK_FILE_USE },
    { columns: ['id', 'name'] },
  )
  if (rows.length < wanted.length)
    throw new AppError('invalid', '文件不存在或无权使用，请重新上传', [{ path: 'fileIds', message: '请重新上传文件' }])
  await ctx.insert(
    'review_ask_file',
    rows.map((r) => ({ askId, fileId: r.id, side, name: r.name })),
  )
  bindRow(ctx, ASKS, [askId])
}

/** Files by question, each with its side. */
export async function filesOf(
  ctx: Any,
  askIds: readonly string[],
): Promise<{ askId: string; side: Side; file: FileRef }[]> {
  if (askIds.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('review_ask_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.askId', 'f.side', 'f.fileId', 'f.name', 'o.size', 'o.sha256'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.askId', 'in', [...askIds])
    .orderBy('f.fileId')
    .execute()
  return rows.map((r) => ({
    askId: r.askId,
    side: r.side as Side,
    file: { fileId: r.fileId, name: r.name, size: r.size, sha256: r.sha256.toString('hex') },
  }))
}

/** A file of a question the caller may read. Who may is decided before. */
export async function askFileAnswer(ctx: Any, askId: string, fileId: string): Promise<FileAnswer> {
  const row = await ctx.tx
    .selectFrom('review_ask_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.name', 'o.size', 'o.mime', 'o.sha256'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.askId', '=', askId)
    .where('f.fileId', '=', fileId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const content = await ctx.files.read(row.sha256.toString('hex'))
  return { name: row.name, mime: row.mime, size: row.size, content }
}
