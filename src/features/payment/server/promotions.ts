import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Promotion as PromotionTable } from '#server/database/tables.ts'
import { implement, implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract/promotion.ts'
import { type Category, PRODUCTS } from '../rules/catalogue.ts'
import { maskedName } from '../rules/masked.ts'
import { PLATFORM } from './access.ts'
import { decided } from './second-person.ts'
import { SKU_SUBJECT } from './service-orders.ts'

type Promotion = Selectable<PromotionTable>

const COMPANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const
const SHOWN = 20
/** How long the outcome is shown to companies. */
const SHOWN_AFTER = 30 * DAY

const periodOf = (row: Pick<Promotion, 'id' | 'name' | 'categories' | 'fromAt' | 'untilAt'>) => ({
  promotionId: row.id,
  name: row.name,
  categories: row.categories as Category[],
  fromAt: row.fromAt.toISOString(),
  untilAt: row.untilAt.toISOString(),
})

/**
 * Companies by what they paid for services within a promotion, less what went back before its end: what happens later
 * changes nothing, so the ranking is final with it. Points pay nothing: they were bought before. Equal sums share a rank.
 */
async function ranking(ctx: Context<Actor>, { categories, fromAt, untilAt }: Promotion) {
  const skus = PRODUCTS.filter(({ category }) => categories.includes(category)).flatMap((product) =>
    product.skus.map(({ id }) => id),
  )
  const { rows } = await sql<{ companyId: string; name: string; amount: string; rank: number }>`
    select b.id as company_id, b.name, sum(p.amount - coalesce(back.amount, 0))::text as amount,
      rank() over (order by sum(p.amount - coalesce(back.amount, 0)) desc)::int as rank
    from pay_order o
    join payment p on p.tenant_id = o.tenant_id and p.id = o.payment_id and p.provider <> 'points'
    join company b on b.id = o.buyer_id
    left join lateral (
      select sum(r.amount) as amount from refund r
      where r.tenant_id = o.tenant_id and r.order_id = o.id and r.status = 2 and r.done_at < ${untilAt}
    ) back on true
    where o.tenant_id = ${ctx.tenantId} and o.state = 'paid' and o.subject_kind = ${sql.lit(SKU_SUBJECT)}
      and o.paid_at >= ${fromAt} and o.paid_at < ${untilAt}
      and (o.lines -> 0 ->> 'skuId')::uuid = any(${skus}::uuid[])
    group by b.id, b.name
    having sum(p.amount - coalesce(back.amount, 0)) > 0
    order by rank, b.id`.execute(ctx.tx)
  return rows
}

/** Promotions: set by two persons of the platform, and their rankings as companies see them. */
export const promotionRoutes: readonly Route[] = [
  implement(contract.openPromotions, COMPANY, async (ctx) => {
    const now = ctx.clock.now()
    const rows = await ctx.tx
      .selectFrom('promotion')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .where('state', '=', 'approved')
      .where('fromAt', '<=', now)
      .where('untilAt', '>', new Date(now.getTime() - SHOWN_AFTER))
      .orderBy('untilAt', 'desc')
      .limit(5)
      .execute()
    return rows.map(periodOf)
  }),

  implement(contract.payRank, COMPANY, async (ctx, { params }) => {
    const promotion = await ctx.one('promotion', { id: params.id, state: 'approved' })
    const now = ctx.clock.now()
    if (!promotion || promotion.fromAt > now) throw new AppError('notFound')
    const rows = await ranking(ctx, promotion)
    const { companyId } = ctx.actor
    const own = rows.find((row) => row.companyId === companyId)
    return {
      ...periodOf(promotion),
      isFinal: promotion.untilAt <= now,
      rows: rows.slice(0, SHOWN).map((row) => ({
        rank: row.rank,
        name: row === own ? row.name : maskedName(row.name),
        amount: row.amount,
        isOwn: row === own,
      })),
      own: own ? { rank: own.rank, amount: own.amount } : null,
    }
  }),

  implementForPerson(contract.promotions, PLATFORM, async (ctx) => {
    const rows = await ctx.many(
      'promotion',
      { state: ['proposed', 'approved', 'refused'] },
      { orderBy: ['fromAt desc'], limit: 100 },
    )
    return rows.map((row) => ({
      ...periodOf(row),
      state: row.state as 'proposed' | 'approved' | 'refused',
      proposedByName: row.proposedByName,
      decidedByName: row.decidedByName,
      isOwn: row.proposedBy === ctx.actor.userId,
    }))
  }),

  implementForPerson(contract.proposePromotion, PLATFORM, async (ctx, { body }) => {
    const now = ctx.clock.now()
    if (new Date(body.fromAt) < now) throw new AppError('invalid', '开始时间不能早于当前时间')
    const promotionId = ctx.newId()
    const made = await ctx.tx
      .insertInto('promotion')
      .values({
        tenantId: ctx.tenantId,
        id: promotionId,
        name: body.name,
        categories: [...new Set(body.categories)],
        fromAt: new Date(body.fromAt),
        untilAt: new Date(body.untilAt),
        state: 'proposed',
        proposedBy: ctx.actor.userId,
        proposedByName: ctx.actor.name,
        createdAt: now,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new AppError('wrongState', '已有同名、同时开始的活动')
    ctx.audit({
      action: 'promotion.propose',
      entity: 'promotion',
      entityId: promotionId,
      summary: `拟开展推广活动“${body.name}”`,
    })
    return { promotionId }
  }),

  implementForPerson(contract.decidePromotion, PLATFORM, async (ctx, { params, body }) => {
    const by = { id: params.promotionId }
    const promotion = await ctx.one('promotion', by, { lock: 'update' })
    const set = decided(ctx, promotion, body.approve)
    await ctx.update('promotion', by, set)
    ctx.audit({
      action: body.approve ? 'promotion.approve' : 'promotion.refuse',
      entity: 'promotion',
      entityId: by.id,
      summary: `${body.approve ? '同意' : '不同意'}推广活动“${promotion!.name}”`,
    })
  }),
]
