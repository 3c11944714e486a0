import { trimZeros } from '#contract/money.ts'
import { sql } from 'kysely'
import type { Any } from './host.ts'

/*
 * What stands beside the lines of quotes. Asked with the ids of quotes that are revealed: what is not stands nowhere in these
 * answers.
 */

/** Another product that was offered for a line of the bill. */
export interface Alternative {
  itemId: string
  /** Among those of the line, from 1. */
  no: number
  /** As written, with its digits; yuan, tax included. */
  unitPrice: string
  /** Percent. */
  taxRate: string
  brand: string
  model: string
  spec: string
  deliveryDays: number | null
  minQuantity: string | null
  remark: string
}

/** Alternatives of revealed quotes, by quote, those of a line by their numbers. */
export async function alternativesOf(ctx: Any, quoteIds: readonly string[]): Promise<Map<string, Alternative[]>> {
  const { rows } = await sql<Alternative & { quoteId: string }>`
    select a.quote_id, a.item_id, a.no, a.unit_price::text, a.tax_rate::text, a.brand, a.model, a.spec, a.delivery_days,
      a.min_quantity::text, a.remark
    from quote_alternative a join quote_revealed q on q.tenant_id = a.tenant_id and q.id = a.quote_id
    where a.tenant_id = ${ctx.tenantId} and a.quote_id = any(${[...quoteIds]}::uuid[])
    order by a.quote_id, a.item_id, a.no`.execute(ctx.tx)
  return Map.groupBy(
    rows.map((row) => ({ ...row, minQuantity: row.minQuantity && trimZeros(row.minQuantity) })),
    ({ quoteId }) => quoteId,
  )
}

/** How many alternatives these revealed quotes have in all. */
export async function countAlternatives(ctx: Any, quoteIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from quote_alternative a join quote_revealed q on q.tenant_id = a.tenant_id and q.id = a.quote_id
    where a.tenant_id = ${ctx.tenantId} and a.quote_id = any(${[...quoteIds]}::uuid[])`.execute(ctx.tx)
  return rows[0]!.count
}

/** A file that was sealed with a quote. */
export interface QuoteFile {
  fileId: string
  /** As the documents call it; empty where its supplier did not say. */
  label: string
  name: string
  size: number
  /** The line and its alternative that it belongs to; null: the whole quote, the line's own offer. */
  itemId: string | null
  alternativeNo: number | null
}

/** Files of revealed quotes, by quote, in the order in which they were sealed. */
export async function quoteFiles(ctx: Any, quoteIds: readonly string[]): Promise<Map<string, QuoteFile[]>> {
  const { rows } = await sql<QuoteFile & { quoteId: string }>`
    select f.quote_id, f.file_id, f.label, f.name, o.size::float8 as size, f.item_id, f.alternative_no
    from quote_file f
    join quote_revealed q on q.tenant_id = f.tenant_id and q.id = f.quote_id
    join file_object o on o.tenant_id = f.tenant_id and o.id = f.file_id
    where f.tenant_id = ${ctx.tenantId} and f.quote_id = any(${[...quoteIds]}::uuid[])
    order by f.quote_id, f.position`.execute(ctx.tx)
  return Map.groupBy(rows, ({ quoteId }) => quoteId)
}
