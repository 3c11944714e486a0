import { AppError } from '#contract/errors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { auctionPlace } from '../contract.ts'
import { isWitness, standing } from './access.ts'
import { orderRow } from '#features/procurement/server/public.ts'

type Places = OutputOf<typeof auctionPlace>

/** Where somebody who followed an address from a message may go in, nearest part first; a stranger gets `notFound`. */
export async function placeOf(ctx: Context<Actor>, orderId: string): Promise<Places> {
  const { actor } = ctx
  const places: Places['places'] = []
  for (const side of ['purchaser', 'agency', 'supplier'] as const) {
    if (!actor.workbenches.has(side)) continue
    const there = await standing({ ...ctx, actor: { ...actor, workbench: side } }, orderId).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (there && there.part !== 'witness') places.push({ side, companyName: actor.companyName })
  }
  if (await isWitness(ctx, orderId)) places.push({ side: 'witness', companyName: '' })
  if (places.length === 0) throw new AppError('notFound')
  return { title: (await orderRow(ctx, orderId)).title, places }
}
