import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { sendText, wayOf } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Config, deriveKey } from '#server/config.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import {
  SMS_INTERVAL_SECONDS,
  SMS_PER_DAY,
  SMS_PER_IP_HOUR,
  SMS_PER_MOBILE_DAY,
  SMS_TRIES,
  SMS_VALID_MINUTES,
} from '../rules.ts'
import { knownDevice } from './devices.ts'
import { usersByMobile } from './numbers.ts'
import { spendProof } from './proofs.ts'
import { smsLevel } from './standing.ts'

type Ctx = Context<Actor | null>

interface Asked {
  mobile: string
  /** The browser that asks, by the name of `deviceSource`: the code is good there only. */
  source?: string | undefined
}

/**
 * Sends a code to a number; for logging in only when it has an account. The answer, the limits and the counting are the
 * same either way, so that nobody can find out who is registered. What strangers ask for uses up nothing of a browser that
 * the number's owner is known to log in with.
 */
export async function sendCode(
  ctx: Ctx,
  body: Asked & { purpose: 'login' | 'register'; proof?: string | undefined },
): Promise<{ sent: boolean; retryAfterSeconds: number; inDemoOutbox: boolean }> {
  const { mobile, source = '' } = body
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms/${mobile}`}, 7))`.execute(ctx.tx)
  const now = ctx.clock.now()
  const user = await usersByMobile(ctx, mobile).select('id').executeTakeFirst()
  const isKnown = (await knownDevice(ctx, { hash: Buffer.from(source, 'hex'), userId: user?.id })) !== null
  const { level, fromHere, toNumber } = await smsStanding(ctx, mobile)
  if (!isKnown) {
    if (fromHere >= SMS_PER_IP_HOUR) throw new AppError('tooMany')
    const shown = { purpose: 'sms', subject: mobile, proof: body.proof } as const
    if (level > 0 && !(await spendProof(ctx, shown, level)))
      throw new KeptRefusal(new AppError('captcha', undefined, { captchaNeeded: true }))
    if (toNumber >= SMS_PER_MOBILE_DAY) throw new AppError('tooMany', '该号码今日获取验证码次数已达上限')
  }
  const before = await countSince(ctx, { mobile, source }, DAY)
  if (before.n >= SMS_PER_DAY) throw new AppError('tooMany', '该号码今日获取验证码次数已达上限')
  const { last } = isKnown ? before : await countSince(ctx, { mobile, ip: ctx.ip }, DAY)
  const latest = Math.max(last?.getTime() ?? 0, before.last?.getTime() ?? 0)
  const wait = SMS_INTERVAL_SECONDS - (now.getTime() - latest) / 1000
  if (wait > 0) throw new AppError('tooMany', undefined, { retryAfterSeconds: Math.ceil(wait) })

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = ctx.newId()
  await ctx.insert('sms_code', {
    id,
    ...ctx.cipher.fields('sms_code.mobile', id, mobile),
    ip: ctx.ip,
    source,
    codeHash: hashOf(ctx.config, id, code),
    sentAt: now,
    expiresAt: new Date(now.getTime() + SMS_VALID_MINUTES * MINUTE),
  })
  await ctx.tx
    .deleteFrom('sms_code')
    .where('sentAt', '<', new Date(now.getTime() - 2 * DAY))
    .execute()
  if (user || body.purpose === 'register')
    await sendText(ctx, {
      mobile,
      text: `验证码${code}，${SMS_VALID_MINUTES}分钟内有效。请勿告诉他人。`,
      isSecret: true,
    })
  return { sent: true, retryAfterSeconds: SMS_INTERVAL_SECONDS, inDemoOutbox: wayOf(ctx, 'sms') === 'demo' }
}

/** How many codes were sent of late, and how hard the proof for another is; level 0: none is asked for. */
export async function smsStanding(
  ctx: Ctx,
  mobile: string,
): Promise<{ level: number; fromHere: number; toNumber: number }> {
  const fromHere = (await countSince(ctx, { ip: ctx.ip }, HOUR)).n
  const toNumber = (await countSince(ctx, { mobile }, DAY)).n
  return { level: smsLevel({ fromHere, toNumber }), fromHere, toNumber }
}

/**
 * Whether the code is the newest one sent to this number for this browser; each try counts, a right one is spent. Other
 * browsers can neither try it nor make it void by asking for another.
 */
export async function spendCode(ctx: Ctx, { code, ...asked }: Asked & { code: string }): Promise<boolean> {
  const row = await newest(ctx, asked).forUpdate().executeTakeFirst()
  if (!row || !isOpen(row, ctx.clock.now())) return false
  const fits = timingSafeEqual(row.codeHash, hashOf(ctx.config, row.id, code))
  await ctx.update('sms_code', { id: row.id }, { tries: row.tries + 1, used: fits })
  return fits
}

/** Whether this browser has a code for the number that may still be used. */
export async function hasOpenCode(ctx: Ctx, asked: Asked): Promise<boolean> {
  const row = await newest(ctx, asked).executeTakeFirst()
  return row !== undefined && isOpen(row, ctx.clock.now())
}

function newest({ tx, cipher }: Ctx, { mobile, source = '' }: Asked) {
  return tx
    .selectFrom('sms_code')
    .select(['id', 'codeHash', 'expiresAt', 'tries', 'used'])
    .where('mobileHash', 'in', cipher.hashes('sms_code.mobile', mobile))
    .where('source', '=', source)
    .orderBy('sentAt', 'desc')
    .limit(1)
}

function isOpen(row: { expiresAt: Date; tries: number; used: boolean }, now: Date): boolean {
  return !row.used && row.tries < SMS_TRIES && row.expiresAt > now
}

async function countSince(
  ctx: Ctx,
  by: { ip?: string; mobile?: string; source?: string },
  ms: number,
): Promise<{ n: number; last: Date | null }> {
  const { n, last } = await ctx.tx
    .selectFrom('sms_code')
    .select((e) => [e.fn.countAll<number>().as('n'), e.fn.max('sentAt').as('last')])
    .where('sentAt', '>', new Date(ctx.clock.now().getTime() - ms))
    .$if(by.ip !== undefined, (q) => q.where('ip', '=', by.ip!))
    .$if(by.mobile !== undefined, (q) => q.where('mobileHash', 'in', ctx.cipher.hashes('sms_code.mobile', by.mobile!)))
    .$if(by.source !== undefined, (q) => q.where('source', '=', by.source!))
    .executeTakeFirstOrThrow()
  return { n, last }
}

/** Six digits are soon tried out, so the hash needs a key that is not in the database. */
function hashOf(config: Config, id: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(config, 'sms code')).update(`${id}/${code}`).digest()
}
