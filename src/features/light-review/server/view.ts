import { AppError } from '#contract/errors.ts'
import { candidateRows, fileAnswer, ownTrade, supplierFile } from '#features/procurement/server/public.ts'
import { type QuoteFile, quoteFiles, revealedQuotes } from '#features/quotes/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type Answer, REVIEWABLE } from '../rules/review.ts'
import { REVIEW_STATUS } from '../rules/status.ts'
import { ownSeats, type ReviewRow, type Seat, seatAt, standing, type StoredFile } from './access.ts'
import { asksTo } from './asks.ts'
import { MEMBER } from './opinions.ts'
import { answersTo, asksOf, reviewValue } from './values.ts'

/** The page of an order's reviews, and the files on it. */
export const viewRoutes: readonly Route[] = [
  implement(contract.onlineReview, MEMBER, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId)
    const { order, member, readsOrder } = seat
    const [{ facts, who }, ranking, rows, files] = await Promise.all([
      standing(ctx, seat),
      readsQuotes(seat) ? candidateRows(ctx, order.id) : [],
      readableReviews(ctx, seat),
      filesByTrade(ctx, seat),
    ])
    return {
      orderId: order.id,
      code: order.code,
      title: order.title,
      method: order.method,
      readsOrder,
      isOver: facts.isOver,
      actions: REVIEW_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
      suppliers: ranking.map(({ tradeId, rank, supplierName, price, partial }) => ({
        tradeId,
        rank,
        supplierName,
        price,
        partial,
        files: (files.get(tradeId) ?? []).map(({ fileId, label, name }) => ({ fileId, label, name })),
      })),
      reviews: await Promise.all(rows.map((row) => reviewValue(ctx, row, { tellsProgress: readsOrder }))),
      own: member ? await ownOpinion(ctx, member) : null,
    }
  }),

  implementFile(contract.reviewFile, MEMBER, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId)
    const quoted = [...(await filesByTrade(ctx, seat)).values()].flat().find(({ fileId }) => fileId === params.fileId)
    if (quoted) return fileAnswer(ctx, quoted)
    const rows = await readableReviews(ctx, seat)
    const record = rows.find(({ recordFileId }) => recordFileId === params.fileId)
    if (record) {
      const { name } = await ctx.expectOne('file_object', { id: params.fileId }, { columns: ['name'] })
      return fileAnswer(ctx, { fileId: params.fileId, name })
    }
    const asks = (await Promise.all(rows.map(({ id }) => asksOf(ctx, id)))).flat()
    return answeredFile(ctx, asks, params.fileId)
  }),

  supplierFile(contract.ownAskFile, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    return answeredFile(ctx, await asksTo(ctx, order, trade.id), params.fileId)
  }),
]

function readsQuotes({ order, member, readsOrder }: Seat): boolean {
  return REVIEWABLE.includes(order.state) && (readsOrder || member !== undefined)
}

/** The files of the quotes that count, each supplier's last one, as far as the caller may see who quoted what. */
async function filesByTrade(ctx: Context<Employee>, seat: Seat): Promise<Map<string, QuoteFile[]>> {
  if (!readsQuotes(seat)) return new Map()
  const last = new Map((await revealedQuotes(ctx, seat.order.id)).map(({ tradeId, quoteId }) => [tradeId, quoteId]))
  const files = await quoteFiles(ctx, [...last.values()])
  return new Map([...last].map(([tradeId, quoteId]) => [tradeId, files.get(quoteId) ?? []]))
}

/** Reviews of the order that have begun, newest first: all for who reads the order, else those that one was asked to. */
async function readableReviews(ctx: Context<Employee>, { order, readsOrder }: Seat): Promise<ReviewRow[]> {
  const [rows, seats] = await Promise.all([
    ctx.many('light_review', { orderId: order.id }, { orderBy: ['no desc'] }),
    readsOrder ? [] : ownSeats(ctx, order.id),
  ])
  return rows.filter(
    ({ id, status }) => status !== 'set' && (readsOrder || seats.some(({ reviewId }) => reviewId === id)),
  )
}

async function ownOpinion(ctx: Context<Employee>, { id: memberId, name }: NonNullable<Seat['member']>) {
  const row = await ctx.one('light_opinion', { memberId })
  return {
    memberId,
    name,
    answers: (row?.answers ?? []) as Answer[],
    remark: row?.remark ?? '',
    savedAt: row?.savedAt.toISOString() ?? null,
    handedInAt: row?.handedInAt?.toISOString() ?? null,
    hash: row?.hash?.toString('hex') ?? null,
  }
}

async function answeredFile(ctx: Context<Employee>, asks: readonly { id: string }[], fileId: string) {
  const answers = [...(await answersTo(ctx, asks)).values()].flat()
  const held = answers.flatMap(({ files }) => files as StoredFile[]).find((one) => one.fileId === fileId)
  if (!held) throw new AppError('notFound')
  return fileAnswer(ctx, held)
}
