import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { shareOf } from '#features/procurement/rules/saving.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import { isAbortive, type OrderState } from '#features/procurement/engine/states.ts'
import { inState } from '#features/procurement/server/public.ts'
import * as c from '../contract.ts'
import { type Asked, askedOf, type Ctx, ordersOf, READER, XLSX } from './facts.ts'

const MOST_TRADES = 100

export const supplierRoutes: readonly Route[] = [
  implement(c.supplierPage, READER, async (ctx, { query }) => {
    const { suppliers } = await suppliersOf(ctx, await askedOf(ctx, query))
    const { keyword } = query
    const found = keyword
      ? suppliers.filter((row) => row.name.includes(keyword) || row.creditCode.includes(keyword))
      : suppliers
    const offset = query.cursor === undefined ? (query.pageNo - 1) * query.pageSize : offsetOf(query.cursor)
    const end = offset + query.pageSize
    return { rows: found.slice(offset, end), total: found.length, next: end < found.length ? String(end) : null }
  }),

  implement(c.supplierSummary, READER, async (ctx, { query }) => {
    const asked = await askedOf(ctx, query)
    const { suppliers, opened, amount } = await suppliersOf(ctx, asked)
    const bids = suppliers.reduce((n, row) => n + row.bids, 0)
    const top = suppliers.filter((row) => row.wins > 0)
    return {
      from: asked.from,
      to: asked.to,
      suppliers: suppliers.length,
      bidders: suppliers.filter((row) => row.bids > 0).length,
      winners: top.length,
      bidsPerOrder: opened === 0 ? null : new Exact(bids).div(opened).toFixed(1),
      amount,
      topShare: shareOf(sum(top.slice(0, 3).map((row) => row.amount)), amount),
      top: top.slice(0, 10),
    }
  }),

  implement(c.supplierTrades, READER, async (ctx, { params, query }) => {
    const rows = await tradesOf(ctx, await askedOf(ctx, query), params.companyId)
    if (rows.length === 0) throw new AppError('notFound')
    return rows
  }),

  implementFile(c.supplierExport, READER, async (ctx, { query }) => {
    const asked = await askedOf(ctx, query)
    const { suppliers } = await suppliersOf(ctx, asked)
    const content = await writeSheet({
      title: `供应商分析 ${asked.from} 至 ${asked.to}`,
      columns: [
        { key: 'name', title: '供应商', type: 'text', width: 32 },
        { key: 'creditCode', title: '统一社会信用代码', type: 'text', width: 22 },
        { key: 'signUps', title: '报名', type: 'integer' },
        { key: 'admitted', title: '通过', type: 'integer' },
        { key: 'bids', title: '投标', type: 'integer' },
        { key: 'candidates', title: '入围候选', type: 'integer' },
        { key: 'wins', title: '中标', type: 'integer' },
        { key: 'winRate', title: '中标率（%）', type: 'text' },
        { key: 'amount', title: '中标金额（元）', type: 'amount' },
        { key: 'share', title: '金额占比（%）', type: 'text' },
      ],
      rows: suppliers.map((row) => ({
        ...row,
        signUps: String(row.signUps),
        admitted: String(row.admitted),
        bids: String(row.bids),
        candidates: String(row.candidates),
        wins: String(row.wins),
      })),
    })
    return { name: `供应商分析-${asked.from}-${asked.to}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

type Counted = Omit<c.SupplierRow, 'winRate' | 'share'> & { decided: number }

/**
 * Suppliers of the orders published in the period. A bid counts once the bids of its order lie open: before, nobody may
 * learn who bids or how many.
 */
async function suppliersOf(ctx: Ctx, asked: Asked) {
  const { rows } = await sql<Counted>`
    with taken as (${takenOf(ctx, asked)})
    select k.company_id as "companyId", c.name, c.credit_code as "creditCode",
      count(*)::int as "signUps", (count(*) filter (where k.admitted))::int as admitted,
      (count(*) filter (where k.has_bid))::int as bids, count(k.rank)::int as candidates,
      (count(*) filter (where k.won))::int as wins,
      (count(*) filter (where k.has_bid and k.is_awarded))::int as decided,
      coalesce(sum(k.price) filter (where k.won), 0)::numeric(20,2)::text as amount
    from taken k join company c on c.id = k.company_id
    group by 1, 2, 3
    order by coalesce(sum(k.price) filter (where k.won), 0) desc, wins desc, bids desc, c.name`.execute(ctx.tx)
  const { rows: orders } = await sql<{ opened: number }>`
    with taken as (${takenOf(ctx, asked)}) select count(distinct order_id)::int as opened from taken where has_bid`.execute(
    ctx.tx,
  )
  const amount = new Exact(sum(rows.map((row) => row.amount))).toFixed(2)
  const suppliers = rows.map(({ decided, ...row }): c.SupplierRow => ({
    ...row,
    winRate: shareOf(row.wins, decided),
    share: shareOf(row.amount, amount),
  }))
  return { suppliers, opened: orders[0]?.opened ?? 0, amount }
}

async function tradesOf(ctx: Ctx, asked: Asked, companyId: string) {
  const { rows } = await sql<Taken>`
    with taken as (${takenOf(ctx, asked)})
    select * from taken where company_id = ${companyId} order by published_at desc limit ${MOST_TRADES}`.execute(ctx.tx)
  return rows.map((row) => ({
    orderId: row.orderId,
    code: row.code,
    title: row.title,
    publishedAt: row.publishedAt.toISOString(),
    result: resultOf(row),
    won: row.won,
    rank: row.rank,
    price: row.price,
  }))
}

interface Taken {
  orderId: string
  companyId: string
  code: string
  title: string
  publishedAt: Date
  state: OrderState
  tradeStatus: number
  admitted: boolean
  hasBid: boolean
  isAwarded: boolean
  rank: number | null
  price: string | null
  won: boolean
}

/** One row per sign-up for an order published in the period. */
function takenOf(ctx: Ctx, asked: Asked) {
  return sql`
    select o.id as order_id, t.supplier_company_id as company_id, o.code, o.title, o.published_at, o.state,
      t.status as trade_status, t.status = ${TradeStatus.values.passed} as admitted,
      b.trade_id is not null as has_bid, o.awarded_at is not null as is_awarded, n.rank,
      coalesce(w.price, n.price) as price, w.trade_id is not null as won
    from (select o.* from ${ordersOf(ctx, asked)} and o.published_at >= ${asked.start} and o.published_at < ${asked.end}) o
    join trade t on t.tenant_id = o.tenant_id and t.order_id = o.id
    left join opening_bidder b on b.tenant_id = t.tenant_id and b.order_id = t.order_id and b.trade_id = t.id
      and not ${inState('o.state', 'publish.open')}
    left join candidate_in_force n on n.tenant_id = t.tenant_id and n.order_id = t.order_id and n.trade_id = t.id
      and ${inState('o.state', 'candidates.public', 'winner.fixed', 'archive.done', 'archive.abortive')}
    left join award_in_force w on w.tenant_id = t.tenant_id and w.order_id = t.order_id and w.trade_id = t.id`
}

function resultOf(row: Taken): string {
  if (row.won) return '中标'
  if (isAbortive(row)) return '标段流标'
  if (row.rank !== null) return row.isAwarded ? `第 ${row.rank} 候选人，未中标` : `第 ${row.rank} 候选人`
  if (row.hasBid) return row.isAwarded ? '未中标' : '已投标'
  return TradeStatus.label(row.tradeStatus)
}

function offsetOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return Number(cursor)
}
