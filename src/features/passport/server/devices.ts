import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import { DEVICE_DAYS } from '../rules.ts'
import { isSecure, newToken, tokenHash } from './sessions.ts'

type Ctx = Context<Actor | null>
type Raw = { request: FastifyRequest; reply: FastifyReply }

const DEVICE_COOKIE = 'kb_device'
/** As long as browsers keep a cookie at most. */
const COOKIE_DAYS = 400

/** The hash of the token of this browser; null where it has none. Whether it is known to somebody, the store tells. */
export function deviceHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[DEVICE_COOKIE]
  return token && /^[\w-]{43}$/.test(token) ? tokenHash(token) : null
}

/** The device of a person with this hash; null where they have not logged in with it of late. */
export async function knownDevice(
  { tx, clock }: Pick<Ctx, 'tx' | 'clock'>,
  { hash, userId }: { hash: Buffer | null; userId: string | undefined },
): Promise<string | null> {
  if (!hash || userId === undefined) return null
  const row = await tx
    .selectFrom('login_device')
    .select('id')
    .where('tokenHash', '=', hash)
    .where('userId', '=', userId)
    .where('lastSeenAt', '>', new Date(clock.now().getTime() - DEVICE_DAYS * DAY))
    .executeTakeFirst()
  return row?.id ?? null
}

/** A name for this browser, which it keeps from now on; says nothing about who uses it. */
export function deviceSource(ctx: Ctx, { request, reply }: Raw): string {
  const hash = deviceHash(request)
  if (hash) return hash.toString('hex')
  const token = newToken()
  ctx.afterCommit(() => sendDevice(ctx.config, reply, token))
  return tokenHash(token).toString('hex')
}

/**
 * This browser is known to the person from now on. When it becomes so it gets a new token, for everybody it is known to: one
 * that was planted in it before gains nothing.
 */
export async function rememberDevice(ctx: Ctx, { request, reply }: Raw, userId: string): Promise<string> {
  const now = ctx.clock.now()
  const hash = deviceHash(request)
  const known = await knownDevice(ctx, { hash, userId })
  if (known) {
    await ctx.update('login_device', { id: known }, { lastSeenAt: now })
    return known
  }
  const token = newToken()
  if (hash) {
    await ctx.remove('login_device', { tokenHash: hash, userId })
    await ctx.update('login_device', { tokenHash: hash }, { tokenHash: tokenHash(token) })
    const source = { from: hash.toString('hex'), to: tokenHash(token).toString('hex') }
    await ctx.update('sms_code', { source: source.from }, { source: source.to })
  }
  const id = ctx.newId()
  await ctx.insert('login_device', { id, userId, tokenHash: tokenHash(token), createdAt: now, lastSeenAt: now })
  ctx.afterCommit(() => sendDevice(ctx.config, reply, token))
  return id
}

/** Makes devices strangers to the person again: all, all but one, or one. */
export async function forgetDevices(
  tx: Tx,
  userId: string,
  which: { only?: string | null; except?: string | null } = {},
): Promise<void> {
  if (which.only === null) return
  await tx
    .deleteFrom('login_device')
    .where('userId', '=', userId)
    .$if(which.only !== undefined, (q) => q.where('id', '=', which.only!))
    .$if(which.except != null, (q) => q.where('id', '!=', which.except!))
    .execute()
}

function sendDevice(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(DEVICE_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(config),
    httpOnly: true,
    maxAge: (COOKIE_DAYS * DAY) / 1000,
  })
}
