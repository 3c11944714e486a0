import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Actor | null>

/**
 * All companies of the group that each of these belongs to by agreed associations, itself among them. `asOf`: as far as the
 * associations in force now were agreed by then.
 */
export async function groupsOf(
  ctx: Ctx,
  companyIds: readonly string[],
  asOf: Date = ctx.clock.now(),
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ companyId: string; ids: string[] }>`
    with recursive above (company, id, depth) as (
      select id, id, 0 from unnest(${[...companyIds]}::uuid[]) as given (id)
      union all
      select above.company, a.parent_company_id, above.depth + 1 from above join company_association a
        on a.tenant_id = ${ctx.tenantId} and a.child_company_id = above.id and a.status = 1
          and coalesce(a.decided_at, a.sent_at) <= ${asOf}
      where above.depth < 100
    ), member (company, id, depth) as (
      (select distinct on (company) company, id, 0 from above order by company, above.depth desc)
      union all
      select member.company, a.child_company_id, member.depth + 1 from member join company_association a
        on a.tenant_id = ${ctx.tenantId} and a.parent_company_id = member.id and a.status = 1
          and coalesce(a.decided_at, a.sent_at) <= ${asOf}
      where member.depth < 100
    )
    select company as "companyId", array_agg(distinct id) as ids from member group by company`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.companyId, row.ids]))
}

/** A company of the same group. `above`: it stands over this one; `beside`: both stand under a third. */
export interface Kin {
  companyId: string
  kind: 'above' | 'below' | 'beside'
  /** How many associations lie between the two, at least one. */
  steps: number
  /** When the last of these was agreed. */
  since: Date
}

/** The other companies of a company's group by associations agreed on both sides, nearest first. */
export async function kinOf(ctx: Ctx, companyId: string): Promise<Kin[]> {
  const ids = (await groupsOf(ctx, [companyId])).get(companyId)!
  if (ids.length < 2) return []
  const edges = await ctx.tx
    .selectFrom('company_association')
    .select(['parentCompanyId as parent', 'childCompanyId as child'])
    .select(sql<Date>`coalesce(decided_at, sent_at)`.as('since'))
    .where('tenantId', '=', ctx.tenantId)
    .where('childCompanyId', 'in', ids)
    .where('status', '=', 1)
    .execute()
  const above = new Map(edges.map((edge) => [edge.child, edge]))
  const below = Map.groupBy(edges, (edge) => edge.parent)
  const found = new Map<string, Kin>()
  const queue: Pick<Kin, 'companyId' | 'steps' | 'since'>[] = [{ companyId, steps: 0, since: new Date(0) }]
  for (const one of queue) {
    const own = found.get(one.companyId)?.kind
    const up = above.get(one.companyId)
    const next = [
      // Who came down does not go up again: in a tree that is where it came from.
      ...(up && own !== 'below' && own !== 'beside'
        ? [{ id: up.parent, since: up.since, kind: 'above' as const }]
        : []),
      ...(below.get(one.companyId) ?? []).map(({ child, since }) => ({
        id: child,
        since,
        kind: own === 'above' || own === 'beside' ? ('beside' as const) : ('below' as const),
      })),
    ]
    for (const { id, since, kind } of next) {
      if (id === companyId || found.has(id)) continue
      const kin = { companyId: id, kind, steps: one.steps + 1, since: since > one.since ? since : one.since }
      found.set(id, kin)
      queue.push(kin)
    }
  }
  return [...found.values()]
}

/** Somebody who works for two companies. */
export interface SharedPerson {
  /** The other company. */
  companyId: string
  name: string
  /** When the later of the two employments was accepted. */
  since: Date
  /** Works for the company that asks, too. */
  isColleague: boolean
}

/**
 * Whom this company employs together with others, by employments as `employmentsOf` counts them; longest first, at most 200.
 */
export async function sharedPeople(
  ctx: Ctx,
  companyId: string,
  { askingCompanyId }: { askingCompanyId: string },
): Promise<SharedPerson[]> {
  const { rows } = await sql<SharedPerson>`
    select other.company_id as "companyId", own.name, greatest(own.accepted_at, other.accepted_at) as since,
      exists (select from employee a where a.tenant_id = own.tenant_id and a.user_id = own.user_id
        and a.company_id = ${askingCompanyId} and a.accepted_at is not null and a.deleted_at is null) as "isColleague"
    from employee own
    join employee other on other.tenant_id = own.tenant_id and other.user_id = own.user_id
      and other.company_id <> own.company_id and other.accepted_at is not null and other.deleted_at is null
    join app_user u on u.id = own.user_id and u.unproven_company_id is null
    where own.tenant_id = ${ctx.tenantId} and own.company_id = ${companyId}
      and own.accepted_at is not null and own.deleted_at is null
    order by since, own.id limit 200`.execute(ctx.tx)
  return rows
}
