import { lineTotal, trimZeros } from '#contract/money.ts'
import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { buyer, buyerFile, fileAnswer, ownTrade, supplier, supplierFile } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import {
  alternativesOf,
  invalidCauses,
  askedFor,
  linePrices,
  quoteFiles,
  roundQuotes,
  type RoundQuotes,
  type RoundRow,
  roundRows,
  ruleInvalid,
  standings,
} from '#features/quotes/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer, Route } from '#server/implement.ts'
import * as contract from '../contract-offer.ts'
import { type Any, type Order, quotedOrder } from './access.ts'
import { blockedBy } from './blocked.ts'
import { askForLowPrices } from './questions.ts'
import { rank } from './ranking.ts'
import { HOST } from './quote-host.ts'
import { fileValue } from './quote-file-value.ts'
import { askedTo } from './sealed-rounds.ts'

export const offerRoutes: readonly Route[] = [
  buyer(contract.oneQuote, async (ctx, { params }) => {
    const own = await quotedOrder(ctx, params.orderId)
    const { order } = own
    const { roundId, tradeId, quoteId } = params
    const { items, quotes } = await roundQuotes(ctx, { host: HOST, order, roundId, tradeId })
    const quote = quotes.find((one) => one.quoteId === quoteId)
    if (!quote) throw new AppError('notFound')
    const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
    const labelOf = (id: string) => HOST.label(rows.find((row) => row.id === id)!.roundNo)
    const history = (await standings(ctx, rows)).filter((one) => one.tradeId === tradeId)
    return {
      ...(await quoteValue(ctx, order, { items, quote, round: rows.find(({ id }) => id === roundId)! })),
      history: history.flatMap((one) =>
        one.quoteId === null
          ? []
          : [{ roundId: one.roundId, label: labelOf(one.roundId), quoteId: one.quoteId, total: one.total }],
      ),
      blocked: (await blockedBy(own)) || null,
      isCorrectable: (await invalidCauses(ctx, [quoteId])).get(quoteId) === 'arithmetic',
    }
  }),

  buyer(contract.ruleQuote, async (ctx, { params, body }) => {
    const own = await quotedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const { group } = methodOf(order.method)
    const over = group ? `由${group.name}审查认定` : await blockedBy(own)
    await ruleInvalid(ctx, { host: HOST, order, over }, { quoteId: params.quoteId, reason: body.reason })
    await rank(ctx, order)
    // Without it others may be low beside the rest.
    await askForLowPrices(ctx, order)
  }),

  buyerFile(contract.quoteFile, async (ctx, { params }) => {
    const { order } = await quotedOrder(ctx, params.orderId)
    const { quotes } = await roundQuotes(ctx, { host: HOST, order, roundId: params.roundId, columns: [] })
    return fileOf(ctx, quotes.find(({ quoteId }) => quoteId === params.quoteId)?.quoteId, params.fileId)
  }),

  supplier(contract.ownQuote, async (ctx, { params }) => {
    const own = await ownClosed(ctx, params)
    return { quote: own && (await quoteValue(ctx, own.order, own)) }
  }),

  supplierFile(contract.ownQuoteFile, async (ctx, { params }) =>
    fileOf(ctx, (await ownClosed(ctx, params))?.quote.quoteId, params.fileId),
  ),
]

/** The own quote of a closed round; null before its close and without one. */
async function ownClosed(
  ctx: Context<Employee>,
  params: { orderId: string; round: number },
): Promise<(Shown & { order: Order }) | null> {
  const { order, trade } = await ownTrade(ctx, params.orderId)
  const round = (await askedTo(ctx, order, trade.id)).find(({ roundNo }) => roundNo === params.round)
  if (!round) throw new AppError('notFound')
  if (round.status !== RoundStatus.values.closed) return null
  const { items, quotes } = await roundQuotes(ctx, { host: HOST, order, roundId: round.id, tradeId: trade.id })
  const [quote] = quotes
  return quote ? { order, items, quote, round } : null
}

/** A file of a quote that the caller may read; `notFound` without one. */
async function fileOf(ctx: Any, quoteId: string | undefined, fileId: string): Promise<FileAnswer> {
  const files = quoteId === undefined ? [] : ((await quoteFiles(ctx, [quoteId])).get(quoteId) ?? [])
  const file = files.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  return fileAnswer(ctx, file)
}

interface Shown {
  items: RoundQuotes['items']
  quote: RoundQuotes['quotes'][number]
  round: RoundRow
}

async function quoteValue(ctx: Any, order: Order, { items, quote, round }: Shown): Promise<contract.Quote> {
  const { quoteId, tradeId } = quote
  const [alternatives, files, asked, prices] = await Promise.all([
    alternativesOf(ctx, [quoteId]),
    quoteFiles(ctx, [quoteId]),
    askedFor(ctx, round, tradeId),
    linePrices(ctx, { orderId: order.id, kind: HOST.kind, tradeId }),
  ])
  const earlier = Map.groupBy(
    prices.filter(({ roundNo }) => roundNo < round.roundNo),
    ({ itemId }) => itemId,
  )
  const targets = asked?.items && new Map(asked.items.map(({ itemId, target }) => [itemId, target ?? null]))
  const byLine = Map.groupBy(alternatives.get(quoteId) ?? [], ({ itemId }) => itemId)
  return {
    roundLabel: HOST.label(round.roundNo),
    supplierName: quote.supplierName,
    isValid: quote.status === 'valid',
    reason: quote.reason,
    total: quote.total,
    netTotal: quote.netTotal,
    validityDays: quote.validityDays,
    note: quote.note,
    submittedAt: quote.submittedAt.toISOString(),
    submittedName: quote.submittedName,
    lines: items.flatMap((item, i) => {
      if (targets && !targets.has(item.itemId)) return []
      const before = earlier.get(item.itemId)
      return {
        line: item.line,
        name: item.name,
        spec: item.spec,
        unit: item.unit,
        quantity: trimZeros(item.quantity),
        unitPrice: quote.unitPrice[i] ?? null,
        taxRate: quote.taxRate[i] ?? null,
        amount: quote.amount[i] ?? null,
        target: targets?.get(item.itemId) ?? null,
        before: before?.at(-1)?.unitPrice ?? null,
        first: before?.[0]?.unitPrice ?? null,
        brand: [quote.brand[i], quote.model[i]].filter(Boolean).join(' '),
        deliveryDays: quote.deliveryDays[i] ?? null,
        minQuantity: quote.minQuantity[i] ?? null,
        remark: quote.remark[i] ?? '',
        alternatives: (byLine.get(item.itemId) ?? []).map((one) => ({
          no: one.no,
          unitPrice: one.unitPrice,
          taxRate: one.taxRate,
          amount: lineTotal(one.unitPrice, item.quantity),
          brand: [one.brand, one.model].filter(Boolean).join(' '),
          spec: one.spec,
          deliveryDays: one.deliveryDays,
          minQuantity: one.minQuantity,
          remark: one.remark,
        })),
      }
    }),
    files: (files.get(quoteId) ?? []).map((file) => fileValue(file, items)),
  }
}
