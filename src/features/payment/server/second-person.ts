import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

interface Proposal {
  state: string
  proposedBy: string
  /** From when it would hold; left out: at once. */
  fromAt?: Date
}

/**
 * What a second person's decision writes to a locked proposal. Throws `notFound` where there is none, `wrongState` once it
 * was decided or came too late, `forbidden` for whoever proposed it.
 */
export function decided(ctx: Context<Actor>, proposal: Proposal | undefined, approve: boolean) {
  if (!proposal) throw new AppError('notFound')
  if (proposal.state !== 'proposed') throw new AppError('wrongState')
  if (proposal.proposedBy === ctx.actor.userId) throw new AppError('forbidden', '须由另一位管理员审核')
  const now = ctx.clock.now()
  if (approve && proposal.fromAt && proposal.fromAt < now) throw new AppError('wrongState', '生效时间已过，请重新提出')
  return {
    state: approve ? 'approved' : 'refused',
    decidedBy: ctx.actor.userId,
    decidedByName: ctx.actor.name,
    decidedAt: now,
  }
}
