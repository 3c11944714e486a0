import { type RawBuilder, sql } from 'kysely'
import { SALE_CODES } from '../methods/all.ts'

/** The codes stand in the text, as those of the index of sales do. */
const SALES = sql.raw(SALE_CODES.join(', '))

/** As a condition in SQL: an order of this method buys. `column` as TypeScript names it: `o.method`. */
export function isPurchase(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} not in (${SALES})`
}

/** As a condition in SQL: nothing is sold by a project, which stands under the alias `p`. */
export const SELLS_NOTHING = sql<boolean>`not exists (select from purchase_order sold
  where sold.tenant_id = p.tenant_id and sold.project_id = p.id and sold.method in (${SALES}))`
