import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { GROUPS, groupsOf, membershipOf, QUOTAS } from '../rules/lots.ts'
import { lotsOf } from './lots.ts'

/* What other features may ask of what companies have bought. */

export { lockAccount } from './lots.ts'

/** What the membership in force guarantees for the company, in yuan; null: nothing. */
export async function guaranteeQuota(
  ctx: Context<Actor | null>,
  companyId: string,
): Promise<{ product: string; total: string; until: Date } | null> {
  const membership = membershipOf(await lotsOf(ctx, companyId), ctx.clock.now())
  const total = membership && QUOTAS[membership.product]
  return membership && total ? { product: membership.product, total, until: membership.untilAt! } : null
}

/** The membership of a company that is in force now, by its product; undefined where it has none. */
export async function memberOf(ctx: Context<Actor | null>, companyId: string): Promise<string | undefined> {
  return membershipOf(await lotsOf(ctx, companyId), ctx.clock.now())?.product
}

/**
 * In how many groups each person of these companies may subscribe to new orders (招标订阅), by company; null: in any number.
 */
export async function subscriptionGroups(
  ctx: Context<Actor | null>,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const ids = [...new Set(companyIds)]
  const bought = await ctx.many('service_lot', { companyId: ids, product: Object.keys(GROUPS), endedAt: NULL })
  const now = ctx.clock.now()
  return new Map(
    ids.map((id) => [
      id,
      groupsOf(
        bought.filter(({ companyId }) => companyId === id),
        now,
      ),
    ]),
  )
}
