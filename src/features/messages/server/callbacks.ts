import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { Instant, MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { RawAnswer, RawRequest } from '#server/implement.ts'
import type { demoAnswer } from '../contract-settings.ts'
import { smsAnswers } from './answer-port.ts'
import { signatureOf } from './carriers.ts'
import { tellOf } from './sender.ts'

type Any = Context<Actor | null>

const Notice = z.discriminatedUnion('kind', [
  /** Whether a text arrived. */
  z.object({
    kind: z.literal('receipt'),
    id: Id,
    isDelivered: z.boolean(),
    reason: z.string().max(200).default(''),
  }),
  /** What its reader answered. */
  z.object({
    kind: z.literal('reply'),
    mobile: z.string().min(5).max(30),
    text: z.string().max(1000),
    at: Instant,
    id: Id.nullable().default(null),
  }),
])
type Notice = z.output<typeof Notice>

/** A signature holds this long. */
const HOLDS_MS = 5 * MINUTE

/**
 * What the gateway of text messages tells, signed as our own requests are to it. Repeated, it changes nothing: a receipt says
 * the same again, and an answer counts by its own time.
 */
export async function receive(kernel: Kernel, { params, headers, body }: RawRequest): Promise<RawAnswer> {
  const key = process.env.SMS_KEY ?? ''
  const tenantId = Number(params.tenant)
  const isTenant = Number.isSafeInteger(tenantId) && tenantId > 0 && tenantId < 100_000
  if (key === '' || !isTenant) return answerOf(404, '地址不存在')
  const tenant = await kernel.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  if (!tenant) return answerOf(404, '地址不存在')
  if (!isAuthentic(key, { headers, body, now: kernel.clock.now() })) return answerOf(401, '验签失败')
  const notice = readNotice(body)
  if (!notice) return answerOf(400, '数据格式错误')
  const isKnown = await inContext(kernel, { tenantId, actor: null }, (ctx) => take(ctx, notice))
  return isKnown ? answerOf(200, '成功') : answerOf(404, '短信不存在')
}

/** The same for a demonstration without a gateway: what a telephone would say to a text that was kept. Elsewhere it does not exist. */
export async function demonstrate(
  ctx: Any,
  textId: string,
  { as, text }: z.output<typeof demoAnswer.body>,
): Promise<void> {
  if (ctx.config.mode === 'production') throw new AppError('notFound')
  const row = await ctx.one('channel_outbox', { id: textId, channel: 'sms', state: 'kept' })
  if (!row || row.origin === '') throw new AppError('notFound')
  if (as === 'reply') {
    const mobile = ctx.cipher.open('channel_outbox.recipient', row.id, row.recipient)
    await take(ctx, { kind: 'reply', mobile, text, at: ctx.clock.now().toISOString(), id: row.id })
    return
  }
  const isDelivered = as === 'delivered'
  await take(ctx, { kind: 'receipt', id: row.id, isDelivered, reason: isDelivered ? '' : '号码停机或关机' })
}

/** False for a text that we do not know. */
async function take(ctx: Any, notice: Notice): Promise<boolean> {
  if (notice.kind === 'reply') {
    const { mobile, text, at, id } = notice
    await smsAnswers().received(ctx, { mobile, text, at: new Date(at), textId: id })
    return true
  }
  const { id, isDelivered, reason } = notice
  const row = await ctx.one('channel_outbox', { id, channel: 'sms' }, { columns: ['origin'] })
  if (!row) return false
  tellOf(ctx, { id, origin: row.origin, told: isDelivered ? 'delivered' : 'undelivered', reason })
  return true
}

function isAuthentic(
  key: string,
  { headers, body, now }: Pick<RawRequest, 'headers' | 'body'> & { now: Date },
): boolean {
  const [timestamp, signature] = [headers['x-timestamp'], headers['x-signature']]
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!(Math.abs(now.getTime() - Number(timestamp)) <= HOLDS_MS)) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, timestamp, body))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function readNotice(body: Buffer): Notice | null {
  try {
    return Notice.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function answerOf(status: number, message: string): RawAnswer {
  const body = JSON.stringify({ ok: status === 200, message })
  return { status, headers: { 'content-type': 'application/json' }, body }
}
