import { HOUR } from '#contract/time.ts'
import { type LowPriceHit, LOW_PRICE_RULES, lowPriceQuestion, lowPrices } from '#features/evaluation/rules/low-price.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { lowPriceBasis } from '#features/procurement/rules/low-price-basis.ts'
import {
  type ArchivePart,
  buyer,
  groundsOf,
  jsonEntry,
  ownTrade,
  supplier,
} from '#features/procurement/server/public.ts'
import {
  answerQuestion,
  askAboutQuote,
  countingQuotes,
  decideQuestion,
  type Question,
  questionsOf,
  quoteItems,
  roundRows,
  roundsSoFar,
} from '#features/quotes/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract-questions.ts'
import { type Any, type Order, quotedOrder } from './access.ts'
import { blockedBy } from './blocked.ts'
import { HOST } from './quote-host.ts'
import { rank } from './ranking.ts'

const GOVERNMENT = LOW_PRICE_RULES.government
/** What a rule of the clock starts ends on the next day: the half hour that the rule demands may pass at night. */
const ASKED_MINUTES = Math.max(GOVERNMENT.leastMinutes, (24 * HOUR) / 60_000)

export const questionRoutes: readonly Route[] = [
  buyer(contract.quoteQuestions, async (ctx, { params }) => {
    const own = await quotedOrder(ctx, params.orderId)
    const { order } = own
    const over = await blockedBy(own)
    const now = ctx.clock.now()
    const rows = await questionsOf(ctx, { host: HOST, order })
    return {
      rows: rows.map((row) => ({
        ...valueOf(row),
        quoteId: row.quoteId,
        tradeId: row.tradeId,
        supplierName: row.supplierName,
        askedName: row.askedName,
        decidedName: row.decidedName,
        hits: row.grounds ?? [],
        blocked: over || (row.answeredAt || now >= row.dueAt ? null : '供应商尚未答复，答复截止后方可处理'),
      })),
    }
  }),

  buyer(contract.askAboutQuote, async (ctx, { params, body }) => {
    const own = await quotedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const over = await blockedBy(own)
    const { userId, name } = ctx.actor
    const asked = { quoteId: params.quoteId, ...body, by: { userId, name } }
    return { questionId: await askAboutQuote(ctx, { host: HOST, order, over }, asked) }
  }),

  buyer(contract.decideQuestion, async (ctx, { params, body }) => {
    const own = await quotedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const over = await blockedBy(own)
    await decideQuestion(ctx, { host: HOST, order, over }, { questionId: params.questionId, ...body })
    await rank(ctx, order)
    await askForLowPrices(ctx, order)
  }),

  supplier(contract.ownQuestions, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    return { rows: (await questionsOf(ctx, { host: HOST, order, tradeId: trade.id })).map(valueOf) }
  }),

  supplier(contract.answerQuestion, async (ctx, { params, body }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'update' })
    const { answer, agreed } = body
    await answerQuestion(
      ctx,
      { host: HOST, order },
      { questionId: params.questionId, tradeId: trade.id, answer, ...(agreed !== undefined && { agreed }) },
    )
    ctx.emit({ kind: 'inquiry.answered', payload: { orderId: order.id }, topics: [`order-owner:${order.id}`] })
    if (!agreed || order.state !== 'quote.closed') return
    await rank(ctx, order)
    await askForLowPrices(ctx, order)
  }),
]

function valueOf(row: Question) {
  return {
    questionId: row.id,
    kind: row.kind,
    roundId: row.roundId,
    roundNo: row.roundNo,
    roundLabel: HOST.label(row.roundNo),
    question: row.question,
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    answer: row.answer,
    agreed: row.agreed,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answeredName: row.answeredName,
    opinion: row.opinion,
    accepted: row.accepted,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

/**
 * Asks for the explanation of every abnormally low price of an inquiry of government procurement that has not been asked for yet, by
 * the one rule that reviews have as well. It never rejects a quote by itself. Quotes that leave lines out do not compare.
 */
export async function askForLowPrices(ctx: Any, order: Order): Promise<void> {
  if ((await groundsOf(ctx, order)).regime !== 'government') return
  // A group judges final offers alone: what was said before is talked over.
  if (methodOf(order.method).group && !(await hadFinal(ctx, order))) return
  const asked = new Set((await questionsOf(ctx, { host: HOST, order })).map(({ quoteId }) => quoteId))
  for (const { quoteId, total, hits } of await lowQuotes(ctx, order)) {
    if (asked.has(quoteId)) continue
    await askAboutQuote(
      ctx,
      { host: HOST, order, over: '' },
      {
        quoteId,
        kind: 'low-price',
        question: lowPriceQuestion(total, hits),
        minutes: ASKED_MINUTES,
        grounds: hits,
        by: null,
      },
    )
  }
}

async function hadFinal(ctx: Any, order: Order): Promise<boolean> {
  return roundsSoFar(await roundRows(ctx, { orderId: order.id, kind: HOST.kind })).hadFinal
}

async function lowQuotes(ctx: Any, order: Order): Promise<{ quoteId: string; total: string; hits: LowPriceHit[] }[]> {
  const { length } = await quoteItems(ctx, order)
  const quotes = await countingQuotes(ctx, { orderId: order.id, kind: HOST.kind })
  const whole = quotes.filter(({ lines }) => lines.length === length)
  const low = lowPrices(
    whole.map(({ quoteId, total }) => ({ id: quoteId, quote: total })),
    { ...lowPriceBasis(order), rule: 'government' },
  )
  return low.map(({ id, hits }) => ({ quoteId: id, total: whole.find(({ quoteId }) => quoteId === id)!.total, hits }))
}

/** What was asked, what was answered and what was made of it, with what set it off. */
export const questionArchive: ArchivePart = {
  name: 'quotes',
  async entries(ctx, order) {
    const rows = await questionsOf(ctx, { host: HOST, order })
    if (rows.length === 0) return []
    return [
      jsonEntry(
        'quotes/questions.json',
        rows.map(({ grounds, ...row }) => ({ ...row, hits: grounds })),
      ),
    ]
  },
}
