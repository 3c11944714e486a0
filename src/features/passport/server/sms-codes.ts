import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { sendText, wayOf } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Config, deriveKey } from '#server/config.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import { SMS_INTERVAL_SECONDS, SMS_PER_DAY, SMS_PER_IP_HOUR, SMS_TRIES, SMS_VALID_MINUTES } from '../rules.ts'
import { captchaFits } from './captchas.ts'

type Ctx = Context<Actor | null>

/** Codes from one address within an hour before a captcha is asked for. */
const FREE_PER_IP = 3

/**
 * Sends a code to a number; for logging in only when it has an account. The answer, the limits and the counting are the
 * same either way, so that nobody can find out who is registered.
 */
export async function sendCode(
  ctx: Ctx,
  body: {
    mobile: string
    purpose: 'login' | 'register'
    captchaId?: string | undefined
    captcha?: string | undefined
  },
): Promise<{ sent: boolean; retryAfterSeconds: number; inDemoOutbox: boolean }> {
  const { mobile } = body
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms/${mobile}`}, 7))`.execute(ctx.tx)
  const now = ctx.clock.now()
  const fromHere = await countSince(ctx, { ip: ctx.ip }, HOUR)
  if (fromHere.n >= SMS_PER_IP_HOUR) throw new AppError('tooMany')
  if (fromHere.n >= FREE_PER_IP && !(await captchaFits(ctx, body)))
    throw new KeptRefusal(new AppError('captcha', undefined, { captchaNeeded: true }))
  const before = await countSince(ctx, { mobile }, DAY)
  if (before.n >= SMS_PER_DAY) throw new AppError('tooMany', '该号码今日获取验证码次数已达上限')
  const wait = before.last ? SMS_INTERVAL_SECONDS - (now.getTime() - before.last.getTime()) / 1000 : 0
  if (wait > 0) throw new AppError('tooMany', undefined, { retryAfterSeconds: Math.ceil(wait) })

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = ctx.newId()
  await ctx.tx
    .insertInto('sms_code')
    .values({
      id,
      mobile,
      ip: ctx.ip,
      code_hash: hashOf(ctx.config, id, code),
      sent_at: now,
      expires_at: new Date(now.getTime() + SMS_VALID_MINUTES * MINUTE),
    })
    .execute()
  await ctx.tx
    .deleteFrom('sms_code')
    .where('sent_at', '<', new Date(now.getTime() - 2 * DAY))
    .execute()
  const user = await ctx.tx.selectFrom('app_user').select('id').where('mobile', '=', mobile).executeTakeFirst()
  if (user || body.purpose === 'register')
    await sendText(ctx, {
      mobile,
      text: `验证码${code}，${SMS_VALID_MINUTES}分钟内有效。请勿告诉他人。`,
      isSecret: true,
    })
  return { sent: true, retryAfterSeconds: SMS_INTERVAL_SECONDS, inDemoOutbox: wayOf(ctx, 'sms') === 'demo' }
}

/** Whether the code is the newest one sent to this number; each try counts, a right one is spent. */
export async function spendCode(ctx: Ctx, { mobile, code }: { mobile: string; code: string }): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('sms_code')
    .select(['id', 'code_hash', 'expires_at', 'tries', 'used'])
    .where('mobile', '=', mobile)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.used || row.tries >= SMS_TRIES || row.expires_at <= ctx.clock.now()) return false
  const fits = timingSafeEqual(row.code_hash, hashOf(ctx.config, row.id, code))
  await ctx.tx
    .updateTable('sms_code')
    .set({ tries: row.tries + 1, used: fits })
    .where('id', '=', row.id)
    .execute()
  return fits
}

async function countSince(
  ctx: Ctx,
  by: { ip?: string; mobile?: string },
  ms: number,
): Promise<{ n: number; last: Date | null }> {
  const { n, last } = await ctx.tx
    .selectFrom('sms_code')
    .select((e) => [e.fn.countAll<number>().as('n'), e.fn.max('sent_at').as('last')])
    .where('sent_at', '>', new Date(ctx.clock.now().getTime() - ms))
    .$if(by.ip !== undefined, (q) => q.where('ip', '=', by.ip!))
    .$if(by.mobile !== undefined, (q) => q.where('mobile', '=', by.mobile!))
    .executeTakeFirstOrThrow()
  return { n, last }
}

/** Six digits are soon tried out, so the hash needs a key that is not in the database. */
function hashOf(config: Config, id: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(config, 'sms code')).update(`${id}/${code}`).digest()
}
