import type { z } from 'zod'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { JoinRequest } from '../contract/certification.ts'
import { decide, pending } from './join.ts'

/** Who waits to be taken in by the company entered, oldest first; for the organisation's list of guests. */
export function pendingJoinRequests(ctx: Context<Employee>): Promise<z.output<typeof JoinRequest>[]> {
  return pending(ctx)
}

/**
 * Takes a person in as an employee without rights, or not (`employeeId` null). Throws `notFound` for a request to another
 * company and `wrongState` for one that is decided.
 */
export function decideJoinRequest(
  ctx: Context<Employee>,
  decision: { id: string; accept: boolean },
): Promise<{ userId: string; employeeId: string | null }> {
  return decide(ctx, decision)
}
