import { AppError } from '#contract/errors.ts'
import { confirmCount, countStand, heldUse, holdCount, releaseCount } from '#features/membership/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { ownTrade, supplier } from '#features/procurement/server/public.ts'
import { currentRound } from '#features/sealed-bids/server/round-port.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { checkFacts } from './facts.ts'

type Ctx = Context<Employee>
type Own = Pick<Awaited<ReturnType<typeof ownTrade>>, 'order' | 'trade'>

const PRODUCT = 'waste-bid-check'
const FAILED = '检查未能在浏览器中运行'

/**
 * A check of the own unsealed bid. The count belongs to the trade: whoever of the company checks again before the deadline,
 * in whichever round, uses none. What was found is never told here.
 */
export const checkRoutes: readonly Route[] = [
  supplier(contract.bidCheckStand, async (ctx, { params }) => {
    const own = await sealedTrade(ctx, params.orderId)
    const refusal = await refusalOf(ctx, own)
    return { ...(await countStand(ctx, useOf(ctx, own))), blocked: refusal?.message ?? null }
  }),

  supplier(contract.beginBidCheck, async (ctx, { params }) => {
    const own = await sealedTrade(ctx, params.orderId)
    const refusal = await refusalOf(ctx, own)
    if (refusal) throw refusal
    await holdCount(ctx, useOf(ctx, own))
    return checkFacts(ctx, own.order)
  }),

  supplier(contract.endBidCheck, async (ctx, { params, body }) => {
    const own = await sealedTrade(ctx, params.orderId)
    const use = useOf(ctx, own)
    const held = await heldUse(ctx, use)
    if (body.outcome === 'failed') {
      if (held !== undefined) await releaseCount(ctx, held, FAILED)
      return
    }
    if (held !== undefined && (await confirmCount(ctx, held))) return
    if ((await countStand(ctx, use)).isCovered) return
    // Another check of the company failed meanwhile, or this one took longer than a count is set apart: it has run all the same.
    const refusal = await refusalOf(ctx, own)
    if (refusal) throw refusal
    const anew = await holdCount(ctx, use)
    if (anew !== null) await confirmCount(ctx, anew)
  }),
]

function useOf({ actor: { companyId } }: Ctx, { trade }: Own) {
  return { companyId, product: PRODUCT, subject: trade.id }
}

/** The own, admitted part in an order whose offers are sealed; of any other order there is no such check. */
async function sealedTrade(ctx: Ctx, orderId: string): Promise<Own> {
  const own = await ownTrade(ctx, orderId)
  if (methodOf(own.order.method).offers !== 'sealed') throw new AppError('notFound')
  return own
}

/** Why nothing is left to be checked; null where there is. A bid that was handed in may be replaced, so it is no reason. */
async function refusalOf(ctx: Ctx, { order, trade }: Own): Promise<AppError | null> {
  const { deadline, isOpen } = await currentRound(ctx, order, trade.id)
  if (deadline && ctx.clock.now() >= deadline) return new AppError('tooLate', say(order, '{closed}，不能再检查'))
  return isOpen && deadline ? null : new AppError('wrongState', say(order, '当前状态不能{bid}，无需检查'))
}
