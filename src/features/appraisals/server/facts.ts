import { type RawBuilder, sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import { performanceFacts } from '#features/contracts/server/public.ts'
import { canonicalHash } from '#features/sealing/core/log/record-leaf.ts'
import { causeLabel } from '#features/procurement/rules/result-change.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { addDays, beginOf } from '#features/suppliers/rules/days.ts'
import { say } from '#features/procurement/methods/say.ts'
import { fallenBetween, isPurchase } from '#features/procurement/server/public.ts'
import type { Fact, Source, SupplierFacts } from '../rules/sources.ts'
import type { Any } from './access.ts'

interface Asked {
  ownerCompanyId: string
  suppliers: readonly { supplierId: string; companyId: string }[]
  from: string
  until: string
}

/** Causes of a changed result that a supplier answers for, and what they count as. */
const OWN_CAUSES: Readonly<Record<string, Source>> = {
  withdrawn: 'abandoned',
  unqualified: 'abandoned',
  illegal: 'abandoned',
  gaveUp: 'abandoned',
  noContract: 'abandoned',
  noBond: 'abandoned',
  falseDocuments: 'abandoned',
  // Given only where an objection to the order was upheld, whole or in part.
  objection: 'upheld',
}
/** Below, a median says nothing. */
const LEAST_PRICES = 3

/**
 * What the platform knows of suppliers' dealings with an owner within a period of Beijing days. Of orders only those that
 * were decided or failed within it: who takes part in one that goes on is nobody's to know. Ordered, so that the same
 * records give the same facts.
 */
export async function factsOf(ctx: Any, asked: Asked): Promise<SupplierFacts[]> {
  if (asked.suppliers.length === 0) return []
  const rows = (
    await Promise.all([orders(ctx, asked), performance(ctx, asked), falls(ctx, asked), objections(ctx, asked)])
  ).flat()
  const certificates = await expired(ctx, asked)
  return asked.suppliers.map(({ supplierId, companyId }) => {
    const own = rows.filter((row) => row.companyId === companyId)
    const facts = [...own, ...certificates.filter((row) => row.supplierId === supplierId)]
      .flatMap(factOf)
      .toSorted((a, b) => order(a).localeCompare(order(b)))
    // A certificate that ran out is no dealing.
    return { supplierId, isActive: own.length > 0, facts }
  })
}

/** Of all facts and whom they are about: what the figures of an appraisal are made of. */
export function hashOf(facts: readonly SupplierFacts[]): string {
  return canonicalHash(facts.toSorted((a, b) => a.supplierId.localeCompare(b.supplierId)))
}

interface Row {
  source: Source | 'part'
  companyId?: string
  supplierId?: string
  ref: string
  code: string
  title: string
  method: number | null
  at: Date
  isGood: boolean
  own: string | null
  median: string | null
  note: string
}

/** Having taken part makes a supplier active, and is measured by nothing. */
function factOf({ source, ref, code, title, method, at, isGood, own, median, note }: Row): Fact[] {
  if (source === 'part') return []
  const words = method === null ? note : say({ method }, note)
  return [{ source, ref, code, title, method, day: formatDate(at), isGood, own, median, note: words }]
}

const order = ({ source, day, ref }: Fact) => `${source} ${day} ${ref}`

/** Purchases of the owner that came to their end within the period, as `o` with the instant `ended`. */
function endedOrders(ctx: Any, { ownerCompanyId, from, until }: Asked): RawBuilder<unknown> {
  return sql`(select p.*, coalesce(p.awarded_at, p.ended_at) as ended from purchase_order p
    where p.tenant_id = ${ctx.tenantId} and p.purchaser_company_id = ${ownerCompanyId} and ${isPurchase('p.method')}
      and coalesce(p.awarded_at, p.ended_at) >= ${beginOf(from)}
      and coalesce(p.awarded_at, p.ended_at) < ${beginOf(addDays(until, 1))})`
}

const companies = ({ suppliers }: Asked) => sql`(${sql.join(suppliers.map(({ companyId }) => companyId))})`

/** Invitations, offers and prices of orders that are over, and any part in one. */
async function orders(ctx: Any, asked: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ended as materialized ${endedOrders(ctx, asked)},
    part as (
      select t.id, t.order_id, t.supplier_company_id, t.status, t.created_at,
        exists (select from opening_bidder b where b.tenant_id = t.tenant_id and b.trade_id = t.id)
          or exists (select from quote_revealed q where q.tenant_id = t.tenant_id and q.trade_id = t.id)
          or exists (select from auction_offer a where a.tenant_id = t.tenant_id and a.order_id = t.order_id and a.trade_id = t.id)
          or exists (select from response r where r.tenant_id = t.tenant_id and r.trade_id = t.id and r.withdrawn_at is null)
          or exists (select from bid_submission s where s.tenant_id = t.tenant_id and s.order_id = t.order_id and s.trade_id = t.id)
          as has_offer
      from trade t join ended o on o.id = t.order_id where t.tenant_id = ${ctx.tenantId}
    ),
    priced as (
      select c.order_id, c.trade_id, c.price,
        count(*) over (partition by c.order_id) as n
      from (select order_id, trade_id, sum(price) as price from candidate_in_force
        where tenant_id = ${ctx.tenantId} and order_id in (select id from ended) group by 1, 2) c
    ),
    medians as (
      select order_id, percentile_disc(0.5) within group (order by price) as low,
        -percentile_disc(0.5) within group (order by -price) as high from priced where n >= ${LEAST_PRICES} group by 1
    )
    select 'invitations' as source, i.company_id as "companyId", o.id as ref, o.code, o.title, o.method, o.ended as at,
      (p.id is not null or i.declined_at is not null) as "isGood", null as own, null as median,
      case when p.id is not null then '已报名' when i.declined_at is not null then '已书面谢绝' else '未答复' end as note
    from order_invitation i join ended o on o.id = i.order_id
    left join part p on p.order_id = o.id and p.supplier_company_id = i.company_id
    where i.tenant_id = ${ctx.tenantId} and i.told_at is not null and i.company_id in ${companies(asked)}
    union all
    select 'offers', p.supplier_company_id, o.id, o.code, o.title, o.method, o.ended, p.has_offer, null, null,
      case when p.has_offer then '已递交' else '报名通过后未递交' end
    from part p join ended o on o.id = p.order_id
    where p.status = ${TradeStatus.values.passed} and p.supplier_company_id in ${companies(asked)}
    union all
    select 'part', p.supplier_company_id, o.id, o.code, o.title, o.method, o.ended, true, null, null, ''
    from part p join ended o on o.id = p.order_id where p.supplier_company_id in ${companies(asked)}
    union all
    select 'price', p.supplier_company_id, o.id, o.code, o.title, o.method, o.ended, k.price <= (m.low + m.high) / 2,
      k.price::numeric(20,2)::text, ((m.low + m.high) / 2)::numeric(20,3)::text, ''
    from priced k join medians m on m.order_id = k.order_id join part p on p.id = k.trade_id join ended o on o.id = k.order_id
    where p.supplier_company_id in ${companies(asked)} and m.low + m.high > 0`.execute(ctx.tx)
  return rows
}

/** Purchase orders under contracts that were due within the period, and what came and was judged. */
async function performance(ctx: Any, { ownerCompanyId, suppliers, from, until }: Asked): Promise<Row[]> {
  const supplierCompanyIds = suppliers.map(({ companyId }) => companyId)
  const found = await performanceFacts(ctx, { purchaserCompanyId: ownerCompanyId, supplierCompanyIds, from, until })
  return found.map(({ kind, supplierCompanyId, id, code, title, day, isGood }) => ({
    source: kind === 'delivery' ? 'deliveries' : 'acceptances',
    companyId: supplierCompanyId,
    ref: id,
    code,
    title,
    method: null,
    at: beginOf(day),
    isGood,
    own: null,
    median: null,
    note: kind === 'delivery' ? (isGood ? '按期交齐' : '未按期交齐') : isGood ? '全部合格' : '有不合格',
  }))
}

/** Results of the owner's orders that a supplier fell out of within the period, for a cause of its own. */
async function falls(ctx: Any, { ownerCompanyId, suppliers, from, until }: Asked): Promise<Row[]> {
  const rows = await fallenBetween(ctx, {
    purchaserCompanyId: ownerCompanyId,
    from: beginOf(from),
    to: beginOf(addDays(until, 1)),
    companyIds: suppliers.map(({ companyId }) => companyId),
  })
  return rows
    .filter(({ cause }) => OWN_CAUSES[cause!] !== undefined)
    .map(({ orderId, code, title, method, supplierCompanyId, decidedAt, cause }) => ({
      source: OWN_CAUSES[cause!]!,
      companyId: supplierCompanyId,
      ref: orderId,
      code,
      title,
      method,
      at: decidedAt,
      isGood: false,
      own: null,
      median: null,
      note: causeLabel(cause!),
    }))
}

/** Objections that were answered as unfounded, about orders that are over. */
async function objections(ctx: Any, asked: Asked): Promise<Row[]> {
  const end = beginOf(addDays(asked.until, 1))
  const { rows } = await sql<Row>`
    select 'objections' as source, coalesce(b.company_id, t.supplier_company_id) as "companyId", b.id as ref, o.code,
      b.subject as title, o.method, b.answered_at as at, false as "isGood", null as own, null as median, '异议不成立' as note
    from objection b
    join purchase_order o on o.tenant_id = b.tenant_id and o.id = b.order_id
    left join trade t on t.tenant_id = b.tenant_id and t.id = b.trade_id
    where b.tenant_id = ${ctx.tenantId} and o.purchaser_company_id = ${asked.ownerCompanyId} and b.outcome = 'rejected'
      and b.answered_at >= ${beginOf(asked.from)} and b.answered_at < ${end}
      and coalesce(o.awarded_at, o.ended_at) < ${end}
      and coalesce(b.company_id, t.supplier_company_id) in ${companies(asked)}`.execute(ctx.tx)
  return rows
}

/** Certificates in the library that had run out when the period ended. */
async function expired(ctx: Any, asked: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'certificates' as source, c.supplier_id as "supplierId", c.id as ref, c.number as code, c.kind as title,
      null as method, (c.valid_until || 'T00:00:00+08:00')::timestamptz as at, false as "isGood", null as own, null as median,
      '已过期' as note
    from supplier_certificate c
    where c.tenant_id = ${ctx.tenantId} and c.owner_company_id = ${asked.ownerCompanyId}
      and c.supplier_id in (${sql.join(asked.suppliers.map(({ supplierId }) => supplierId))})
      and c.valid_until < ${asked.until} and c.created_at < ${beginOf(addDays(asked.until, 1))}
      and (c.removed_at is null or c.removed_at >= ${beginOf(addDays(asked.until, 1))})`.execute(ctx.tx)
  return rows
}
