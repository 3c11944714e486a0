import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { afterQuiet, type Outside, RETRY_MS, WATCH_MS } from '../rules.ts'
import { carrierOf } from './carriers.ts'

type Ctx = Context<Actor | null>

export interface Text {
  channel: Outside
  recipient: string
  subject: string
  body: string
  /** A code: not kept readable once a carrier has taken it. */
  isSecret?: boolean | undefined
  eventId?: number | undefined
  /** Whom it tells, where that is known. */
  userId?: string | undefined
  /** Which feature follows it: it hears of what becomes of the text (`TEXT_TOLD`). */
  origin?: string | undefined
  /** Hours of Beijing between which no carrier gets it, however often it is tried. */
  quiet?: { quietFrom: number | null; quietTo: number | null } | undefined
}

/** Event for who follows a text: `{ id, origin, told, reason }`, see `TextTold`. */
export const TEXT_TOLD = 'channel.text'

/** What is told of a text: a carrier has it, it is kept without one, or was refused for good; later whether it arrived. */
export interface TextTold {
  id: string
  origin: string
  told: 'sent' | 'kept' | 'failed' | 'delivered' | 'undelivered'
  reason: string
}

/** Event that a text waits in `channel_outbox`. */
const EVENT = 'channel.send'

/**
 * Stores texts that leave the platform after the commit, never for something that was rolled back. Without a carrier
 * they stay where they can be read (`kept`). Returns their ids.
 */
export async function enqueue(ctx: Ctx, texts: readonly Text[]): Promise<string[]> {
  if (texts.length === 0) return []
  const now = ctx.clock.now()
  const rows = texts.map((text) => {
    const hasCarrier = carrierOf(text.channel) !== null
    // A code that nobody sends may be read where demonstrating it is the point, and nowhere else.
    const isHidden = !hasCarrier && text.isSecret === true && ctx.config.mode === 'production'
    const id = ctx.newId()
    return {
      tenantId: ctx.tenantId,
      id,
      channel: text.channel,
      ...ctx.cipher.fields('channel_outbox.recipient', id, text.recipient),
      subject: text.subject,
      body: isHidden ? '' : text.body,
      isSecret: text.isSecret ?? false,
      eventId: text.eventId ?? null,
      userId: text.userId ?? null,
      origin: text.origin ?? '',
      quietFrom: text.quiet?.quietFrom ?? null,
      quietTo: text.quiet?.quietTo ?? null,
      state: hasCarrier ? 'waiting' : 'kept',
      doneAt: hasCarrier ? null : now,
      createdAt: now,
    }
  })
  await ctx.tx.insertInto('channel_outbox').values(rows).execute()
  for (const { id, state, origin } of rows)
    if (state === 'waiting') await sendSoon(ctx, id)
    else tellOf(ctx, { id, origin, told: 'kept', reason: '' })
  return rows.map((row) => row.id)
}

/**
 * Delivers one text. The row is locked while the carrier has it; a process that dies with it in hand leaves it waiting,
 * and the watch timer has it handed over again under the same id. A refusal is tried again after growing waits.
 */
export const sender: Subscriber = {
  name: 'messages.send',
  kind: EVENT,
  isSlow: true,
  async handle(ctx, event) {
    const row = await ctx.tx
      .selectFrom('channel_outbox')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', String(event.payload.id))
      .where('state', '=', 'waiting')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return
    const now = ctx.clock.now()
    const allowed = afterQuiet(now.getTime(), row)
    if (allowed > now.getTime()) return ctx.schedule(timerOf(row.id), new Date(allowed), again(row.id))
    const recipient = ctx.cipher.open('channel_outbox.recipient', row.id, row.recipient)
    const failure = await attempt({ ...row, recipient })
    const attempts = row.attempts + 1
    const wait = failure === null ? undefined : RETRY_MS[attempts - 1]
    const isOver = wait === undefined
    await ctx.update(
      'channel_outbox',
      { id: row.id },
      {
        attempts,
        failure: failure ?? '',
        state: failure === null ? 'sent' : isOver ? 'failed' : 'waiting',
        ...(isOver ? { doneAt: now } : {}),
        ...(failure === null && row.isSecret ? { body: '' } : {}),
      },
    )
    await ctx.schedule(timerOf(row.id), isOver ? null : new Date(now.getTime() + wait), again(row.id))
    if (isOver) {
      const told = failure === null ? 'sent' : 'failed'
      tellOf(ctx, { id: row.id, origin: row.origin, told, reason: failure ?? '' })
    }
    if (failure !== null) ctx.log.warn({ id: row.id, channel: row.channel, attempts }, failure)
  },
}

/** Has a waiting text handed over now, and looks again later whether it has gone. */
export async function sendSoon(ctx: Ctx, id: string): Promise<void> {
  ctx.emit(again(id))
  await ctx.schedule(timerOf(id), new Date(ctx.clock.now().getTime() + WATCH_MS), again(id))
}

/**
 * Takes back texts that no carrier has, nor is being handed; returns their ids. What is in hand this moment is left alone: it
 * may arrive.
 */
export async function withdraw(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const free = await ctx.tx
    .selectFrom('channel_outbox')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const taken = free.map(({ id }) => id)
  if (taken.length > 0)
    await ctx.update('channel_outbox', { id: taken }, { state: 'withdrawn', doneAt: ctx.clock.now() })
  return taken
}

/**
 * Tries a text again that no carrier took, under its id: one that took it all the same, and said so too late, sends nothing
 * more. False, and nothing is done, for any other text.
 */
export async function retry(ctx: Ctx, id: string): Promise<boolean> {
  const fresh = { state: 'waiting', attempts: 0, failure: '', doneAt: null }
  const restarted = (await ctx.update('channel_outbox', { id, state: 'failed' }, fresh)) > 0
  if (restarted) await sendSoon(ctx, id)
  return restarted
}

/** Tells who follows a text what became of it; of a text that nobody follows nothing is told. */
export function tellOf(ctx: Ctx, told: TextTold): void {
  if (told.origin !== '') ctx.emit({ kind: TEXT_TOLD, payload: { ...told } })
}

/** Null when the carrier took it, else why not. */
async function attempt(row: {
  id: string
  tenantId: number
  channel: string
  recipient: string
  subject: string
  body: string
}): Promise<string | null> {
  const carrier = carrierOf(row.channel as Outside)
  if (!carrier) return '未配置发送渠道'
  try {
    await carrier.send(row)
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  }
}

function again(id: string) {
  return { kind: EVENT, payload: { id } }
}

function timerOf(id: string): string {
  return `channel:${id}`
}
