import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'

/**
 * Requests of one session: so many at once, and so many a second from then on. Acts, reads and transfers are counted
 * apart, so that no page that reads too often, and no upload, ever holds up a bid or an act of an opening.
 */
const KINDS = {
  read: { atOnce: 1000, perSecond: 100 },
  act: { atOnce: 300, perSecond: 30 },
  transfer: { atOnce: 300, perSecond: 30 },
} as const
export type RequestKind = keyof typeof KINDS

interface Bucket {
  left: number
  /** Ms of the process's clock. */
  at: number
}

const FORGET_EVERY_MS = 60_000

/** Counts in this process: with several, a session has as much of each. */
export class RequestLimits {
  readonly #factor: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()
  #forgotten = 0

  constructor(factor: number, now: () => number = () => performance.now()) {
    this.#factor = factor
    this.#now = now
  }

  /**
   * Takes one request from the session's bucket; tells in `RateLimit` once half is gone. Throws `tooMany`, with the
   * seconds to wait for. Who has no session is not counted.
   */
  take(actor: Actor | null, reply: FastifyReply, kind: RequestKind): void {
    if (!actor) return
    const now = this.#now()
    this.#forget(now)
    const most = KINDS[kind].atOnce * this.#factor
    const perMs = (KINDS[kind].perSecond * this.#factor) / 1000
    const key = `${kind} ${actor.sessionId}`
    const last = this.#buckets.get(key) ?? { left: most, at: now }
    const left = Math.min(most, last.left + (now - last.at) * perMs) - 1
    const wait = Math.max(1, Math.ceil((1 - left) / perMs / 1000))
    if (left < most / 2) {
      reply.header('ratelimit-policy', `"${kind}";q=${most};w=${Math.ceil(most / perMs / 1000)}`)
      reply.header('ratelimit', `"${kind}";r=${Math.max(0, Math.floor(left))};t=${wait}`)
    }
    if (left < 0) throw new AppError('tooMany', '请求过于频繁，请稍后再试', { retryAfter: wait })
    this.#buckets.set(key, { left, at: now })
  }

  /** Sessions whose buckets are full again need not be remembered. */
  #forget(now: number): void {
    if (now - this.#forgotten < FORGET_EVERY_MS) return
    this.#forgotten = now
    for (const [key, { at }] of this.#buckets) if (now - at > FORGET_EVERY_MS) this.#buckets.delete(key)
  }
}

export function kindOf({ method }: FastifyRequest): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'act'
}
