import { sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Deadline, HomeSource, Todo } from '#server/feature.ts'
import { statesReached } from '../engine/states.ts'
import { placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import { TradeStatus } from '../rules/enums.ts'
import { boardOf } from './home-board.ts'
import { endAndOpening, yearStart } from './home-buyer.ts'
import { datesBetween, type NamedDate } from './home-orders.ts'
import { isPurchase } from './purchases.ts'
import { waitingConfirmations } from './confirmations.ts'
import { tenderTabs } from './tender-tabs.ts'

type Ctx = Context<Actor>

const T = TradeStatus.values
const CELLS = { 'sign-up': '报名中', bidding: '投标中', opening: '开标评标', done: '公示与结果' } as const

/** The supplier's side of the home page: tenders the own company takes part in. */
export const supplierHome: Required<HomeSource> = {
  async todos(ctx, limit) {
    if (!isSupplier(ctx)) return []
    const now = ctx.clock.now()
    const rows = await waitingConfirmations(ctx)
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
      .select(['n.id', 'n.title', 'n.orderId', 'o.method', 'o.bidEnd', 't.createdBy'])
      .where('t.supplierCompanyId', '=', ctx.actor.companyId)
      .where('o.state', '=', 'publish.open')
      .where('o.bidEnd', '>', now)
      .orderBy('o.bidEnd')
      .limit(limit)
      .execute()
    return rows.map((row): Todo => ({
      key: `confirm:${row.id}`,
      kind: 'bid',
      isMine: row.createdBy === ctx.actor.userId,
      label: '确认变更',
      title: row.title,
      link: `${placeOf({ id: row.orderId, method: row.method }, 'change.confirm', 'supplier')}?noticeId=${row.id}`,
      dueAt: row.bidEnd,
    }))
  },

  async deadlines(ctx, until, limit) {
    if (!isSupplier(ctx)) return []
    const now = ctx.clock.now()
    const rows = await trades(ctx)
      .select(['o.id', 'o.method', 'o.title', 'o.state', 'o.questionEnd', 'o.bidEnd', 'o.openAt', 'o.publicityEnd'])
      .where('t.status', 'in', [T.pending, T.passed])
      .where('o.state', 'in', ['publish.open', 'candidates.public'])
      .where((e) =>
        e.or(
          (['o.questionEnd', 'o.bidEnd', 'o.openAt', 'o.publicityEnd'] as const).map((column) =>
            e.between(column, now, until),
          ),
        ),
      )
      .orderBy(sql`least(o.bid_end, o.publicity_end)`)
      .limit(limit)
      .execute()
    const found = rows.flatMap((row): Deadline[] => {
      const link = placeOf(row, 'publish.tender', 'supplier')
      const isOne = row.bidEnd?.getTime() === row.openAt?.getTime()
      const dates: NamedDate[] =
        row.state === 'candidates.public'
          ? [['objection-end', '候选人异议截止', row.publicityEnd]]
          : [
              ['question-end', '提问截止', row.questionEnd],
              ['bid-end', isOne ? endAndOpening(row) : say(row, '{deadline}'), row.bidEnd],
              ['open', say(row, '{opening}'), isOne ? null : row.openAt],
            ]
      return datesBetween(row, dates, { link, now, until })
    })
    return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
  },

  async board(ctx) {
    if (!isSupplier(ctx)) return []
    const tabs = tenderTabs(ctx.clock.now())
    const names = Object.keys(CELLS) as (keyof typeof CELLS)[]
    const rows = trades(ctx)
      .select(names.map((name) => tabs[name].as(name)))
      .select((e) => e('t.createdBy', '=', ctx.actor.userId).as('mine'))
      .where('o.publishedAt', 'is not', null)
      .where(isPurchase('o.method'))
      .orderBy('t.id', 'desc')
      .limit(COUNT_LIMIT)
    return boardOf(ctx, rows, { cells: CELLS, list: '/supplier/monitor/bid/list' })
  },

  async figures(ctx) {
    if (!isSupplier(ctx)) return []
    const running = await trades(ctx)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('t.status', 'in', [T.pending, T.passed])
      .where('o.state', 'in', statesReached('published', 'awarded'))
      .executeTakeFirstOrThrow()
    const won = await trades(ctx)
      .innerJoin('award_in_force as a', (j) =>
        j.onRef('a.tenantId', '=', 't.tenantId').onRef('a.orderId', '=', 't.orderId'),
      )
      .select([sql<number>`count(*)::int`.as('n'), sql<string>`coalesce(sum(a.price), 0)`.as('price')])
      .whereRef('a.tradeId', '=', 't.id')
      .where(isPurchase('o.method'))
      .where('a.decidedAt', '>=', yearStart(ctx.clock.now()))
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
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
}

function isSupplier({ actor }: Ctx): boolean {
  return actor.workbench === 'supplier' && actor.companyId !== null && actor.rights.has('bidding')
}
