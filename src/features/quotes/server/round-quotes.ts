import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Any, Order, QuoteHost } from './host.ts'
import { quoteItems, roundRows } from './reads.ts'
import { QuoteStatus, RoundStatus } from '../rules/enums.ts'

/** By column, one value per line of the bill in its order; null where the line is not quoted. */
interface Columns {
  /** As written, with its digits; yuan, tax included. */
  unitPrice: (string | null)[]
  amount: (string | null)[]
  /** Percent; null as well in rounds that did not ask for it. */
  taxRate: (string | null)[]
  netAmount: (string | null)[]
  brand: (string | null)[]
  model: (string | null)[]
  deliveryDays: (number | null)[]
  minQuantity: (string | null)[]
  remark: (string | null)[]
}

/** One quote of a closed round. Without lines where its sheet could not be read. */
export interface QuoteColumns extends Columns {
  quoteId: string
  tradeId: string
  supplierName: string
  status: 'valid' | 'invalid'
  /** Why it is invalid; empty where it counts. */
  reason: string
  submissionId: string | null
  submittedAt: Date
  submittedName: string
  /** Null where the sheet could not be read. */
  total: string | null
  netTotal: string | null
  validityDays: number | null
  /** On the whole. */
  note: string
}

export interface RoundQuotes {
  roundId: string
  roundNo: number
  closedAt: Date
  items: Awaited<ReturnType<typeof quoteItems>>
  /** In the order of their totals, those without one last. */
  quotes: QuoteColumns[]
  /** Who was asked and did not quote. */
  missed: { tradeId: string; supplierName: string }[]
}

/**
 * The quotes of a closed round by column, one array per supplier; with `tradeId` those of one supplier alone. Throws
 * `notFound` for a round that is not of the order, `tooEarly` before its close.
 */
export async function roundQuotes(
  ctx: Any,
  { host, order, roundId, tradeId }: { host: Pick<QuoteHost, 'kind'>; order: Order; roundId: string; tradeId?: string },
): Promise<RoundQuotes> {
  const [round] = await roundRows(ctx, { orderId: order.id, kind: host.kind, id: roundId })
  if (!round) throw new AppError('notFound')
  if (round.status !== RoundStatus.values.closed) throw new AppError('tooEarly', '报价尚未截止')
  const items = await quoteItems(ctx, order)
  const only = tradeId ?? null
  const { rows } = await sql<Omit<QuoteColumns, keyof Columns>>`
    select q.id as quote_id, q.trade_id, c.name as supplier_name,
      case when u.reason is null then 'valid' else 'invalid' end as status, coalesce(u.reason, '') as reason,
      q.submission_id, q.submitted_at, q.submitted_name, q.total, q.net_total, q.validity_days, q.remark as note
    from quote_revealed q
    join trade t on t.tenant_id = q.tenant_id and t.id = q.trade_id
    join company c on c.id = t.supplier_company_id
    left join quote_ruling u on u.tenant_id = q.tenant_id and u.quote_id = q.id and u.kind = 'invalid'
    where q.tenant_id = ${ctx.tenantId} and q.round_id = ${round.id} and q.trade_id = coalesce(${only}::uuid, q.trade_id)
    order by q.total, q.trade_id`.execute(ctx.tx)
  const { rows: lines } = await sql<Columns & { quoteId: string; itemIds: string[] }>`
    select quote_id, json_agg(item_id) as item_ids, json_agg(unit_price::text) as unit_price,
      json_agg(amount::text) as amount, json_agg(tax_rate::text) as tax_rate, json_agg(net_amount::text) as net_amount,
      json_agg(brand) as brand, json_agg(model) as model, json_agg(delivery_days) as delivery_days,
      json_agg(min_quantity::text) as min_quantity, json_agg(remark) as remark
    from quote_line where tenant_id = ${ctx.tenantId} and quote_id = any(${rows.map((row) => row.quoteId)}::uuid[])
    group by quote_id`.execute(ctx.tx)
  const { rows: missed } = await sql<RoundQuotes['missed'][number]>`
    select p.trade_id, c.name as supplier_name from quote_part p
    join trade t on t.tenant_id = p.tenant_id and t.id = p.trade_id
    join company c on c.id = t.supplier_company_id
    where p.tenant_id = ${ctx.tenantId} and p.round_id = ${round.id} and p.status = ${QuoteStatus.values.missed}
      and p.trade_id = coalesce(${only}::uuid, p.trade_id)
    order by p.trade_id`.execute(ctx.tx)
  const byQuote = new Map(lines.map((line) => [line.quoteId, line]))
  const quotes = rows.map((row) => ({ ...row, ...inBillOrder(items, byQuote.get(row.quoteId)) }))
  return { roundId, roundNo: round.roundNo, closedAt: round.closedAt!, items, quotes, missed }
}

/**
 * The database hands lines over in any order, by quote alone: joined to the bill and the quotes there, sixty sheets of two
 * thousand lines that were just written, and not analyzed, took it minutes.
 */
function inBillOrder(
  items: readonly { itemId: string }[],
  given: (Columns & { itemIds: readonly string[] }) | undefined,
): Columns {
  const at = new Map(given?.itemIds.map((itemId, i) => [itemId, i]))
  const places = items.map(({ itemId }) => at.get(itemId))
  const ordered = <T>(values: readonly T[] = []) =>
    places.map((place) => (place === undefined ? null : (values[place] ?? null)))
  return {
    unitPrice: ordered(given?.unitPrice),
    amount: ordered(given?.amount),
    taxRate: ordered(given?.taxRate),
    netAmount: ordered(given?.netAmount),
    brand: ordered(given?.brand),
    model: ordered(given?.model),
    deliveryDays: ordered(given?.deliveryDays),
    minQuantity: ordered(given?.minQuantity),
    remark: ordered(given?.remark),
  }
}
