import { trimZeros } from '#contract/money.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderWho } from '#features/procurement/engine/step.ts'
import { buyer, orderFacts, ownTrade, supplier } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { roundQuotes, type RoundQuotes, roundRows, ruleInvalid, standings } from '#features/quotes/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract-offer.ts'
import { type Any, type Order, quotedOrder } from './access.ts'
import { rank } from './close.ts'
import { HOST } from './quote-host.ts'
import { askedTo } from './sealed-rounds.ts'

export const offerRoutes: readonly Route[] = [
  buyer(contract.oneQuote, async (ctx, { params }) => {
    const { order, who } = await quotedOrder(ctx, params.orderId)
    const { roundId, tradeId, quoteId } = params
    const { items, quotes } = await roundQuotes(ctx, { host: HOST, order, roundId, tradeId })
    const quote = quotes.find((one) => one.quoteId === quoteId)
    if (!quote) throw new AppError('notFound')
    const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
    const labelOf = (id: string) => HOST.label(rows.find((row) => row.id === id)!.roundNo)
    const history = (await standings(ctx, rows)).filter((one) => one.tradeId === tradeId)
    return {
      ...quoteValue({ items, quote, roundLabel: labelOf(roundId) }),
      history: history.flatMap((one) =>
        one.quoteId === null
          ? []
          : [{ roundId: one.roundId, label: labelOf(one.roundId), quoteId: one.quoteId, total: one.total }],
      ),
      blocked: (await blockedBy(ctx, order, who)) || null,
    }
  }),

  buyer(contract.ruleQuote, async (ctx, { params, body }) => {
    const { order, who } = await quotedOrder(ctx, params.orderId, 'update')
    const over = await blockedBy(ctx, order, who)
    await ruleInvalid(ctx, { host: HOST, order, over }, { quoteId: params.quoteId, reason: body.reason })
    await rank(ctx, order.id)
  }),

  supplier(contract.ownQuote, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const round = (await askedTo(ctx, order, trade.id)).find(({ roundNo }) => roundNo === params.round)
    if (!round) throw new AppError('notFound')
    if (round.status !== RoundStatus.values.closed) return { quote: null }
    const { items, quotes } = await roundQuotes(ctx, { host: HOST, order, roundId: round.id, tradeId: trade.id })
    const [quote] = quotes
    return { quote: quote ? quoteValue({ items, quote, roundLabel: HOST.label(round.roundNo) }) : null }
  }),
]

interface Shown {
  items: RoundQuotes['items']
  quote: RoundQuotes['quotes'][number]
  roundLabel: string
}

function quoteValue({ items, quote, roundLabel }: Shown): contract.Quote {
  return {
    roundLabel,
    supplierName: quote.supplierName,
    isValid: quote.status === 'valid',
    reason: quote.reason,
    total: quote.total,
    netTotal: quote.netTotal,
    validityDays: quote.validityDays,
    note: quote.note,
    submittedAt: quote.submittedAt.toISOString(),
    submittedName: quote.submittedName,
    lines: items.map((item, i) => ({
      line: item.line,
      name: item.name,
      spec: item.spec,
      unit: item.unit,
      quantity: trimZeros(item.quantity),
      unitPrice: quote.unitPrice[i] ?? null,
      taxRate: quote.taxRate[i] ?? null,
      amount: quote.amount[i] ?? null,
      brand: [quote.brand[i], quote.model[i]].filter(Boolean).join(' '),
      deliveryDays: quote.deliveryDays[i] ?? null,
      minQuantity: quote.minQuantity[i] ?? null,
      remark: quote.remark[i] ?? '',
    })),
  }
}

/** Why nothing is ruled on quotes now, in words; empty while it is. */
async function blockedBy(ctx: Any, order: Order, who: OrderWho): Promise<string> {
  if (who.part !== 'owner') return '由经办单位处理'
  if (order.state !== 'quote.closed') return '采购单已进入下一环节'
  const { round, pendingApproval } = await orderFacts(ctx, order)
  // What is being approved was chosen from the quotes as they stand.
  if (pendingApproval !== null) return `“${pendingApproval}”审批中，审批结束或撤回后方可操作`
  return round === 'open' ? '本轮报价尚未结束' : ''
}
