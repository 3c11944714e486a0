import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { dueAt, type Outside, OUTSIDE, type Rhythm, textOf, type Told } from '../rules.ts'
import { reachOf, wayOf } from './reach.ts'
import { enqueue } from './sender.ts'
import { kindOf } from './kinds.ts'

type Ctx = Context<Actor | null>

/** Event that messages of one person on one channel are due. */
const EVENT = 'messages.due'
/** More than a person reads at once; the rest goes with the same text, as a number. */
const MOST = 1000

interface NewMessage {
  id: string
  userId: string
}

/** What people chose about one kind in one workbench, by person and channel; what is not in it is as the kind has it. */
export type Choices = ReadonlyMap<string, boolean>

export async function choicesOf(
  ctx: Ctx,
  { userIds, identity, kind }: { userIds: readonly string[]; identity: string; kind: string },
): Promise<Choices> {
  const rows = await ctx.many(
    'message_choice',
    { userId: userIds, identity, kind },
    { columns: ['userId', 'channel', 'isOn'] },
  )
  return new Map(rows.map((row) => [`${row.userId}/${row.channel}`, row.isOn]))
}

interface Plan {
  messages: readonly NewMessage[]
  kind: string
  /** What each person is told. */
  told: (userId: string) => Told
  choices: Choices
}

/**
 * Plans the ways out of new messages, in the transaction that made them: at once where the person has it so or the kind
 * is useless when late, else for the end of the quiet hours or the next digest.
 */
export async function planDeliveries(ctx: Ctx, { messages, kind, told, choices }: Plan): Promise<void> {
  const channels = OUTSIDE.filter((channel) => wayOf(ctx, channel) !== 'none')
  const wanted = (userId: string, channel: Outside) =>
    choices.get(`${userId}/${channel}`) ?? kindOf(kind).channels.includes(channel)
  const asking = messages.filter(({ userId }) => channels.some((channel) => wanted(userId, channel)))
  if (asking.length === 0) return
  const reach = await reachOf(ctx, [...new Set(asking.map((m) => m.userId))])
  const now = ctx.clock.now()
  const ways = asking.flatMap(({ id, userId }) =>
    channels.flatMap((channel) => {
      const recipient = reach.get(userId)?.[channel]
      if (!recipient || !wanted(userId, channel)) return []
      const due = kindOf(kind).isTimely ? null : dueAt(now.getTime(), recipient.rhythm)
      return [{ id, userId, channel, recipient: recipient.address, due }]
    }),
  )
  if (ways.length === 0) return
  const place = await placeOf(ctx)
  const atOnce = ways.filter((way) => way.due === null)
  const outboxIds = await enqueue(
    ctx,
    atOnce.map(({ userId, channel, recipient }) => ({
      channel,
      recipient,
      userId,
      ...textOf(channel, [told(userId)], place),
    })),
  )
  const outboxOf = new Map(atOnce.map((way, i) => [way, outboxIds[i]!]))
  await ctx.insert(
    'message_delivery',
    ways.map((way) => ({
      messageId: way.id,
      channel: way.channel,
      userId: way.userId,
      dueAt: way.due === null ? now : new Date(way.due),
      outboxId: outboxOf.get(way) ?? null,
    })),
  )
  const slots = new Map(
    ways.flatMap(({ userId, channel, due }) =>
      due === null ? [] : [[keyOf(userId, channel, due), { userId, channel, due }] as const],
    ),
  )
  // In one order for everybody: two transactions that plan for the same people must not wait for one another crosswise.
  for (const [, slot] of [...slots].toSorted(([a], [b]) => (a < b ? -1 : 1))) await schedule(ctx, slot)
}

/** Sends what is due for one person on one channel, together. */
export const digest: Subscriber = {
  name: 'messages.digest',
  kind: EVENT,
  async handle(ctx, event) {
    const userId = String(event.payload.userId)
    const channel = event.payload.channel as Outside
    const rows = await ctx.tx
      .selectFrom('message_delivery as d')
      .innerJoin('message as m', (j) => j.onRef('m.tenantId', '=', 'd.tenantId').onRef('m.id', '=', 'd.messageId'))
      .select(['d.messageId', 'm.title', 'm.content', 'm.link'])
      .where('d.tenantId', '=', ctx.tenantId)
      .where('d.userId', '=', userId)
      .where('d.channel', '=', channel)
      .where('d.outboxId', 'is', null)
      .where('d.dueAt', '<=', ctx.clock.now())
      .orderBy('d.messageId')
      .limit(MOST)
      .forUpdate('d')
      .execute()
    if (rows.length === 0) return
    const ids = rows.map((row) => row.messageId)
    const recipient = wayOf(ctx, channel) !== 'none' ? (await reachOf(ctx, [userId])).get(userId)?.[channel] : undefined
    // Without one, the address was taken back meanwhile: the messages lie in the inbox, and nowhere else.
    if (!recipient) {
      await dropDeliveries(ctx, channel, ids)
      return
    }
    const text = textOf(channel, rows, await placeOf(ctx))
    const [outboxId] = await enqueue(ctx, [{ channel, recipient: recipient.address, userId, ...text }])
    await ctx.update('message_delivery', { channel, messageId: ids }, { outboxId: outboxId! })
    if (rows.length === MOST) ctx.emit({ kind: EVENT, payload: { userId, channel } })
  },
}

/** The person's rhythm has changed: what still waits on the channel goes by the new one. */
export async function replan(ctx: Context<Actor>, channel: Outside, rhythm: Rhythm): Promise<void> {
  const { userId } = ctx.actor
  const now = ctx.clock.now().getTime()
  const due = dueAt(now, rhythm) ?? now
  const moved = await ctx.tx
    .updateTable('message_delivery')
    .set({ dueAt: new Date(due) })
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', userId)
    .where('channel', '=', channel)
    .where('outboxId', 'is', null)
    .returning('messageId')
    .execute()
  if (moved.length > 0) await schedule(ctx, { userId, channel, due })
}

async function dropDeliveries(ctx: Ctx, channel: Outside, messageIds: readonly string[]): Promise<void> {
  await ctx.remove('message_delivery', { channel, messageId: messageIds })
}

async function schedule(ctx: Ctx, slot: { userId: string; channel: Outside; due: number }): Promise<void> {
  const { userId, channel, due } = slot
  await ctx.schedule(keyOf(userId, channel, due), new Date(due), { kind: EVENT, payload: { userId, channel } })
}

/** One timer per person, channel and moment: a late planner sets it again, and finds what it planned sent. */
function keyOf(userId: string, channel: Outside, due: number): string {
  return `messages:${userId}:${channel}:${new Date(due).toISOString()}`
}

async function placeOf(ctx: Ctx): Promise<{ platform: string; base: string }> {
  const tenant = await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['name'] })
  return { platform: tenant.name, base: ctx.config.publicUrl.replace(/\/$/, '') }
}
