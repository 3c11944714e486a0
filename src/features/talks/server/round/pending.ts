import { type RawBuilder, sql } from 'kysely'
import { UNFINISHED } from '../../rules-round.ts'

const REASON = '与供应商的谈判尚未结束，双方签署、供应商退回或者取消后方可继续'

/** What procurement asks of talks between two rounds: see its `pending-port.ts`. */
export const openTalks = {
  reason: ({ tenantId }: { tenantId: number }, orderId: string | RawBuilder<unknown>) =>
    sql<string | null>`(select ${REASON}::text from round_talk k where k.tenant_id = ${tenantId}
      and k.order_id = ${orderId} and k.status in (${sql.join(UNFINISHED.map((state) => sql.lit(state)))}) limit 1)`,
}
