import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { WorkbenchName } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import { type Config, deriveKey } from '#server/config.ts'
import type { Context, Kernel } from '#server/context.ts'
import { TICKET_SECONDS } from '../rules.ts'
import { findActor } from './actors.ts'
import { newToken, tokenHash, tokenOf } from './sessions.ts'

/** Makes a ticket for one address in the caller's session and workbench: how a new window opens an export. */
export async function makeTicket(ctx: Context<Actor>, path: string): Promise<{ url: string }> {
  if (new URL(path, 'http://here').pathname.split('/')[1] !== 'api') throw new AppError('badRequest')
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.tx
    .deleteFrom('export_ticket')
    .where('sessionId', '=', ctx.actor.sessionId)
    .where('expiresAt', '<', now)
    .execute()
  await ctx.insert('export_ticket', {
    tokenHash: tokenHash(token),
    sessionId: ctx.actor.sessionId,
    path: pathHash(ctx.config, path),
    workbench: ctx.actor.workbench,
    expiresAt: new Date(now.getTime() + TICKET_SECONDS * 1000),
  })
  return { url: `${path}${path.includes('?') ? '&' : '?'}ticket=${token}` }
}

/** The ticket of a request for reading; null when it shows none. From the address itself: a call's query may not know it. */
export function ticketOf(request: FastifyRequest): string | null {
  return request.method === 'GET' ? (TICKET.exec(request.url)?.[1] ?? null) : null
}

/**
 * The person behind a ticket. It is spent by being shown, right or wrong, and opens only the address it was made for; a
 * browser that shows it with another session's cookie is refused.
 */
export async function redeemTicket(
  kernel: Kernel,
  { request, ticket }: { request: FastifyRequest; ticket: string },
): Promise<Actor | null> {
  const row = await kernel.db
    .deleteFrom('export_ticket')
    .where('tokenHash', '=', tokenHash(ticket))
    .returning(['sessionId', 'path', 'workbench', 'expiresAt'])
    .executeTakeFirst()
  if (
    !row ||
    row.expiresAt <= kernel.clock.now() ||
    row.path !== pathHash(kernel.config, request.url.replace(TICKET, ''))
  )
    return null
  const found = await findActor(kernel, { id: row.sessionId })
  const cookie = tokenOf(request)
  if (!found || (cookie && !(await isSession(kernel, row.sessionId, cookie)))) return null
  const workbench = WorkbenchName.safeParse(row.workbench)
  return { ...found.actor, workbench: workbench.success ? workbench.data : null }
}

/** An address may hold a number that somebody looks for. */
function pathHash(config: Config, path: string): string {
  return createHmac('sha256', deriveKey(config, 'ticket address')).update(path).digest('base64url')
}

async function isSession(kernel: Kernel, id: string, token: string): Promise<boolean> {
  const row = await kernel.db
    .selectFrom('login_session')
    .select('id')
    .where('tokenHash', '=', tokenHash(token))
    .executeTakeFirst()
  return row === undefined || row.id === id
}

/** The ticket is always the last part of the query, as `makeTicket` put it there. */
const TICKET = /[?&]ticket=([\w-]*)$/
