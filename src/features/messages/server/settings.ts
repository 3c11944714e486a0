import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { chooseMessages, messageSettings, Rhythm } from '../contract-settings.ts'
import { type Channel, DEFAULT_RHYTHM, masked, type Outside, OUTSIDE } from '../rules.ts'
import { replan } from './deliveries.ts'
import { kindOf, kindsIn } from './kinds.ts'
import { reachOf, rhythmOf, wayOf } from './reach.ts'

type Ctx = Context<Actor>

/** Everything the person can choose, as it is now. */
export async function settings(ctx: Ctx, identity: Workbench): Promise<z.input<typeof messageSettings.returns>> {
  demandWorkbench(ctx, identity)
  const { userId } = ctx.actor
  const chosen = await ctx.tx
    .selectFrom('message_choice')
    .select(['kind', 'channel', 'is_on'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', userId)
    .where('identity', '=', identity)
    .execute()
  const choices = new Map(chosen.map((row) => [`${row.kind}/${row.channel}`, row.is_on]))
  const rhythms = await ctx.tx
    .selectFrom('message_rhythm')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  const email = await ctx.tx
    .selectFrom('message_email')
    .select('asked_address')
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const reach = (await reachOf(ctx, [userId])).get(userId) ?? {}
  const failures = await lastFailures(ctx)
  return {
    kinds: kindsIn(identity).map((kind) => ({
      kind: kind.kind,
      label: kind.label,
      group: kind.group,
      isEssential: kind.isEssential ?? false,
      isTimely: kind.isTimely ?? false,
      on: (['inbox', ...OUTSIDE] satisfies Channel[]).filter((channel) => {
        if (channel === 'inbox' && kind.isEssential) return true
        return choices.get(`${kind.kind}/${channel}`) ?? (channel === 'inbox' || kind.channels.includes(channel))
      }),
    })),
    channels: OUTSIDE.map((channel) => {
      const row = rhythms.find((r) => r.channel === channel)
      const address = reach[channel]?.address
      return {
        channel,
        ...(row ? rhythmOf(row) : DEFAULT_RHYTHM[channel]),
        goes: wayOf(ctx, channel),
        // The id of a WeChat account says nothing to its owner.
        address: !address ? null : channel === 'wechat' ? '已绑定' : masked(address),
        failedAt: failures.get(channel)?.toISOString() ?? null,
      }
    }),
    askedEmail: email?.asked_address ? masked(email.asked_address) : null,
  }
}

/** Stores choices. Throws `invalid` for a kind that is not received here, or whose inbox message cannot be switched off. */
export async function choose(ctx: Ctx, { identity, choices }: z.output<typeof chooseMessages.body>): Promise<void> {
  demandWorkbench(ctx, identity)
  for (const { kind, channel, on } of choices) {
    if (!kindOf(kind).workbenches.includes(identity)) throw new AppError('invalid', '没有这种消息类型')
    if (channel === 'inbox' && !on && kindOf(kind).isEssential)
      throw new AppError('invalid', `“${kindOf(kind).label}”具有法律效力，站内消息不能关闭`)
  }
  // The last one said of a kind and channel counts; a statement cannot change a row twice.
  const last = new Map(choices.map((choice) => [`${choice.kind}/${choice.channel}`, choice]))
  await ctx.tx
    .insertInto('message_choice')
    .values(
      [...last.values()].map(({ kind, channel, on }) => ({
        tenant_id: ctx.tenantId,
        user_id: ctx.actor.userId,
        identity,
        kind,
        channel,
        is_on: on,
      })),
    )
    .onConflict((c) =>
      c.columns(['tenant_id', 'user_id', 'identity', 'kind', 'channel']).doUpdateSet((e) => ({
        is_on: e.ref('excluded.is_on'),
      })),
    )
    .execute()
}

/** Stores when a channel may disturb; what waits on it goes by the new rhythm. */
export async function rhythm(ctx: Ctx, channel: Outside, given: z.output<typeof Rhythm>): Promise<void> {
  const { mode, hour, weekday, quietFrom, quietTo } = given
  const values = { mode, hour, weekday, quiet_from: quietFrom, quiet_to: quietTo }
  await ctx.tx
    .insertInto('message_rhythm')
    .values({ tenant_id: ctx.tenantId, user_id: ctx.actor.userId, channel, ...values })
    .onConflict((c) => c.columns(['tenant_id', 'user_id', 'channel']).doUpdateSet(values))
    .execute()
  await replan(ctx, channel, given)
}

/** When the newest text of a channel failed for good, where it did. */
async function lastFailures(ctx: Ctx): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.tx
    .selectFrom('channel_outbox')
    .select(['channel', 'state', 'done_at'])
    .distinctOn('channel')
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', ctx.actor.userId)
    .where('channel', 'in', OUTSIDE)
    .orderBy('channel')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((row) => (row.state === 'failed' && row.done_at ? [[row.channel, row.done_at]] : [])))
}

function demandWorkbench(ctx: Ctx, identity: Workbench): void {
  if (!ctx.actor.workbenches.has(identity)) throw new AppError('noRight')
}
