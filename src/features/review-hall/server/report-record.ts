import type * as z from 'zod'
import { type DrawSource, valuesOf } from '#contract/draw.ts'
import { acceptanceOf } from '#features/templates/server/public.ts'
import {
  AskKind,
  AskStatus,
  CorrectionKind,
  CorrectionStatus,
  LowPriceStatus,
} from '#features/evaluation/rules/enums.ts'
import { QuoteMode, RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import { roundRows, standings } from '#features/quotes/server/public.ts'
import { hitInWords, lowPriceInWords } from '#features/evaluation/rules/low-price.ts'
import { roundLabel } from '../rules/offer-round.ts'
import type { Motion } from '../contract/shared.ts'
import { type Any, type Order, type ReviewerRow, reviewRow } from './access.ts'
import { filesOf } from './ask-files.ts'
import { askRows } from './ask-views.ts'
import type { Bid } from './bids.ts'
import { correctionRows } from './correction-views.ts'
import { drawRecords } from './draws.ts'
import { basisOf, lowPriceMatters } from './low-price.ts'

/** What went on beside the judging, as a report tells it. Times are instants. */
export interface DialogRecord {
  asks: {
    name: string
    kind: string
    title: string
    content: string
    files: string[]
    sentAt: string
    deadline: string
    status: string
    reply: string
    replyFiles: string[]
    repliedAt: string | null
  }[]
  corrections: {
    name: string
    kind: string
    basis: string
    before: string
    after: string
    status: string
    at: string
  }[]
  rounds: {
    label: string
    mode: string
    closedAt: string
    reason: string
    offers: { name: string; total: string | null; status: string; submittedAt: string | null; signedBy: string }[]
  }[]
  draws: { title: string; source: DrawSource; result: string; at: string }[]
  /** Abnormally low prices and what became of them; left out in reports made before they were looked at. */
  lowPrices?: { rule: string; rows: { name: string; price: string; why: string; result: string; reason: string }[] }
}

export async function dialogRecord(ctx: Any, order: Order, bids: readonly Bid[]): Promise<DialogRecord> {
  const nameOf = (id: string) => bids.find((b) => b.tradeId === id)?.supplierName ?? ''
  const asks = (await askRows(ctx, order.id)).filter((a) => a.sentAt !== null).toReversed()
  const files = await filesOf(
    ctx,
    asks.map((a) => a.id),
  )
  const rounds = (await roundRows(ctx, { orderId: order.id, kind: 'review' })).filter(
    (r) => r.status === RoundStatus.values.closed,
  )
  const offers = await standings(ctx, rounds)
  const corrections = (await correctionRows(ctx, order.id)).filter((c) => c.sentAt !== null).toReversed()
  const draws = await drawRecords(ctx, order)
  return {
    asks: asks.map((a) => {
      const of = (side: string) => files.filter((f) => f.askId === a.id && f.side === side).map((f) => f.file.name)
      return {
        name: nameOf(a.tradeId),
        kind: AskKind.label(a.kind),
        title: a.title,
        content: a.content,
        files: of('ask'),
        sentAt: a.sentAt!.toISOString(),
        deadline: a.deadline!.toISOString(),
        status: AskStatus.label(a.status),
        reply: a.reply,
        replyFiles: of('reply'),
        repliedAt: a.repliedAt?.toISOString() ?? null,
      }
    }),
    corrections: corrections.map((c) => ({
      name: nameOf(c.tradeId),
      kind: CorrectionKind.label(c.kind),
      basis: c.basis,
      before: c.before,
      after: c.after,
      status: CorrectionStatus.label(c.status),
      at: (c.decidedAt ?? c.sentAt!).toISOString(),
    })),
    rounds: rounds.map((r) => ({
      label: roundLabel(r.roundNo),
      mode: QuoteMode.label(r.mode),
      closedAt: r.closedAt!.toISOString(),
      reason: r.closeReason,
      offers: offers
        .filter((o) => o.roundId === r.id)
        .map((o) => ({
          name: nameOf(o.tradeId),
          total: o.total,
          status: QuoteStatus.label(o.status),
          submittedAt: o.submittedAt?.toISOString() ?? null,
          signedBy: o.signedName,
        })),
    })),
    draws: draws.map(({ title, purpose, record: { parts, source, result }, at }) => ({
      title,
      source,
      result: parts
        .map(({ label }) => {
          const values = valuesOf(result, label)
          return `${label}：${(purpose === 'lots' ? values.map(nameOf) : values).join('、')}`
        })
        .join('；'),
      at: at.toISOString(),
    })),
  }
}

/** `motions`: those that may be told, with their votes. */
export async function lowPriceRecord(
  ctx: Any,
  order: Order,
  { bids, motions }: { bids: readonly Bid[]; motions: readonly z.output<typeof Motion>[] },
): Promise<Pick<DialogRecord, 'lowPrices'>> {
  const review = await reviewRow(ctx, order.id)
  const basis = basisOf(order, review)
  if (!basis) return {}
  const matters = await lowPriceMatters(ctx, order, { review, bids })
  return {
    lowPrices: {
      rule: lowPriceInWords(basis),
      rows: matters.map(({ bid, hits, status, ask, vote, waiver }) => {
        const votes = motions.find((one) => one.motionId === vote?.id)?.votes ?? []
        return {
          name: bid.supplierName,
          price: bid.evaluatedPrice ?? ask?.price ?? '',
          why: hits.map(hitInWords).join('；'),
          result: LowPriceStatus.label(status),
          reason: waiver?.reason ?? [...new Set(votes.map((one) => one.opinion).filter(Boolean))].join('；'),
        }
      }),
    },
  }
}

/** What a member declared: when, and the hash of the commitment accepted with it. */
export async function declarations(
  ctx: Any,
  members: readonly ReviewerRow[],
): Promise<Map<string, { declaredAt: string | null; noConflict: boolean | null; commitmentHash: string | null }>> {
  const found = new Map()
  for (const m of members)
    found.set(m.id, {
      declaredAt: m.declaredAt?.toISOString() ?? null,
      noConflict: m.noConflict,
      commitmentHash: (await acceptanceOf(ctx, { reviewerId: m.id }))?.textHash ?? null,
    })
  return found
}
