import { sql } from 'kysely'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { Todo } from '#server/feature.ts'
import { AskStatus, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { RoundStatus, QuoteStatus } from '#features/quotes/rules/enums.ts'
import { bidderLink, type Ctx } from './access.ts'

interface Row {
  what: keyof typeof LABELS
  id: string
  orderId: string
  method: number
  title: string
  tradeId: string
  createdBy: string
  deadline: Date | null
}

const LABELS = { ask: '答复询标', correction: '确认算术修正', quote: '评审报价' } as const

/** What committees wait for from the own company: answers, corrections, quotes. The nearest deadline first. */
export async function bidderTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { companyId, rights, userId } = ctx.actor
  if (companyId === null || !rights.has('bidding')) return []
  const now = ctx.clock.now()
  const { rows } = await sql<Row>`
    with t as (
      select t.tenant_id, t.id as trade_id, t.order_id, t.created_by, o.method, o.title
      from trade t join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      where t.tenant_id = ${ctx.tenantId} and t.supplier_company_id = ${companyId}
        and t.status = ${TradeStatus.values.passed})
    select 'ask' as what, a.id, t.order_id, t.method, t.title, t.trade_id, t.created_by, a.deadline
      from t join review_ask a on a.tenant_id = t.tenant_id and a.trade_id = t.trade_id
      where a.status = ${AskStatus.values.waiting} and a.deadline > ${now}
    union all select 'correction', c.id, t.order_id, t.method, t.title, t.trade_id, t.created_by, c.deadline
      from t join review_correction c on c.tenant_id = t.tenant_id and c.trade_id = t.trade_id
      where c.status = ${CorrectionStatus.values.waiting} and c.deadline > ${now}
    union all select 'quote', r.id, t.order_id, t.method, t.title, t.trade_id, t.created_by, r.deadline
      from t join quote_part f on f.tenant_id = t.tenant_id and f.trade_id = t.trade_id
      join quote_round r on r.tenant_id = f.tenant_id and r.id = f.round_id
      where r.kind = 'review' and r.status = ${RoundStatus.values.quoting} and r.deadline > ${now}
        and f.status in (${QuoteStatus.values.none}, ${QuoteStatus.values.saved})
    order by deadline, id limit ${limit}`.execute(ctx.tx)
  return rows.map((row) => ({
    key: `${row.what}:${row.id}`,
    kind: 'review',
    isMine: row.createdBy === userId,
    label: LABELS[row.what],
    title: row.title,
    link: bidderLink({ id: row.orderId, method: row.method }, row.tradeId),
    dueAt: row.deadline,
  }))
}
