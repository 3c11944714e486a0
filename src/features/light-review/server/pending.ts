import { type RawBuilder, sql } from 'kysely'
import { OPEN_STATES } from '../rules/review.ts'

const REASON = '线上评审尚未结束，汇总结论或者取消评审后方可继续'

/** What procurement asks of reviews: see its `pending-port.ts`. */
export const openReviews = {
  reason: ({ tenantId }: { tenantId: number }, orderId: string | RawBuilder<unknown>) =>
    sql<string | null>`(select ${REASON}::text from light_review v where v.tenant_id = ${tenantId}
      and v.order_id = ${orderId} and v.status in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))}))`,
}
