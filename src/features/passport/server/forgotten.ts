import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import type { resetByCode } from '../contract.ts'
import { deviceSource, forgetDevices } from './devices.ts'
import { usersByMobile } from './numbers.ts'
import { proveMobile } from './proof.ts'
import { endSessions } from './sessions.ts'
import { spendCode } from './sms-codes.ts'

type Body = z.output<typeof resetByCode.body>

/**
 * A new password for whoever holds the code sent to the account's number. All sessions end; logging in comes after it, with
 * whatever else it asks for. A wrong code counts and stays counted; a number without account is told only to who proved it.
 */
export async function setPasswordByCode(
  ctx: Context<Actor | null>,
  input: Input<unknown, unknown, Body>,
): Promise<void> {
  const { mobile, code } = input.body
  if (!(await spendCode(ctx, { mobile, code, source: deviceSource(ctx, input.raw) })))
    throw new KeptRefusal(
      new AppError('invalid', '验证码不正确或已过期', [{ path: 'code', message: '验证码不正确或已过期' }]),
    )
  const user = await usersByMobile(ctx, mobile).select('id').executeTakeFirst()
  if (!user) throw new KeptRefusal(new AppError('conflict', '该手机号尚未注册，请先注册'))
  await proveMobile(ctx, user.id)
  await ctx.update('app_user', { id: user.id }, { passwordHash: input.prepared as string, isDefaultPassword: false })
  await endSessions(ctx.tx, user.id)
  await forgetDevices(ctx.tx, user.id)
  ctx.actorChanged(user.id)
  ctx.audit({ action: 'user.password-reset', entity: 'user', entityId: user.id, summary: '以短信验证码重置登录密码' })
}
