import type * as z from 'zod'
import type { PageQuery } from '#contract/page.ts'
import { type OrderState, statesReached, wireStatus } from '#features/procurement/engine/states.ts'
import { includes } from '#server/search/includes.ts'
import type { ownReviews } from '../contract/expert.ts'
import type { Ctx } from './access.ts'
import { pageOfRows } from './results.ts'

const STAGES: Partial<Record<OrderState, string>> = {
  'review.running': '评审中',
  'review.summarised': '评审报告',
  'abortive.declared': '已流标',
  'archive.abortive': '已流标',
}
/** Nobody sits on more committees than this at a time; older ones are found by keyword. */
const LIMIT = 1000

/** Committees the person sits on. The name of the order and its owner: what an invitation says. */
export async function reviewsOf(
  ctx: Ctx,
  query: PageQuery & { tab: 'all' | 'open' | 'done' },
): Promise<z.input<typeof ownReviews.returns>> {
  const { keyword, tab } = query
  const rows = await ctx.tx
    .selectFrom('reviewer as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .innerJoin('company as c', 'c.id', 'o.ownerCompanyId')
    .leftJoin('review as v', (j) => j.onRef('v.tenantId', '=', 'r.tenantId').onRef('v.orderId', '=', 'r.orderId'))
    .select(['o.id', 'o.code', 'o.title', 'o.state', 'o.openAt', 'c.name as owner', 'r.isLeader', 'v.startedAt'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.userId', '=', ctx.actor.userId)
    .where('r.outAt', 'is', null)
    .$if(tab === 'open', (q) => q.where('o.state', 'in', statesReached('draft', 'ranked')))
    .$if(tab === 'done', (q) => q.where('o.state', 'in', statesReached('ranked')))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.title', 'o.code'])))
    .orderBy('o.id', 'desc')
    .limit(LIMIT)
    .execute()
  return pageOfRows(
    rows.map((r) => ({
      projectId: r.id,
      orderCode: r.code,
      orderName: r.title,
      ownerName: r.owner,
      projectStatus: wireStatus(r.state),
      state: r.state,
      stage: STAGES[r.state] ?? (r.startedAt ? '评审结束' : '待评审'),
      isLeader: r.isLeader,
      openAt: r.openAt?.toISOString() ?? null,
      startedAt: r.startedAt?.toISOString() ?? null,
    })),
    query,
  )
}
