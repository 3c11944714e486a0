import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Extension } from '../contract-decrypt.ts'
import type { Stage } from '../rules-offer.ts'

/** How the window of an opening was moved, oldest first. */
export async function extensionsOf(
  ctx: Context<Actor | null>,
  of: { orderId: string; stage: Stage },
): Promise<Extension[]> {
  const list = await ctx.many('decrypt_extension', { orderId: of.orderId, stage: of.stage }, { orderBy: ['at'] })
  return list.map((x) => ({
    oldEnd: x.oldEnd.toISOString(),
    newEnd: x.newEnd.toISOString(),
    reason: x.reason,
    byName: x.byName,
    at: x.at.toISOString(),
  }))
}
