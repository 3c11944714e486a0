import { sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import { CATEGORIES, type Category, PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { savingOf } from '#features/procurement/rules/saving.ts'
import { inState, isOpenToBuyer, isPurchase } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { monthAfter, startOf } from '#server/periods.ts'
import { ABORTIVE_STATES, type OrderState, statesReached } from '#features/procurement/engine/states.ts'
import { screenFigures } from '../contract.ts'
import { type Ctx, READER } from './facts.ts'

const MONTHS = 12
const LISTED = 6

/** The large screen of a tenant's purchases. Everything on it has been published, so that it may hang in a hall. */
export const screenRoutes: readonly Route[] = [
  implement(screenFigures, READER, async (ctx) => {
    const now = ctx.clock.now()
    const day = startOf(formatDate(now))
    const month = formatDate(now).slice(0, 7)
    const since = startOf(`${monthAfter(month, 1 - MONTHS)}-01`)
    const year = startOf(`${formatDate(now).slice(0, 4)}-01-01`)
    return {
      at: now.toISOString(),
      ...(await counts(ctx, { day, year })),
      companies: await companies(ctx),
      months: await months(ctx, { since, first: monthAfter(month, 1 - MONTHS) }),
      methods: await methods(ctx, year),
      categories: await categories(ctx, year),
      openings: await openings(ctx, day),
      results: await results(ctx),
    }
  }),
]

async function counts(ctx: Ctx, { day, year }: { day: Date; year: Date }) {
  const next = new Date(day.getTime() + 86_400_000)
  const today = (at: string) => sql`${sql.ref(at)} >= ${day} and ${sql.ref(at)} < ${next}`
  const among = (...states: OrderState[]) => inState('o.state', ...states)
  const n = (what: unknown) => sql`(count(*) filter (where ${what}))::int`
  const { rows } = await sql<Record<string, number> & { estimated: string; amount: string }>`
    select ${n(among('publish.open'))} as bidding, ${n(among(...statesReached('opened', 'reviewing')))} as opening,
      ${n(among(...statesReached('reviewing', 'publicised')))} as review, ${n(among('candidates.public'))} as publicity,
      ${n(sql`${today('o.openAt')} and not ${among(...ABORTIVE_STATES)}`)} as openings,
      ${n(sql`${today('o.openAt')} and not ${among('publish.open', ...ABORTIVE_STATES)}`)} as opened,
      ${n(today('o.publishedAt'))} as published, ${n(today('o.awardedAt'))} as results,
      ${n(sql`o.published_at >= ${year}`)} as "yearPublished", ${n(sql`o.awarded_at >= ${year}`)} as "yearAwarded",
      ${n(sql`${among(...ABORTIVE_STATES)} and o.ended_at >= ${year}`)} as "yearAbortive",
      coalesce(sum(w.estimated) filter (where o.awarded_at >= ${year}), 0)::numeric(20,2)::text as estimated,
      coalesce(sum(w.price) filter (where o.awarded_at >= ${year}), 0)::numeric(20,2)::text as amount
    from purchase_order o left join award_total w on w.tenant_id = o.tenant_id and w.order_id = o.id
    where o.tenant_id = ${ctx.tenantId} and o.published_at is not null and ${isPurchase('o.method')}`.execute(ctx.tx)
  const c = rows[0]!
  return {
    running: { bidding: c.bidding!, opening: c.opening!, review: c.review!, publicity: c.publicity! },
    today: { openings: c.openings!, opened: c.opened!, published: c.published!, results: c.results! },
    year: {
      published: c.yearPublished!,
      awarded: c.yearAwarded!,
      abortive: c.yearAbortive!,
      estimated: c.estimated,
      amount: c.amount,
      savedRate: savingOf(c).savedRate,
    },
  }
}

async function companies(ctx: Ctx) {
  const { rows } = await sql<{ purchasers: number; agencies: number; suppliers: number }>`
    select (count(*) filter (where is_purchaser))::int as purchasers, (count(*) filter (where is_agency))::int as agencies,
      (count(*) filter (where is_supplier))::int as suppliers
    from company_tenant where tenant_id = ${ctx.tenantId} and is_certified and status = 1`.execute(ctx.tx)
  return rows[0]!
}

async function months(ctx: Ctx, { since, first }: { since: Date; first: string }) {
  const { rows } = await sql<{ month: string; published: number; awarded: number; amount: string }>`
    with facts as (
      select published_at as at, 1 as published, 0 as awarded, 0::numeric as amount from purchase_order
        where tenant_id = ${ctx.tenantId} and published_at >= ${since} and ${isPurchase('method')}
      union all select o.awarded_at, 0, 1, w.price from purchase_order o
        join award_total w on w.tenant_id = o.tenant_id and w.order_id = o.id
        where o.tenant_id = ${ctx.tenantId} and o.awarded_at >= ${since} and ${isPurchase('o.method')})
    select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(published)::int as published,
      sum(awarded)::int as awarded, sum(amount)::numeric(20,2)::text as amount from facts group by 1`.execute(ctx.tx)
  const found = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: MONTHS }, (_, i) => {
    const month = monthAfter(first, i)
    return found.get(month) ?? { month, published: 0, awarded: 0, amount: '0.00' }
  })
}

async function methods(ctx: Ctx, year: Date) {
  const { rows } = await sql<{ method: number; published: number }>`
    select method, count(*)::int as published from purchase_order
    where tenant_id = ${ctx.tenantId} and published_at >= ${year} and ${isPurchase('method')} group by 1 order by 2 desc`.execute(
    ctx.tx,
  )
  return rows.map(({ method, published }) => ({ label: PurchaseMethod.label(method), published }))
}

async function categories(ctx: Ctx, year: Date) {
  const { rows } = await sql<{ category: string; published: number; amount: string }>`
    select p.category, count(*)::int as published, coalesce(sum(w.price), 0)::numeric(20,2)::text as amount
    from purchase_order o join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
    left join award_total w on w.tenant_id = o.tenant_id and w.order_id = o.id
    where o.tenant_id = ${ctx.tenantId} and o.published_at >= ${year} and ${isPurchase('o.method')} group by 1 order by 2 desc`.execute(
    ctx.tx,
  )
  return rows.map(({ category, ...row }) => ({ label: CATEGORIES[category as Category] ?? category, ...row }))
}

async function openings(ctx: Ctx, day: Date) {
  const { rows } = await sql<{ id: string; title: string; purchaser: string; openAt: Date; state: OrderState }>`
    select o.id, o.title, c.name as purchaser, o.open_at, o.state
    from purchase_order o join company c on c.id = o.purchaser_company_id
    where o.tenant_id = ${ctx.tenantId} and o.published_at is not null and o.open_at >= ${day}
      and not ${inState('o.state', ...ABORTIVE_STATES)} and ${isOpenToBuyer(ctx.actor.companyId)}
      and ${isPurchase('o.method')}
    order by o.open_at, o.id limit ${LISTED}`.execute(ctx.tx)
  return rows.map((row) => ({
    orderId: row.id,
    title: row.title,
    purchaser: row.purchaser,
    openAt: row.openAt.toISOString(),
    opened: row.state !== 'publish.open',
  }))
}

async function results(ctx: Ctx) {
  const { rows } = await sql<{ id: string; title: string; winner: string; price: string; awardedAt: Date }>`
    select o.id, o.title, string_agg(c.name, '、' order by w.trade_id) as winner, sum(w.price)::text as price, o.awarded_at
    from purchase_order o join award_in_force w on w.tenant_id = o.tenant_id and w.order_id = o.id
    join trade t on t.tenant_id = w.tenant_id and t.id = w.trade_id join company c on c.id = t.supplier_company_id
    where o.tenant_id = ${ctx.tenantId} and o.awarded_at is not null and ${isPurchase('o.method')}
    group by o.id, o.title, o.awarded_at
    order by o.awarded_at desc, o.id limit ${LISTED}`.execute(ctx.tx)
  return rows.map((row) => ({
    orderId: row.id,
    title: row.title,
    winner: row.winner,
    price: row.price,
    awardedAt: row.awardedAt.toISOString(),
  }))
}
