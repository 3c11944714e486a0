import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'

/** Reviews on whose committee the person sits. */
export const find: FindSource = async (ctx, text, limit) => {
  if (ctx.actor.workbench !== 'expert') return []
  const rows = await ctx.tx
    .selectFrom('reviewer as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .select(['o.id', 'o.code', 'o.title'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.userId', '=', ctx.actor.userId)
    .where('r.outAt', 'is', null)
    .where(includes(text, ['o.title', 'o.code']))
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, title }) => ({
    key: `review:${id}`,
    what: '评审任务',
    title,
    code,
    link: `/review/tasks?keyword=${encodeURIComponent(code)}`,
  }))
}
