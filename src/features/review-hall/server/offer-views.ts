import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Exact, sum, toCapitals } from '#contract/money.ts'
import type { PageQuery } from '#contract/page.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { purchaserOfferReads, Round } from '../contract/offers.ts'
import { type DialogWho, ROUND_STATUS } from '../rules/dialog-status.ts'
import { OfferMode, OfferRoundStatus, OfferStatus } from '#features/evaluation/rules/enums.ts'
import { type OfferLine, reduction, roundLabel, subsOf } from '../rules/offer-round.ts'
import { type Any, reviewRow, type Seat } from './access.ts'
import { dialogWho, isOver } from './bidder-seat.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { compareLines } from './comparison.ts'
import { storedAnswer } from './stored-files.ts'
import { offerItems, type OfferRow } from './offers.ts'
import { pageOfRows } from './results.ts'
import { type RoundRow, roundRows } from './round-rows.ts'
import { roundFacts } from './rounds.ts'

type Answer<K extends keyof typeof purchaserOfferReads> = z.input<(typeof purchaserOfferReads)[K]['returns']>

export async function roundViews(ctx: Any, { order, me }: Seat): Promise<Answer<'rounds'>> {
  const review = await reviewRow(ctx, order.id)
  const over = review === null || isOver(order, review)
  const views = []
  for (const row of await roundRows(ctx, order.id))
    views.push(await roundView(ctx, row, { who: dialogWho(me, row.createdBy), over, isBidder: false }))
  return views
}

export async function roundView(
  ctx: Any,
  row: RoundRow,
  { who, over, isBidder }: { who: DialogWho; over: boolean; isBidder: boolean },
): Promise<z.output<typeof Round>> {
  const facts = await roundFacts(ctx, row, over)
  return {
    roundId: row.id,
    roundNo: row.roundNo,
    label: roundLabel(row.roundNo),
    mode: row.mode as 1,
    modeLabel: OfferMode.label(row.mode),
    note: row.note,
    notAbove: row.notAbove,
    isFinal: row.isFinal,
    status: row.status as 0,
    statusLabel: OfferRoundStatus.label(row.status),
    minutes: row.minutes,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    deadline: row.deadline?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    closeReason: row.closeReason,
    invited: isBidder ? 1 : facts.invited,
    submitted: isBidder ? null : facts.submitted,
    actions: ROUND_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
  }
}

/** Who has quoted; what they quoted once the round is closed. */
export async function roundOffers(
  ctx: Any,
  { order }: Seat,
  query: PageQuery & { roundId: string },
): Promise<Answer<'roundOffers'>> {
  const rounds = await roundRows(ctx, order.id)
  const round = rounds.find((r) => r.id === query.roundId)
  if (!round) throw new AppError('notFound')
  const closed = round.status === OfferRoundStatus.values.closed
  const bids = await bidsOf(ctx, order)
  const offers = await offerRows(ctx, rounds)
  const own = offers.filter((o) => o.roundId === round.id)
  const lowest = closed ? lowestOf(own.flatMap((o) => o.total ?? [])) : null
  const rows = bids.flatMap((bid) => {
    const offer = own.find((o) => o.tradeId === bid.tradeId)
    if (!offer) return []
    const before = rounds.filter((r) => r.roundNo < round.roundNo).map((r) => r.id)
    const previous =
      offers.filter((o) => o.tradeId === bid.tradeId && before.includes(o.roundId) && o.total !== null).at(-1)?.total ??
      bid.quote
    const total = closed && offer.submittedAt ? offer.total : null
    return [
      {
        bidderId: bid.tradeId,
        no: bid.no,
        supplierName: bid.supplierName,
        status: offer.status as 0,
        statusLabel: OfferStatus.label(offer.status),
        submittedAt: offer.submittedAt?.toISOString() ?? null,
        total,
        capitals: total === null ? null : toCapitals(total),
        previous: closed ? previous : null,
        reduction: closed ? reduction(previous, total) : null,
        overControlPrice: total !== null && order.controlPrice !== null && new Exact(total).gt(order.controlPrice),
        isLowest: total !== null && lowest !== null && new Exact(total).eq(lowest),
        signedAt: offer.signedAt?.toISOString() ?? null,
        signedBy: offer.signedName,
        sha256: closed ? (offer.sha256?.toString('hex') ?? null) : null,
      },
    ]
  })
  return pageOfRows(rows, query)
}

export async function bidderRates(ctx: Any, { order }: Seat): Promise<Answer<'bidderRates'>> {
  const rounds = (await roundRows(ctx, order.id)).filter((r) => r.status === OfferRoundStatus.values.closed)
  const offers = await offerRows(ctx, rounds)
  const bids = await bidsOf(ctx, order)
  const lowest = lowestOf(bids.filter(isValid).flatMap((b) => b.evaluatedPrice ?? []))
  return {
    rounds: rounds.map((r) => ({ roundId: r.id, roundNo: r.roundNo, label: roundLabel(r.roundNo) })),
    bidders: bids.map((bid) => ({
      bidderId: bid.tradeId,
      no: bid.no,
      supplierName: bid.supplierName,
      isRejected: !isValid(bid),
      opening: bid.quote,
      offers: rounds.map(
        (r) => offers.find((o) => o.roundId === r.id && o.tradeId === bid.tradeId && o.submittedAt)?.total ?? null,
      ),
      last: bid.evaluatedPrice,
      reduction: reduction(bid.quote, bid.evaluatedPrice),
      belowControl: reduction(order.controlPrice, bid.evaluatedPrice),
      isLowest:
        isValid(bid) && bid.evaluatedPrice !== null && lowest !== null && new Exact(bid.evaluatedPrice).eq(lowest),
    })),
  }
}

/** Sums of the parts of the bill, of a closed round or of the opening. */
export async function subSummary(ctx: Any, seat: Seat, roundId?: string): Promise<Answer<'subSummary'>> {
  const { quoted, items } = await quotedLines(ctx, seat, roundId)
  return {
    bidders: quoted.map(({ bid, lines }) => ({
      bidderId: bid.tradeId,
      no: bid.no,
      supplierName: bid.supplierName,
      total: new Exact(sum(lines.map((l) => l.amount))).toFixed(2),
    })),
    subs: subsOf(items).map((sub) => {
      const sums = quoted.map(({ lines }) => {
        const own = lines.filter((l) => sub.items.some((i) => i.itemId === l.itemId))
        return own.length === 0 ? null : new Exact(sum(own.map((l) => l.amount))).toFixed(2)
      })
      const best = lowestOf(sums.flatMap((s, i) => (s !== null && isValid(quoted[i]!.bid) ? [s] : [])))
      return {
        subId: sub.subId,
        name: sub.name,
        items: sub.items.length,
        offers: sums.map((total, i) =>
          total === null
            ? null
            : { total, isBest: best !== null && isValid(quoted[i]!.bid) && new Exact(total).eq(best) },
        ),
      }
    }),
  }
}

export async function subItems(
  ctx: Any,
  seat: Seat,
  { roundId, subId }: { roundId?: string | undefined; subId: number },
): Promise<Answer<'subItems'>> {
  const { quoted, items } = await quotedLines(ctx, seat, roundId)
  const sub = subsOf(items).find((s) => s.subId === subId)
  if (!sub) throw new AppError('notFound')
  return {
    subId,
    name: sub.name,
    bidders: quoted.map(({ bid }) => ({ bidderId: bid.tradeId, no: bid.no, supplierName: bid.supplierName })),
    items: compareLines(sub.items, quoted),
  }
}

/** The quotation of one bidder in a closed round. */
export async function offerFile(
  ctx: Any,
  { order }: Seat,
  which: { roundId: string; bidderId: string; inline: boolean },
): Promise<FileAnswer> {
  const round = (await roundRows(ctx, order.id)).find((r) => r.id === which.roundId)
  if (round?.status !== OfferRoundStatus.values.closed) throw new AppError('notFound')
  const offer = (await offerRows(ctx, [round])).find((o) => o.tradeId === which.bidderId)
  if (!offer?.fileId) throw new AppError('notFound')
  const name = `报价单-${order.code}-${roundLabel(round.roundNo)}.pdf`
  return { ...(await storedAnswer(ctx, { fileId: offer.fileId, name })), inline: which.inline }
}

/** Offers of rounds, in the order of the rounds. */
export async function offerRows(ctx: Any, rounds: readonly RoundRow[]): Promise<OfferRow[]> {
  if (rounds.length === 0) return []
  const ids = rounds.map((r) => r.id)
  const rows = await ctx.many('review_offer', { roundId: ids })
  return rows.toSorted((a, b) => ids.indexOf(a.roundId) - ids.indexOf(b.roundId))
}

/** Prices line by line: of a closed round in which lines were quoted, or of the opening. */
async function quotedLines(ctx: Any, { order }: Seat, roundId?: string) {
  const items = await offerItems(ctx, order)
  const bids = await bidsOf(ctx, order)
  if (roundId === undefined) {
    const opened = bids.filter((b) => b.priceSheet !== null)
    return { items, quoted: opened.map((bid) => ({ bid, lines: bid.priceSheet!.lines })) }
  }
  const round = (await roundRows(ctx, order.id)).find((r) => r.id === roundId)
  if (!round) throw new AppError('notFound')
  if (round.status !== OfferRoundStatus.values.closed) throw new AppError('wrongState', '本轮报价尚未结束')
  const offers = await offerRows(ctx, [round])
  const quoted = bids.flatMap((bid): { bid: Bid; lines: OfferLine[] }[] => {
    const offer = offers.find((o) => o.tradeId === bid.tradeId && o.submittedAt !== null)
    return offer ? [{ bid, lines: offer.lines as OfferLine[] }] : []
  })
  return { items, quoted }
}

function lowestOf(values: readonly string[]): string | null {
  return values.length === 0 ? null : Exact.min(...values).toFixed()
}
