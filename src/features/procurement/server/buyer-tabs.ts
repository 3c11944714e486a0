import { type RawBuilder, sql } from 'kysely'
import type { BuyerTab } from '../methods/method.ts'
import { OrderStatus } from '../rules/enums.ts'

const S = OrderStatus.values

/** A tab as a condition on status and time; `running` ends at the bid deadline although the status stays. */
export function buyerTabWhere(tab: BuyerTab | 'all', now: Date): RawBuilder<boolean> {
  switch (tab) {
    case 'all':
      return sql<boolean>`true`
    case 'draft':
      return sql<boolean>`o.status = ${S.saved}`
    case 'running':
      return sql<boolean>`(o.status = ${S.published} and o.bid_end > ${now})`
    case 'opening':
      return sql<boolean>`(o.status in (${S.opened}, ${S.announcing}) or (o.status = ${S.published} and o.bid_end <= ${now}))`
    case 'review':
      return sql<boolean>`o.status between ${S.openingEnded} and ${S.reviewed}`
    case 'publicity':
      return sql<boolean>`o.status = ${S.candidates}`
    case 'done':
      return sql<boolean>`o.status in (${S.awarded}, ${S.archived})`
    case 'abortive':
      return sql<boolean>`o.status = ${S.abortive}`
  }
}
