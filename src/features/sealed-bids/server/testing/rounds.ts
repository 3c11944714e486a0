import type { TestSystem } from '#server/testing/test-system.ts'
import { type Context, inContext } from '#server/context.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { roundKey } from '../public.ts'
import { type CurrentRound, rounds } from '../round-port.ts'

const given = new Map<string, CurrentRound>()

/** As a feature with rounds answers; orders without any have one, up to their deadline. */
export function giveRounds(): void {
  const { currentRound } = rounds()
  rounds.give({ currentRound: async (ctx, order) => given.get(order.id) ?? currentRound(ctx, order) })
}

/** Begins a round as its holder does: behind the lock of the order's row, with a key. */
export async function beginRound(system: TestSystem, orderId: string, current: CurrentRound): Promise<void> {
  await ownWork(system, async (ctx) => {
    const order = await orderRow(ctx, orderId, 'update')
    given.set(orderId, current)
    await roundKey(ctx, order, current.round)
  })
}

/** Work of the platform itself at tenant 1. */
export function ownWork<T>(system: TestSystem, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(system.kernel, { tenantId: 1, actor: null }, work)
}
