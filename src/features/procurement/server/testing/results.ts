import type pg from 'pg'
import { newId } from '#contract/id.ts'

/* Results in the database of the first tenant, as if opening and review had left them. */

/** Candidates by rank, not publicised. */
export async function plantCandidates(
  owner: pg.Pool,
  orderId: string,
  rows: readonly { tradeId: string; price: string; score?: string; lines?: readonly object[] }[],
): Promise<void> {
  const id = await newResult(owner, { orderId, kind: 'candidates', at: new Date() })
  for (const [i, { tradeId, price, score, lines }] of rows.entries())
    await owner.query(
      'insert into candidate (tenant_id, result_id, rank, trade_id, price, score, lines) values (1, $1, $2, $3, $4, $5, $6)',
      [id, i + 1, tradeId, price, score ?? 90 - i, lines ? JSON.stringify(lines) : null],
    )
}

/** A winner at a price, and others beside it, fixed at that time; in place of those before. */
export async function plantAward(
  owner: pg.Pool,
  orderId: string,
  { at, lines = [], others = [], ...first }: Won & { at: Date; lines?: readonly DealLine[]; others?: readonly Won[] },
): Promise<void> {
  const id = await newResult(owner, { orderId, kind: 'award', at })
  for (const { tradeId, price } of [first, ...others])
    await owner.query('insert into award (tenant_id, result_id, trade_id, price) values (1, $1, $2, $3)', [
      id,
      tradeId,
      price,
    ])
  for (const [i, { itemId, unitPrice }] of lines.entries())
    await owner.query(
      `insert into award_line (tenant_id, result_id, trade_id, line, item_id, quantity, unit_price, amount)
       values (1, $1, $2, $3, $4, 1, $5, $5)`,
      [id, first.tradeId, i + 1, itemId, unitPrice],
    )
}

interface Won {
  tradeId: string
  price: string
}

/** One unit of an item. */
interface DealLine {
  itemId: string
  unitPrice: string
}

async function newResult(
  owner: pg.Pool,
  { orderId, kind, at }: { orderId: string; kind: string; at: Date },
): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into order_result (tenant_id, id, order_id, kind, version, cause, decided_at)
       select 1, $1, $2, $3, count(*) + 1, case when count(*) > 0 then 'gaveUp' end, $4
       from order_result where order_id = $2 and kind = $3`,
    [id, orderId, kind, at],
  )
  return id
}

/** A line of an award of any version, past all rights; decimal strings. */
export interface AwardedLine {
  resultId: string
  tradeId: string
  price: string
  itemId: string | null
  quantity: string
  unitPrice: string
  amount: string
  /** What the bill asks for; null where the line is the whole order. */
  asked: string | null
}

/** Every line of every award of an order. */
export async function everyAwardedLine(owner: pg.Pool, orderId: string): Promise<AwardedLine[]> {
  const { rows } = await owner.query<AwardedLine>(
    `select a.result_id as "resultId", a.trade_id as "tradeId", a.price::text, l.item_id as "itemId", l.quantity::text,
      l.unit_price::text as "unitPrice", l.amount::text, i.quantity::text as asked
    from order_result r join award a on a.result_id = r.id
    join award_line l on l.result_id = a.result_id and l.trade_id = a.trade_id left join project_item i on i.id = l.item_id
    where r.order_id = $1`,
    [orderId],
  )
  return rows
}

/** What awards of an order leave unbought, by line. */
export async function everyUnboughtLine(owner: pg.Pool, orderId: string) {
  const { rows } = await owner.query<{ resultId: string; itemId: string; unbought: string }>(
    `select i.result_id as "resultId", i.item_id as "itemId", i.unbought::text from order_result r
    join award_item i on i.result_id = r.id where r.order_id = $1`,
    [orderId],
  )
  return rows
}
