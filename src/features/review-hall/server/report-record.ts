import { type DrawSource, valuesOf } from '#contract/draw.ts'
import { acceptanceOf } from '#features/templates/server/public.ts'
import {
  AskKind,
  AskStatus,
  CorrectionKind,
  CorrectionStatus,
  OfferMode,
  OfferRoundStatus,
  OfferStatus,
} from '../rules/enums.ts'
import { roundLabel } from '../rules/offer-round.ts'
import { type Any, type Order, type ReviewerRow } from './access.ts'
import { filesOf } from './ask-files.ts'
import { askRows } from './ask-views.ts'
import type { Bid } from './bids.ts'
import { correctionRows } from './correction-views.ts'
import { drawRecords } from './draws.ts'
import { offerRows } from './offer-views.ts'
import { roundRows } from './round-rows.ts'

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
}

export async function dialogRecord(ctx: Any, order: Order, bids: readonly Bid[]): Promise<DialogRecord> {
  const nameOf = (id: string) => bids.find((b) => b.tradeId === id)?.supplierName ?? ''
  const asks = (await askRows(ctx, order.id)).filter((a) => a.sent_at !== null).toReversed()
  const files = await filesOf(
    ctx,
    asks.map((a) => a.id),
  )
  const rounds = (await roundRows(ctx, order.id)).filter((r) => r.status === OfferRoundStatus.values.closed)
  const offers = await offerRows(ctx, rounds)
  const corrections = (await correctionRows(ctx, order.id)).filter((c) => c.sent_at !== null).toReversed()
  const draws = await drawRecords(ctx, order)
  return {
    asks: asks.map((a) => {
      const of = (side: string) => files.filter((f) => f.askId === a.id && f.side === side).map((f) => f.file.name)
      return {
        name: nameOf(a.trade_id),
        kind: AskKind.label(a.kind),
        title: a.title,
        content: a.content,
        files: of('ask'),
        sentAt: a.sent_at!.toISOString(),
        deadline: a.deadline!.toISOString(),
        status: AskStatus.label(a.status),
        reply: a.reply,
        replyFiles: of('reply'),
        repliedAt: a.replied_at?.toISOString() ?? null,
      }
    }),
    corrections: corrections.map((c) => ({
      name: nameOf(c.trade_id),
      kind: CorrectionKind.label(c.kind),
      basis: c.basis,
      before: c.before,
      after: c.after,
      status: CorrectionStatus.label(c.status),
      at: (c.decided_at ?? c.sent_at!).toISOString(),
    })),
    rounds: rounds.map((r) => ({
      label: roundLabel(r.round_no),
      mode: OfferMode.label(r.mode),
      closedAt: r.closed_at!.toISOString(),
      reason: r.close_reason,
      offers: offers
        .filter((o) => o.round_id === r.id)
        .map((o) => ({
          name: nameOf(o.trade_id),
          total: o.submitted_at ? o.total : null,
          status: OfferStatus.label(o.status),
          submittedAt: o.submitted_at?.toISOString() ?? null,
          signedBy: o.signed_name,
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

/** What a member declared: when, and the hash of the commitment accepted with it. */
export async function declarations(
  ctx: Any,
  members: readonly ReviewerRow[],
): Promise<Map<string, { declaredAt: string | null; noConflict: boolean | null; commitmentHash: string | null }>> {
  const found = new Map()
  for (const m of members)
    found.set(m.id, {
      declaredAt: m.declared_at?.toISOString() ?? null,
      noConflict: m.no_conflict,
      commitmentHash: (await acceptanceOf(ctx, { reviewerId: m.id }))?.textHash ?? null,
    })
  return found
}
