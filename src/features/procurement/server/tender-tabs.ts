import { type RawBuilder, sql } from 'kysely'
import { OrderStatus } from '../rules/enums.ts'

const S = OrderStatus.values

export type TenderTab = 'all' | 'sign-up' | 'bidding' | 'opening' | 'done'

/** The supplier's tabs by stage, as conditions on status and time. */
export function tenderTabs(now: Date): Record<TenderTab, RawBuilder<boolean>> {
  return {
    all: sql<boolean>`true`,
    'sign-up': sql<boolean>`(o.status = ${S.published} and o.sign_up_end > ${now})`,
    bidding: sql<boolean>`(o.status = ${S.published} and o.sign_up_end <= ${now} and o.bid_end > ${now})`,
    opening: sql<boolean>`(o.status between ${S.opened} and ${S.reviewed} or (o.status = ${S.published} and o.bid_end <= ${now}))`,
    done: sql<boolean>`o.status >= ${S.candidates}`,
  }
}
