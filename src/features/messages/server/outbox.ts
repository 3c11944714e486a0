import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource } from '#server/feature.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { demoOutbox, textPage } from '../contract-settings.ts'
import { masked, type Outside } from '../rules.ts'
import { sendSoon } from './sender.ts'

type Any = Context<Actor | null>

/** Texts for whoever runs the platform: how they fare, not what they say. */
export async function texts(
  ctx: Context<Actor>,
  query: z.output<typeof textPage.query>,
): Promise<z.input<typeof textPage.returns>> {
  const { channel, state } = query
  const page = await listPage(ctx, {
    query,
    list: { ...NEWEST, rows: () => outbox(ctx).$if(channel !== undefined, (q) => q.where('o.channel', '=', channel!)) },
    tabs: TABS,
    tab: state ?? 'all',
    show: (page) => shown(ctx).innerJoin(page, 'page.id', 'o.id'),
  })
  return {
    ...page,
    rows: (await opened(ctx, page.rows)).map(({ id, channel: by, createdAt: at, doneAt: done, ...row }) => ({
      textId: id,
      channel: by as Outside,
      recipient: by === 'wechat' ? '微信用户' : masked(row.recipient),
      subject: row.subject || '短信',
      state: row.state as 'sent',
      attempts: row.attempts,
      failure: row.failure,
      createdAt: at.toISOString(),
      doneAt: done?.toISOString() ?? null,
    })),
  }
}

/** A failed text starts anew, with all its attempts. */
export async function again(ctx: Context<Actor>, textId: string): Promise<void> {
  const row = await ctx.one(
    'channel_outbox',
    { id: textId },
    { columns: ['id', 'state', 'channel', 'recipient', 'origin'], lock: 'update' },
  )
  if (!row) throw new AppError('notFound')
  if (row.state !== 'failed') throw new AppError('wrongState', '仅可重发发送失败的消息')
  // Whoever follows a text knows how often it may be sent.
  if (row.origin !== '') throw new AppError('wrongState', '短信任务的短信由发送单位在任务中重发')
  await ctx.update('channel_outbox', { id: textId }, { state: 'waiting', attempts: 0, doneAt: null })
  await sendSoon(ctx, textId)
  ctx.audit({
    action: 'message.again',
    entity: 'message-text',
    entityId: textId,
    summary: `重新发送：${masked(recipientOf(ctx, row))}`,
  })
}

/** What would have been sent, for a demonstration without carriers. Elsewhere it does not exist. */
export async function demonstration(
  ctx: Any,
  query: z.output<typeof demoOutbox.query>,
): Promise<z.input<typeof demoOutbox.returns>> {
  if (ctx.config.mode === 'production') throw new AppError('notFound')
  const { channel, keyword } = query
  const kept = () =>
    outbox(ctx)
      .where('o.state', '=', 'kept')
      .$if(channel !== undefined, (q) => q.where('o.channel', '=', channel!))
      .$if(Boolean(keyword), (q) =>
        q.where('o.recipientHash', 'in', ctx.cipher.hashes('channel_outbox.recipient', keyword!)),
      )
  const page = await listPage(ctx, {
    query,
    list: { ...NEWEST, rows: kept },
    show: (page) => shown(ctx).innerJoin(page, 'page.id', 'o.id'),
  })
  return {
    ...page,
    rows: (await opened(ctx, page.rows)).map((row) => ({
      textId: row.id,
      channel: row.channel as Outside,
      recipient: row.channel === 'wechat' ? '微信' : row.recipient,
      person: row.nickname,
      subject: row.subject,
      body: row.body,
      createdAt: row.createdAt.toISOString(),
      isFollowed: row.channel === 'sms' && row.origin !== '',
    })),
  }
}

/** Who runs the platform is asked to look after what could not be delivered. */
export const home: HomeSource = {
  async todos(ctx) {
    if (ctx.actor.workbench !== 'admin' || !ctx.actor.rights.has('platform')) return []
    const failed = await ctx.tx
      .selectFrom(
        outbox(ctx)
          .where('o.state', '=', 'failed')
          .where('o.origin', '=', '')
          .select('o.id')
          .limit(COUNT_LIMIT)
          .as('t'),
      )
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (failed.n === 0) return []
    const title = `${failed.n} 条短信或邮件未能送达`
    return [
      {
        key: 'failed-texts',
        kind: 'platform',
        isMine: true,
        label: '处理发送失败',
        title,
        link: '/admin/message-texts?state=failed',
        dueAt: null,
      },
    ]
  },
}

const NEWEST = { alias: 'o', keys: ['id'] }
const TABS = Object.fromEntries([
  ['all', sql<boolean>`true`],
  ...['waiting', 'sent', 'kept', 'failed', 'withdrawn'].map((state) => [state, sql<boolean>`o.state = ${state}`]),
])

function outbox(ctx: Any) {
  return ctx.tx.selectFrom('channel_outbox as o').where('o.tenantId', '=', ctx.tenantId)
}

type Stored = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
type Row = Omit<Stored, 'recipient'> & { recipient: string }

function shown(ctx: Any) {
  return outbox(ctx)
    .leftJoin('app_user as u', 'u.id', 'o.userId')
    .select(['o.id', 'o.channel', 'o.recipient', 'o.subject', 'o.body', 'o.state', 'o.attempts'])
    .select(['o.failure', 'o.createdAt', 'o.doneAt', 'o.origin', 'u.nickname'])
}

function recipientOf({ cipher }: Any, row: { id: string; recipient: Sealed }): string {
  return cipher.open('channel_outbox.recipient', row.id, row.recipient)
}

/** Recipients in the open, with the names of those who are known by their number alone. */
async function opened(ctx: Any, rows: readonly Stored[]): Promise<Row[]> {
  const open = rows.map((row) => ({ ...row, recipient: recipientOf(ctx, row) }))
  const nameless = open.filter((row) => row.nickname === null && row.channel === 'sms')
  if (nameless.length === 0) return open
  const people = await ctx.many(
    'app_user',
    { mobileHash: nameless.flatMap((row) => ctx.cipher.hashes('app_user.mobile', row.recipient)) },
    { columns: ['id', 'mobile', 'nickname'] },
  )
  const names = new Map(
    people.map(({ id, mobile, nickname }) => [ctx.cipher.open('app_user.mobile', id, mobile), nickname]),
  )
  return open.map((row) => ({ ...row, nickname: row.nickname ?? names.get(row.recipient) ?? null }))
}
