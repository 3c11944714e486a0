import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import { deviceSource } from './devices.ts'
import { mobileOf } from './numbers.ts'
import { demandProven } from './proof.ts'
import { spendCode } from './sms-codes.ts'

type Raw = Input<unknown, unknown, unknown>['raw']

/**
 * Refuses whoever does not show the code that was sent to the own mobile number for this browser: the person itself agrees,
 * and not somebody at its open screen. A wrong code stays counted.
 */
export async function demandOwnCode(ctx: Context<Actor>, { code, raw }: { code: string; raw: Raw }): Promise<void> {
  demandProven(ctx.actor)
  const user = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile'] })
  const mobile = mobileOf(ctx, user)
  if (mobile !== '' && (await spendCode(ctx, { mobile, code, source: deviceSource(ctx, raw) }))) return
  const message = '验证码不正确或已过期，请使用本人手机号获取'
  throw new KeptRefusal(new AppError('invalid', message, [{ path: 'code', message }]))
}
