import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { type Found, findActor } from './actors.ts'
import { tokenHash, tokenOf, xsrfOk } from './sessions.ts'
import { redeemTicket, ticketOf } from './tickets.ts'

/** What is known of a person is believed this long, in real time; a change that is announced counts at once. */
const TRUST_MS = 2000
const CACHE_LIMIT = 10_000

export interface Callers {
  /** The person behind the session cookie, or behind a single-use `?ticket=` of exactly this address. */
  actorOf(request: FastifyRequest): Promise<Actor | null>
  xsrfOk(request: FastifyRequest): boolean
  /** Drops what this process knows of a person. */
  forget(userId: string): void
}

/** Recognises callers of one system. The kernel comes later than the object, because each needs the other. */
export function makeCallers(): Callers & { attach(kernel: Kernel): void } {
  let kernel: Kernel
  const cache = new Map<string, Found & { until: number }>()
  /** Sessions being read: who asks meanwhile waits for the same answer. */
  const reading = new Map<string, Promise<Found | null>>()
  let forgotten = 0
  return {
    attach: (given) => void (kernel = given),
    xsrfOk: (request) => xsrfOk(kernel.config, request),
    forget(userId) {
      forgotten++
      // Whoever asks from now on must not get what was read before the change.
      reading.clear()
      for (const [key, { actor }] of cache) if (actor.userId === userId) cache.delete(key)
    },
    async actorOf(request) {
      const ticket = ticketOf(request)
      if (ticket !== null) return redeemTicket(kernel, { request, ticket })
      const token = tokenOf(request)
      if (!token) return null
      const hash = tokenHash(token)
      const key = hash.toString('base64')
      const known = cache.get(key)
      if (known && known.until > performance.now() && known.endsAt > kernel.clock.now().getTime()) return known.actor
      const under = reading.get(key)
      if (under) return (await under)?.actor ?? null
      const before = forgotten
      const answer = findActor(kernel, { hash })
      reading.set(key, answer)
      const found = await answer.finally(() => {
        if (reading.get(key) === answer) reading.delete(key)
      })
      if (cache.size >= CACHE_LIMIT) cache.clear()
      // What was read while a change was announced may be from before it: used now, but not kept.
      if (found && before === forgotten) cache.set(key, { ...found, until: performance.now() + TRUST_MS })
      else cache.delete(key)
      return found?.actor ?? null
    },
  }
}

export { employeeActor, entitledUsers } from './actors.ts'

/** The person behind a session that is named by what we signed; null when the session is over. */
export async function actorOfSession(kernel: Kernel, sessionId: string): Promise<Actor | null> {
  return (await findActor(kernel, { id: sessionId }))?.actor ?? null
}

/** To be called by whoever changes an employee, a company's certification, a password or a session. */
export function actorChanged(ctx: Context<Actor | null>, userId: string): void {
  ctx.actorChanged(userId)
}

export { companyFlags } from './account.ts'
export { demandFreshFactor } from './factor-standing.ts'
export { demandGoodPassword, faultOf as passwordFaultOf } from './new-passwords.ts'
export { preparePasswordCheck, verifyPassword } from './password-check.ts'
export { accountOf, mobileOf, usersByMobile, usersByName } from './numbers.ts'
export { demandOwnCode } from './own-code.ts'
export { hashPassword } from './passwords.ts'
export { readPolicy } from './policy.ts'
export { companyWorkbenches, RIGHTS, rightsIn } from '../rules-rights.ts'
export { demandProven, proveMobile } from './proof.ts'
export { endSessions } from './sessions.ts'
export { makeTicket } from './tickets.ts'
