import { trimZeros } from '#contract/money.ts'
import { AppError } from '#contract/errors.ts'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import { add, compare, fraction, type Fraction, mean, sub, toFixed, ZERO } from '#features/evaluation/rules/fraction.ts'
import { committeeWarnings, isWide } from '../rules/warnings.ts'
import type { ConsensusView } from '../contract/results.ts'
import type * as z from 'zod'
import { allReviewers, type Ctx, reviewRow, type Seat } from './access.ts'
import { bidsOf, isValid } from './bids.ts'
import { outcomesStored } from './results.ts'
import { findWay, scoresOf, type StoredScore, warnedItem } from './scoring.ts'
import { isConsensusOpen, isSummarised, itemsOf, itemView, surroundings, wayFacts, wayView } from './ways.ts'

/**
 * Members' marks of one way side by side. Sealed until the last member has submitted; the purchaser's side sees them
 * when the way is summed up. Throws `wrongState` before.
 */
export async function consensusOf(
  ctx: Ctx,
  seat: Seat,
  { wayId, bidderId }: { wayId: string; bidderId?: string | undefined },
): Promise<z.input<typeof ConsensusView>> {
  const { order, who, me } = seat
  const way = await findWay(ctx, order.id, wayId)
  const everybody = await allReviewers(ctx, order.id)
  const active = everybody.filter((r) => r.outAt === null)
  const review = await reviewRow(ctx, order.id)
  const around = await surroundings(ctx, order, { reviewers: active, concluded: review?.concludedAt != null })
  const open = me ? isConsensusOpen(way, wayFacts(way, around)) : isSummarised(way) && !way.isAutomatic
  if (!open) throw new AppError('wrongState', '全部评委提交后方可查看评审意见对照')
  const reviewers = isSummarised(way) ? way.judges.flatMap((id) => everybody.filter((r) => r.id === id)) : active
  const items = await itemsOf(ctx, [wayId])
  const scores = await scoresOf(ctx, { wayId, reviewerIds: reviewers.map((r) => r.id) })
  const judged = new Set((await outcomesStored(ctx, [way])).map((o) => o.tradeId))
  const bids = (await bidsOf(ctx, order)).filter((b) => (isSummarised(way) ? judged.has(b.tradeId) : isValid(b)))
  const said = new Map(scores.map((s) => [`${s.tradeId}/${s.itemId}/${s.reviewerId}`, s]))
  const names = {
    reviewer: (id: string) => reviewers.find((r) => r.id === id)?.name ?? '',
    bidder: (id: string) => bids.find((b) => b.tradeId === id)?.supplierName ?? '',
  }
  const isScoring = way.itemKind === ItemKind.values.scoring
  return {
    way: wayView(way, around, { who, now: ctx.clock.now().getTime() }),
    items: items.map(itemView),
    reviewers: reviewers.map((r) => ({ reviewerId: r.id, name: r.name, isLeader: r.isLeader })),
    bidders: bids.map((bid) => {
      const rows = items.map((item) => reviewers.map((r) => said.get(`${bid.tradeId}/${item.id}/${r.id}`)))
      const totals = reviewers.map((_, i) => (isScoring ? totalOf(rows.map((row) => row[i])) : null))
      return {
        bidderId: bid.tradeId,
        no: bid.no,
        supplierName: bid.supplierName,
        totals: totals.map((t) => (t === null ? null : trimZeros(toFixed(t, 2)))),
        ...figures(totals.flatMap((t) => (t === null ? [] : [t]))),
        // Of many bidders the single marks come one bidder at a time.
        items: (bidderId === undefined || bidderId === bid.tradeId ? items : []).map((item, i) => {
          const row = rows[i]!
          const passed = row.map((s) => s?.passed ?? null)
          const given = row.flatMap((s) => (s?.score == null ? [] : [s.score]))
          return {
            itemId: item.id,
            scores: row.map((s) => (s?.score == null ? null : trimZeros(s.score))),
            passed,
            reasons: row.map((s) => s?.reason ?? ''),
            ...figures(given.map(fraction)),
            isWide: isScoring
              ? isWide({ fullMark: item.fullMark }, given)
              : new Set(passed.filter((p) => p !== null)).size > 1,
          }
        }),
      }
    }),
    warnings: committeeWarnings(
      items.map(warnedItem),
      scores.filter((s) => bids.some((b) => b.tradeId === s.tradeId)),
      names,
    ),
  }
}

function totalOf(row: readonly (StoredScore | undefined)[]): Fraction | null {
  if (row.every((s) => s?.score == null)) return null
  return row.reduce((sum, s) => add(sum, fraction(s?.score ?? '0')), ZERO)
}

function figures(values: readonly Fraction[]): { mean: string | null; spread: string | null } {
  if (values.length === 0) return { mean: null, spread: null }
  const sorted = values.toSorted(compare)
  return { mean: toFixed(mean(values), 2), spread: trimZeros(toFixed(sub(sorted.at(-1)!, sorted[0]!), 2)) }
}
