import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { choicesOf, planDeliveries } from './deliveries.ts'
import { kindOf } from './kinds.ts'
import { enqueue } from './sender.ts'

type Ctx = Context<Actor | null>

export type { SmsAnswer } from './answer-port.ts'
export { wayOf } from './reach.ts'
export { retry as retryText, TEXT_TOLD, type TextTold, withdraw as withdrawTexts } from './sender.ts'
export { wechatAccount } from './wechat.ts'

export interface Notice {
  /** Persons, or everybody in use at a company who holds the right (administrators always). */
  to: { userIds: readonly string[] } | { companyId: string; right: string }
  /** Workbench in which the message is shown. */
  identity: Workbench
  /** e.g. `order.invited`; with `eventId`, `identity` and `link` it makes a message unique. */
  kind: string
  title: string
  /** What it says; to each recipient something else where it is made of the person's id. */
  content: string | ((userId: string) => string)
  /** Address of the page concerned. */
  link?: string | null
  /** The event this message is made from: however often it is delivered, the message is there once. */
  eventId?: number | null
}

/** As many as fit into one statement of the database with room to spare: it takes 65,535 values. */
const AT_ONCE = 1000

/**
 * Puts a message into the inbox of each recipient, tells their open pages (topic `user:<id>`, kind `message.new`) and
 * plans its ways out of the platform, as each recipient wants it. Returns the number of new messages.
 */
export async function notify(ctx: Ctx, { to, ...notice }: Notice): Promise<number> {
  const userIds = [...new Set('userIds' in to ? to.userIds : await holdersOf(ctx, to))]
  let told = 0
  for (let from = 0; from < userIds.length; from += AT_ONCE)
    told += await tell(ctx, userIds.slice(from, from + AT_ONCE), notice)
  return told
}

async function tell(ctx: Ctx, userIds: readonly string[], notice: Omit<Notice, 'to'>): Promise<number> {
  const { identity, kind, title, content, link = null, eventId = null } = notice
  const contentFor = typeof content === 'string' ? () => content : content
  const now = ctx.clock.now()
  const choices = await choicesOf(ctx, { userIds, identity, kind })
  const isMuted = (userId: string) => !kindOf(kind).isEssential && choices.get(`${userId}/inbox`) === false
  const rows = await ctx.tx
    .insertInto('message')
    .values(
      userIds.map((userId) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        userId,
        identity,
        kind,
        title,
        content: contentFor(userId),
        link,
        eventId,
        createdAt: now,
        // Switched off for the inbox: it is there for its deliveries and for being told once, and is not shown.
        deletedAt: isMuted(userId) ? now : null,
      })),
    )
    .onConflict((c) => c.doNothing())
    .returning(['id', 'userId', 'deletedAt'])
    .execute()
  for (const row of rows)
    if (row.deletedAt === null)
      ctx.emit({
        kind: 'message.new',
        payload: { messageId: row.id, identity, kind, title },
        topics: [`user:${row.userId}`],
      })
  const messages = rows.map((row) => ({ id: row.id, userId: row.userId }))
  const told = (userId: string) => ({ title, content: contentFor(userId), link })
  await planDeliveries(ctx, { messages, kind, told, choices })
  return rows.length
}

/** Sends a text message. `isSecret`: not kept readable once a gateway has taken it. */
export async function sendText(
  ctx: Ctx,
  { mobile, text, ...rest }: { mobile: string; text: string; isSecret?: boolean; eventId?: number },
): Promise<void> {
  await enqueue(ctx, [{ ...rest, channel: 'sms', recipient: mobile, subject: '', body: text }])
}

/**
 * Sends text messages that a feature follows: it hears what becomes of each by the event `TEXT_TOLD` under `origin`. None is
 * handed to a carrier between the quiet hours. Returns their ids, in order.
 */
export async function sendFollowed(
  ctx: Ctx,
  texts: readonly { mobile: string; text: string }[],
  { origin, quiet }: { origin: string; quiet: { quietFrom: number | null; quietTo: number | null } },
): Promise<string[]> {
  const rows = texts.map(({ mobile, text }) => ({
    channel: 'sms' as const,
    recipient: mobile,
    subject: '',
    body: text,
    origin,
    quiet,
  }))
  return enqueue(ctx, rows)
}

/** Sends an e-mail in plain text. */
export async function sendMail(
  ctx: Ctx,
  { to, subject, text, ...rest }: { to: string; subject: string; text: string; isSecret?: boolean; eventId?: number },
): Promise<void> {
  await enqueue(ctx, [{ ...rest, channel: 'email', recipient: to, subject, body: text }])
}

/** The workbench in which a company reads its messages. */
export async function inboxOf(ctx: Ctx, companyId: string): Promise<Workbench> {
  const company = await ctx.one('company_tenant', { companyId })
  if (company?.isSupplier) return 'supplier'
  return company?.isPurchaser ? 'purchaser' : 'agency'
}

/** Who runs the platform: their messages are read in its workbench. */
export async function platformPeople(ctx: Ctx): Promise<Pick<Notice, 'to' | 'identity'>> {
  const people = await ctx.tx.selectFrom('app_user').select('id').where('isPlatformAdmin', '=', true).execute()
  return { to: { userIds: people.map(({ id }) => id) }, identity: 'admin' }
}

async function holdersOf(ctx: Ctx, { companyId, right }: { companyId: string; right: string }): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('employee')
    .select('userId')
    .where('companyId', '=', companyId)
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('isAdmin', '=', true), e(e.val(right), '=', e.fn.any('rights'))]))
    .execute()
  return rows.map((row) => row.userId)
}
