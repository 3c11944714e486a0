import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel, KeptRefusal } from '#server/context.ts'
import type { Caller, Input } from '#server/implement.ts'
import type { register } from '../contract.ts'
import { demandGoodPassword } from './new-passwords.ts'
import { usersByMobile } from './numbers.ts'
import { hashPassword } from './passwords.ts'
import { proveMobile } from './proof.ts'
import { readPolicy } from './policy.ts'
import { deviceSource, rememberDevice } from './devices.ts'
import { startSession } from './sessions.ts'
import { spendCode } from './sms-codes.ts'

type Body = z.output<typeof register.body>

/** Hashing takes tens of milliseconds: outside the transaction. */
export async function prepareRegistration(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<string> {
  const { password, mobile } = input.body as Body
  const policy = await inContext(kernel, { ...caller, readOnly: true }, readPolicy)
  await demandGoodPassword(policy, { password, path: 'password', owner: [mobile] })
  return hashPassword(password)
}

/**
 * A new person with a mobile number of their own; logged in afterwards, for no company yet. An account that a company
 * opened for the number becomes the person's own. Only who holds the number's code learns that it has an account already.
 * A wrong code counts and stays counted.
 */
export async function registerPerson(
  ctx: Context<Actor | null>,
  input: Input<unknown, unknown, Body>,
): Promise<{ userId: string; nickname: string }> {
  const { mobile, code, nickname } = input.body
  if (!(await spendCode(ctx, { mobile, code, source: deviceSource(ctx, input.raw) })))
    throw new KeptRefusal(
      new AppError('invalid', '验证码不正确或已过期', [{ path: 'code', message: '验证码不正确或已过期' }]),
    )
  if (await usersByMobile(ctx, mobile).select('id').executeTakeFirst()) return claim(ctx, input)
  const userId = ctx.newId()
  const added = await ctx.tx
    .insertInto('app_user')
    .values({
      id: userId,
      ...ctx.cipher.fields('app_user.mobile', userId, mobile),
      nickname,
      passwordHash: input.prepared as string,
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return claim(ctx, input)
  ctx.audit({ action: 'user.register', entity: 'user', entityId: userId, summary: `${nickname}注册账号` })
  const deviceId = await rememberDevice(ctx, input.raw, userId)
  await startSession(ctx, input.raw, { userId, employeeId: null, deviceId })
  return { userId, nickname }
}

async function claim(
  ctx: Context<Actor | null>,
  input: Input<unknown, unknown, Body>,
): Promise<{ userId: string; nickname: string }> {
  const { mobile, nickname } = input.body
  const user = await usersByMobile(ctx, mobile).select('id').executeTakeFirst()
  if (!user || !(await proveMobile(ctx, user.id, { hash: input.prepared as string })))
    throw new KeptRefusal(new AppError('conflict', '该手机号已注册，请直接登录'))
  await ctx.update('app_user', { id: user.id }, { nickname })
  ctx.audit({ action: 'user.register', entity: 'user', entityId: user.id, summary: `${nickname}注册账号` })
  const deviceId = await rememberDevice(ctx, input.raw, user.id)
  await startSession(ctx, input.raw, { userId: user.id, employeeId: null, deviceId })
  return { userId: user.id, nickname }
}
