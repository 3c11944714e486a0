import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { verifyPassword } from '#features/passport/server/public.ts'
import { orderItems } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ReviewOffer } from '#server/database/tables.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { OFFER_STATUS, type OfferAction, type OfferFacts } from '../rules/dialog-status.ts'
import { OfferMode, OfferRoundStatus } from '#features/evaluation/rules/enums.ts'
import { offerProblem, type OfferLine, offerTotal, pricedLines, roundLabel, subsOf } from '../rules/offer-round.ts'
import { type Any, type Order, record, tell, tellBidder } from './access.ts'
import { BIDDER, type BidderSeat, bidderSeat, isOver } from './bidder-seat.ts'
import { documentPdf } from './document.ts'
import { type RoundRow, roundRows } from './round-rows.ts'
import { plain } from './ways.ts'

export type OfferRow = Selectable<ReviewOffer>
type Ctx = Context<Employee>
export interface OfferPlace {
  orderId: string
  bidderId: string
  roundId: string
}
interface Given {
  total?: string | undefined
  lines: readonly { itemId: string; unitPrice: string; remark: string }[]
}

/** Keeps the own offer as a draft; it replaces the draft before. */
export async function saveDraft(ctx: Ctx, place: OfferPlace, given: Given) {
  const own = await acting(ctx, place, 'save')
  const lines = pricedLines(await offerItems(ctx, own.seat.order), given.lines)
  const total = offerTotal(own.round.mode, lines, given.total)
  const savedAt = ctx.clock.now()
  await setOffer(ctx, own.offer, { status: own.to, total, lines: JSON.stringify(lines), savedAt })
  return { savedAt: savedAt.toISOString(), total }
}

/** Keeps the prices of one part of the bill; the other parts of the draft stay. */
export async function saveSub(ctx: Ctx, place: OfferPlace, given: { subId: number; lines: Given['lines'] }) {
  const own = await acting(ctx, place, 'save')
  const items = await offerItems(ctx, own.seat.order)
  const sub = subsOf(items).find((s) => s.subId === given.subId)
  if (!sub) throw new AppError('notFound')
  const fresh = pricedLines(sub.items, given.lines)
  const kept = (own.offer.lines as OfferLine[]).filter((l) => !sub.items.some((i) => i.itemId === l.itemId))
  const lines = [...kept, ...fresh]
  const total = offerTotal(own.round.mode, lines, own.offer.total ?? undefined)
  const savedAt = ctx.clock.now()
  await setOffer(ctx, own.offer, { status: own.to, total, lines: JSON.stringify(lines), savedAt })
  return { savedAt: savedAt.toISOString(), subTotal: offerTotal(OfferMode.values.items, fresh, undefined)!, total }
}

/** Submits the offer, once. The quotation is made as a document from it, whose hash the bidder then signs. */
export async function submitOffer(ctx: Ctx, place: OfferPlace, given: Given) {
  const own = await acting(ctx, place, 'submit')
  const { order, bid } = own.seat
  const items = await offerItems(ctx, order)
  const lines = pricedLines(items, given.lines)
  const total = offerTotal(own.round.mode, lines, given.total)
  const problem = offerProblem(
    { mode: own.round.mode, lines, total },
    { items, previous: bid.evaluatedPrice, notAbove: own.round.notAbove, ceiling: order.controlPrice },
  )
  if (problem) throw new AppError('invalid', problem, [{ path: 'total', message: problem }])
  const submittedAt = ctx.clock.now()
  const pdf = await documentPdf(
    quotation({ order, round: own.round, supplierName: bid.supplierName, total: total!, lines, items, submittedAt }),
    submittedAt,
  )
  const stored = await ctx.files.put(pdf)
  const name = `报价单-${order.code}-${roundLabel(own.round.roundNo)}.pdf`
  const { fileId, sha256 } = await keepFile(ctx, stored, { name, use: 'review-offer' })
  await setOffer(ctx, own.offer, {
    status: own.to,
    total,
    lines: JSON.stringify(lines),
    submittedAt,
    submittedBy: ctx.actor.userId,
    submittedName: ctx.actor.name,
    sha256,
    fileId,
  })
  // The figure stays sealed until the round closes: the history tells that there is an offer, and its hash.
  record(ctx, place.orderId, {
    action: 'offer',
    summary: `投标人提交${roundLabel(own.round.roundNo)}`,
    data: { roundId: place.roundId, bidderId: bid.tradeId, sha256: stored.sha256 },
  })
  tell(ctx, place.orderId, 'round')
  tellBidder(ctx, bid.tradeId, 'round')
  return {
    submittedAt: submittedAt.toISOString(),
    total: total!,
    capitals: toCapitals(total),
    sha256: stored.sha256,
  }
}

/** The bidder's signature on the quotation's hash, with the password entered again. */
export async function signOffer(ctx: Ctx, place: OfferPlace, given: { sha256: string; prepared: unknown }) {
  const own = await acting(ctx, place, 'sign')
  if (own.offer.sha256?.toString('hex') !== given.sha256)
    throw new AppError('tampered', '报价单与签署内容不一致，请重新阅读后签署')
  await verifyPassword(ctx, given.prepared)
  const signedAt = ctx.clock.now()
  await setOffer(ctx, own.offer, {
    status: own.to,
    signedAt,
    signedBy: ctx.actor.userId,
    signedName: ctx.actor.name,
    signedIp: ctx.ip,
  })
  record(ctx, place.orderId, {
    action: 'offer-signed',
    summary: `投标人签署${roundLabel(own.round.roundNo)}的报价单`,
    data: { roundId: place.roundId, bidderId: place.bidderId, sha256: given.sha256 },
  })
  tell(ctx, place.orderId, 'round')
  tellBidder(ctx, place.bidderId, 'round')
  return { signedAt: signedAt.toISOString() }
}

/** The own offer in a round the company is invited to, or `notFound`: a round that has not begun is nobody's yet. */
export async function ownRow(
  ctx: Ctx,
  place: OfferPlace,
  lock = false,
): Promise<{ seat: BidderSeat; round: RoundRow; offer: OfferRow }> {
  const seat = await bidderSeat(ctx, place.orderId, place.bidderId)
  const round = (await roundRows(ctx, place.orderId)).find((r) => r.id === place.roundId)
  const offer = await ctx.tx
    .selectFrom('review_offer')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('roundId', '=', place.roundId)
    .where('tradeId', '=', place.bidderId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!round || !offer || round.status === OfferRoundStatus.values.notStarted) throw new AppError('notFound')
  return { seat, round, offer }
}

export function offerFacts(offer: OfferRow, round: RoundRow, over: boolean): OfferFacts {
  return {
    status: offer.status as OfferFacts['status'],
    deadline: round.deadline?.getTime() ?? null,
    isOver: over,
    isQuoting: round.status === OfferRoundStatus.values.quoting,
  }
}

/** Lines of the bill in the words of offers. */
export async function offerItems(ctx: Any, order: Order) {
  return (await orderItems(ctx, order)).map((item) => ({
    itemId: item.id,
    line: item.line,
    code: item.code,
    name: item.name,
    spec: item.spec,
    unit: item.unit,
    quantity: plain(item.quantity),
    controlPrice: item.controlPrice === null ? null : plain(item.controlPrice),
    section: item.section,
  }))
}

async function acting(ctx: Ctx, place: OfferPlace, action: OfferAction) {
  // The round first, shared: closing it takes the row whole, so no offer slips in behind the close.
  await ctx.many('review_offer_round', { id: place.roundId }, { columns: ['id'], lock: 'share' })
  const own = await ownRow(ctx, place, true)
  const now = ctx.clock.now().getTime()
  const facts = offerFacts(own.offer, own.round, isOver(own.seat.order, own.seat.review))
  if (action !== 'sign' && facts.isQuoting && facts.deadline !== null && now >= facts.deadline)
    throw new AppError('tooLate', '已超过报价截止时间')
  return { ...own, to: OFFER_STATUS.next(action, { record: facts, who: BIDDER, now }) }
}

async function setOffer(
  ctx: Any,
  offer: OfferRow,
  values: Partial<Omit<OfferRow, 'lines'>> & { lines?: string },
): Promise<void> {
  await ctx.update('review_offer', { roundId: offer.roundId, tradeId: offer.tradeId }, values)
}

function quotation(of: {
  order: Order
  round: RoundRow
  supplierName: string
  total: string
  lines: readonly OfferLine[]
  items: Awaited<ReturnType<typeof offerItems>>
  submittedAt: Date
}) {
  const { order, round, supplierName, total, lines, items, submittedAt } = of
  const rows = items.flatMap((item) => {
    const line = lines.find((l) => l.itemId === item.itemId)
    if (!line) return []
    const { unitPrice, amount, remark } = line
    return [{ ...item, unitPrice, amount: formatAmount(amount), remark }]
  })
  return {
    title: '评审报价单',
    subtitle: order.title,
    org: supplierName,
    number: order.code,
    parts: [
      {
        facts: [
          ['轮次', roundLabel(round.roundNo)],
          ['报价方式', OfferMode.label(round.mode)],
          ['报价总额（元）', formatAmount(total)],
          ['大写', toCapitals(total)],
          ['提交时间', formatTime(submittedAt, true)],
          ['说明', round.note],
        ] as const,
        columns: [
          { key: 'line', title: '序号', align: 'center' as const, width: 0.5 },
          { key: 'name', title: '名称', width: 2 },
          { key: 'unit', title: '单位', align: 'center' as const, width: 0.6 },
          { key: 'quantity', title: '数量', align: 'right' as const, width: 0.8 },
          { key: 'unitPrice', title: '单价（元）', align: 'right' as const, width: 1.2 },
          { key: 'amount', title: '合价（元）', align: 'right' as const, width: 1.3 },
          { key: 'remark', title: '备注', width: 1.2 },
        ],
        rows,
      },
    ],
  }
}
