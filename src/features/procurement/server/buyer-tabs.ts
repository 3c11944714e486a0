import { type RawBuilder, sql } from 'kysely'
import { OrderStatus } from '../rules/enums.ts'

const S = OrderStatus.values

/** The buyer's orders by stage, in the order in which they are passed through; the list has these as its tabs. */
export const BUYER_TABS = {
  draft: '草稿',
  running: '招标中',
  opening: '开标',
  review: '评标',
  publicity: '公示',
  done: '已完成',
  abortive: '已流标',
} as const
export type BuyerTab = keyof typeof BUYER_TABS | 'all'

/** A tab as a condition on status and time; `running` ends at the bid deadline although the status stays. */
export function buyerTabWhere(tab: BuyerTab, now: Date): RawBuilder<boolean> {
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
