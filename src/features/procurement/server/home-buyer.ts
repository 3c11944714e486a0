import { sql } from 'kysely'
import { COUNT_LIMIT } from '#contract/page.ts'
import { formatDate, HOUR } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BoardCell, Deadline, Figure, HomeSource, Todo } from '#server/feature.ts'
import { OrderStatus } from '../rules/enums.ts'
import { isLive, METHODS } from '../rules/methods/all.ts'
import { SAVING_BASE, savingOf } from '../rules/saving.ts'
import { buyerPlace } from '../rules/places.ts'
import { endOfPeriod, OBJECTION_ANSWER_DAYS } from '../rules/publicity.ts'
import { BUYER_TABS, buyerTabWhere } from './buyer-tabs.ts'
import { calendarPolicy } from './legal.ts'

type Ctx = Context<Actor>
type Side = 'purchaser' | 'agency'

const S = OrderStatus.values
const LIVE = METHODS.filter((method) => method.offers === 'live').map((method) => method.code)

/** The buyer's side of the home page: orders that the own company runs, in the workbench they are run in. */
export const buyerHome: Required<HomeSource> = {
  async todos(ctx, limit) {
    const side = sideOf(ctx)
    if (!side) return []
    const now = ctx.clock.now()
    const { restDays = [] } = await calendarPolicy(ctx)
    const rows = await waiting(ctx, side, now)
      // What can wait must not crowd out what is due.
      .orderBy(sql`o.status in (${S.awarded}, ${S.abortive})`)
      .orderBy(sql`case when o.status = ${S.published} then o.bid_end else o.objected_at end`)
      .orderBy('o.id')
      .limit(limit)
      .execute()
    return rows.flatMap((row): Todo[] => {
      const todo = (key: string, todo: Omit<Todo, 'key' | 'link'> & { page: string }): Todo => {
        const { page, ...rest } = todo
        return { ...rest, key: `${key}:${row.id}`, link: buyerPlace(row, side, page) }
      }
      const { title } = row
      const isOpen = row.status === S.published && row.bid_end !== null && row.bid_end > now
      const due = row.objected_at && new Date(endOfPeriod(row.objected_at, OBJECTION_ANSWER_DAYS, { restDays }))
      return [
        ...(isOpen && row.pending > 0
          ? [
              todo('sign-ups', {
                label: '审核报名',
                title: `${title}：${row.pending} 家待审核`,
                page: 'apply',
                dueAt: row.bid_end,
              }),
            ]
          : []),
        ...(isOpen && row.questions > 0
          ? [
              todo('questions', {
                label: '答复提问',
                title: `${title}：${row.questions} 个提问`,
                page: 'clarification',
                dueAt: row.bid_end,
              }),
            ]
          : []),
        ...(due ? [todo('objections', { label: '答复异议', title, page: 'candidate', dueAt: due })] : []),
        ...(row.status === S.reviewed && isLive(row)
          ? [todo('award', { label: '确定成交人', title, page: 'winner', dueAt: null })]
          : []),
        ...(row.status === S.openingEnded
          ? [todo('abortive', { label: '流标处理', title, page: 'abnormal/auction', dueAt: null })]
          : []),
        ...(row.status === S.opened ? [todo('auction', { label: '主持竞价', title, page: 'hall', dueAt: null })] : []),
        ...(row.status === S.reviewed && !isLive(row)
          ? [todo('candidates', { label: '公示候选人', title, page: 'candidate', dueAt: null })]
          : []),
        ...(row.status === S.candidates && !due && row.publicity_end && row.publicity_end <= now
          ? [todo('award', { label: '确定中标人', title, page: 'winner', dueAt: null })]
          : []),
        ...(row.status === S.awarded || row.status === S.abortive
          ? [todo('archive', { label: '归档', title, page: 'info', dueAt: null, canWait: true })]
          : []),
      ]
    })
  },

  async deadlines(ctx, until, limit) {
    const side = sideOf(ctx)
    if (!side) return []
    const now = ctx.clock.now()
    const rows = await orders(ctx, side)
      .select(['o.id', 'o.method', 'o.title', 'o.sign_up_end', 'o.bid_end', 'o.open_at', 'o.publicity_end', 'o.status'])
      .where('o.status', 'in', [S.published, S.candidates])
      .where((e) =>
        e.or(
          (['o.sign_up_end', 'o.bid_end', 'o.open_at', 'o.publicity_end'] as const).map((column) =>
            e.between(column, now, until),
          ),
        ),
      )
      .orderBy(sql`least(o.bid_end, o.publicity_end)`)
      .limit(limit)
      .execute()
    const found = rows.flatMap((row): Deadline[] => {
      const link = buyerPlace(row, side)
      const dates: [key: string, label: string, at: Date | null][] =
        row.status === S.candidates
          ? [['publicity-end', '公示期满', row.publicity_end]]
          : [
              ['sign-up-end', '报名截止', row.sign_up_end],
              // The opening is at the deadline, by law; two lines for one moment would say less, not more.
              ...(sameTime(row.bid_end, row.open_at)
                ? []
                : [['bid-end', '投标截止', row.bid_end] as [string, string, Date | null]]),
              [
                'open',
                isLive(row) ? '竞价开始' : sameTime(row.bid_end, row.open_at) ? '投标截止、开标' : '开标',
                row.open_at,
              ],
            ]
      return dates.flatMap(([key, label, at]) =>
        at && at >= now && at <= until ? [{ key: `${key}:${row.id}`, label, title: row.title, link, at }] : [],
      )
    })
    return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
  },

  async board(ctx) {
    const side = sideOf(ctx)
    if (!side) return []
    const now = ctx.clock.now()
    const cells = Object.entries(BUYER_TABS)
    const rows = orders(ctx, side)
      .select(cells.map(([tab]) => buyerTabWhere(tab as keyof typeof BUYER_TABS, now).as(tab)))
      .where('o.method', '=', 1)
      .orderBy('o.id', 'desc')
      .limit(COUNT_LIMIT)
    const each = cells.map(([tab]) => sql`count(*) filter (where ${sql.ref(tab)})::int as ${sql.ref(tab)}`)
    const { rows: found } = await sql<Record<string, number>>`select ${sql.join(each)} from ${rows} as t`.execute(
      ctx.tx,
    )
    return cells.map(([tab, label]): BoardCell => ({
      label,
      count: found[0]![tab] ?? 0,
      link: `/${side}/bidding/list?tab=${tab}`,
    }))
  },

  async figures(ctx) {
    const side = sideOf(ctx)
    if (!side) return []
    const running = await orders(ctx, side)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('o.status', '>=', S.published)
      .where('o.status', '<=', S.candidates)
      .executeTakeFirstOrThrow()
    const won = await orders(ctx, side)
      .innerJoin('award as a', (j) => j.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.order_id', '=', 'o.id'))
      .select([
        sql<number>`count(*)::int`.as('n'),
        sql<string>`coalesce(sum(a.price), 0)::text`.as('amount'),
        sql<string>`coalesce(sum(o.estimated_price), 0)::text`.as('estimated'),
      ])
      .where('o.awarded_at', '>=', yearStart(ctx.clock.now()))
      .executeTakeFirstOrThrow()
    const { saved, savedRate } = savingOf(won)
    const figures: Figure[] = [
      { label: '进行中标段', value: String(running.n), unit: 'count' },
      { label: '本年中标金额', value: won.amount, unit: 'yuan', hint: `已定标 ${won.n} 个标段` },
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

/** Orders that need something from whoever runs them, with what it is. */
function waiting(ctx: Ctx, side: Side, now: Date) {
  return ctx.tx
    .selectFrom(
      orders(ctx, side)
        .select(['o.id', 'o.method', 'o.title', 'o.status', 'o.bid_end', 'o.publicity_end'])
        .select((e) => [
          e
            .selectFrom('trade as t')
            .whereRef('t.tenant_id', '=', 'o.tenant_id')
            .whereRef('t.order_id', '=', 'o.id')
            .where('t.status', '=', 0)
            .select((c) => c.fn.countAll<number>().as('n'))
            .as('pending'),
          e
            .selectFrom('order_question as q')
            .whereRef('q.tenant_id', '=', 'o.tenant_id')
            .whereRef('q.order_id', '=', 'o.id')
            .where('q.answered_at', 'is', null)
            .select((c) => c.fn.countAll<number>().as('n'))
            .as('questions'),
          e
            .selectFrom('objection as b')
            .whereRef('b.tenant_id', '=', 'o.tenant_id')
            .whereRef('b.order_id', '=', 'o.id')
            .where('b.answered_at', 'is', null)
            .where('b.withdrawn_at', 'is', null)
            .select((c) => c.fn.min('b.created_at').as('at'))
            .as('objected_at'),
        ])
        .where((e) =>
          e.or([
            e('o.status', 'in', [S.published, S.reviewed, S.candidates, S.awarded, S.abortive]),
            // The opening hall and the review list their own; an auction is the engine's.
            e.and([e('o.status', 'in', [S.opened, S.openingEnded]), e('o.method', 'in', LIVE)]),
          ]),
        )
        .as('o'),
    )
    .select(['o.id', 'o.method', 'o.title', 'o.status', 'o.bid_end', 'o.publicity_end', 'o.objected_at'])
    .select((e) => [
      e.fn.coalesce('o.pending', e.lit(0)).as('pending'),
      e.fn.coalesce('o.questions', e.lit(0)).as('questions'),
    ])
    .where((e) =>
      e.or([
        e('o.status', 'in', [S.opened, S.openingEnded, S.reviewed, S.awarded, S.abortive]),
        e('o.objected_at', 'is not', null),
        e.and([e('o.status', '=', S.candidates), e('o.publicity_end', '<=', now)]),
        e.and([
          e('o.status', '=', S.published),
          e('o.bid_end', '>', now),
          e.or([e('o.pending', '>', 0), e('o.questions', '>', 0)]),
        ]),
      ]),
    )
}

/** Orders that the own company runs in this workbench; an observing purchaser has nothing to do. */
function orders(ctx: Ctx, side: Side) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('purchase_order as o')
    .where('o.tenant_id', '=', ctx.tenantId)
    .where('o.owner_company_id', '=', companyId)
    .where('o.purchaser_company_id', side === 'purchaser' ? '=' : '<>', companyId)
}

function sideOf({ actor }: Ctx): Side | null {
  if (!actor.companyId) return null
  if (actor.workbench === 'purchaser') return actor.rights.has('tendering') ? 'purchaser' : null
  return actor.workbench === 'agency' && actor.rights.has('agencyTendering') ? 'agency' : null
}

function sameTime(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a.getTime() === b.getTime()
}

/** New Year in Beijing. */
export function yearStart(now: Date): Date {
  return new Date(Date.parse(`${formatDate(now).slice(0, 4)}-01-01T00:00:00Z`) - 8 * HOUR)
}
