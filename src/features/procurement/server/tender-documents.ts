import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/follow-up.ts'
import type { publishChange } from '../contract/notice.ts'
import { buyer } from './bind.ts'
import { ownOrder } from './public.ts'

type Ctx = Context<Employee>
type Replacements = BodyOf<typeof publishChange>['replacements']

export const documentRoutes: readonly Route[] = [
  buyer(contract.tenderDocuments, async (ctx, { params }) => {
    await ownOrder(ctx, params.orderId)
    const rows = await documents(ctx, params.orderId)
    const hex = (row: { sha256: Buffer }) => row.sha256.toString('hex')
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      current: rows
        .filter((row) => row.replacedAt === null)
        .map((row) => ({ rowId: row.id, fileId: row.fileId, name: row.name, size: row.size, sha256: hex(row) })),
      replaced: rows.flatMap((row) => {
        const next = row.replacedBy === null ? undefined : byId.get(row.replacedBy)
        if (!next || row.replacedAt === null) return []
        return [
          {
            rowId: row.id,
            fileId: row.fileId,
            name: row.name,
            sha256: hex(row),
            newName: next.name,
            newFileId: next.fileId,
            newSha256: hex(next),
            reason: row.replaceReason,
            at: row.replacedAt.toISOString(),
            noticeId: row.replacedNotice,
            noticeTitle: row.noticeTitle ?? '',
          },
        ]
      }),
    }
  }),
]

/**
 * What the rows that are to be replaced are now: name and hash, in the order asked for. Throws `invalid` when one is not a
 * tender document in force of this order, is named twice, or the new file is not the own company's.
 */
export async function replaceableOf(
  ctx: Ctx,
  orderId: string,
  replacements: Replacements,
): Promise<{ name: string; sha256: string }[]> {
  if (replacements.length === 0) return []
  const refuse = (message: string) => new AppError('invalid', message, [{ path: 'replacements', message }])
  if (new Set(replacements.map((one) => one.rowId)).size < replacements.length) throw refuse('同一文件不能替换两次')
  const rows = (await documents(ctx, orderId)).filter((row) => row.replacedAt === null)
  const found = replacements.map((one) => {
    const row = rows.find((r) => r.id === one.rowId)
    if (!row) throw refuse('要替换的文件不存在或已被替换，请刷新后重试')
    if (row.fileId === one.fileId) throw refuse('新旧文件相同')
    return { name: row.name, sha256: row.sha256.toString('hex') }
  })
  await demandOwnFiles(
    ctx,
    replacements.map((one) => one.fileId),
    { use: 'tender-document', by: 'company' },
  )
  return found
}

/** Puts new documents into force; the old ones stay readable as replaced, with the notice that did it. */
export async function replaceDocuments(
  ctx: Ctx,
  { orderId, noticeId, replacements }: { orderId: string; noticeId: string; replacements: Replacements },
): Promise<void> {
  const now = ctx.clock.now()
  for (const { rowId, fileId, name, reason } of replacements) {
    const id = ctx.newId()
    const old = await ctx.tx
      .updateTable('order_file')
      .set({ replacedBy: id, replacedAt: now, replacedNotice: noticeId, replaceReason: reason })
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', orderId)
      .where('id', '=', rowId)
      .returning('kind')
      .executeTakeFirstOrThrow()
    await ctx.insert('order_file', {
      id,
      orderId,
      kind: old.kind,
      fileId,
      name,
      noticeId: null,
      createdAt: now,
    })
  }
}

function documents(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('order_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .leftJoin('notice as n', (j) => j.onRef('n.tenantId', '=', 'f.tenantId').onRef('n.id', '=', 'f.replacedNotice'))
    .selectAll('f')
    .select(['o.size', 'o.sha256', 'n.title as noticeTitle'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.orderId', '=', orderId)
    .where('f.noticeId', 'is', null)
    .orderBy('f.id')
    .execute()
}
