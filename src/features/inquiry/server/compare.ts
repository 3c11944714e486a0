import { buyer, buyerFile, lastDeals, participants } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import {
  alternativesOf,
  countAlternatives,
  quoteFiles,
  roundQuotes,
  type RoundQuotes,
  roundRows,
} from '#features/quotes/server/public.ts'
import { Exact } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract-compare.ts'
import { quotedOrder } from './access.ts'
import { comparisonBook } from './compare-book.ts'
import { fileValue } from './quote-file-value.ts'
import { HOST } from './quote-host.ts'

type Answer = OutputOf<typeof contract.roundComparison>

/** Amounts are made from prices where they are shown. */
const COMPARED = ['unitPrice', 'taxRate', 'deliveryDays', 'minQuantity'] as const
/** Prices tell the order of the quotes. */
const NAMED = ['unitPrice', 'brand', 'model'] as const

export const compareRoutes: readonly Route[] = [
  buyer(contract.roundComparison, (ctx, { params }) => comparisonOf(ctx, params)),
  buyer(contract.comparisonBrands, async (ctx, { params }) => {
    const { order } = await quotedOrder(ctx, params.orderId)
    const quotes = comparableFirst(
      (await roundQuotes(ctx, { host: HOST, order, roundId: params.roundId, columns: NAMED })).quotes,
    )
    const texts = new Map<string, number>()
    const brands = quotes.map(({ brand, model }) =>
      brand.map((one, i) => placeIn(texts, `${one ?? ''} ${model[i] ?? ''}`.trim())),
    )
    return { texts: [...texts.keys()], brands }
  }),
  buyer(contract.comparisonRounds, (ctx, { params }) => earlierPrices(ctx, params)),
  buyer(contract.comparisonAlternatives, async (ctx, { params }) => ({ rows: await alternativeRows(ctx, params) })),
  buyerFile(contract.comparisonFile, async (ctx, { params }) => {
    const comparison = await comparisonOf(ctx, params)
    const alternatives = comparison.alternatives > 0 ? await alternativeRows(ctx, params) : []
    return {
      name: `${comparison.title}-${comparison.round.label}比价.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: await comparisonBook({ comparison, alternatives }),
    }
  }),
]

/** Prices of the rounds before this one, of the suppliers that quoted in it. */
async function earlierPrices(
  ctx: Context<Employee>,
  { orderId, roundId }: { orderId: string; roundId: string },
): Promise<OutputOf<typeof contract.comparisonRounds>> {
  const { order } = await quotedOrder(ctx, orderId)
  const pricesOf = (of: string) => roundQuotes(ctx, { host: HOST, order, roundId: of, columns: ['unitPrice'] })
  const round = await pricesOf(roundId)
  const trades = comparableFirst(round.quotes).map(({ tradeId }) => tradeId)
  const rows = await roundRows(ctx, { orderId, kind: HOST.kind })
  const earlier = rows.filter(({ status, roundNo }) => status === RoundStatus.values.closed && roundNo < round.roundNo)
  const unitPrice: (string | null)[][][] = []
  for (const { id } of earlier) {
    const { quotes } = await pricesOf(id)
    const byTrade = new Map(quotes.map((quote) => [quote.tradeId, quote.unitPrice]))
    unitPrice.push(trades.map((tradeId) => byTrade.get(tradeId) ?? round.items.map(() => null)))
  }
  return { labels: earlier.map(({ roundNo }) => HOST.label(roundNo)), unitPrice }
}

/** Alternatives of all quotes of the round, by line, the cheapest first, those of quotes that do not count last. */
async function alternativeRows(ctx: Context<Employee>, place: { orderId: string; roundId: string }) {
  const { order } = await quotedOrder(ctx, place.orderId)
  const { items, quotes } = await roundQuotes(ctx, {
    host: HOST,
    order,
    roundId: place.roundId,
    columns: ['unitPrice'],
  })
  const byQuote = await alternativesOf(
    ctx,
    quotes.map(({ quoteId }) => quoteId),
  )
  const places = new Map(items.map(({ itemId }, i) => [itemId, i]))
  const rows = quotes.flatMap(({ quoteId, tradeId, supplierName, status, unitPrice }) =>
    (byQuote.get(quoteId) ?? []).map(({ itemId, no, brand, model, ...one }) => {
      const at = places.get(itemId)!
      return {
        tradeId,
        supplierName,
        isValid: status === 'valid',
        itemId,
        line: items[at]!.line,
        name: items[at]!.name,
        no,
        ownPrice: unitPrice[at] ?? null,
        brand: [brand, model].filter(Boolean).join(' '),
        unitPrice: one.unitPrice,
        taxRate: one.taxRate,
        spec: one.spec,
        deliveryDays: one.deliveryDays,
        minQuantity: one.minQuantity,
        remark: one.remark,
      }
    }),
  )
  return rows.toSorted(
    (a, b) => a.line - b.line || Number(b.isValid) - Number(a.isValid) || new Exact(a.unitPrice).cmp(b.unitPrice),
  )
}

async function comparisonOf(ctx: Context<Employee>, place: { orderId: string; roundId: string }): Promise<Answer> {
  const { order } = await quotedOrder(ctx, place.orderId)
  const [round, rows, deals, asked] = await Promise.all([
    roundQuotes(ctx, { host: HOST, order, roundId: place.roundId, columns: COMPARED }),
    roundRows(ctx, { orderId: order.id, kind: HOST.kind }),
    lastDeals(ctx, order),
    participants(ctx, order.id),
  ])
  const quoteIds = round.quotes.map(({ quoteId }) => quoteId)
  const [files, alternatives] = await Promise.all([quoteFiles(ctx, quoteIds), countAlternatives(ctx, quoteIds)])
  return {
    orderId: order.id,
    method: order.method,
    code: order.code,
    title: order.title,
    budget: order.estimatedPrice,
    ceiling: order.controlPrice,
    round: {
      roundId: round.roundId,
      roundNo: round.roundNo,
      label: HOST.label(round.roundNo),
      closedAt: round.closedAt.toISOString(),
    },
    rounds: rows
      .filter(({ status }) => status === RoundStatus.values.closed)
      .map(({ id, roundNo }) => ({ roundId: id, label: HOST.label(roundNo) })),
    items: round.items.map((item) => ({ ...item, lastPrice: deals.get(item.itemId) ?? null })),
    quotes: comparableFirst(round.quotes).map((quote) => ({
      quoteId: quote.quoteId,
      tradeId: quote.tradeId,
      supplierName: quote.supplierName,
      status: quote.status,
      reason: quote.reason,
      validityDays: quote.validityDays,
      unitPrice: quote.unitPrice,
      taxRate: quote.taxRate,
      deliveryDays: quote.deliveryDays,
      minQuantity: quote.minQuantity,
      files: (files.get(quote.quoteId) ?? []).map((file) => fileValue(file, round.items)),
    })),
    alternatives,
    missed: missedIn(round, asked),
  }
}

/** Names of those who could have quoted: everybody who was admitted in the first round, whoever was asked in a further one. */
function missedIn(
  { roundNo, quotes, missed }: Pick<RoundQuotes, 'roundNo' | 'missed'> & { quotes: readonly { tradeId: string }[] },
  admitted: Awaited<ReturnType<typeof participants>>,
): string[] {
  if (roundNo > 1) return missed.map(({ supplierName }) => supplierName)
  const quoted = new Set(quotes.map(({ tradeId }) => tradeId))
  return admitted.filter(({ tradeId }) => !quoted.has(tradeId)).map(({ companyName }) => companyName)
}

/** Complete quotes by their sums, then those that leave lines out, then those that do not count. */
function comparableFirst<Q extends { status: string; unitPrice: (string | null)[] }>(quotes: readonly Q[]): Q[] {
  const classOf = ({ status, unitPrice }: Q) => (status === 'invalid' ? 2 : unitPrice.includes(null) ? 1 : 0)
  return quotes.toSorted((a, b) => classOf(a) - classOf(b))
}

/** The same words are sent once. */
function placeIn(texts: Map<string, number>, text: string): number | null {
  if (text === '') return null
  const known = texts.get(text)
  if (known !== undefined) return known
  texts.set(text, texts.size)
  return texts.size - 1
}
