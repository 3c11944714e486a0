import { createHmac } from 'node:crypto'
import type { Actor } from './actor.ts'
import type { Context } from './context.ts'

/**
 * A secret of a draw, 32 bytes in hex: made from the root secret and what it is for, e.g. `review/<id>`, so that it is in
 * no table until it is revealed.
 */
export function drawSecret(ctx: Pick<Context<Actor | null>, 'key' | 'tenantId'>, purpose: string): string {
  return createHmac('sha256', ctx.key('draw')).update(`${ctx.tenantId}/${purpose}`).digest('hex')
}
