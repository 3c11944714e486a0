import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Exact, sum, toCapitals } from '#contract/money.ts'
import type { PageQuery } from '#contract/page.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { purchaserOfferReads, Round } from '../contract/offers.ts'
import { QuoteMode, QuoteStatus, RoundStatus } from '#features/quotes/rules/enums.ts'
import { type QuoteLine, reduction, subsOf } from '#features/quotes/rules/prices.ts'
import { type QuotePart, ROUND_STATUS } from '#features/quotes/rules/status.ts'
import {
  inWords,
  linesOf,
  quotationName,
  quoteItems,
  roundFacts,
  type RoundRow,
  roundRows,
  standings,
} from '#features/quotes/server/public.ts'
import { roundLabel } from '../rules/offer-round.ts'
import { type Any, type Order, reviewRow, type Seat } from './access.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { compareLines } from './comparison.ts'
import { storedAnswer } from './stored-files.ts'
import { pageOfRows } from './results.ts'
import { HOST, overInWords } from './quote-host.ts'

type Answer<K extends keyof typeof purchaserOfferReads> = z.input<(typeof purchaserOfferReads)[K]['returns']>

export async function roundViews(ctx: Any, { order, me }: Seat): Promise<Answer<'rounds'>> {
  const over = overInWords(order, await reviewRow(ctx, order.id))
  const views = []
  for (const row of await rowsOf(ctx, order))
    views.push(await roundView(ctx, row, { order, who: me?.isLeader ? 'host' : 'none', over }))
  return views
}

export async function roundView(
  ctx: Any,
  row: RoundRow,
  { order, who, over }: { order: Order; who: QuotePart; over: string },
): Promise<z.output<typeof Round>> {
  const facts = await roundFacts(ctx, row, over)
  const isBidder = who === 'supplier'
  return {
    roundId: row.id,
    roundNo: row.roundNo,
    label: roundLabel(row.roundNo),
    mode: row.mode as 1,
    modeLabel: QuoteMode.label(row.mode),
    note: row.note,
    notAbove: row.notAbove !== 'none',
    isFinal: row.isFinal,
    status: row.status,
    statusLabel: RoundStatus.label(row.status),
    minutes: row.minutes!,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    deadline: row.deadline?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    closeReason: row.closeReason,
    invited: isBidder ? 1 : facts.invited,
    submitted: isBidder ? null : facts.submitted,
    actions: inWords(order, ROUND_STATUS.allowed(facts, who, ctx.clock.now().getTime())),
  }
}

/** Who has quoted; what they quoted once the round is closed. */
export async function roundOffers(
  ctx: Any,
  { order }: Seat,
  query: PageQuery & { roundId: string },
): Promise<Answer<'roundOffers'>> {
  const rounds = await rowsOf(ctx, order)
  const round = rounds.find((r) => r.id === query.roundId)
  if (!round) throw new AppError('notFound')
  const closed = round.status === RoundStatus.values.closed
  const bids = await bidsOf(ctx, order)
  const offers = await standings(ctx, rounds)
  const own = offers.filter((o) => o.roundId === round.id)
  const lowest = lowestOf(own.flatMap((o) => o.total ?? []))
  const rows = bids.flatMap((bid) => {
    const offer = own.find((o) => o.tradeId === bid.tradeId)
    if (!offer) return []
    const before = rounds.filter((r) => r.roundNo < round.roundNo).map((r) => r.id)
    const previous =
      offers.filter((o) => o.tradeId === bid.tradeId && before.includes(o.roundId) && o.total !== null).at(-1)?.total ??
      bid.quote
    const { total } = offer
    return [
      {
        bidderId: bid.tradeId,
        no: bid.no,
        supplierName: bid.supplierName,
        status: offer.status,
        statusLabel: QuoteStatus.label(offer.status),
        submittedAt: offer.submittedAt?.toISOString() ?? null,
        total,
        capitals: total === null ? null : toCapitals(total),
        previous: closed ? previous : null,
        reduction: closed ? reduction(previous, total) : null,
        overControlPrice: total !== null && order.controlPrice !== null && new Exact(total).gt(order.controlPrice),
        isLowest: total !== null && lowest !== null && new Exact(total).eq(lowest),
        signedAt: offer.signedAt?.toISOString() ?? null,
        signedBy: offer.signedName,
        sha256: offer.sha256?.toString('hex') ?? null,
      },
    ]
  })
  return pageOfRows(rows, query)
}

export async function bidderRates(ctx: Any, { order }: Seat): Promise<Answer<'bidderRates'>> {
  const rounds = (await rowsOf(ctx, order)).filter((r) => r.status === RoundStatus.values.closed)
  const offers = await standings(ctx, rounds)
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
      offers: rounds.map((r) => offers.find((o) => o.roundId === r.id && o.tradeId === bid.tradeId)?.total ?? null),
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
  const round = (await rowsOf(ctx, order)).find((r) => r.id === which.roundId)
  if (!round) throw new AppError('notFound')
  const offer = (await standings(ctx, [round])).find((o) => o.tradeId === which.bidderId)
  if (!offer?.fileId) throw new AppError('notFound')
  const name = quotationName({ host: HOST, order }, round)
  return { ...(await storedAnswer(ctx, { fileId: offer.fileId, name })), inline: which.inline }
}

/** Prices line by line: of a closed round in which lines were quoted, or of the opening. */
async function quotedLines(ctx: Any, { order }: Seat, roundId?: string) {
  const items = await quoteItems(ctx, order)
  const bids = await bidsOf(ctx, order)
  if (roundId === undefined) {
    const opened = bids.filter((b) => b.priceSheet !== null)
    return { items, quoted: opened.map((bid) => ({ bid, lines: bid.priceSheet!.lines })) }
  }
  const round = (await rowsOf(ctx, order)).find((r) => r.id === roundId)
  if (!round) throw new AppError('notFound')
  if (round.status !== RoundStatus.values.closed) throw new AppError('wrongState', '本轮报价尚未结束')
  const offers = await standings(ctx, [round])
  const lines = await linesOf(
    ctx,
    offers.flatMap((o) => o.quoteId ?? []),
  )
  const quoted = bids.flatMap((bid): { bid: Bid; lines: QuoteLine[] }[] => {
    const { quoteId } = offers.find((o) => o.tradeId === bid.tradeId) ?? {}
    return quoteId ? [{ bid, lines: lines.get(quoteId) ?? [] }] : []
  })
  return { items, quoted }
}

function rowsOf(ctx: Any, { id }: Order): Promise<RoundRow[]> {
  return roundRows(ctx, { orderId: id, kind: 'review' })
}

function lowestOf(values: readonly string[]): string | null {
  return values.length === 0 ? null : Exact.min(...values).toFixed()
}
