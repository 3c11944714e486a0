import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import { NoticeKind, OPENING_KINDS } from '../rules/enums.ts'
import { isPurchase } from './purchases.ts'
import { publicNoticeRows } from './public-notices.ts'

/*
 * What published notices tell everybody of a company: nothing that stands only in sign-ups, bids or reviews, and so nothing
 * about bids before the opening.
 */

type Any = Context<Actor | null>

const K = NoticeKind.values

/** A notice as the place where a fact stands. */
export interface PublicNotice {
  noticeId: string
  publishedAt: string
}

/** A purchase as far as published notices tell of it. */
export interface PublicOrder {
  code: string
  title: string
  method: number
  category: string
  region: string
  purchaserId: string
  purchaserName: string
  /** What it was announced by, with the instants that stand in it. */
  announced: (PublicNotice & { signUpEnd: string | null; bidEnd: string | null }) | null
  /** Its candidates in force as they were publicised. */
  candidates: (PublicNotice & { count: number }) | null
  /** Its result in force, and whom it names; yuan. */
  result: (PublicNotice & { winners: { companyId: string; name: string; price: string }[] }) | null
  /** That it came to nothing. */
  abortive: PublicNotice | null
}

/** Whether published notices name a company `c` as purchaser, or as winner. */
function isNamed(tenantId: number) {
  const shown = sql`notice n where n.tenant_id = o.tenant_id and n.order_id = o.id and n.status = 1`
  return {
    purchaser: sql<boolean>`exists (select from purchase_order o where o.tenant_id = ${tenantId}
      and o.purchaser_company_id = c.id and not o.is_secret and ${isPurchase('o.method')}
      and exists (select from ${shown} and n.kind in (${K.announcement}, ${K.candidate}, ${K.result}, ${K.abortive})))`,
    supplier: sql<boolean>`exists (select from trade t join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      where t.tenant_id = ${tenantId} and t.supplier_company_id = c.id and not o.is_secret and ${isPurchase('o.method')}
      and exists (select from award_in_force w where w.tenant_id = t.tenant_id and w.order_id = o.id and w.trade_id = t.id)
      and exists (select from ${shown} and n.kind = ${K.result}))`,
  }
}

/** A company that published notices name. */
export interface NamedCompany {
  companyId: string
  name: string
  creditCode: string
  isPurchaser: boolean
  isSupplier: boolean
}

/** Companies that published notices name, by name or credit code, or by id; people who supply under their own name are left out. */
export async function namedCompanies(
  ctx: Any,
  by: { keyword: string; most: number } | { companyId: string },
): Promise<NamedCompany[]> {
  const { purchaser, supplier } = isNamed(ctx.tenantId)
  const rows = await ctx.tx
    .selectFrom('company as c')
    .innerJoin('company_tenant as ct', (j) => j.onRef('ct.companyId', '=', 'c.id').on('ct.tenantId', '=', ctx.tenantId))
    .select(['c.id as companyId', 'c.name', 'c.creditCode'])
    .select([purchaser.as('isPurchaser'), supplier.as('isSupplier')])
    .where('c.identity', 'is', null)
    .$if('companyId' in by, (q) => q.where('c.id', '=', (by as { companyId: string }).companyId))
    .$if('keyword' in by, (q) => q.where(includes((by as { keyword: string }).keyword, ['c.name', 'c.creditCode'])))
    .where(sql<boolean>`(${purchaser} or ${supplier})`)
    .orderBy('c.name')
    .limit('most' in by ? by.most : 1)
    .execute()
  return rows
}

/** Purchases of a company, or those that it won, of which notices were published since then; the newest first, at most `most`. */
export async function publicOrders(
  ctx: Any,
  { companyId, side, since, most }: { companyId: string; side: 'purchaser' | 'supplier'; since: Date; most: number },
): Promise<PublicOrder[]> {
  const notices = await publicNoticeRows(ctx)
    .select(['o.id as orderOf', 'o.code as orderCode', 'o.purchaserCompanyId'])
    .select(sql<Date>`notice.published_at`.as('at'))
    .select(sql<Stated>`notice.data -> 'schedule'`.as('schedule'))
    .select(sql<number | null>`jsonb_array_length(notice.data -> 'candidates')`.as('candidates'))
    .where(isPurchase('o.method'))
    .where('notice.publishedAt', '>=', since)
    .$if(side === 'purchaser', (q) => q.where('o.purchaserCompanyId', '=', companyId))
    .$if(side === 'supplier', (q) =>
      q.where(sql<boolean>`exists (select from award_in_force w join trade t on t.tenant_id = w.tenant_id and t.id = w.trade_id
        where w.tenant_id = o.tenant_id and w.order_id = o.id and t.supplier_company_id = ${companyId})`),
    )
    .orderBy('notice.publishedAt')
    .orderBy('notice.id')
    .execute()
  const byOrder = [...Map.groupBy(notices, ({ orderOf }) => orderOf)].toReversed().slice(0, most)
  const winners = await winnersOf(
    ctx,
    byOrder.map(([id]) => id),
  )
  return byOrder.map(([orderId, rows]) => {
    const [first] = rows
    const lastOf = (...kinds: number[]) => rows.findLast(({ kind, successor }) => kinds.includes(kind) && !successor)
    const ended = lastOf(K.result, K.abortive)
    const announced = rows.find(({ kind }) => OPENING_KINDS.includes(kind))
    const candidates = lastOf(K.candidate)
    return {
      code: first!.orderCode,
      title: first!.orderTitle,
      method: first!.method,
      category: first!.category,
      region: first!.region,
      purchaserId: first!.purchaserCompanyId,
      purchaserName: first!.purchaserName,
      announced: announced
        ? {
            ...placeOf(announced),
            signUpEnd: announced.schedule?.signUpEnd ?? null,
            bidEnd: announced.schedule?.bidEnd ?? null,
          }
        : null,
      candidates: candidates ? { ...placeOf(candidates), count: candidates.candidates ?? 0 } : null,
      result: ended?.kind === K.result ? { ...placeOf(ended), winners: winners.get(orderId) ?? [] } : null,
      abortive: ended?.kind === K.abortive ? placeOf(ended) : null,
    }
  })
}

type Stated = { signUpEnd?: string | null; bidEnd?: string | null } | null

function placeOf({ id, at }: { id: string; at: Date }): PublicNotice {
  return { noticeId: id, publishedAt: at.toISOString() }
}

async function winnersOf(ctx: Any, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, { companyId: string; name: string; price: string }[]>()
  const { rows } = await sql<{ orderId: string; companyId: string; name: string; price: string }>`
    select w.order_id as "orderId", c.id as "companyId", c.name, w.price::text as price
    from award_in_force w
    join trade t on t.tenant_id = w.tenant_id and t.id = w.trade_id
    join company c on c.id = t.supplier_company_id
    where w.tenant_id = ${ctx.tenantId} and w.order_id = any(${[...orderIds]}::uuid[])
    order by w.price desc, c.name`.execute(ctx.tx)
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([id, found]) => [
      id,
      found.map(({ companyId, name, price }) => ({ companyId, name, price })),
    ]),
  )
}
