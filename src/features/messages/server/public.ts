import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type Channel, CHANNEL_EVENT } from './channels.ts'

type Ctx = Context<Actor | null>

export interface Notice {
  /** Persons, or everybody in use at a company who holds the right (administrators always). */
  to: { userIds: readonly string[] } | { companyId: string; right: string }
  /** Workbench in which the message is shown. */
  identity: Workbench
  /** e.g. `order.invited`; with `eventId`, `identity` and `link` it makes a message unique. */
  kind: string
  title: string
  content: string
  /** Address of the page concerned. */
  link?: string | null
  /** The event this message is made from: however often it is delivered, the message is there once. */
  eventId?: number | null
}

/**
 * Puts a message into the inbox of each recipient and tells their open pages (topic `user:<id>`, kind `message.new`).
 * Returns the number of new messages.
 */
export async function notify(ctx: Ctx, notice: Notice): Promise<number> {
  const { identity, kind, title, content, link = null, eventId = null, to } = notice
  const userIds = [...new Set('userIds' in to ? to.userIds : await holdersOf(ctx, to))]
  if (userIds.length === 0) return 0
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .insertInto('message')
    .values(
      userIds.map((userId) => ({
        tenant_id: ctx.tenantId,
        id: ctx.newId(),
        user_id: userId,
        identity,
        kind,
        title,
        content,
        link,
        event_id: eventId,
        created_at: now,
      })),
    )
    .onConflict((c) => c.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  for (const row of rows)
    ctx.emit({
      kind: 'message.new',
      payload: { messageId: row.id, identity, kind, title },
      topics: [`user:${row.user_id}`],
    })
  return rows.length
}

/** Sends a text message. `isSecret`: not kept readable once a gateway has taken it. */
export function sendText(
  ctx: Ctx,
  text: { mobile: string; text: string; isSecret?: boolean; eventId?: number },
): Promise<void> {
  return enqueue(ctx, {
    channel: 'sms',
    recipient: text.mobile,
    subject: '',
    body: text.text,
    isSecret: text.isSecret,
    eventId: text.eventId,
  })
}

/** Sends an e-mail in plain text. */
export function sendMail(
  ctx: Ctx,
  mail: { to: string; subject: string; text: string; eventId?: number },
): Promise<void> {
  return enqueue(ctx, {
    channel: 'email',
    recipient: mail.to,
    subject: mail.subject,
    body: mail.text,
    eventId: mail.eventId,
  })
}

interface Text {
  channel: Channel
  recipient: string
  subject: string
  body: string
  isSecret?: boolean | undefined
  eventId?: number | undefined
}

/** Leaves the building after the commit, by a subscriber: never for something that was rolled back. */
async function enqueue(ctx: Ctx, { channel, recipient, subject, body, isSecret, eventId }: Text): Promise<void> {
  const id = ctx.newId()
  await ctx.tx
    .insertInto('channel_outbox')
    .values({
      tenant_id: ctx.tenantId,
      id,
      channel,
      recipient,
      subject,
      body,
      event_id: eventId ?? null,
      state: 'waiting',
      created_at: ctx.clock.now(),
    })
    .execute()
  ctx.emit({ kind: CHANNEL_EVENT, payload: { id, isSecret: isSecret ?? false } })
}

async function holdersOf(ctx: Ctx, { companyId, right }: { companyId: string; right: string }): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('employee')
    .select(['user_id', 'rights', 'is_admin'])
    .where('company_id', '=', companyId)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.filter((row) => row.is_admin || row.rights.includes(right)).map((row) => row.user_id)
}
