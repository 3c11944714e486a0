import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import {
  type Followed,
  FOLLOWS,
  followsOf,
  freeOf,
  GROUPS,
  groupsOf,
  type Lot,
  membershipOf,
  QUOTAS,
  spendable,
} from '../rules/lots.ts'
import { lotsOf } from './lots.ts'
import type { Uses } from './spend.ts'

/* What other features may ask of what companies have bought. */

export { lockAccount } from './lots.ts'
export { redeem } from './redeem.ts'
export {
  type CountStand,
  confirmCount,
  countStand,
  drawCounts,
  HOLD_MS,
  heldUse,
  holdCount,
  holdCounts,
  leftOf,
  releaseCount,
  releaseCounts,
  spendCounts,
  type Uses,
} from './spend.ts'

/** Event that something of a company's services has changed: bought, spent or free again. Payload: companyId. */
export const SERVICE_EVENT = 'service.changed'

/** Of these subjects those that a company has used a product for, or has set it apart for. */
export async function subjectsUsed(
  ctx: Context<Actor | null>,
  { companyId, product, subjects }: Omit<Uses, 'userId'>,
): Promise<ReadonlySet<string>> {
  const rows = await ctx.many(
    'service_use',
    { companyId, product, subject: subjects, state: ['held', 'used'] },
    { columns: ['subject'] },
  )
  return new Set(rows.map(({ subject }) => subject))
}

/** What the membership in force guarantees for the company, in yuan; null: nothing. */
export async function guaranteeQuota(
  ctx: Context<Actor | null>,
  companyId: string,
): Promise<{ product: string; total: string; until: Date } | null> {
  const membership = membershipOf(await lotsOf(ctx, companyId), ctx.clock.now())
  const total = membership && QUOTAS[membership.product]
  return membership && total ? { product: membership.product, total, until: membership.untilAt! } : null
}

/** What is left of a count, of what expires first: how much until when; null: it lasts for good. */
export async function leftByEnd(
  ctx: Context<Actor | null>,
  { companyId, product }: { companyId: string; product: string },
): Promise<{ left: number; until: Date | null }[]> {
  const lots = spendable(await lotsOf(ctx, companyId), product, ctx.clock.now())
  return lots.map((lot) => ({ left: freeOf(lot), until: lot.untilAt }))
}

/** The membership of a company that is in force now, by its product; undefined where it has none. */
export async function memberOf(ctx: Context<Actor | null>, companyId: string): Promise<string | undefined> {
  return membershipOf(await lotsOf(ctx, companyId), ctx.clock.now())?.product
}

/**
 * In how many groups each person of these companies may subscribe to new orders (招标订阅), by company; null: in any number.
 */
export function subscriptionGroups(
  ctx: Context<Actor | null>,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  return numbersOf(ctx, companyIds, { products: Object.keys(GROUPS), numberOf: groupsOf })
}

/** How many companies or orders each of these companies may follow at a time, by company; null: any number. */
export function followLimits(
  ctx: Context<Actor | null>,
  followed: Followed,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const numberOf = (lots: readonly Lot[], now: Date) => followsOf(followed, lots, now)
  return numbersOf(ctx, companyIds, { products: Object.keys(FOLLOWS[followed]), numberOf })
}

async function numbersOf(
  ctx: Context<Actor | null>,
  companyIds: readonly string[],
  { products, numberOf }: { products: string[]; numberOf: (lots: readonly Lot[], now: Date) => number | null },
): Promise<ReadonlyMap<string, number | null>> {
  const ids = [...new Set(companyIds)]
  const bought = await ctx.many('service_lot', { companyId: ids, product: products, endedAt: NULL })
  const now = ctx.clock.now()
  return new Map(
    ids.map((id) => [
      id,
      numberOf(
        bought.filter(({ companyId }) => companyId === id),
        now,
      ),
    ]),
  )
}
