import type { PageQuery } from '#contract/page.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BidderRow } from '../contract.ts'
import { DecryptState } from '../rules.ts'
import type { Stage } from '../rules-offer.ts'
import { currentOpening, entered, openingRow } from './access.ts'
import { biddersOf } from './hall.ts'

/** Who may call what the buyer's side, and what a bidder, does in a hall. */
export const HOST = {
  workbench: ['purchaser', 'agency'],
  right: ['tendering', 'agencyTendering', 'openingManagement'],
} as const
export const BIDDER = { workbench: 'supplier', right: 'bidding' } as const

/** The bidders of an opening as the caller may see them; `stage`: which, the latest when left out. */
export async function rows(ctx: Context<Employee>, orderId: string, stage?: Stage): Promise<BidderRow[]> {
  const part = await entered(ctx, orderId)
  const opening = stage ? await openingRow(ctx, orderId, stage) : await currentOpening(ctx, orderId)
  if (!opening) return []
  return biddersOf(ctx, { order: part.order, opening, viewer: part.part === 'bidder' ? part.tradeId : null })
}

export function page<T>(list: readonly T[], { pageNo, pageSize }: PageQuery) {
  const from = (pageNo - 1) * pageSize
  return { rows: list.slice(from, from + pageSize), total: list.length, next: null }
}

export function summary(list: readonly BidderRow[]) {
  const count = (test: (b: BidderRow) => boolean) => list.filter(test).length
  const { success, failed, faulted } = DecryptState.values
  return {
    total: list.length,
    signedIn: count((b) => b.signedInAt !== null),
    decrypted: count((b) => b.decryptState === success),
    failed: count((b) => b.decryptState === failed || b.decryptState === faulted),
    confirmed: count((b) => b.confirmState !== 0),
  }
}
