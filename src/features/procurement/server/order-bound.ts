import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { bindHashes, bindRow } from '#server/bound-rows.ts'
import type { Finding } from '#server/feature.ts'
import { ORDERS } from './bound.ts'

/** What of an order its facts bind: see the function `kb_bound`. */
const PARTS = {
  schedule: '状态与时间安排',
  opening: '开标记录',
  review: '评分与排名',
  results: '候选人与结果',
  committee: '评审委员会、评审标准与签署',
} as const
type Part = keyof typeof PARTS
/** Facts from before a part was bound do not name it. */
type Bound = Partial<Record<Part, string | null>>

/**
 * Records, with the commit, the hashes of what of the order is final by then. Whoever changes any of that calls it in the same
 * transaction: what differs from the newest such fact was altered behind the application's back.
 */
export function bindOrder(ctx: Context<Actor | null>, orderId: string): void {
  bindHashes(ctx, {
    action: 'order.bound',
    entity: 'order-bound',
    entityId: orderId,
    summary: '记录时间、开标、评审与结果的校验值',
    hashes: 'kb_bound($2::int, $4::uuid)',
    values: [orderId],
  })
  bindRow(ctx, ORDERS, [orderId])
}

/** Compares every order that has such a fact with the newest of it; names what was altered, by part. */
export async function checkOrders(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows } = await sql<{ id: string; code: string | null; bound: Bound; now: Bound }>`
      select f.id, o.code, f.bound, kb_bound(${tenantId}::int, f.id::uuid) as now
      from (
        select distinct on (body->>'entityId') body->>'entityId' as id, body->'data' as bound
        from audit_entry where tenant_id = ${tenantId} and body->>'entity' = 'order-bound'
        order by body->>'entityId', seq desc nulls first, at desc
      ) f
      left join purchase_order o on o.tenant_id = ${tenantId} and o.id = f.id::uuid`.execute(ctx.tx)
    return rows.flatMap(({ id, code, bound, now }) =>
      (Object.keys(PARTS) as Part[])
        .filter((part) => bound[part] !== undefined && bound[part] !== now[part])
        .map((part): Finding => ({
          what: `order-${part}`,
          id: code ?? id,
          message: `采购单 ${code ?? id} 的${PARTS[part]}与记录时的校验值不一致，已被改动`,
        })),
    )
  })
}
