import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { PRODUCT } from '../rules/meeting.ts'

/**
 * What was used of each package is what the bills took from it; each run is billed by the lines of its bill, for the minutes that
 * had begun by its last sign of life.
 */
export function checkBills(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows: lots } = await sql<{ id: string; used: number; billed: number }>`
      select l.id, l.used, coalesce(sum(c.minutes), 0)::int as billed from service_lot l
      left join meeting_charge c on c.tenant_id = l.tenant_id and c.lot_id = l.id
      where l.tenant_id = ${tenantId} and l.product = ${PRODUCT}
      group by l.id, l.used having l.used <> coalesce(sum(c.minutes), 0) order by l.id limit 100`.execute(ctx.tx)
    const { rows: runs } = await sql<{ id: string; minutes: number; billed: number; begun: number }>`
      select r.id, r.minutes, coalesce(sum(c.minutes), 0)::int as billed,
        greatest(1, ceil(extract(epoch from r.seen_at - r.from_at) / 60))::int as begun
      from meeting_run r left join meeting_charge c on c.tenant_id = r.tenant_id and c.run_id = r.id
      where r.tenant_id = ${tenantId}
      group by r.id, r.minutes, r.seen_at, r.from_at
      having r.minutes <> coalesce(sum(c.minutes), 0)
        or r.minutes <> greatest(1, ceil(extract(epoch from r.seen_at - r.from_at) / 60))
      order by r.id limit 100`.execute(ctx.tx)
    return [
      ...lots.map(({ id, used, billed }) => ({
        what: 'meeting-package',
        id,
        message: `会议套餐已用 ${used} 分钟，账单合计 ${billed} 分钟`,
      })),
      ...runs.map(({ id, minutes, billed, begun }) => ({
        what: 'meeting-run',
        id,
        message: `主持人在场应计 ${begun} 分钟，登记 ${minutes} 分钟，账单合计 ${billed} 分钟`,
      })),
    ]
  })
}
