import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, HOUR } from '#contract/time.ts'
import { XSRF_COOKIE, XSRF_HEADER } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import { type Config, deriveKey } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import { SESSION_MAX_HOURS } from '../rules.ts'
import type { LoginPolicy } from '../rules-policy.ts'

const SESSION_COOKIE = 'kb_session'

/** What is told to the browser: 256 random bits; the store keeps their hash only. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The token a request carries; null when there is none that could be ours. */
export function tokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[SESSION_COOKIE]
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

/** A request with a session must repeat the session's XSRF token in a header, which other sites cannot read or set. */
export function xsrfOk(config: Config, request: FastifyRequest): boolean {
  if (request.cookies[SESSION_COOKIE] === undefined) return true
  return xsrfFits(config, tokenOf(request), request.headers[XSRF_HEADER])
}

/** Whether this is the XSRF token of the session with this token. */
export function xsrfFits(config: Config, token: string | null, given: unknown): boolean {
  if (!token || typeof given !== 'string') return false
  const expected = Buffer.from(xsrfFor(config, token))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** When a session with these times ends: idle too long or too old, whichever comes first by the tenant's policy. */
export function endOf(
  session: { createdAt: Date; lastSeenAt: Date; expiresAt: Date },
  policy: Pick<LoginPolicy, 'idleHours' | 'maxHours'>,
): number {
  return Math.min(
    session.expiresAt.getTime(),
    session.createdAt.getTime() + policy.maxHours * HOUR,
    session.lastSeenAt.getTime() + policy.idleHours * HOUR,
  )
}

/** Starts a session under a fresh token. Whatever session the browser had before ends: a planted token gains nothing. */
export async function startSession(
  ctx: Context<Actor | null>,
  raw: { request: FastifyRequest; reply: FastifyReply },
  owner: { userId: string; employeeId: string | null; deviceId: string | null; factorAt?: Date | null },
): Promise<void> {
  const before = tokenOf(raw.request)
  if (before) {
    const ended = await ctx.tx
      .deleteFrom('login_session')
      .where('tokenHash', '=', tokenHash(before))
      .returning('userId')
      .execute()
    for (const row of ended) ctx.actorChanged(row.userId)
  }
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.insert('login_session', {
    id: ctx.newId(),
    tokenHash: tokenHash(token),
    userId: owner.userId,
    employeeId: owner.employeeId,
    deviceId: owner.deviceId,
    factorAt: owner.factorAt ?? null,
    ip: ctx.ip,
    userAgent: (raw.request.headers['user-agent'] ?? '').slice(0, 300),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MAX_HOURS * HOUR),
  })
  ctx.afterCommit(() => sendToken(ctx.config, raw.reply, token))
}

/** Gives the own session a new token, and another employee if told. The old token is void from the commit on. */
export async function rotateSession(ctx: Context<Actor>, reply: FastifyReply, employeeId?: string): Promise<void> {
  const token = newToken()
  await ctx.tx
    .updateTable('login_session')
    .set({ tokenHash: tokenHash(token), ...(employeeId === undefined ? {} : { employeeId }) })
    .where('id', '=', ctx.actor.sessionId)
    .execute()
  ctx.actorChanged(ctx.actor.userId)
  ctx.afterCommit(() => sendToken(ctx.config, reply, token))
}

/** The device that the own session runs on. */
export async function ownDevice({ tx, actor }: Context<Actor>): Promise<string | null> {
  const row = await tx
    .selectFrom('login_session')
    .select('deviceId')
    .where('id', '=', actor.sessionId)
    .executeTakeFirst()
  return row?.deviceId ?? null
}

/** Ends sessions of a person, all but the one to keep when that is given. */
export async function endSessions(
  tx: Tx,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_session')
    .where('userId', '=', userId)
    .$if(which.only !== undefined, (q) => q.where('id', '=', which.only!))
    .$if(which.except !== undefined, (q) => q.where('id', '!=', which.except!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Sends both cookies of a session. The second one can be read by our own pages, which repeat it in a header. */
export function sendToken(config: Config, reply: FastifyReply, token: string): void {
  const common = {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: (SESSION_MAX_HOURS * HOUR) / 1000,
  } as const
  reply.setCookie(SESSION_COOKIE, token, { ...common, httpOnly: true })
  reply.setCookie(XSRF_COOKIE, xsrfFor(config, token), common)
}

export function clearToken(config: Config, reply: FastifyReply): void {
  const common = { path: '/', sameSite: 'lax', secure: isSecure(config), expires: new Date(Date.now() - DAY) } as const
  reply.setCookie(SESSION_COOKIE, '', { ...common, httpOnly: true })
  reply.setCookie(XSRF_COOKIE, '', common)
}

/** Asked for at every changing request of a session; computing it costs more than reading its headers. */
function xsrfFor(config: Config, token: string): string {
  const key = deriveKey(config, 'xsrf')
  let known = XSRF.get(key)
  if (!known || known.size >= XSRF_LIMIT) XSRF.set(key, (known = new Map()))
  let xsrf = known.get(token)
  if (xsrf === undefined) {
    xsrf = createHmac('sha256', key).update(token).digest('base64url')
    known.set(token, xsrf)
  }
  return xsrf
}

/** By key, then by token. It follows from both, so it is never out of date. */
const XSRF = new WeakMap<Buffer, Map<string, string>>()
const XSRF_LIMIT = 5000

/** Whether cookies go over TLS only. */
export function isSecure(config: Config): boolean {
  return config.mode === 'production' || config.publicUrl.startsWith('https:')
}
