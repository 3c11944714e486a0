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
  const chosen = await ctx.many('message_choice', { userId, identity }, { columns: ['kind', 'channel', 'isOn'] })
  const choices = new Map(chosen.map((row) => [`${row.kind}/${row.channel}`, row.isOn]))
  const rhythms = await ctx.many('message_rhythm', { userId })
  const email = await ctx.one('message_email', { userId }, { columns: ['askedAddress'] })
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
    askedEmail: email?.askedAddress ? masked(email.askedAddress) : null,
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
        tenantId: ctx.tenantId,
        userId: ctx.actor.userId,
        identity,
        kind,
        channel,
        isOn: on,
      })),
    )
    .onConflict((c) =>
      c.columns(['tenantId', 'userId', 'identity', 'kind', 'channel']).doUpdateSet((e) => ({
        isOn: e.ref('excluded.isOn'),
      })),
    )
    .execute()
}

/** Stores when a channel may disturb; what waits on it goes by the new rhythm. */
export async function rhythm(ctx: Ctx, channel: Outside, given: z.output<typeof Rhythm>): Promise<void> {
  const { mode, hour, weekday, quietFrom, quietTo } = given
  const values = { mode, hour, weekday, quietFrom, quietTo }
  await ctx.tx
    .insertInto('message_rhythm')
    .values({ tenantId: ctx.tenantId, userId: ctx.actor.userId, channel, ...values })
    .onConflict((c) => c.columns(['tenantId', 'userId', 'channel']).doUpdateSet(values))
    .execute()
  await replan(ctx, channel, given)
}

/** When the newest text of a channel failed for good, where it did. */
async function lastFailures(ctx: Ctx): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.tx
    .selectFrom('channel_outbox')
    .select(['channel', 'state', 'doneAt'])
    .distinctOn('channel')
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', ctx.actor.userId)
    .where('channel', 'in', OUTSIDE)
    .orderBy('channel')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((row) => (row.state === 'failed' && row.doneAt ? [[row.channel, row.doneAt]] : [])))
}

function demandWorkbench(ctx: Ctx, identity: Workbench): void {
  if (!ctx.actor.workbenches.has(identity)) throw new AppError('noRight')
}
