import { type RawBuilder, sql } from 'kysely'
import { codesWith } from '#features/procurement/methods/all.ts'

const UNDER_WAY = '小组评审尚未完成，评审报告签署后方可继续'

const GROUPED = codesWith((method) => method.group !== undefined)

/** What procurement asks of groups: see its `pending-port.ts`. */
export const openPanels = {
  reason: ({ tenantId }: { tenantId: number }, orderId: string | RawBuilder<unknown>) =>
    sql<string | null>`(select coalesce(nullif(n.fail_reason, ''), ${UNDER_WAY}::text) from purchase_order g
      left join panel n on n.tenant_id = g.tenant_id and n.order_id = g.id
      where g.tenant_id = ${tenantId} and g.id = ${orderId} and g.method = any(${GROUPED}::int[])
        and g.state = 'quote.closed')`,
}
