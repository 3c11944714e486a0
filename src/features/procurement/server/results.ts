import { Exact, sum, trimZeros } from '#contract/money.ts'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ResultVersion } from '../contract/result.ts'
import { causeLabel } from '../rules/result-change.ts'
import type { Admission } from '../methods/method.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { isPurchase } from './purchases.ts'
import { iso } from './values.ts'

/*
 * Who is put forward and who wins. Results are versions: the highest is in force, and everybody reads it here or in the
 * views `candidate_in_force`, `award_in_force` and `award_total`.
 */

type Any = Context<Actor | null>

export type ResultKind = 'candidates' | 'award'
/** What a result is stored as; a ranking is never published. */
export type StoredKind = ResultKind | 'ranking'

/** What a price is made of, line by line. Decimal strings; `amount` in yuan. */
export interface OfferedLine {
  itemId: string
  quantity: string
  unitPrice: string
  amount: string
  /** Less than this is not delivered at the price. */
  minQuantity?: string | null
}

/** Ranked candidates of an order with their names, of the list in force; the price is the one agreed in a talk, where there was one. */
export function candidateRows(ctx: Any, orderId: string) {
  return rankedRows(ctx, orderId, 'candidates')
}

/** Everybody who may be proposed or awarded: the ranking behind a proposal, else the candidates. */
export async function offerRows(ctx: Any, orderId: string) {
  const ranking = await rankedRows(ctx, orderId, 'ranking')
  return ranking.length > 0 ? ranking : candidateRows(ctx, orderId)
}

async function rankedRows(ctx: Any, orderId: string, kind: 'candidates' | 'ranking') {
  const rows = await ctx.tx
    .selectFrom((e) =>
      e
        .selectFrom('result_in_force as r')
        .innerJoin('candidate as c', (j) => j.onRef('c.tenantId', '=', 'r.tenantId').onRef('c.resultId', '=', 'r.id'))
        .select([
          'r.tenantId',
          'r.orderId',
          'r.version',
          'c.resultId',
          'c.rank',
          'c.tradeId',
          'c.price',
          'c.score',
          'c.lines',
        ])
        .where('r.kind', '=', kind)
        .as('k'),
    )
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'k.tenantId').onRef('t.id', '=', 'k.tradeId'))
    .leftJoin('price_talk as p', (j) =>
      j
        .onRef('p.tenantId', '=', 'k.tenantId')
        .onRef('p.orderId', '=', 'k.orderId')
        .onRef('p.tradeId', '=', 'k.tradeId')
        .on('p.status', '=', 'agreed'),
    )
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['k.resultId', 'k.rank', 'k.tradeId', 'k.price', 'k.score', 'k.version', 'k.lines'])
    .select(['c.name', 'c.creditCode', 'p.price as agreedPrice'])
    .select([linesOf('k.orderId').as('lineCount'), isDivided('k.orderId').as('isDivided')])
    .$narrowType<{ version: NotNull }>()
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.orderId', '=', orderId)
    .orderBy('k.rank')
    .execute()
  return rows.map((row) => ({
    resultId: row.resultId,
    rank: row.rank,
    tradeId: row.tradeId,
    supplierName: row.name,
    creditCode: row.creditCode,
    price: row.agreedPrice ?? row.price,
    /** Before the talk; null without one. */
    talkedFrom: row.agreedPrice === null ? null : row.price,
    // As the review says it: to the hundredth, further only where there is more.
    score: row.score?.replace(/(?<=\.\d{2})0+$/, '') ?? null,
    version: row.version,
    lines: row.lines as OfferedLine[] | null,
    partial: kind === 'candidates' && row.isDivided ? null : partialOf(row),
  }))
}

/** Lines of the bill of an order. */
function linesOf(orderId: string): RawBuilder<number> {
  return sql<number>`(select count(*)::int from project_item i
    join purchase_order o on o.tenant_id = i.tenant_id and o.project_id = i.project_id and o.lot_no = i.lot_no
    where o.tenant_id = k.tenant_id and o.id = ${sql.ref(orderId)})`
}

/** Whether its candidates are proposed beside a ranking: their lines are what they shall deliver, not what they quoted. */
function isDivided(orderId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from result_in_force x
    where x.tenant_id = k.tenant_id and x.order_id = ${sql.ref(orderId)} and x.kind = 'ranking')`
}

/** How much of the bill an offer prices, where it leaves lines out: its total stands beside no other. Null where it is whole. */
function partialOf({ lines, price, lineCount: of }: { lines: unknown; price: string; lineCount: number }) {
  const known = knownLines({ lines: lines as OfferedLine[] | null, price })
  return known && known.length < of ? { lines: known.length, of } : null
}

/** Lines that do not add up to the price (a total was offered in a round) say nothing of what is bought at it: null. */
export function knownLines({ lines, price }: { lines: OfferedLine[] | null; price: string }): OfferedLine[] | null {
  const isKnown = lines && lines.length > 0 && new Exact(sum(lines.map((line) => line.amount))).eq(price)
  return isKnown ? lines : null
}

export type CandidateRow = Awaited<ReturnType<typeof candidateRows>>[number]

/** The winners of an order by the award in force, with their names; none before. */
export function awardsOf(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('award_in_force as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['a.resultId', 'a.version', 'a.noticeId', 'a.tradeId', 'a.price', 'a.reason', 'a.decidedAt'])
    .select(['c.name', 'c.id as companyId'])
    .$narrowType<{
      resultId: NotNull
      version: NotNull
      tradeId: NotNull
      price: NotNull
      reason: NotNull
      decidedAt: NotNull
    }>()
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.orderId', '=', orderId)
    .orderBy('a.tradeId')
    .execute()
}
export type Award = Awaited<ReturnType<typeof awardsOf>>[number]

/** What a winner delivers, line by line; a line without name is the whole order. */
export async function awardLines(ctx: Any, { resultId, tradeId }: Pick<Award, 'resultId' | 'tradeId'>) {
  const rows = await ctx.tx
    .selectFrom('award_line as l')
    .leftJoin('project_item as i', (j) => j.onRef('i.tenantId', '=', 'l.tenantId').onRef('i.id', '=', 'l.itemId'))
    .select(['l.itemId', 'l.quantity', 'l.unitPrice', 'l.amount', 'i.name', 'i.spec', 'i.unit'])
    .select((e) => e.fn.coalesce('i.line', 'l.line').as('line'))
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.resultId', '=', resultId)
    .where('l.tradeId', '=', tradeId)
    .orderBy('l.line')
    .execute()
  return rows.map(({ itemId, line, name, spec, unit, amount, ...row }) => ({
    itemId,
    line,
    name,
    spec,
    unit,
    quantity: trimZeros(row.quantity),
    unitPrice: trimZeros(row.unitPrice),
    amount,
  }))
}

/** What a result says of single lines beside who delivers them, in the order of the bill. */
export async function awardItems(ctx: Any, { resultId }: Pick<Award, 'resultId'>) {
  const rows = await ctx.tx
    .selectFrom('award_item as a')
    .innerJoin('project_item as i', (j) => j.onRef('i.tenantId', '=', 'a.tenantId').onRef('i.id', '=', 'a.itemId'))
    .select(['a.itemId', 'i.line', 'i.name', 'i.unit', 'a.reason', 'a.unbought', 'a.unboughtReason'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.resultId', '=', resultId)
    .orderBy('i.line')
    .execute()
  return rows.map((row) => ({ ...row, unbought: trimZeros(row.unbought) }))
}

/** The award in force with all that it says; null before there is one. */
export async function awardInForce(ctx: Any, orderId: string) {
  const awards = await awardsOf(ctx, orderId)
  const [first] = awards
  if (!first) return null
  const winners = await Promise.all(
    awards.map(async (award) => ({
      tradeId: award.tradeId,
      supplierName: award.name,
      price: award.price,
      lines: await awardLines(ctx, award),
    })),
  )
  return {
    version: first.version,
    price: new Exact(sum(awards.map(({ price }) => price))).toFixed(2),
    reason: first.reason,
    decidedAt: first.decidedAt.toISOString(),
    winners,
    items: await awardItems(ctx, first),
  }
}

/** The list of candidates in force, where it is public. */
export async function publishedCandidates(ctx: Any, orderId: string) {
  const head = await ctx.tx
    .selectFrom('result_in_force')
    .select(['id', 'reason', 'decidedAt', 'noticeId'])
    .$narrowType<{ id: NotNull; reason: NotNull; decidedAt: NotNull }>()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('kind', '=', 'candidates')
    .executeTakeFirst()
  return head?.noticeId ? head : undefined
}

/** Who may not be chosen any more: fell away as a candidate, or as a winner. */
export async function barredTrades(ctx: Any, order: Order): Promise<string[]> {
  const candidates = await resultVersions(ctx, order, 'candidates')
  const awards = await resultVersions(ctx, order, 'award')
  return [...candidates.flatMap(({ excluded }) => excluded), ...fallenFrom(awards)]
}

/** Who stood in a result and no longer in the one behind it; versions newest first. */
export function fallenFrom(versions: readonly Pick<ResultVersion, 'rows'>[]): string[] {
  return versions.slice(1).flatMap(({ rows }, i) => {
    const stayed = versions[i]!.rows.map(({ tradeId }) => tradeId)
    return rows.map(({ tradeId }) => tradeId).filter((tradeId) => !stayed.includes(tradeId))
  })
}

/** Every version of a result, the one in force first; in the words of the order. */
export async function resultVersions(
  ctx: Any,
  order: Order,
  kind: ResultKind,
): Promise<(ResultVersion & { decidedAt: Date })[]> {
  const heads = await ctx.tx
    .selectFrom('order_result as r')
    .leftJoin('notice as n', (j) => j.onRef('n.tenantId', '=', 'r.tenantId').onRef('n.id', '=', 'r.noticeId'))
    .selectAll('r')
    .select(['n.code', 'n.title', 'n.publishedAt'])
    .select((e) =>
      e
        .selectFrom('employee as p')
        .select('p.name')
        .whereRef('p.tenantId', '=', 'r.tenantId')
        .whereRef('p.userId', '=', 'r.publishedBy')
        .where('p.companyId', '=', order.ownerCompanyId)
        .limit(1)
        .as('publisher'),
    )
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.orderId', '=', order.id)
    .where('r.kind', '=', kind)
    .orderBy('r.version', 'desc')
    .execute()
  const named = await ctx.tx
    .selectFrom((e) =>
      e
        .selectFrom('candidate')
        .select(['tenantId', 'resultId', 'tradeId', 'price', sql<number | null>`rank`.as('rank')])
        .unionAll(
          e
            .selectFrom('award')
            .select(['tenantId', 'resultId', 'tradeId', 'price', sql<number | null>`null::int`.as('rank')]),
        )
        .as('k'),
    )
    .innerJoin('order_result as r', (j) => j.onRef('r.tenantId', '=', 'k.tenantId').onRef('r.id', '=', 'k.resultId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'k.tenantId').onRef('t.id', '=', 'k.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['k.resultId', 'k.tradeId', 'k.price', 'k.rank', 'c.name'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.orderId', '=', order.id)
    .where('r.kind', '=', kind)
    .orderBy('k.rank')
    .orderBy('k.tradeId')
    .execute()
  return heads.map((head) => ({
    resultId: head.id,
    version: head.version,
    decidedAt: head.decidedAt,
    publishedAt: iso(head.publishedAt),
    publishedByName: head.publisher ?? '',
    cause: head.cause && say(order, causeLabel(head.cause)),
    reason: head.reason,
    excluded: head.excluded,
    evidenceName: head.evidenceName,
    notice: head.noticeId ? { noticeId: head.noticeId, code: head.code!, title: head.title! } : null,
    rows: named
      .filter((row) => row.resultId === head.id)
      .map(({ tradeId, name, price, rank }) => ({ tradeId, supplierName: name, price, rank })),
  }))
}

/** One version, or undefined. */
export function resultHead(ctx: Any, orderId: string, resultId: string) {
  return ctx.one('order_result', { orderId, id: resultId }, { columns: ['evidenceFile', 'evidenceName'] })
}

/** The evidence behind the changes of an order, for its archive. */
export async function evidenceOf(ctx: Any, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('order_result as r')
    .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'r.tenantId').onRef('f.id', '=', 'r.evidenceFile'))
    .select(['r.kind', 'r.version', 'r.evidenceName', 'f.sha256'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.orderId', '=', orderId)
    .orderBy('r.kind')
    .orderBy('r.version')
    .execute()
  return rows.map((row) => ({ ...row, name: row.evidenceName!, sha256: row.sha256.toString('hex') }))
}

/** As a condition in a query: the trade stood in a published version of the result; `order` and `trade` are aliases. */
export function stoodIn(kind: ResultKind, { order, trade }: { order: string; trade: string }): RawBuilder<boolean> {
  const rows = kind === 'award' ? sql`award` : sql`candidate`
  return sql<boolean>`exists (select from order_result r join ${rows} k on k.tenant_id = r.tenant_id and k.result_id = r.id
    where r.tenant_id = ${sql.ref(`${order}.tenant_id`)} and r.order_id = ${sql.ref(`${order}.id`)}
      and r.kind = ${sql.lit(kind)} and r.notice_id is not null and k.trade_id = ${sql.ref(`${trade}.id`)})`
}

/** How many of the purchaser's latest awards are looked through for what a line cost last time. */
const DEALS = 300

/** Of a row of `project_item`: what makes two lines the same item. The code where there is one, else name and specification. */
function itemKey(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`case when ${column('code')} <> '' then 'c' || ${column('code')}
    else 'n' || ${column('name')} || chr(31) || ${column('spec')} end || chr(31) || ${column('unit')}`
}

/**
 * The purchaser's latest awards but the order's own, as `deals`. An agency sees those alone that it runs itself: what others
 * run for the same purchaser is none of its business.
 */
function latestDeals(ctx: Context<Employee>, order: Order): RawBuilder<unknown> {
  const { workbench, companyId } = ctx.actor
  return sql`deals as (
    select r.id, r.decided_at, r.order_id from result_in_force r
    join purchase_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.tenant_id = ${ctx.tenantId} and r.kind = 'award' and o.purchaser_company_id = ${order.purchaserCompanyId}
      and o.id <> ${order.id} and ${isPurchase('o.method')} and (${workbench !== 'agency'} or o.owner_company_id = ${companyId})
    order by r.decided_at desc limit ${DEALS}
  )`
}

/** What the purchaser of an order paid last for what its lines ask for, by item. */
export async function lastDeals(ctx: Context<Employee>, order: Order): Promise<Map<string, string>> {
  const { rows } = await sql<{ itemId: string; unitPrice: string }>`
    with ${latestDeals(ctx, order)}
    select distinct on (i.id) i.id as item_id, l.unit_price::text as unit_price
    from deals d
    join award_line l on l.tenant_id = ${ctx.tenantId} and l.result_id = d.id
    join project_item p on p.tenant_id = l.tenant_id and p.id = l.item_id
    join project_item i on i.tenant_id = p.tenant_id and ${itemKey('i')} = ${itemKey('p')}
      and i.project_id = ${order.projectId} and i.lot_no = ${order.lotNo}
    order by i.id, d.decided_at desc`.execute(ctx.tx)
  return new Map(rows.map(({ itemId, unitPrice }) => [itemId, trimZeros(unitPrice)]))
}

const HISTORY = 12

interface Deal {
  orderId: string
  code: string
  title: string
  method: number
  admission: Admission
  supplierName: string
  decidedAt: Date
  unitPrice: string
  quantity: string
}

/** What the purchaser of an order paid for one of its items in the last awards of it, oldest first. */
export async function pastDeals(ctx: Context<Employee>, order: Order, itemId: string) {
  const { rows } = await sql<Deal>`
    with ${latestDeals(ctx, order)}
    select o.id as order_id, o.code, o.title, o.method, o.admission, c.name as supplier_name, d.decided_at,
      l.unit_price::text as unit_price, l.quantity::text as quantity
    from deals d
    join award_line l on l.tenant_id = ${ctx.tenantId} and l.result_id = d.id
    join project_item p on p.tenant_id = l.tenant_id and p.id = l.item_id
    join project_item i on i.tenant_id = p.tenant_id and i.id = ${itemId} and ${itemKey('i')} = ${itemKey('p')}
    join purchase_order o on o.tenant_id = l.tenant_id and o.id = d.order_id
    join trade t on t.tenant_id = l.tenant_id and t.id = l.trade_id
    join company c on c.id = t.supplier_company_id
    order by d.decided_at desc, l.line limit ${HISTORY}`.execute(ctx.tx)
  return rows.toReversed().map(({ decidedAt, unitPrice, quantity, ...row }) => ({
    ...row,
    decidedAt: decidedAt.toISOString(),
    unitPrice: trimZeros(unitPrice),
    quantity: trimZeros(quantity),
  }))
}

/** Trades that fell out of published results of a purchaser's orders between two instants, each with the cause that was given. */
export async function fallenBetween(
  ctx: Any,
  {
    purchaserCompanyId,
    from,
    to,
    companyIds,
  }: { purchaserCompanyId: string; from: Date; to: Date; companyIds: string[] },
) {
  return ctx.tx
    .selectFrom('order_result as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.orderId', '=', 'r.orderId'))
    .select(['o.id as orderId', 'o.code', 'o.title', 'o.method', 't.supplierCompanyId', 'r.decidedAt', 'r.cause'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('o.purchaserCompanyId', '=', purchaserCompanyId)
    .where('r.noticeId', 'is not', null)
    .where('r.cause', 'is not', null)
    .where('r.decidedAt', '>=', from)
    .where('r.decidedAt', '<', to)
    .where('t.supplierCompanyId', 'in', companyIds)
    .where(sql<boolean>`t.id = any(r.excluded)`)
    .where(isPurchase('o.method'))
    .execute()
}
