import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { TRADE_STATUS } from '#features/procurement/engine/trade-status.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import {
  isOpenTo,
  isPurchase,
  type ListedTender,
  supplier,
  tenderRows,
  tradeFacts,
  visibleTender,
} from '#features/procurement/server/public.ts'
import { refusingOwners } from '#features/suppliers/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { includesAny } from '#server/search/includes.ts'
import { wordsOf } from '#server/search/words.ts'
import * as contract from '../contract.ts'
import { dayOfOpening, qualified } from '../rules/certificates.ts'
import { matchOf, MOST_MATCHES, WEIGHTS } from '../rules/match.ts'
import { type Profile, profileOf } from './profile.ts'

type Ctx = Context<Employee>
const T = TradeStatus.values
/** Made once: a schema costs more to make than to use. */
const Demands = OrderSettings.pick({ qualifications: true })

export const matchRoutes: readonly Route[] = [
  supplier(contract.matches, async (ctx, { query }) => {
    const own = await profileOf(ctx)
    const isHidden = query.hidden === 'true'
    const found = await ranked(ctx, own, { isHidden })
    const all = await explained(ctx, own, found)
    const start = (query.pageNo - 1) * query.pageSize
    return {
      rows: all.slice(start, start + query.pageSize),
      total: all.length,
      hiddenCount: isHidden ? all.length : await countHidden(ctx, own),
      hasProfile: own.categories.length + own.keywords.length + own.regions.length > 0,
    }
  }),

  supplier(contract.hideMatch, async (ctx, { params }) => {
    await demandTender(ctx, params.orderId)
    await ctx.tx
      .insertInto('match_hidden')
      .values({
        tenantId: ctx.tenantId,
        employeeId: ctx.actor.employeeId,
        orderId: params.orderId,
        hiddenAt: ctx.clock.now(),
      })
      .onConflict((oc) => oc.doNothing())
      .execute()
  }),

  supplier(contract.showMatch, async (ctx, { params }) => {
    await demandTender(ctx, params.orderId)
    await ctx.remove('match_hidden', { employeeId: ctx.actor.employeeId, orderId: params.orderId })
  }),
]

async function countHidden(ctx: Ctx, own: Profile): Promise<number> {
  const { employeeId } = ctx.actor
  const any = await ctx.many('match_hidden', { employeeId }, { columns: ['orderId'], limit: 1 })
  return any.length === 0 ? 0 : (await ranked(ctx, own, { isHidden: true })).length
}

async function demandTender(ctx: Ctx, orderId: string): Promise<void> {
  if (!(await visibleTender(ctx, orderId))) throw new AppError('notFound')
}

/** An open order with what the database compared. */
export interface Ranked {
  id: string
  score: number
  isInvited: boolean
  isCategory: boolean
  keywords: string[]
  isRegion: boolean
  isSize: boolean | null
}

/**
 * The best open orders by `baseScore`, which the weights of the rule make here for all of them at once; the sooner sign-up ends,
 * the higher among equals. Those that the person has put aside are listed whether they fit or not.
 */
export async function ranked(ctx: Ctx, profile: Profile, { isHidden }: { isHidden: boolean }): Promise<Ranked[]> {
  const { tenantId, actor } = ctx
  const asked = profile.keywords.flatMap((keyword) => {
    const words = wordsOf(keyword)
    return words ? [{ keyword, query: `(${words.all.join(' & ')})` }] : []
  })
  const any = asked.map(({ query }) => query).join(' | ')
  // What is the own company's or person's is read once and looked up there, not asked of the database again for each order.
  const own = {
    invited: sql`(select order_id from order_invitation where tenant_id = ${tenantId} and company_id = ${actor.companyId}
      and declined_at is null)`,
    declined: sql`(select order_id from order_invitation where tenant_id = ${tenantId} and company_id = ${actor.companyId}
      and declined_at is not null)`,
    joined: sql`(select order_id from trade where tenant_id = ${tenantId} and supplier_company_id = ${actor.companyId}
      and status in (${T.pending}, ${T.passed}))`,
    hidden: sql`(select order_id from match_hidden where tenant_id = ${tenantId} and employee_id = ${actor.employeeId})`,
  }
  const fits = {
    invited: sql<boolean>`(o.id in ${own.invited})`,
    category: sql<boolean>`(p.category = any(${profile.categories}::text[]))`,
    keyword: any === '' ? sql<boolean>`false` : sql<boolean>`(o.words @@ ${any}::tsquery)`,
    region: includesAny(profile.regions, 'p.region'),
    size:
      profile.least === null && profile.most === null
        ? sql<boolean>`null::boolean`
        : sql<boolean>`(o.control_price between ${profile.least ?? '0'}::numeric and coalesce(${profile.most}::numeric, o.control_price))`,
  } satisfies Record<keyof typeof WEIGHTS, RawBuilder<boolean>>
  const columns = {
    invited: 'f.isInvited',
    category: 'f.isCategory',
    keyword: 'f.isKeyword',
    region: 'f.isRegion',
    size: 'f.isSize',
  } satisfies Record<keyof typeof WEIGHTS, string>
  const score = sql.join(
    Object.entries(columns).map(
      ([fit, column]) =>
        sql`case when ${sql.ref(column)} then ${sql.lit(WEIGHTS[fit as keyof typeof WEIGHTS])} else 0 end`,
    ),
    sql` + `,
  )
  const refusing = await refusingOwners(ctx, actor.companyId)
  const refused = refusing.map((one) => one.ownerCompanyId)
  const refusedByLaw = refusing.filter((one) => one.isAlsoByLaw).map((one) => one.ownerCompanyId)
  const { rows } = await sql<Ranked>`
    select f.id, f.score, f.is_invited, f.is_category, f.is_region, f.is_size,
      array(select k.keyword from unnest(${asked.map((one) => one.keyword)}::text[], ${asked.map((one) => one.query)}::text[])
        with ordinality k (keyword, query, n) where f.words @@ k.query::tsquery order by k.n) as keywords
    from (select f.*, ${score} as score from (
      select o.id, o.words, o.sign_up_end, ${fits.invited} as is_invited,
        ${fits.category} as is_category, ${fits.keyword} as is_keyword, ${fits.region} as is_region, ${fits.size} as is_size
      from purchase_order_open o
      join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
      where o.tenant_id = ${tenantId} and o.sign_up_end > ${ctx.clock.now()} and ${isOpenTo(actor.companyId)} and ${isPurchase('o.method')}
        and o.id not in ${own.declined} and o.id not in ${own.joined}
        and ${actor.companyId} not in (o.owner_company_id, o.purchaser_company_id)
        and not (o.purchaser_company_id = any(${refusedByLaw}::uuid[]))
        and not (o.purchaser_company_id = any(${refused}::uuid[]) and p.regime = 'enterprise' and o.admission = 'open')
        and o.id ${isHidden ? sql`in` : sql`not in`} ${own.hidden}
      -- What is compared once stays compared once.
      offset 0) f
    ) f
    where f.score >= ${isHidden ? 0 : 1}
    order by f.score desc, f.sign_up_end, f.id limit ${MOST_MATCHES}`.execute(ctx.tx)
  return rows
}

/** The same with reasons, the best first; those that the engine lets nobody sign up for now are left out. */
async function explained(ctx: Ctx, own: Profile, found: readonly Ranked[]) {
  if (found.length === 0) return []
  const now = ctx.clock.now()
  const tenders = await tenderRows(ctx)
    .where(
      'o.id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  const rows = found.flatMap((facts) => {
    const tender = tenders.find(({ id }) => id === facts.id)
    if (!tender || !takesSignUp(tender, now)) return []
    const { qualifications } = Demands.parse(tender.settings)
    const demanded = qualifications.filter(({ required }) => required).map(({ name }) => name)
    const { category, region, controlPrice } = tender
    const lacks = qualified(demanded, own.certificates, dayOfOpening(tender))
    const { score, reasons } = matchOf({ ...facts, ...lacks, category, region, controlPrice, demanded })
    return [
      {
        orderId: tender.id,
        code: tender.code,
        title: tender.title,
        link: placeOf(tender, 'publish.tender', 'supplier'),
        method: tender.method,
        purchaserName: tender.purchaserName,
        category,
        region,
        controlPrice,
        signUpEnd: tender.signUpEnd!.toISOString(),
        score,
        reasons,
      },
    ]
  })
  return rows.toSorted((a, b) => b.score - a.score || a.signUpEnd.localeCompare(b.signUpEnd))
}

function takesSignUp(tender: ListedTender, now: Date): boolean {
  const trade = tender.tradeStatus === null ? null : { status: tender.tradeStatus }
  return TRADE_STATUS.allowed(tradeFacts(tender, trade), { part: 'supplier' }, now.getTime()).some(
    ({ action, reason }) => action === 'signUp' && reason === undefined,
  )
}
