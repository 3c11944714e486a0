import { sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { type Category, TradeStatus } from '#features/procurement/rules/enums.ts'
import { isPurchase, keptDocuments, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import type { Certificate } from '../rules/certificates.ts'

type Ctx = Context<Employee>

/** Sign-ups looked back at. */
const PAST = 3 * 365 * DAY

export const profileRoutes: readonly Route[] = [
  supplier(contract.profile, async (ctx) => {
    const row = await statedRow(ctx)
    const { documents, ...past } = await pastOf(ctx)
    return {
      stated: statedOf(row),
      past: { ...past, documents },
      updatedAt: row?.updatedAt.toISOString() ?? null,
      updatedByName: row?.updatedByName ?? '',
    }
  }),

  supplier(contract.saveProfile, async (ctx, { body }) => {
    const { certificates, ...fields } = body
    const values = {
      ...fields,
      certificates: JSON.stringify(certificates),
      updatedBy: ctx.actor.userId,
      updatedByName: ctx.actor.name,
      updatedAt: ctx.clock.now(),
    }
    await ctx.tx
      .insertInto('match_profile')
      .values({ tenantId: ctx.tenantId, companyId: ctx.actor.companyId, ...values })
      .onConflict((oc) => oc.columns(['tenantId', 'companyId']).doUpdateSet(values))
      .execute()
    ctx.audit({
      action: 'match-profile.save',
      entity: 'match-profile',
      entityId: ctx.actor.companyId,
      summary: '更新匹配资料',
      data: body,
    })
  }),
]

/** What open orders are held against: what is stated, and where nothing is, what the past says. */
export interface Profile {
  categories: string[]
  keywords: string[]
  regions: string[]
  /** Yuan; null: no bound. */
  least: string | null
  most: string | null
  certificates: Certificate[]
}

/** The own company's profile as it counts. */
export async function profileOf(ctx: Ctx): Promise<Profile> {
  const stated = statedOf(await statedRow(ctx))
  const past = await pastOf(ctx)
  const orPast = <T>(own: T[], before: T[]): T[] => (own.length > 0 ? own : before)
  const hasSize = stated.least !== null || stated.most !== null
  return {
    categories: orPast<string>(stated.categories, past.categories),
    keywords: stated.keywords,
    regions: orPast(stated.regions, past.regions),
    least: hasSize ? stated.least : past.least,
    most: hasSize ? stated.most : past.most,
    certificates: certificatesOf(stated.certificates, past.documents),
  }
}

/** Documents that the own company holds: those that it states, with their end, and others that it has handed in. */
export async function ownCertificates(ctx: Ctx): Promise<Certificate[]> {
  return certificatesOf(statedOf(await statedRow(ctx)).certificates, await documentsOf(ctx))
}

function certificatesOf(stated: Certificate[], documents: string[]): Certificate[] {
  const others = documents.filter((name) => !stated.some((one) => one.name === name))
  return [...stated, ...others.map((name) => ({ name, validUntil: null }))]
}

function statedRow(ctx: Ctx) {
  return ctx.one('match_profile', { companyId: ctx.actor.companyId })
}

function statedOf(row: Awaited<ReturnType<typeof statedRow>>) {
  return {
    categories: (row?.categories ?? []) as Category[],
    keywords: row?.keywords ?? [],
    regions: row?.regions ?? [],
    least: row?.least ?? null,
    most: row?.most ?? null,
    certificates: (row?.certificates ?? []) as Certificate[],
  }
}

async function documentsOf(ctx: Ctx): Promise<string[]> {
  return [...new Set((await keptDocuments(ctx)).map(({ kind }) => kind))]
}

/** What the own sign-ups and awards say of the company. */
async function pastOf(ctx: Ctx) {
  const since = new Date(ctx.clock.now().getTime() - PAST)
  const { rows } = await sql<{ categories: Category[]; regions: string[]; least: string | null; most: string | null }>`
    select coalesce(array_agg(distinct p.category), '{}') as categories,
      coalesce(array_agg(distinct p.region) filter (where p.region <> ''), '{}') as regions,
      min(a.price)::text as least, max(a.price)::text as most
    from trade t
    join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
    left join award_in_force a on a.tenant_id = t.tenant_id and a.order_id = o.id and a.trade_id = t.id
    where t.tenant_id = ${ctx.tenantId} and t.supplier_company_id = ${ctx.actor.companyId}
      and t.status = ${TradeStatus.values.passed} and t.created_at >= ${since} and ${isPurchase('o.method')}`.execute(
    ctx.tx,
  )
  const { categories, regions, least, most } = rows[0]!
  return {
    categories,
    regions,
    least: least && new Exact(least).div(2).toFixed(2),
    most: most && new Exact(most).times(2).toFixed(2),
    documents: await documentsOf(ctx),
  }
}
