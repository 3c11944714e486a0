import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { AppError } from '#contract/errors.ts'
import { buyer, participants } from '#features/procurement/server/public.ts'
import { reduction } from '#features/quotes/rules/prices.ts'
import { QuoteMode, RoundStatus } from '#features/quotes/rules/enums.ts'
import {
  extendRound,
  invalidReasons,
  openRound,
  type RoundRow,
  roundRows,
  standings,
  startRound,
} from '#features/quotes/server/public.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { roundKey } from '#features/sealed-bids/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type Any, type Order, quotedOrder, roundTerms } from './access.ts'
import { HOST } from './quote-host.ts'

/** Later is a slip of the year. */
const LONGEST_ROUND_MS = 180 * DAY
const iso = (at: Date | null) => at?.toISOString() ?? null

/** The round that has just begun gets a key of its own. */
async function beginSealing(ctx: Any, order: Order): Promise<void> {
  const { length } = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
  await roundKey(ctx, order, length)
}

export const roundRoutes: readonly Route[] = [
  buyer(contract.orderRounds, async (ctx, { params }) => {
    const own = await quotedOrder(ctx, params.orderId)
    const { order } = own
    const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
    const closed = rows.filter(({ status }) => status === RoundStatus.values.closed)
    const [quotes, suppliers, action] = await Promise.all([
      standings(ctx, closed),
      participants(ctx, order.id),
      own.action('startRound'),
    ])
    const invalid = await invalidReasons(
      ctx,
      quotes.flatMap(({ quoteId }) => quoteId ?? []),
    )
    const nameOf = (tradeId: string) => suppliers.find((one) => one.tradeId === tradeId)?.companyName ?? ''
    const totalIn = (round: RoundRow | undefined, tradeId: string) =>
      quotes.find((one) => one.roundId === round?.id && one.tradeId === tradeId)?.total ?? null
    const lastOf = (tradeId: string) => quotes.findLast((one) => one.tradeId === tradeId && one.total !== null)?.total
    return {
      announced: quoteTermsOf(order.settings).rounds,
      rounds: rows.map((row) => ({
        roundId: row.id,
        roundNo: row.roundNo,
        label: HOST.label(row.roundNo),
        status: row.status,
        isFinal: row.isFinal,
        note: row.note,
        startedAt: iso(row.startedAt),
        // The first round ends when the order says so, which may be moved until then.
        deadline: iso(row.roundNo === 1 && row.closedAt === null ? order.bidEnd : row.deadline),
        closedAt: iso(row.closedAt),
        closeReason: row.closeReason,
        quotes: closed.includes(row)
          ? quotes
              .filter((one) => one.roundId === row.id)
              .toSorted((a, b) => new Exact(a.total ?? Infinity).cmp(b.total ?? Infinity))
              .map((one) => ({
                tradeId: one.tradeId,
                supplierName: nameOf(one.tradeId),
                status: one.status,
                quoteId: one.quoteId,
                total: one.total,
                reduction: reduction(totalIn(rows[row.roundNo - 2], one.tradeId), one.total),
                invalid: (one.quoteId && invalid.get(one.quoteId)) ?? '',
                submittedAt: iso(one.submittedAt),
              }))
          : null,
      })),
      blocked: action ? (action.reason ?? null) : '报价开启后方可发起下一轮报价',
      suppliers: suppliers.map(({ tradeId, companyName }) => ({
        tradeId,
        supplierName: companyName,
        total: lastOf(tradeId) ?? null,
      })),
    }
  }),

  buyer(contract.startRound, async (ctx, { params, body }) => {
    const own = await quotedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const now = ctx.clock.now()
    await own.demand('startRound')
    const deadline = new Date(body.deadline)
    if (deadline <= now || deadline.getTime() > now.getTime() + LONGEST_ROUND_MS) {
      const message = '报价截止时间须晚于当前时间，且不超过 180 日'
      throw new AppError('invalid', message, [{ path: 'deadline', message }])
    }
    const { notAbove, isPartial } = quoteTermsOf(order.settings)
    const roundId = await openRound(
      ctx,
      { host: HOST, order },
      {
        mode: QuoteMode.values.items,
        note: body.note,
        notAbove,
        isFinal: body.isFinal,
        isPartial,
        mayChange: true,
        parts: body.tradeIds.map((tradeId) => ({ tradeId })),
        until: { deadline },
        createdBy: ctx.actor.userId,
        terms: roundTerms(order),
      },
    )
    await startRound(ctx, { host: HOST, order, roundId, who: 'host', over: '' })
    await beginSealing(ctx, order)
    return { roundId }
  }),

  buyer(contract.extendRound, async (ctx, { params, body }) => {
    const { order, who } = await quotedOrder(ctx, params.orderId, 'update')
    if (who.part !== 'owner') throw new AppError('wrongState', '由经办单位延长报价时间')
    const over = order.state === 'quote.closed' ? '' : '首轮报价时间由变更公告调整'
    const place = { host: HOST, order, roundId: params.roundId, who: 'host' as const, over }
    return { deadline: (await extendRound(ctx, place, body)).toISOString() }
  }),
]
