import { AppError } from '#contract/errors.ts'
import { TICKET_SECONDS } from '#features/passport/rules.ts'
import { makeTicket } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Input } from '#server/implement.ts'

/** An address of ours that works once, for this session. */
export async function ticketFor(ctx: Context<Actor>, path: string): Promise<{ url: string; expiresAt: string }> {
  const { url } = await makeTicket(ctx, path)
  return { url, expiresAt: new Date(ctx.clock.now().getTime() + TICKET_SECONDS * 1000).toISOString() }
}

/** Addresses are given out for one use: the same address with just the session's cookie opens nothing. */
export function demandTicket(input: Pick<Input<unknown, unknown, unknown>, 'raw'>): void {
  if (!/[?&]ticket=/.test(input.raw.request.url)) throw new AppError('forbidden', '文件地址无效或已失效，请重新打开')
}
