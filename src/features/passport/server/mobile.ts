import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { sendText } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel, KeptRefusal } from '#server/context.ts'
import type { Caller, Input } from '#server/implement.ts'
import type { changeMobile } from '../contract.ts'
import { mobileOf, usersByMobile } from './numbers.ts'
import { passwordFits } from './passwords.ts'
import { demandProven } from './proof.ts'
import { deviceSource } from './devices.ts'
import { clearGuards, countFailure, ownSubject, readGuard } from './guard.ts'
import { endSessions, rotateSession } from './sessions.ts'
import { spendCode } from './sms-codes.ts'

type Body = z.output<typeof changeMobile.body>

/** Hashing of the password entered again, outside the transaction; who has none gives none. */
export async function prepareMobile(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<{ stored: string | null; fits: boolean }> {
  const { password = '' } = input.body as Body
  const { passwordHash: stored } = await inContext(kernel, { ...caller, readOnly: true }, (ctx) =>
    ownRow(ctx as Context<Actor>),
  )
  return { stored, fits: stored === null || (await passwordFits(password, stored)) }
}

/**
 * Moves the account to another mobile number, proven by the code sent to it. The old number is told, and every other session
 * ends. Wrong passwords and codes count and stay counted.
 */
export async function moveMobile(ctx: Context<Actor>, input: Input<unknown, unknown, Body>): Promise<void> {
  demandProven(ctx.actor)
  const { mobile, code } = input.body
  const { stored, fits } = input.prepared as Awaited<ReturnType<typeof prepareMobile>>
  const guard = await readGuard(ctx, ownSubject(ctx))
  if (guard.lockedUntil) throw new AppError('locked')
  const user = await ownRow(ctx)
  if (!fits || user.passwordHash !== stored) {
    const { lockedUntil } = await countFailure(ctx, guard)
    throw new KeptRefusal(lockedUntil ? new AppError('locked') : wrong('password', '登录密码不正确'))
  }
  await clearGuards(ctx, [guard.subject])
  const before = mobileOf(ctx, user)
  if (mobile === before) throw wrong('mobile', '新手机号与当前手机号相同')
  if (!(await spendCode(ctx, { mobile, code, source: deviceSource(ctx, input.raw) })))
    throw new KeptRefusal(wrong('code', '验证码不正确或已过期'))
  const taken = await usersByMobile(ctx, mobile).select('id').where('id', '<>', user.id).executeTakeFirst()
  if (taken) throw new KeptRefusal(new AppError('conflict', '该手机号已用于其他账号，请更换手机号'))
  await ctx.update('app_user', { id: user.id }, ctx.cipher.fields('app_user.mobile', user.id, mobile))
  await endSessions(ctx.tx, user.id, { except: ctx.actor.sessionId })
  await rotateSession(ctx, input.raw.reply)
  if (before)
    await sendText(ctx, {
      mobile: before,
      text: `您的账号已改用尾号${mobile.slice(-4)}的手机号。如非本人操作，请立即联系平台客服。`,
    })
  ctx.audit({ action: 'user.mobile', entity: 'user', entityId: user.id, summary: '更换手机号' })
}

function wrong(path: keyof Body, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

function ownRow(ctx: Context<Actor>) {
  return ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile', 'passwordHash'] })
}
