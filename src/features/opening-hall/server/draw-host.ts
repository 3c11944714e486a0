import { sql } from 'kysely'
import type { DrawHost } from '#features/draws/server/public.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { asEmployee } from '#server/context.ts'
import { hallPart, openingRow } from './access.ts'
import { takeDrawn } from './draw.ts'

const ROLES = { host: '主持人', observer: '采购人', bidder: '投标人' } as const

/** The draw of parameters at an opening: everybody in the hall takes part. */
export const openingDraws: DrawHost = {
  kinds: ['opening'],
  async lock(ctx, orderId) {
    await sql`select 1 from purchase_order where tenant_id = ${ctx.tenantId} and id = ${orderId} for update`.execute(
      ctx.tx,
    )
  },
  async roleOf(ctx, { subject }) {
    try {
      asEmployee(ctx)
      const { part } = await hallPart(ctx, subject)
      return (await openingRow(ctx, subject)) ? ROLES[part] : null
    } catch {
      return null
    }
  },
  async apply(ctx, { subject, drawId, result }) {
    // Of an opening that came to nothing the draw stays on record, and nothing follows from it.
    if (!isOver(await orderRow(ctx, subject))) await takeDrawn(ctx, subject, { drawId, result })
  },
}
