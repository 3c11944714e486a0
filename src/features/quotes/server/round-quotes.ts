import { type RawBuilder, sql } from 'kysely'
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
interface QuoteFacts {
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

/** Its lines, as far as they were asked for. */
export type QuoteColumns<K extends keyof Columns = keyof Columns> = QuoteFacts & Pick<Columns, K>

export interface RoundQuotes<K extends keyof Columns = keyof Columns> {
  roundId: string
  roundNo: number
  closedAt: Date
  items: Awaited<ReturnType<typeof quoteItems>>
  /** In the order of their totals, those without one last. */
  quotes: QuoteColumns<K>[]
  /** Who was asked and did not quote. */
  missed: { tradeId: string; supplierName: string }[]
}

/** How a column of many lines is gathered into one value of SQL, and read out of it again by the place of a line. */
interface Gathered<T> {
  sql: RawBuilder<unknown>
  readerOf(gathered: never): (place: number) => T | null
}

/** Figures hold no comma: as one text they take half the time of a list in JSON. '' stands for null. */
function figures<T>(column: string, valueOf: (figure: string) => T): Gathered<T> {
  return {
    sql: sql`string_agg(coalesce(${sql.ref(column)}::text, ''), ',') as ${sql.ref(column)}`,
    readerOf(gathered: string) {
      const all = gathered.split(',')
      return (place) => (all[place] === '' ? null : valueOf(all[place]!))
    },
  }
}

function texts(column: string): Gathered<string> {
  return {
    sql: sql`json_agg(${sql.ref(column)}) as ${sql.ref(column)}`,
    readerOf: (all: (string | null)[]) => (place) => all[place]!,
  }
}

const GATHERED: { readonly [K in keyof Columns]: Gathered<NonNullable<Columns[K][number]>> } = {
  unitPrice: figures('unit_price', String),
  amount: figures('amount', String),
  taxRate: figures('tax_rate', String),
  netAmount: figures('net_amount', String),
  brand: texts('brand'),
  model: texts('model'),
  deliveryDays: figures('delivery_days', Number),
  minQuantity: figures('min_quantity', String),
  remark: texts('remark'),
}

/**
 * The quotes of a closed round by column, one array per supplier; with `tradeId` those of one supplier alone, with `columns`
 * only these: of many quotes each column is a hundred thousand values. Throws `notFound` for a round that is not of the
 * order, `tooEarly` before its close.
 */
export async function roundQuotes<K extends keyof Columns = keyof Columns>(
  ctx: Any,
  { host, order, roundId, tradeId, columns = Object.keys(GATHERED) as K[] }: RoundAsked<K>,
): Promise<RoundQuotes<K>> {
  const [round] = await roundRows(ctx, { orderId: order.id, kind: host.kind, id: roundId })
  if (!round) throw new AppError('notFound')
  if (round.status !== RoundStatus.values.closed) throw new AppError('tooEarly', '报价尚未截止')
  const items = await quoteItems(ctx, order)
  const only = tradeId ?? null
  const { rows } = await sql<QuoteFacts>`
    select q.id as quote_id, q.trade_id, c.name as supplier_name,
      case when u.reason is null then 'valid' else 'invalid' end as status, coalesce(u.reason, '') as reason,
      q.submission_id, q.submitted_at, q.submitted_name, q.total, q.net_total, q.validity_days, q.remark as note
    from quote_revealed q
    join trade t on t.tenant_id = q.tenant_id and t.id = q.trade_id
    join company c on c.id = t.supplier_company_id
    left join quote_invalid u on u.tenant_id = q.tenant_id and u.quote_id = q.id
    where q.tenant_id = ${ctx.tenantId} and q.round_id = ${round.id} and q.trade_id = coalesce(${only}::uuid, q.trade_id)
    order by q.total, q.trade_id`.execute(ctx.tx)
  // By quote alone, in any order: joined to bill and quotes, lines just written and not analyzed took ten seconds and more.
  const { rows: lines } = await sql<Record<K, never> & { quoteId: string; itemIds: string }>`
    select ${sql.join([sql`quote_id, string_agg(item_id::text, ',') as item_ids`, ...columns.map((column) => GATHERED[column].sql)])}
    from quote_line where tenant_id = ${ctx.tenantId} and quote_id = any(${rows.map((row) => row.quoteId)}::uuid[])
    group by quote_id`.execute(ctx.tx)
  const byQuote = new Map(lines.map((line) => [line.quoteId, line]))
  const itemIds = items.map(({ itemId }) => itemId)
  const quotes = rows.map((row) => {
    const found = byQuote.get(row.quoteId)
    const places = placesIn(found?.itemIds.split(',') ?? [], itemIds)
    const inBillOrder = columns.map((column) => {
      const read = found && GATHERED[column].readerOf(found[column])
      return [column, places.map((place) => (place < 0 ? null : read!(place)))]
    })
    return { ...row, ...(Object.fromEntries(inBillOrder) as Pick<Columns, K>) }
  })
  const { rows: missed } = await sql<RoundQuotes['missed'][number]>`
    select p.trade_id, c.name as supplier_name from quote_part p
    join trade t on t.tenant_id = p.tenant_id and t.id = p.trade_id
    join company c on c.id = t.supplier_company_id
    where p.tenant_id = ${ctx.tenantId} and p.round_id = ${round.id} and p.status = ${QuoteStatus.values.missed}
      and p.trade_id = coalesce(${only}::uuid, p.trade_id)
    order by p.trade_id`.execute(ctx.tx)
  return { roundId, roundNo: round.roundNo, closedAt: round.closedAt!, items, quotes, missed }
}

interface RoundAsked<K> {
  host: Pick<QuoteHost, 'kind'>
  order: Order
  roundId: string
  tradeId?: string
  columns?: readonly K[]
}

/** Where each of `wanted` stands in `ids`, -1 where it does not. Nearly always they come in the same order with gaps. */
function placesIn(ids: readonly string[], wanted: readonly string[]): number[] {
  let next = 0
  const places = wanted.map((id) => (ids[next] === id ? next++ : -1))
  if (next === ids.length) return places
  const at = new Map(ids.map((id, i) => [id, i]))
  return wanted.map((id) => at.get(id) ?? -1)
}
