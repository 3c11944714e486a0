import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Event that somebody is no signer of the company any more. Payload: employeeId, userId. */
export const SIGNER_ENDED_EVENT = 'employee.signer-ended'

export function signerEnded(payload: { employeeId: string; userId: string }) {
  return { kind: SIGNER_ENDED_EVENT, payload }
}

/** Marks somebody of a company as one of its signers (签字人), with the right that comes with it, or no longer. */
export async function setSigner(
  ctx: Context<Actor | null>,
  { employeeId, userId, isSigner }: { employeeId: string; userId: string; isSigner: boolean },
): Promise<void> {
  await ctx.update('employee', { id: employeeId }, { isSigner })
  ctx.actorChanged(userId)
}
