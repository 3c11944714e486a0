import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { regimeUnder } from '#features/procurement/rules/legal-calendar-schedule.ts'
import { partOf } from '#features/procurement/rules/own-part.ts'
import {
  awardsOf,
  candidateRows,
  groundsOf,
  isPurchase,
  type ListedTender,
  orderRow,
  publishedNoticesOf,
  supplier,
  tenderRows,
  tenderValue,
} from '#features/procurement/server/public.ts'
import { ownReview } from '#features/review-hall/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { disclosureOf } from '../rules/debrief.ts'
import { named } from './participations.ts'

type Ctx = Context<Employee>

export const debriefRoutes: readonly Route[] = [
  supplier(contract.debriefPage, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: { alias: 'o', keys: ['awardedAt', 'id'], rows: () => lostRows(ctx) },
      show: (rows) => tenderRows(ctx).innerJoin(rows, 'page.id', 'o.id'),
    })
    const projects = await ctx.many(
      'project',
      { id: page.rows.map(({ projectId }) => projectId) },
      { columns: ['id', 'regime', 'category'] },
    )
    return {
      ...page,
      rows: page.rows.map((row) => {
        const { calendar: method } = methodOf(row.method)
        const regime = regimeUnder(
          projects.find(({ id }) => id === row.projectId)!,
          method,
        )
        const { marks } = disclosureOf({ regime, method, reviewMethod: row.reviewMethod })
        return { ...headOf(ctx, row), tellsMarks: marks }
      }),
    }
  }),

  supplier(contract.debrief, async (ctx, { params }) => {
    const row = await tenderRows(ctx)
      .where('o.id', '=', params.orderId)
      .where('o.id', 'in', lostRows(ctx).select('o.id'))
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const order = await orderRow(ctx, row.id)
    const awards = await awardsOf(ctx, row.id)
    const notice = (await publishedNoticesOf(ctx, [row.id])).find(({ id }) => id === awards[0]!.noticeId)!
    const { method, regime } = await groundsOf(ctx, order)
    const { rule, source, meaning, ...tells } = disclosureOf({ regime, method, reviewMethod: order.reviewMethod })
    const review = await ownReview(ctx, order, row.tradeId!)
    const candidate = row.wasCandidate
      ? (await candidateRows(ctx, row.id)).find(({ tradeId }) => tradeId === row.tradeId)
      : undefined
    return {
      ...headOf(ctx, row),
      notice: { noticeId: notice.id, code: notice.code, title: notice.title },
      winners: awards.map(({ name, price }) => ({ name, price })),
      candidate: candidate ? { rank: candidate.rank, price: candidate.price, score: candidate.score } : null,
      disclosure: { rule, source, meaning },
      rejection: tells.rejection ? (review?.rejection ?? null) : null,
      price: review?.price ?? null,
      marks: tells.marks && review ? { total: review.total, rank: review.rank, ways: review.ways } : null,
    }
  }),
]

/**
 * Purchases `o` whose result is public and went to others while the own company took part. An award without its notice is
 * nobody's business yet, and that of a secret order is never published.
 */
function lostRows(ctx: Ctx) {
  return ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'o.tenantId').onRef('t.orderId', '=', 'o.id'))
    .where('o.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .where('t.status', '=', TradeStatus.values.passed)
    .where('o.awardedAt', 'is not', null)
    .where('o.isSecret', '=', false)
    .where(isPurchase('o.method'))
    .where((e) =>
      e.exists(
        e
          .selectFrom('award_in_force as a')
          .select('a.orderId')
          .whereRef('a.tenantId', '=', 'o.tenantId')
          .whereRef('a.orderId', '=', 'o.id')
          .where('a.noticeId', 'is not', null),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('award_in_force as a')
            .select('a.orderId')
            .whereRef('a.tenantId', '=', 'o.tenantId')
            .whereRef('a.orderId', '=', 'o.id')
            .whereRef('a.tradeId', '=', 't.id'),
        ),
      ),
    )
}

function headOf(ctx: Ctx, row: ListedTender) {
  return {
    ...named({ row, link: placeOf(row, 'publish.tender', 'supplier') }),
    method: row.method,
    awardedAt: row.awardedAt!.toISOString(),
    own: partOf(tenderValue(row, ctx.clock.now()))!,
  }
}
