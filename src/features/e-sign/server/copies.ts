import { confirmCount, heldUse, holdCounts, releaseCount } from '#features/membership/server/public.ts'
import { SIGN_COPIES as product } from '#features/payment/rules/catalogue.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Actor | null>

/** A document that somebody sends to be signed, at the cost of a company. */
export interface Copy {
  companyId: string
  /** Who pays for the task is the company that sent it; once per task. */
  taskId: string
}

/**
 * Sets one copy apart for a task, of what expires first, until `spendCopies` or `releaseCopies`; without a limit of time. Once
 * per task, however often it is asked. Throws `serviceNotBought` where none is left.
 */
export async function holdCopies(ctx: Ctx, { companyId, taskId, userId }: Copy & { userId: string }): Promise<void> {
  await holdCounts(ctx, { companyId, userId, product, subjects: [taskId], isKept: true })
}

/** The last signer has signed: the copy of the task is used. False where none is set apart any more. */
export async function spendCopies(ctx: Ctx, copy: Copy): Promise<boolean> {
  const useId = await heldFor(ctx, copy)
  return useId !== undefined && confirmCount(ctx, useId)
}

/** The task was refused, withdrawn or is over: its copy is free again, with the reason. False where none is set apart. */
export async function releaseCopies(ctx: Ctx, { reason, ...copy }: Copy & { reason: string }): Promise<boolean> {
  const useId = await heldFor(ctx, copy)
  return useId !== undefined && releaseCount(ctx, useId, reason)
}

/** Whether a copy is set apart for the task. */
export async function holdsCopies(ctx: Ctx, copy: Copy): Promise<boolean> {
  return (await heldFor(ctx, copy)) !== undefined
}

function heldFor(ctx: Ctx, { companyId, taskId }: Copy): Promise<string | undefined> {
  return heldUse(ctx, { companyId, product, subject: taskId })
}
