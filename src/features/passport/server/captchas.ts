import { randomInt } from 'node:crypto'
import type svgCaptcha from 'svg-captcha'
import { MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { CAPTCHA_VALID_MINUTES } from '../rules.ts'
import { demandCaptchaLeft } from './guard.ts'

/** The package's main function; its types only know the ones hung on it. */
type Draw = (text: string, options: svgCaptcha.ConfigObject) => string

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Draws a new captcha. What has run out is removed on the way. Throws `tooMany` where an address asks for too many. */
export async function makeCaptcha(ctx: Context<Actor | null>): Promise<{ captchaId: string; svg: string }> {
  await demandCaptchaLeft(ctx)
  const now = ctx.clock.now()
  const answer = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const captchaId = ctx.newId()
  await ctx.tx.deleteFrom('captcha').where('expires_at', '<', now).execute()
  await ctx.tx
    .insertInto('captcha')
    .values({ id: captchaId, answer, expires_at: new Date(now.getTime() + CAPTCHA_VALID_MINUTES * MINUTE) })
    .execute()
  const draw = (await import('svg-captcha')).default as unknown as Draw
  return { captchaId, svg: draw(answer, { noise: 2, width: 120, height: 40, color: true, background: '#f5f5f5' }) }
}

/** Whether the answer is right. A captcha is spent by the attempt; upper and lower case are the same. */
export async function captchaFits(
  ctx: Context<Actor | null>,
  given: { captchaId?: string | undefined; captcha?: string | undefined },
): Promise<boolean> {
  if (!given.captchaId || !UUID.test(given.captchaId)) return false
  const row = await ctx.tx
    .deleteFrom('captcha')
    .where('id', '=', given.captchaId)
    .returning(['answer', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= ctx.clock.now()) return false
  return row.answer === (given.captcha ?? '').trim().toUpperCase()
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
