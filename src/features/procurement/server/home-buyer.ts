import { sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import { formatDate, HOUR } from '#contract/time.ts'
import type { Deadline, Figure, HomeSource } from '#server/feature.ts'
import { statesReached } from '../engine/states.ts'
import { SAVING_BASE, savingOf } from '../rules/saving.ts'
import { methodsOf, USUAL } from '../methods/all.ts'
import { BUYER_TABS } from '../methods/method.ts'
import { addressOf, placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import { buyerTabWhere } from './buyer-tabs.ts'
import { boardOf } from './home-board.ts'
import { isPurchase } from './purchases.ts'
import { datesBetween, handledBy, type NamedDate, orders, sideOf } from './home-orders.ts'
import { buyerTodos } from './home-buyer-todos.ts'

/** Methods whose list the board leads to; auctions have a board of their own. */
const LISTED = methodsOf(USUAL.family).map(({ code }) => code)

/** The buyer's side of the home page: orders that the own company runs, in the workbench they are run in. */
export const buyerHome: Required<HomeSource> = {
  async todos(ctx, limit) {
    const side = sideOf(ctx)
    return side ? buyerTodos(ctx, side, limit) : []
  },

  async deadlines(ctx, until, limit) {
    const side = sideOf(ctx)
    if (!side) return []
    const now = ctx.clock.now()
    const rows = await orders(ctx, side)
      .select(['o.id', 'o.method', 'o.title', 'o.signUpEnd', 'o.bidEnd', 'o.openAt', 'o.publicityEnd', 'o.state'])
      .where('o.state', 'in', ['publish.open', 'candidates.public'])
      .where((e) =>
        e.or(
          (['o.signUpEnd', 'o.bidEnd', 'o.openAt', 'o.publicityEnd'] as const).map((column) =>
            e.between(column, now, until),
          ),
        ),
      )
      .orderBy(sql`least(o.bid_end, o.publicity_end)`)
      .limit(limit)
      .execute()
    const found = rows.flatMap((row): Deadline[] => {
      const link = placeOf(row, 'publish.detail', side)
      const dates: NamedDate[] =
        row.state === 'candidates.public'
          ? [['publicity-end', '公示期满', row.publicityEnd]]
          : [
              ['sign-up-end', '报名截止', row.signUpEnd],
              // The opening is at the deadline, by law; two lines for one moment would say less, not more.
              ...(sameTime(row.bidEnd, row.openAt)
                ? []
                : [['bid-end', say(row, '{deadline}'), row.bidEnd] as NamedDate]),
              ['open', sameTime(row.bidEnd, row.openAt) ? endAndOpening(row) : say(row, '{opening}'), row.openAt],
            ]
      return datesBetween(row, dates, { link, now, until })
    })
    return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
  },

  async board(ctx) {
    const side = sideOf(ctx)
    if (!side) return []
    const now = ctx.clock.now()
    const rows = orders(ctx, side)
      .select(BUYER_TABS.map((tab) => buyerTabWhere(tab, now).as(tab)))
      .select(handledBy(ctx.actor.userId).as('mine'))
      .where('o.method', 'in', LISTED)
      .orderBy('o.id', 'desc')
      .limit(COUNT_LIMIT)
    return boardOf(ctx, rows, {
      cells: USUAL.tabs,
      list: addressOf(USUAL, 'publish.list', { side }),
    })
  },

  async figures(ctx) {
    const side = sideOf(ctx)
    if (!side) return []
    const running = await orders(ctx, side)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('o.state', 'in', statesReached('published', 'awarded'))
      .where(isPurchase('o.method'))
      .executeTakeFirstOrThrow()
    const won = await orders(ctx, side)
      .innerJoinLateral(
        // Asked order by order: the total of every award there is would have to be made first.
        (e) =>
          e
            .selectFrom('award_total as w')
            .select(['w.price', 'w.estimated'])
            .whereRef('w.tenantId', '=', 'o.tenantId')
            .whereRef('w.orderId', '=', 'o.id')
            .as('a'),
        (j) => j.onTrue(),
      )
      .select([
        sql<number>`count(*)::int`.as('n'),
        sql<string>`coalesce(sum(a.price), 0)::text`.as('amount'),
        sql<string>`coalesce(sum(a.estimated), 0)::text`.as('estimated'),
      ])
      .where('o.awardedAt', '>=', yearStart(ctx.clock.now()))
      .where(isPurchase('o.method'))
      .executeTakeFirstOrThrow()
    const { saved, savedRate } = savingOf(won)
    const figures: Figure[] = [
      { label: '进行中采购单', value: String(running.n), unit: 'count' },
      { label: '本年成交金额', value: won.amount, unit: 'yuan', hint: `已定标 ${won.n} 个采购单` },
    ]
    if (savedRate !== null)
      figures.push({
        label: '本年节约金额',
        value: saved,
        unit: 'yuan',
        hint: `较${SAVING_BASE}节约 ${savedRate}%`,
      })
    return figures
  },
}

function sameTime(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() === b.getTime()
}

/** Deadline and opening at one moment: one word where the method has one for both. */
export function endAndOpening(order: { method: number }): string {
  const [end, opening] = [say(order, '{deadline}'), say(order, '{opening}')]
  return end === opening ? end : `${end}、${opening}`
}

/** New Year in Beijing. */
export function yearStart(now: Date): Date {
  return new Date(Date.parse(`${formatDate(now).slice(0, 4)}-01-01T00:00:00Z`) - 8 * HOUR)
}
