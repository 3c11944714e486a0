import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, KeptRefusal, type Kernel } from '#server/context.ts'
import type { Caller, Input } from '#server/implement.ts'
import { LOCKED_HERE } from './account.ts'
import { clearGuards, countFailure, ownSubject, readGuard } from './guard.ts'
import { passwordFits } from './passwords.ts'

/**
 * `prepare` of a route whose body holds `password`, entered again by the person: hashing runs outside the transaction.
 * The handler passes `input.prepared` to `verifyPassword`.
 */
export async function preparePasswordCheck(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<unknown> {
  const { password } = input.body as { password: string }
  const stored = await inContext(kernel, { ...caller, readOnly: true }, (ctx) => ownHash(ctx as Context<Actor>))
  return { stored, fits: await passwordFits(password, stored) } satisfies PasswordCheck
}

/**
 * Throws `credentials` unless the password given with this request is the person's own, `locked` after too many wrong
 * ones in this session. Wrong tries stay counted, although the call is refused; what strangers try counts elsewhere.
 */
export async function verifyPassword(ctx: Context<Actor>, prepared: unknown): Promise<void> {
  const { stored, fits } = prepared as PasswordCheck
  const guard = await readGuard(ctx, ownSubject(ctx))
  if (guard.lockedUntil) throw new AppError('locked', LOCKED_HERE)
  if (!fits || (await ownHash(ctx)) !== stored) {
    const { lockedUntil } = await countFailure(ctx, guard)
    throw new KeptRefusal(lockedUntil ? new AppError('locked', LOCKED_HERE) : new AppError('credentials', '密码不正确'))
  }
  await clearGuards(ctx, [guard.subject])
}

interface PasswordCheck {
  stored: string | null
  fits: boolean
}

async function ownHash(ctx: Context<Actor>): Promise<string | null> {
  const row = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['passwordHash'] })
  return row.passwordHash
}
