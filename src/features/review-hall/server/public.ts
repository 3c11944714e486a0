import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { activeReviewers, allReviewers } from './access.ts'
import { contentOf, reportTableAnswer, signSheetAnswer } from './files.ts'
import { lastRow, signaturesOf } from './reports.ts'

/**
 * The review in the archive: the signed report, its signature sheet and tables, and everything as data. Nothing for an
 * order whose review was not completed.
 */
export const reviewArchive: ArchivePart = {
  name: 'review',
  async entries(ctx, order) {
    const row = await lastRow(ctx, order.id)
    if (!row?.completed_at || !row.sha256) return []
    const seat = { order, who: { part: 'observer', isLeader: false }, me: null } as const
    const names = new Map((await allReviewers(ctx, order.id)).map((r) => [r.id, r.name]))
    const signatures = await signaturesOf(ctx, row.id)
    const files = await Promise.all([signSheetAnswer(ctx, seat, row), reportTableAnswer(row, 'reviewer-score')])
    return [
      { path: 'review/report.pdf', content: { sha256: row.sha256.toString('hex') } },
      { path: 'review/signatures.pdf', content: files[0].content as Buffer },
      { path: 'review/reviewer-scores.pdf', content: files[1].content as Buffer },
      jsonEntry('review/report.json', contentOf(row)),
      jsonEntry(
        'review/signatures.json',
        signatures.map((s) => ({
          name: names.get(s.reviewer_id),
          sha256: s.sha256.toString('hex'),
          opinion: s.opinion,
          at: s.at.toISOString(),
        })),
      ),
    ]
  },
}

/** User ids of the committee's members, to be told of what concerns them. Nobody outside may learn of them. */
export async function committeeUsers(ctx: Context<Actor | null>, orderId: string): Promise<string[]> {
  return (await activeReviewers(ctx, orderId)).map((r) => r.user_id)
}

/**
 * Double envelope: whether the ways of the first stage are all summed up with their result fixed, and who passed. The
 * review of one stage only knows no first stage, so nothing is done.
 */
export function firstStage(
  _ctx: Context<Actor | null>,
  _orderId: string,
): Promise<{ done: boolean; passedTradeIds: string[] }> {
  return Promise.resolve({ done: false, passedTradeIds: [] })
}
