import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Exact, sum, toCapitals } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import { wireStatus } from '#features/procurement/engine/states.ts'
import type * as o from '../contract/offers.ts'
import { AskStatus, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import { subsOf } from '#features/quotes/rules/prices.ts'
import { QUOTE_STATUS } from '#features/quotes/rules/status.ts'
import { ownQuotes, quotationName, quoteFacts, quoteItems, roundRows } from '#features/quotes/server/public.ts'
import { type BidderSeat, bidderSeat, isOver } from './bidder-seat.ts'
import { askRows } from './ask-views.ts'
import { correctionRows } from './correction-views.ts'
import { storedAnswer } from './stored-files.ts'
import { roundView } from './offer-views.ts'
import { type OfferPlace, ownOffer } from './offers.ts'
import { pricedLines } from './priced-lines.ts'
import { HOST, overInWords } from './quote-host.ts'

type Ctx = Context<Employee>
type Out<E extends { returns: z.ZodType }> = z.output<E['returns']>
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The review as its bidder sees it. */
export async function projectForBidder(ctx: Ctx, orderId: string): Promise<Out<typeof o.supplierProject>> {
  const seat = await bidderSeat(ctx, orderId)
  const { order, bid, review } = seat
  const owner = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] })
  const [asks, corrections, rounds] = [
    (await askRows(ctx, orderId)).filter((r) => r.tradeId === bid.tradeId),
    (await correctionRows(ctx, orderId)).filter((r) => r.tradeId === bid.tradeId),
    await ownRounds(ctx, seat),
  ]
  const over = isOver(order, review)
  return {
    projectId: order.id,
    projectInfo: { reviewModel: order.reviewModel },
    orderCode: order.code,
    orderName: order.title,
    ownerName: owner.name,
    reviewModel: order.reviewModel,
    projectStatus: wireStatus(order.state),
    stage: over ? '评审结束' : '评审中',
    isRunning: !over,
    bidders: [{ bidderId: bid.tradeId, supplierName: bid.supplierName }],
    counts: {
      waitingAsks: asks.filter((r) => r.status === AskStatus.values.waiting).length,
      waitingCorrections: corrections.filter((r) => r.status === CorrectionStatus.values.waiting).length,
      openRounds: rounds.filter((r) => r.round.status === RoundStatus.values.quoting).length,
    },
  }
}

export async function offersForBidder(ctx: Ctx, orderId: string): Promise<Out<typeof o.supplierOffers>> {
  const seat = await bidderSeat(ctx, orderId)
  const { bid } = seat
  const rounds = await ownRounds(ctx, seat)
  const current = rounds.find((r) => r.round.status === RoundStatus.values.quoting)
  const over = overInWords(seat.order, seat.review)
  return [
    {
      offerId: bid.tradeId,
      bidderId: bid.tradeId,
      supplierName: bid.supplierName,
      opening: bid.quote,
      last: bid.evaluatedPrice,
      rounds: rounds.length,
      current: current ? await roundView(ctx, current.round, { order: seat.order, who: 'supplier', over }) : null,
    },
  ]
}

export async function roundsForBidder(
  ctx: Ctx,
  { orderId, bidderId }: { orderId: string; bidderId: string },
): Promise<Out<typeof o.supplierRounds>> {
  const seat = await bidderSeat(ctx, orderId, bidderId)
  const { order } = seat
  const over = overInWords(order, seat.review)
  const views = []
  for (const { round, quote: offer } of await ownRounds(ctx, seat))
    views.push({
      ...(await roundView(ctx, round, { order, who: 'supplier', over })),
      offer: {
        status: offer.status,
        statusLabel: QuoteStatus.label(offer.status),
        total: offer.total,
        submittedAt: offer.submittedAt?.toISOString() ?? null,
        signedAt: offer.signedAt?.toISOString() ?? null,
      },
    })
  return views
}

/** The own offer with the sheet to fill in: drafts, submitted prices, and those before. */
export async function offerView(ctx: Ctx, place: OfferPlace): Promise<o.OwnOffer> {
  const { seat, round, quote: offer } = await ownOffer(ctx, place)
  const { order, bid, review } = seat
  const over = overInWords(order, review)
  const items = await quoteItems(ctx, order)
  const before = await pricedLines(ctx, order, { bid, before: round.closedAt })
  const { lines } = offer
  const subs = subsOf(items)
  const sumOf = (ids: readonly string[]) => {
    const own = lines.filter((l) => ids.includes(l.itemId))
    return own.length === 0 ? null : new Exact(sum(own.map((l) => l.amount))).toFixed(2)
  }
  return {
    round: await roundView(ctx, round, { order, who: 'supplier', over }),
    bidderId: bid.tradeId,
    status: offer.status,
    statusLabel: QuoteStatus.label(offer.status),
    previous: await previousOf(ctx, seat, round.roundNo),
    controlPrice: order.controlPrice,
    total: offer.total,
    capitals: offer.total === null ? null : toCapitals(offer.total),
    subs: subs.map((s) => ({ subId: s.subId, name: s.name, total: sumOf(s.items.map((i) => i.itemId)) })),
    items: items.map(({ section, ...item }) => {
      const line = lines.find((l) => l.itemId === item.itemId)
      return {
        ...item,
        subId: subs.find((s) => s.items[0]!.section === section)!.subId,
        previousUnitPrice: before.find((l) => l.itemId === item.itemId)?.unitPrice ?? null,
        unitPrice: line?.unitPrice ?? null,
        amount: line?.amount ?? null,
        remark: line?.remark ?? '',
      }
    }),
    savedAt: offer.savedAt?.toISOString() ?? null,
    submittedAt: offer.submittedAt?.toISOString() ?? null,
    signedAt: offer.signedAt?.toISOString() ?? null,
    sha256: offer.sha256?.toString('hex') ?? null,
    actions: QUOTE_STATUS.allowed(quoteFacts(offer.status, round, over), 'supplier', ctx.clock.now().getTime()),
  }
}

export async function quotationFile(ctx: Ctx, place: OfferPlace): Promise<FileAnswer> {
  const { seat, round, quote } = await ownOffer(ctx, place)
  if (!quote.fileId) throw new AppError('notFound', '尚未提交报价')
  const name = quotationName({ host: HOST, order: seat.order }, round)
  return { ...(await storedAnswer(ctx, { fileId: quote.fileId, name })), inline: true }
}

/** The sheet to be filled in outside: lines with the own prices so far. */
export async function itemSheet(ctx: Ctx, place: OfferPlace & { subId?: number | undefined }): Promise<FileAnswer> {
  const view = await offerView(ctx, place)
  if (place.subId !== undefined && !view.subs.some((s) => s.subId === place.subId)) throw new AppError('notFound')
  const columns: SheetColumn[] = [
    { key: 'line', title: '序号', type: 'integer' },
    { key: 'code', title: '编码', type: 'text' },
    { key: 'name', title: '名称', type: 'text' },
    { key: 'spec', title: '规格', type: 'text' },
    { key: 'unit', title: '单位', type: 'text' },
    { key: 'quantity', title: '数量', type: 'quantity' },
    { key: 'previousUnitPrice', title: '上次单价', type: 'quantity' },
    { key: 'unitPrice', title: '单价', type: 'quantity' },
    { key: 'remark', title: '备注', type: 'text' },
  ]
  const rows = view.items
    .filter((i) => place.subId === undefined || i.subId === place.subId)
    .map(({ line, code, name, spec, unit, quantity, previousUnitPrice, unitPrice, remark }) => ({
      line: String(line),
      code,
      name,
      spec,
      unit,
      quantity,
      previousUnitPrice,
      unitPrice,
      remark,
    }))
  const content = await writeSheet({ title: `${view.round.label} 报价清单`, columns, rows })
  return { name: `${view.round.label}-报价清单.xlsx`, mime: XLSX, content, size: content.length }
}

/** Rounds the bidder is invited to and that have begun. */
async function ownRounds(ctx: Ctx, { order, bid }: BidderSeat) {
  const rounds = await roundRows(ctx, { orderId: order.id, kind: 'review' })
  return ownQuotes(ctx, { rounds, tradeId: bid.tradeId })
}

/** What the offer of a round must not exceed: the newest price from before it. */
async function previousOf(ctx: Ctx, seat: BidderSeat, roundNo: number): Promise<string | null> {
  const rounds = await ownRounds(ctx, seat)
  const round = rounds.find((r) => r.round.roundNo === roundNo)
  if (round?.round.status === RoundStatus.values.quoting) return seat.bid.evaluatedPrice
  const before = rounds.filter((r) => r.round.roundNo < roundNo && r.quote.submittedAt !== null)
  return before.at(-1)?.quote.total ?? seat.bid.quote
}
