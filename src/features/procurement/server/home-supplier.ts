import { sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Deadline, HomeSource, Todo } from '#server/feature.ts'
import { placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import { OrderStatus, TradeStatus } from '../rules/enums.ts'
import { boardOf } from './home-board.ts'
import { endAndOpening, yearStart } from './home-buyer.ts'
import { tenderTabs } from './tender-tabs.ts'

type Ctx = Context<Actor>

const S = OrderStatus.values
const T = TradeStatus.values
const CELLS = { 'sign-up': '报名中', bidding: '投标中', opening: '开标评标', done: '公示与结果' } as const

/** The supplier's side of the home page: tenders the own company takes part in. */
export const supplierHome: Required<HomeSource> = {
  async todos(ctx, limit) {
    if (!isSupplier(ctx)) return []
    const now = ctx.clock.now()
    const rows = await trades(ctx)
      .innerJoin('notice as n', (j) => j.onRef('n.tenant_id', '=', 'o.tenant_id').onRef('n.order_id', '=', 'o.id'))
      .select(['n.id', 'n.title', 'n.order_id', 'o.method', 'o.bid_end', 't.created_by'])
      .where('t.status', '=', T.passed)
      .where('o.status', '=', S.published)
      .where('o.bid_end', '>', now)
      .where('n.status', '=', 1)
      .where('n.needs_confirmation', '=', true)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('notice_confirmation as c')
              .select('c.notice_id')
              .whereRef('c.tenant_id', '=', 'n.tenant_id')
              .whereRef('c.notice_id', '=', 'n.id')
              .whereRef('c.trade_id', '=', 't.id'),
          ),
        ),
      )
      .orderBy('o.bid_end')
      .limit(limit)
      .execute()
    return rows.map((row): Todo => ({
      key: `confirm:${row.id}`,
      kind: 'bid',
      isMine: row.created_by === ctx.actor.userId,
      label: '确认变更',
      title: row.title,
      link: `${placeOf({ id: row.order_id, method: row.method }, 'change.confirm', 'supplier')}?noticeId=${row.id}`,
      dueAt: row.bid_end,
    }))
  },

  async deadlines(ctx, until, limit) {
    if (!isSupplier(ctx)) return []
    const now = ctx.clock.now()
    const rows = await trades(ctx)
      .select([
        'o.id',
        'o.method',
        'o.title',
        'o.status',
        'o.question_end',
        'o.bid_end',
        'o.open_at',
        'o.publicity_end',
      ])
      .where('t.status', 'in', [T.pending, T.passed])
      .where('o.status', 'in', [S.published, S.candidates])
      .where((e) =>
        e.or(
          (['o.question_end', 'o.bid_end', 'o.open_at', 'o.publicity_end'] as const).map((column) =>
            e.between(column, now, until),
          ),
        ),
      )
      .orderBy(sql`least(o.bid_end, o.publicity_end)`)
      .limit(limit)
      .execute()
    const found = rows.flatMap((row): Deadline[] => {
      const link = placeOf(row, 'publish.tender', 'supplier')
      const isOne = row.bid_end?.getTime() === row.open_at?.getTime()
      const dates: [key: string, label: string, at: Date | null][] =
        row.status === S.candidates
          ? [['objection-end', '候选人异议截止', row.publicity_end]]
          : [
              ['question-end', '提问截止', row.question_end],
              ['bid-end', isOne ? endAndOpening(row) : say(row, '{deadline}'), row.bid_end],
              ['open', say(row, '{opening}'), isOne ? null : row.open_at],
            ]
      return dates.flatMap(([key, label, at]) =>
        at && at >= now && at <= until ? [{ key: `${key}:${row.id}`, label, title: row.title, link, at }] : [],
      )
    })
    return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
  },

  async board(ctx) {
    if (!isSupplier(ctx)) return []
    const tabs = tenderTabs(ctx.clock.now())
    const names = Object.keys(CELLS) as (keyof typeof CELLS)[]
    const rows = trades(ctx)
      .select(names.map((name) => tabs[name].as(name)))
      .select((e) => e('t.created_by', '=', ctx.actor.userId).as('mine'))
      .where('o.published_at', 'is not', null)
      .orderBy('t.id', 'desc')
      .limit(COUNT_LIMIT)
    return boardOf(ctx, rows, { cells: CELLS, list: '/supplier/monitor/bid/list' })
  },

  async figures(ctx) {
    if (!isSupplier(ctx)) return []
    const running = await trades(ctx)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('t.status', 'in', [T.pending, T.passed])
      .where('o.status', '>=', S.published)
      .where('o.status', '<=', S.candidates)
      .executeTakeFirstOrThrow()
    const won = await trades(ctx)
      .innerJoin('award_in_force as a', (j) =>
        j.onRef('a.tenant_id', '=', 't.tenant_id').onRef('a.order_id', '=', 't.order_id'),
      )
      .select([sql<number>`count(*)::int`.as('n'), sql<string>`coalesce(sum(a.price), 0)`.as('price')])
      .whereRef('a.trade_id', '=', 't.id')
      .where('a.decided_at', '>=', yearStart(ctx.clock.now()))
      .executeTakeFirstOrThrow()
    return [
      { label: '参与中项目', value: String(running.n), unit: 'count' },
      { label: '本年成交金额', value: won.price, unit: 'yuan', hint: `成交 ${won.n} 个采购单` },
    ]
  },
}

function trades(ctx: Ctx) {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) =>
      j.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.order_id'),
    )
    .where('t.tenant_id', '=', ctx.tenantId)
    .where('t.supplier_company_id', '=', ctx.actor.companyId)
}

function isSupplier({ actor }: Ctx): boolean {
  return actor.workbench === 'supplier' && actor.companyId !== null && actor.rights.has('bidding')
}
