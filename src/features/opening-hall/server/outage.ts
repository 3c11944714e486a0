import { sql, type Transaction } from 'kysely'
import { formatTime, MINUTE } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { tell } from './host.ts'

/** A window was extended because the platform was down in it. */
export const OUTAGE = 'opening.outage'

const BEAT_MS = 10_000
/** A longer silence of all processes is an outage; shorter ones are restarts and slow disks. */
const OUTAGE_MS = MINUTE

/**
 * Leaves signs of life while any process serves, and at each looks back at the one before: after an outage, windows that
 * ran meanwhile are extended. So it is noticed after a restart, and as well when the database alone could not be reached.
 */
export function startBeat(kernel: Kernel): () => Promise<void> {
  let beating: Promise<void> | null = null
  const once = () => {
    beating ??= beat(kernel)
      .then(() => undefined)
      .catch((error: unknown) => kernel.log.error({ err: error }, 'sign of life'))
      .finally(() => (beating = null))
  }
  once()
  const timer = setInterval(once, BEAT_MS)
  return async () => {
    clearInterval(timer)
    await beating
  }
}

/** One sign of life; gives the length of the outage that lies behind it, in ms, 0 when there was none. */
export async function beat(kernel: Kernel): Promise<number> {
  return kernel.db.transaction().execute(async (tx) => {
    // By the database's clock: the platform's may be moved in a demonstration, which is no outage. Processes that start
    // together wait here for the first of them.
    const { rows } = await sql<{ gap: number }>`
      select (extract(epoch from clock_timestamp() - at) * 1000)::float8 as gap from platform_beat for update`.execute(
      tx,
    )
    const gap = rows[0]?.gap ?? 0
    if (gap >= OUTAGE_MS) {
      const to = kernel.clock.now()
      await sql`insert into platform_outage (beat_at, from_at, to_at)
        select at, ${new Date(to.getTime() - gap)}, ${to} from platform_beat on conflict do nothing`.execute(tx)
      await extendAll(kernel, tx, gap)
    }
    await sql`insert into platform_beat (at) values (clock_timestamp())
      on conflict (one) do update set at = excluded.at`.execute(tx)
    return gap >= OUTAGE_MS ? gap : 0
  })
}

/** The transaction by its own type: held against `Tx`, all pairs of tables are too many for the compiler. */
async function extendAll(kernel: Kernel, tx: Transaction<Tables>, gap: number): Promise<void> {
  kernel.log.warn({ gap }, 'the platform was down')
  const tenants = await tx.selectFrom('tenant').select('id').execute()
  for (const { id: tenantId } of tenants)
    await inContext(kernel, { tenantId, actor: null }, (ctx) => extendWindows(ctx, gap))
}

/** Everybody gets the time back that the outage took from an open window, from now on. */
async function extendWindows(ctx: Context<null>, gap: number): Promise<void> {
  const now = ctx.clock.now()
  const wentDown = new Date(now.getTime() - gap)
  const rows = await ctx.tx
    .selectFrom('opening as p')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'p.tenantId').onRef('o.id', '=', 'p.orderId'))
    .leftJoin('joint_opening as j', (on) =>
      on.onRef('j.tenantId', '=', 'p.tenantId').onRef('j.orderId', '=', 'p.orderId'),
    )
    .select(['p.orderId', 'p.stage', 'p.startedAt', 'p.decryptEnd'])
    .where('p.tenantId', '=', ctx.tenantId)
    // The second opening of a double envelope is held during the review.
    .where((e) =>
      e.or([e('o.state', '=', 'open.running'), e.and([e('o.state', '=', 'review.running'), e('p.stage', '=', 2)])]),
    )
    .where('p.marksOpenedAt', 'is', null)
    .where('p.decryptEnd', '>', wentDown)
    .where('p.startedAt', '<', now)
    .where('j.closedAt', 'is', null)
    .forUpdate('p')
    .execute()
  for (const { orderId, stage, startedAt, decryptEnd: oldEnd } of rows) {
    if (await isExtended(ctx, { orderId, stage }, wentDown)) continue
    const from = Math.max(wentDown.getTime(), startedAt!.getTime())
    const newEnd = new Date(now.getTime() + oldEnd!.getTime() - from)
    const reason = `平台自 ${formatTime(new Date(from).toISOString(), true)} 起中断 ${lengthOf(now.getTime() - from)}，解密时间对全体投标人相应顺延`
    await ctx.insert('decrypt_extension', {
      id: ctx.newId(),
      orderId,
      stage,
      oldEnd: oldEnd!,
      newEnd,
      kind: 'outage',
      reason,
      byUserId: null,
      byName: '平台',
      at: now,
    })
    await ctx.update('opening', { orderId, stage }, { decryptEnd: newEnd })
    ctx.audit({
      action: OUTAGE,
      entity: 'order',
      entityId: orderId,
      summary: reason,
      data: { wentDown, backAt: now, oldEnd, newEnd },
    })
    tell(ctx, OUTAGE, { orderId })
  }
}

/** A crash among the extensions of one outage must not extend twice. */
async function isExtended(
  ctx: Context<null>,
  { orderId, stage }: { orderId: string; stage: number },
  wentDown: Date,
): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('decrypt_extension')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('stage', '=', stage)
    .where('kind', '=', 'outage')
    .where('at', '>', wentDown)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
}
