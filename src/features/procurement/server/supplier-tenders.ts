import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import { familyOf, methodsAmong } from '../methods/all.ts'
import type { Admission } from '../methods/method.ts'
import { wireStatus } from '../engine/states.ts'
import { type FurtherRound, type OwnOffer, ownOfferOf } from '../rules/own-offer.ts'
import { ownResultOf } from '../rules/own-result.ts'
import { stageOf } from '../engine/stage.ts'
import type { Stage } from '../engine/step.ts'
import { say } from '../methods/say.ts'
import { supplier } from './bind.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { isRanked } from './award-scope.ts'
import { ownOffers } from './own-offer-port.ts'
import { isPurchase } from './purchases.ts'
import { stoodIn } from './results.ts'
import { ORDERS } from './searchable.ts'
import { tenderTabs } from './tender-tabs.ts'
import { instant, iso, stageFacts } from './values.ts'
import { isOpenTo } from './visible.ts'

const OWN = { order: 'o', trade: 't' }

interface Filters {
  category?: string
  region?: string
  family?: string
}

export const tenderListRoutes: readonly Route[] = [
  supplier(contract.publicTenders, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const page = await listPage(ctx, {
      query,
      list: {
        ...ORDERS,
        span: '~',
        keys: ['publishedAt', 'id'],
        rows: (relation) => filtered(published(ctx, relation), query),
      },
      tabs: tenderTabs(now),
      tab: query.tab,
      show: (page) => tenderRows(ctx).innerJoin(page, 'page.id', 'o.id'),
    })
    return { ...page, rows: page.rows.map((row) => tenderValue(row, now)) }
  }),

  supplier(contract.ownTenders, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const page = await listPage(ctx, {
      query,
      list: {
        ...ORDERS,
        keys: ['partId', 'id'],
        rows: () => filtered(ownTenders(ctx, query.mine !== undefined), query),
      },
      tabs: tenderTabs(now),
      tab: query.tab,
      show: (page) => tenderRows(ctx).innerJoin(page, 'page.id', 'o.id'),
    })
    return { ...page, rows: page.rows.map((row) => tenderValue(row, now)) }
  }),
]

/** Published orders that the own company may know of, with its part in them. Nothing here tells who else takes part. */
export function tenderRows(ctx: Context<Employee>) {
  return ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.id', '=', 'o.projectId'))
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .leftJoin('trade as t', (j) =>
      j
        .onRef('t.tenantId', '=', 'o.tenantId')
        .onRef('t.orderId', '=', 'o.id')
        .on('t.supplierCompanyId', '=', ctx.actor.companyId),
    )
    .leftJoin('order_invitation as i', (j) =>
      j
        .onRef('i.tenantId', '=', 'o.tenantId')
        .onRef('i.orderId', '=', 'o.id')
        .on('i.companyId', '=', ctx.actor.companyId),
    )
    .leftJoin('award_in_force as w', (j) =>
      j.onRef('w.tenantId', '=', 'o.tenantId').onRef('w.orderId', '=', 'o.id').onRef('w.tradeId', '=', 't.id'),
    )
    .leftJoin('candidate_in_force as k', (j) =>
      j.onRef('k.tenantId', '=', 'o.tenantId').onRef('k.orderId', '=', 'o.id').onRef('k.tradeId', '=', 't.id'),
    )
    .selectAll('o')
    .select(['p.category', 'p.region', 'p.name as projectName', 'c.name as purchaserName'])
    .select(['t.id as tradeId', 't.status as tradeStatus', 'w.tradeId as wonTradeId', 'k.rank as ownRank'])
    .select([stoodIn('award', OWN).as('hadAward'), stoodIn('candidates', OWN).as('wasCandidate')])
    .select(['i.id as invitationId', 'i.readAt', 'i.declinedAt', 'i.declineReason', 'i.declinedByName'])
    .select([ownOffers().standOf(ctx).as('ownStand'), ownOffers().furtherOf(ctx).as('further')])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.publishedAt', 'is not', null)
    .where(isOpenTo(ctx.actor.companyId))
}

type Tenders = ReturnType<typeof tenderRows>
export type ListedTender = Awaited<ReturnType<Tenders['executeTakeFirstOrThrow']>>

export function tenderValue(row: ListedTender, now: Date) {
  const stage = stageOf(stageFacts(row), now.getTime())
  const further = row.further && Date.parse(row.further.deadline) > now.getTime() ? row.further : null
  const offer = ownOfferOf(
    {
      method: row.method,
      state: row.state,
      bidEnd: row.bidEnd?.getTime() ?? null,
      tradeStatus: row.tradeStatus,
      stand: row.ownStand,
      further: row.further,
    },
    now.getTime(),
  )
  const next = nextOf(row, { stage, offer, further })
  const result = ownResultOf({
    state: row.state,
    isAwarded: row.awardedAt !== null,
    tradeStatus: row.tradeStatus,
    isWinner: row.wonTradeId !== null,
    hadAward: row.hadAward,
    wasCandidate: row.wasCandidate,
    rank: row.ownRank,
  })
  return {
    orderId: row.id,
    code: row.code,
    title: row.title,
    method: row.method,
    admission: row.admission as Admission,
    category: row.category,
    region: row.region,
    purchaserName: row.purchaserName,
    status: wireStatus(row.state),
    state: row.state,
    stage: stage.label,
    publishedAt: row.publishedAt!.toISOString(),
    signUpEnd: iso(row.signUpEnd),
    bidEnd: iso(row.bidEnd),
    openAt: iso(row.openAt),
    tradeId: row.tradeId,
    tradeStatus: row.tradeStatus as 0 | null,
    isInvited: row.invitationId !== null,
    hasDeclined: row.declinedAt !== null,
    result: result && { ...result, rank: isRanked(row) ? result.rank : null },
    offer,
    furtherRound: further?.round ?? null,
    nextAt: next.at,
    nextLabel: next.label,
  }
}

/** The nearest deadline for the own company: of whoever was let in no longer that of sign-up. */
function nextOf(
  row: Pick<ListedTender, 'method' | 'bidEnd'>,
  { stage, offer, further }: { stage: Stage; offer: OwnOffer | null; further: FurtherRound | null },
): { at: string | null; label: string | null } {
  if (further) return { at: new Date(further.deadline).toISOString(), label: `第 ${further.round} 轮报价截止` }
  const isOpen = (offer === 'due' || offer === 'draft' || offer === 'sealed') && stage.nextAt !== null
  if (isOpen && row.bidEnd && stage.nextAt! < row.bidEnd.getTime())
    return { at: row.bidEnd.toISOString(), label: say(row, '{bid}截止') }
  return { at: instant(stage.nextAt), label: stage.nextLabel }
}

/** Published orders, without names. */
function published(ctx: Context<Employee>, relation: string) {
  return ctx.tx
    .selectFrom(`${relation as 'purchase_order'} as o`)
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.publishedAt', 'is not', null)
    .where(isOpenTo(ctx.actor.companyId))
}

/** Those that the own company signed up for or, unless only the person's own are asked for, is invited to. */
function ownTenders(ctx: Context<Employee>, isMine: boolean) {
  const { tenantId, actor } = ctx
  return ctx.tx.selectFrom((e) =>
    e
      .selectFrom('trade as t')
      .innerJoin('purchase_order as p', (j) => j.onRef('p.tenantId', '=', 't.tenantId').onRef('p.id', '=', 't.orderId'))
      .selectAll('p')
      .select('t.id as partId')
      .where('t.tenantId', '=', tenantId)
      .where('t.supplierCompanyId', '=', actor.companyId)
      .where('p.publishedAt', 'is not', null)
      .$if(isMine, (q) => q.where('t.createdBy', '=', actor.userId))
      .$if(!isMine, (q) =>
        q.unionAll(
          e
            .selectFrom('order_invitation as i')
            .innerJoin('purchase_order as p', (j) =>
              j.onRef('p.tenantId', '=', 'i.tenantId').onRef('p.id', '=', 'i.orderId'),
            )
            .selectAll('p')
            .select('i.id as partId')
            .where('i.tenantId', '=', tenantId)
            .where('i.companyId', '=', actor.companyId)
            .where('p.publishedAt', 'is not', null)
            .where((f) =>
              f.not(
                f.exists(
                  f
                    .selectFrom('trade as t')
                    .select('t.id')
                    .whereRef('t.tenantId', '=', 'i.tenantId')
                    .whereRef('t.orderId', '=', 'i.orderId')
                    .where('t.supplierCompanyId', '=', actor.companyId),
                ),
              ),
            ),
        ),
      )
      .as('o'),
  )
}

/** Of no family: all by which one buys. What stands in the project is looked up only where it is asked for. */
function filtered(all: ReturnType<typeof published | typeof ownTenders>, { category, region, family }: Filters) {
  const orders = all as ReturnType<typeof published>
  const rows =
    family === undefined
      ? orders.where(isPurchase('o.method'))
      : orders.where(
          'o.method',
          'in',
          methodsAmong(familyOf(family)).map(({ code }) => code),
        )
  if (category === undefined && !region) return rows
  return rows.where((e) =>
    e.exists(
      e
        .selectFrom('project as p')
        .select('p.id')
        .whereRef('p.tenantId', '=', 'o.tenantId')
        .whereRef('p.id', '=', 'o.projectId')
        .$if(category !== undefined, (q) => q.where('p.category', '=', category!))
        .$if(Boolean(region), (q) => q.where(includes(region!, ['p.region']))),
    ),
  )
}
