import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ResultVersion } from '../contract/result.ts'
import { causeLabel } from '../rules/result-change.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { iso, plain } from './values.ts'

/*
 * Who is put forward and who wins. Results are versions: the highest is in force, and everybody reads it here or in the
 * views `candidate_in_force`, `award_in_force` and `award_total`.
 */

type Any = Context<Actor | null>

export type ResultKind = 'candidates' | 'award'

/** What a price is made of, line by line. Decimal strings; `amount` in yuan. */
export interface OfferedLine {
  itemId: string
  quantity: string
  unitPrice: string
  amount: string
}

/** Ranked candidates of an order with their names, of the list in force; the price is the one agreed in a talk, where there was one. */
export async function candidateRows(ctx: Any, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('candidate_in_force as k')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'k.tenant_id').onRef('t.id', '=', 'k.trade_id'))
    .leftJoin('price_talk as p', (j) =>
      j
        .onRef('p.tenant_id', '=', 'k.tenant_id')
        .onRef('p.order_id', '=', 'k.order_id')
        .onRef('p.trade_id', '=', 'k.trade_id')
        .on('p.status', '=', 'agreed'),
    )
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['k.result_id', 'k.rank', 'k.trade_id', 'k.price', 'k.score', 'k.version', 'k.lines'])
    .select(['c.name', 'c.credit_code', 'p.price as agreed_price'])
    .$narrowType<{ result_id: NotNull; rank: NotNull; trade_id: NotNull; price: NotNull; version: NotNull }>()
    .where('k.tenant_id', '=', ctx.tenantId)
    .where('k.order_id', '=', orderId)
    .orderBy('k.rank')
    .execute()
  return rows.map((row) => ({
    resultId: row.result_id,
    rank: row.rank,
    tradeId: row.trade_id,
    supplierName: row.name,
    creditCode: row.credit_code,
    price: row.agreed_price ?? row.price,
    /** Before the talk; null without one. */
    talkedFrom: row.agreed_price === null ? null : row.price,
    // As the review says it: to the hundredth, further only where there is more.
    score: row.score?.replace(/(?<=\.\d{2})0+$/, '') ?? null,
    version: row.version,
    lines: row.lines as OfferedLine[] | null,
  }))
}
export type CandidateRow = Awaited<ReturnType<typeof candidateRows>>[number]

/** The winners of an order by the award in force, with their names; none before. */
export function awardsOf(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('award_in_force as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.trade_id'))
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['a.result_id', 'a.version', 'a.notice_id', 'a.trade_id', 'a.price', 'a.reason', 'a.decided_at'])
    .select(['c.name', 'c.id as company_id'])
    .$narrowType<{
      result_id: NotNull
      version: NotNull
      trade_id: NotNull
      price: NotNull
      reason: NotNull
      decided_at: NotNull
    }>()
    .where('a.tenant_id', '=', ctx.tenantId)
    .where('a.order_id', '=', orderId)
    .orderBy('a.trade_id')
    .execute()
}
export type Award = Awaited<ReturnType<typeof awardsOf>>[number]

/** What a winner delivers, line by line; a line without name is the whole order. */
export async function awardLines(ctx: Any, { result_id, trade_id }: Pick<Award, 'result_id' | 'trade_id'>) {
  const rows = await ctx.tx
    .selectFrom('award_line as l')
    .leftJoin('project_item as i', (j) => j.onRef('i.tenant_id', '=', 'l.tenant_id').onRef('i.id', '=', 'l.item_id'))
    .select(['l.line', 'l.quantity', 'l.unit_price', 'l.amount', 'i.name', 'i.unit'])
    .where('l.tenant_id', '=', ctx.tenantId)
    .where('l.result_id', '=', result_id)
    .where('l.trade_id', '=', trade_id)
    .orderBy('l.line')
    .execute()
  return rows.map(({ line, name, unit, amount, ...row }) => ({
    line,
    name,
    unit,
    quantity: plain(row.quantity),
    unitPrice: plain(row.unit_price),
    amount,
  }))
}

/** Every version of a result, the one in force first; in the words of the order. */
export async function resultVersions(
  ctx: Any,
  order: Order,
  kind: ResultKind,
): Promise<(ResultVersion & { decidedAt: Date })[]> {
  const heads = await ctx.tx
    .selectFrom('order_result as r')
    .leftJoin('notice as n', (j) => j.onRef('n.tenant_id', '=', 'r.tenant_id').onRef('n.id', '=', 'r.notice_id'))
    .selectAll('r')
    .select(['n.code', 'n.title', 'n.published_at'])
    .select((e) =>
      e
        .selectFrom('employee as p')
        .select('p.name')
        .whereRef('p.tenant_id', '=', 'r.tenant_id')
        .whereRef('p.user_id', '=', 'r.published_by')
        .where('p.company_id', '=', order.owner_company_id)
        .limit(1)
        .as('publisher'),
    )
    .where('r.tenant_id', '=', ctx.tenantId)
    .where('r.order_id', '=', order.id)
    .where('r.kind', '=', kind)
    .orderBy('r.version', 'desc')
    .execute()
  const named = await ctx.tx
    .selectFrom((e) =>
      e
        .selectFrom('candidate')
        .select(['tenant_id', 'result_id', 'trade_id', 'price', sql<number | null>`rank`.as('rank')])
        .unionAll(
          e
            .selectFrom('award')
            .select(['tenant_id', 'result_id', 'trade_id', 'price', sql<number | null>`null::int`.as('rank')]),
        )
        .as('k'),
    )
    .innerJoin('order_result as r', (j) => j.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.id', '=', 'k.result_id'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'k.tenant_id').onRef('t.id', '=', 'k.trade_id'))
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['k.result_id', 'k.trade_id', 'k.price', 'k.rank', 'c.name'])
    .where('r.tenant_id', '=', ctx.tenantId)
    .where('r.order_id', '=', order.id)
    .where('r.kind', '=', kind)
    .orderBy('k.rank')
    .orderBy('k.trade_id')
    .execute()
  return heads.map((head) => ({
    resultId: head.id,
    version: head.version,
    decidedAt: head.decided_at,
    publishedAt: iso(head.published_at),
    publishedByName: head.publisher ?? '',
    cause: head.cause && say(order, causeLabel(head.cause)),
    reason: head.reason,
    evidenceName: head.evidence_name,
    notice: head.notice_id ? { noticeId: head.notice_id, code: head.code!, title: head.title! } : null,
    rows: named
      .filter((row) => row.result_id === head.id)
      .map(({ trade_id, name, price, rank }) => ({ tradeId: trade_id, supplierName: name, price, rank })),
  }))
}

/** One version, or undefined. */
export function resultHead(ctx: Any, orderId: string, resultId: string) {
  return ctx.tx
    .selectFrom('order_result')
    .select(['evidence_file', 'evidence_name'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('id', '=', resultId)
    .executeTakeFirst()
}

/** The evidence behind the changes of an order, for its archive. */
export async function evidenceOf(ctx: Any, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('order_result as r')
    .innerJoin('file_object as f', (j) =>
      j.onRef('f.tenant_id', '=', 'r.tenant_id').onRef('f.id', '=', 'r.evidence_file'),
    )
    .select(['r.kind', 'r.version', 'r.evidence_name', 'f.sha256'])
    .where('r.tenant_id', '=', ctx.tenantId)
    .where('r.order_id', '=', orderId)
    .orderBy('r.kind')
    .orderBy('r.version')
    .execute()
  return rows.map((row) => ({ ...row, name: row.evidence_name!, sha256: row.sha256.toString('hex') }))
}

/** As a condition in a query: the trade stood in a published version of the result; `order` and `trade` are aliases. */
export function stoodIn(kind: ResultKind, { order, trade }: { order: string; trade: string }): RawBuilder<boolean> {
  const rows = kind === 'award' ? sql`award` : sql`candidate`
  return sql<boolean>`exists (select from order_result r join ${rows} k on k.tenant_id = r.tenant_id and k.result_id = r.id
    where r.tenant_id = ${sql.ref(`${order}.tenant_id`)} and r.order_id = ${sql.ref(`${order}.id`)}
      and r.kind = ${sql.lit(kind)} and r.notice_id is not null and k.trade_id = ${sql.ref(`${trade}.id`)})`
}
