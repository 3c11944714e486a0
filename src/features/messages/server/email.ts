import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import {
  EMAIL_CODE_INTERVAL_SECONDS,
  EMAIL_CODE_MINUTES,
  EMAIL_CODE_TRIES,
  EMAIL_CODES_PER_DAY,
  masked,
} from '../rules.ts'
import { enqueue } from './sender.ts'

type Ctx = Context<Actor>

/** Sends a code to an address. Throws `tooMany` within a minute of the last one, or after ten a day. */
export async function askCode(ctx: Ctx, email: string): Promise<{ retryAfterSeconds: number }> {
  const now = ctx.clock.now()
  await ctx.tx
    .insertInto('message_email')
    .values({ tenantId: ctx.tenantId, userId: ctx.actor.userId })
    .onConflict((c) => c.doNothing())
    .execute()
  const row = await ownRow(ctx)
  const since = row?.askedAt ? now.getTime() - row.askedAt.getTime() : DAY
  if (since < EMAIL_CODE_INTERVAL_SECONDS * 1000) {
    const retryAfterSeconds = Math.ceil(EMAIL_CODE_INTERVAL_SECONDS - since / 1000)
    throw new AppError('tooMany', `请在 ${retryAfterSeconds} 秒后重新获取验证码`, { retryAfterSeconds })
  }
  const today = since < DAY ? row!.askedToday : 0
  if (today >= EMAIL_CODES_PER_DAY) throw new AppError('tooMany', '今日获取验证码次数已达上限')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await change(ctx, {
    askedAddress: email,
    askedAt: now,
    askedToday: today + 1,
    tries: 0,
    codeHash: hashOf(ctx, email, code),
  })
  await enqueue(ctx, [
    {
      channel: 'email',
      recipient: email,
      userId: ctx.actor.userId,
      subject: '邮箱验证码',
      body: `您正在设置接收平台消息的邮箱，验证码 ${code}，${EMAIL_CODE_MINUTES} 分钟内有效。如非本人操作，请忽略本邮件。`,
      isSecret: true,
    },
  ])
  return { retryAfterSeconds: EMAIL_CODE_INTERVAL_SECONDS }
}

/** Takes the address that the code was sent to. Wrong tries stay counted; after five the code is void. */
export async function confirm(ctx: Ctx, code: string): Promise<void> {
  const now = ctx.clock.now()
  const row = await ownRow(ctx)
  const { askedAddress: address, askedAt, codeHash: hash } = row ?? {}
  if (!row || !address || !askedAt || !hash) throw new AppError('wrongState', '请先获取验证码')
  if (row.tries >= EMAIL_CODE_TRIES || now.getTime() - askedAt.getTime() > EMAIL_CODE_MINUTES * MINUTE)
    throw new AppError('wrongState', '验证码已失效，请重新获取')
  if (!timingSafeEqual(hash, hashOf(ctx, address, code))) {
    await change(ctx, { tries: row.tries + 1 })
    throw new KeptRefusal(new AppError('invalid', '验证码不正确', [{ path: 'code', message: '验证码不正确' }]))
  }
  await change(ctx, { address, verifiedAt: now, askedAddress: null, codeHash: null, tries: 0 })
  ctx.audit({
    action: 'user.email',
    entity: 'user',
    entityId: ctx.actor.userId,
    summary: `设置消息邮箱 ${masked(address)}`,
  })
}

/** Takes the address back. What still waits for it stays in the inbox only. */
export async function forget(ctx: Ctx): Promise<void> {
  const row = await ownRow(ctx)
  if (!row?.address && !row?.askedAddress) throw new AppError('notFound')
  await change(ctx, { address: null, verifiedAt: null, askedAddress: null, codeHash: null })
  ctx.audit({ action: 'user.email', entity: 'user', entityId: ctx.actor.userId, summary: '取消消息邮箱' })
}

function ownRow(ctx: Ctx) {
  return ctx.one('message_email', { userId: ctx.actor.userId }, { lock: 'update' })
}

interface Values {
  address: string | null
  verifiedAt: Date | null
  askedAddress: string | null
  codeHash: Buffer | null
  askedAt: Date
  askedToday: number
  tries: number
}

async function change(ctx: Ctx, values: Partial<Values>): Promise<void> {
  await ctx.update('message_email', { userId: ctx.actor.userId }, values)
}

/** Six digits are soon tried out, so the hash needs a key that is not in the database. */
function hashOf(ctx: Ctx, address: string, code: string): Buffer {
  return createHmac('sha256', ctx.key('message email code')).update(`${ctx.actor.userId}/${address}/${code}`).digest()
}
