import { sql } from 'kysely'
import { newId } from '#contract/id.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { type Context, inContext } from '#server/context.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { roundKey } from '../public.ts'
import { type CurrentRound, rounds } from '../round-port.ts'

/** A round as its holder knows it; without trades everybody is asked. */
interface Begun extends CurrentRound {
  roundId: string
  tradeIds?: readonly string[]
}

/** The rounds of each order, in their order. */
const begun = new Map<string, Begun[]>()

/** Answers as a feature with rounds does, until what comes back is called: files of tests share their process. */
export function giveRounds(): () => void {
  const askedTo = (orderId: string, tradeId: string | null) =>
    (begun.get(orderId) ?? []).filter(({ tradeIds }) => tradeId === null || (tradeIds?.includes(tradeId) ?? true))
  return rounds.give({
    currentRound: async (_ctx, { id }, tradeId) => askedTo(id, tradeId).at(-1) ?? null,
    numberOf: async (_ctx, { id }, { roundId, tradeId }) =>
      askedTo(id, tradeId).find((one) => one.roundId === roundId)?.round ?? null,
    previousOf: async () => null,
    askedFor: async () => null,
    openNo: () => sql<null>`null::int`,
    releasedOf: async () => null,
  })
}

/** Begins a round, or changes it, as its holder does: behind the lock of the order's row, with a key. */
export async function beginRound(
  system: TestSystem,
  orderId: string,
  round: CurrentRound & { tradeIds?: readonly string[] },
): Promise<string> {
  const roundId = newId()
  await ownWork(system, async (ctx) => {
    const order = await orderRow(ctx, orderId, 'update')
    const before = (begun.get(orderId) ?? []).filter((one) => one.round !== round.round)
    begun.set(orderId, [...before, { ...round, roundId }])
    await roundKey(ctx, order, round.round)
  })
  return roundId
}

/** Work of the platform itself at tenant 1. */
export function ownWork<T>(system: TestSystem, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(system.kernel, { tenantId: 1, actor: null }, work)
}
