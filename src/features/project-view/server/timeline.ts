import { sql } from 'kysely'
import { openCursor, sealCursor } from '#features/audit-trail/server/public.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { seesParticipants } from '#features/procurement/server/public.ts'
import { type Ctx, viewedProject, viewOrders } from './orders.ts'

interface Asked {
  projectId: string
  family: string
  cursor?: string | undefined
  pageSize: number
}

/** Facts of the project and its orders, newest first, from where the page before ended. */
export async function projectTimelineOf(ctx: Ctx, { projectId, family, cursor, pageSize }: Asked) {
  await viewedProject(ctx, projectId)
  const orders = await viewOrders(ctx, projectId, family)
  const { companyId } = ctx.actor
  const partIn = (order: (typeof orders)[number]) =>
    ({ part: order.ownerCompanyId === companyId ? 'owner' : 'observer' }) as const
  const [open, closed] = [
    orders.filter((order) => seesParticipants(order, partIn(order))),
    orders.filter((order) => !seesParticipants(order, partIn(order))),
  ].map((list) => list.map(({ id }) => id)) as [string[], string[]]
  const key = ctx.key('project timeline cursor')
  const rows = await ctx.tx
    .selectFrom('audit_record')
    .select(['seq', 'at', 'body', sql<string>`encode(hash, 'hex')`.as('hash')])
    .where('tenantId', '=', ctx.tenantId)
    .where(
      sql<boolean>`(body->>'entity' = 'order' and body->>'entityId' = any(${[...open, ...closed]}::text[])
        or body->>'entity' = 'project' and body->>'entityId' = ${projectId})`,
    )
    // What tells who takes part in an order with invited suppliers.
    .$if(closed.length > 0, (q) =>
      q.where(
        sql<boolean>`not (body->>'entityId' = any(${closed}::text[]) and body->>'action' ~ '^(trade|notice.confirm)')`,
      ),
    )
    .$if(cursor !== undefined, (q) => q.where('seq', '<', openCursor(cursor!, key)))
    .orderBy('seq', 'desc')
    .limit(pageSize + 1)
    .execute()
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const page = rows.slice(0, pageSize)
  return {
    rows: page.map(({ seq, at, body, hash }) => {
      const { entityId, summary, userName, companyName } = body as Record<string, string>
      const order = orderOf.get(entityId!)
      return {
        key: hash,
        seq: !order || reached(order, 'opened') ? seq : null,
        at: at.toISOString(),
        summary: summary ?? '',
        userName: userName ?? '',
        companyName: companyName ?? '',
        orderTitle: order?.title ?? null,
        hash,
      }
    }),
    next: rows.length > pageSize ? sealCursor(page.at(-1)!.seq, key) : null,
  }
}
