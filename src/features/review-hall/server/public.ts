import {
  type ArchiveEntry,
  type ArchivePart,
  filed,
  jsonEntry,
  numbered,
  orderRow,
} from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { allReviewers } from './access.ts'
import { filesOf } from './ask-files.ts'
import { askRows } from './ask-views.ts'
import { bidsOf, isValid } from './bids.ts'
import { CatalogType } from '#features/evaluation/rules/enums.ts'
import { contentOf, reportPartAnswer, signSheetAnswer } from './files.ts'
import { bundleOf } from './replay-bundle.ts'
import { lastRow, signaturesOf } from './reports.ts'

export { type OwnReview, ownReview } from './own-review.ts'

/**
 * The review in the archive: the signed report, its signature sheet and tables, everything as data, and what committee and
 * bidders attached to questions and answers. Nothing for an order whose review was not completed.
 */
export const reviewArchive: ArchivePart = {
  name: 'review',
  async entries(ctx, order) {
    const row = await lastRow(ctx, order.id)
    if (!row?.completedAt || !row.sha256) return []
    const seat = { order, who: { part: 'observer', isLeader: false }, me: null } as const
    const names = new Map((await allReviewers(ctx, order.id)).map((r) => [r.id, r.name]))
    const signatures = await signaturesOf(ctx, row.id)
    const files = await Promise.all([
      signSheetAnswer(ctx, seat, row),
      reportPartAnswer(row, CatalogType.values.reviewerScores),
    ])
    return [
      filed('review', '评审报告.pdf', { sha256: row.sha256.toString('hex') }),
      filed('review', '评审报告签字页.pdf', files[0].content as Buffer),
      filed('review', '评委评审表.pdf', files[1].content as Buffer),
      jsonEntry('review/report.json', contentOf(row)),
      jsonEntry('review/bundle.json', await bundleOf(ctx, order)),
      ...(await askFiles(ctx, order.id)),
      jsonEntry(
        'review/signatures.json',
        signatures.map((s) => ({
          name: names.get(s.reviewerId),
          sha256: s.sha256.toString('hex'),
          opinion: s.opinion,
          ...(s.deemed ? { deemed: s.deemed } : {}),
          at: s.at.toISOString(),
        })),
      ),
    ]
  },
}

/** By question in the order of the report, with the side it comes from. */
async function askFiles(ctx: Context<Actor>, orderId: string): Promise<ArchiveEntry[]> {
  const asks = (await askRows(ctx, orderId)).filter((row) => row.sentAt !== null).toReversed()
  const files = await filesOf(
    ctx,
    asks.map((row) => row.id),
  )
  return files.map(({ askId, side, file }, i) => {
    const folder = numbered(asks.findIndex((row) => row.id === askId) + 1, '澄清')
    return filed('review', `澄清材料/${folder}/${side === 'reply' ? '答复' : '询问'}-${i + 1}-${file.name}`, {
      sha256: file.sha256,
    })
  })
}

/**
 * How the first stage of a double-envelope review stands. Done: every way before the offer opening is summed up and the
 * result is fixed. `lock`, for who opens offers: until the caller commits nobody can open the first stage again.
 */
export async function firstStage(
  ctx: Context<Actor | null>,
  orderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ done: boolean; passedTradeIds: string[] }> {
  const review = await ctx.tx
    .selectFrom('review')
    .select(['firstStageAt', 'concludedAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(lock, (q) => q.forShare())
    .executeTakeFirst()
  if (!review?.firstStageAt && !review?.concludedAt) return { done: false, passedTradeIds: [] }
  const valid = (await bidsOf(ctx, await orderRow(ctx, orderId))).filter(isValid)
  return { done: true, passedTradeIds: valid.map((b) => b.tradeId) }
}
