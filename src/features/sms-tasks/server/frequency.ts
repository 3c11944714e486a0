import { sql } from 'kysely'
import { DAY, HOUR } from '#contract/time.ts'
import type { Any } from './access.ts'
import { smsPolicy } from './policy.ts'

/** Beijing is ahead of UTC by this much. */
const OFFSET = 8 * HOUR

/**
 * Tells why a number is sent nothing more of an owner's tasks today, in words; empty: it may be. Counts what a carrier has taken since
 * midnight in Beijing and what is on its way. Under the lock of the owner's unsubscribed (`lockOptouts`), so two tasks do not
 * both fill the last place.
 */
export async function dailyFull(
  ctx: Any,
  ownerCompanyId: string,
  reached: readonly { mobile: string }[],
): Promise<(one: { mobile: string }) => string> {
  const { mostPerDay } = await smsPolicy(ctx)
  if (mostPerDay === null || reached.length === 0) return () => ''
  const hashes = new Map(
    reached.flatMap(({ mobile }) =>
      ctx.cipher.hashes('sms_recipient.mobile', mobile).map((hash) => [hash as unknown as string, mobile] as const),
    ),
  )
  const midnight = new Date(Math.floor((ctx.clock.now().getTime() + OFFSET) / DAY) * DAY - OFFSET)
  const rows = await ctx.tx
    .selectFrom('sms_recipient as r')
    .innerJoin('sms_task as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.taskId'))
    .select(['r.mobileHash', sql<number>`count(*)::int`.as('count')])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('t.ownerCompanyId', '=', ownerCompanyId)
    .where('r.mobileHash', 'in', [...hashes.keys()] as never[])
    .where((e) => e.or([e('r.state', '=', 'queued'), e('r.handedAt', '>=', midnight)]))
    .groupBy('r.mobileHash')
    .execute()
  const counts = new Map<string, number>()
  for (const { mobileHash, count } of rows) {
    const mobile = hashes.get(mobileHash as unknown as string)!
    counts.set(mobile, (counts.get(mobile) ?? 0) + count)
  }
  return ({ mobile }) =>
    (counts.get(mobile) ?? 0) < mostPerDay ? '' : `该号码当天已收到 ${mostPerDay} 条，达到每日上限`
}
