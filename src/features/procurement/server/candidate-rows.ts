import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Ranked candidates of an order with their names; the price is the one agreed in a talk, where there was one. */
export async function candidateRows(ctx: Context<Actor | null>, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('candidate as k')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'k.tenant_id').onRef('t.id', '=', 'k.trade_id'))
    .leftJoin('price_talk as p', (j) =>
      j
        .onRef('p.tenant_id', '=', 'k.tenant_id')
        .onRef('p.order_id', '=', 'k.order_id')
        .onRef('p.trade_id', '=', 'k.trade_id')
        .on('p.status', '=', 'agreed'),
    )
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['k.rank', 'k.trade_id', 'k.price', 'p.price as agreed_price', 'k.score', 'c.name', 'c.credit_code'])
    .where('k.tenant_id', '=', ctx.tenantId)
    .where('k.order_id', '=', orderId)
    .orderBy('k.rank')
    .execute()
  return rows.map((row) => ({
    rank: row.rank,
    tradeId: row.trade_id,
    supplierName: row.name,
    creditCode: row.credit_code,
    price: row.agreed_price ?? row.price,
    /** Before the talk; null without one. */
    talkedFrom: row.agreed_price === null ? null : row.price,
    // As the review says it: to the hundredth, further only where there is more.
    score: row.score?.replace(/(?<=\.\d{2})0+$/, '') ?? null,
  }))
}
