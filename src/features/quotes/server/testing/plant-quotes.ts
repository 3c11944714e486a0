import type pg from 'pg'
import { newId } from '#contract/id.ts'

/** A closed first round of an order, of the first tenant. */
interface Planted {
  orderId: string
  projectId: string
  tradeIds: readonly string[]
  userId: string
}

/**
 * Closed round with a quote of each trade, as if the clock had opened them: prices around one of each line, some lines left
 * out, some above their ceiling, some in large quantities only; the last quote is invalid. Lines lie in the order of the bill,
 * as they are written by whoever quotes. Resolves to the round's id.
 */
export async function plantQuotes(
  client: pg.PoolClient,
  { orderId, projectId, tradeIds, userId }: Planted,
): Promise<string> {
  const roundId = newId()
  const run = (text: string, values: unknown[]) => client.query(text, values)
  await run(
    `insert into quote_round (tenant_id, id, order_id, kind, round_no, mode, not_above, is_partial, status, created_by, created_at,
       started_at, deadline, closed_at)
     values (1, $1, $2, 'order', 1, 2, 'none', true, 2, $3, now() - interval '2 days', now() - interval '2 days', now(), now())`,
    [roundId, orderId, userId],
  )
  await run(
    `insert into quote_part (tenant_id, round_id, trade_id, status) select 1, $1, t, 2 from unnest($2::uuid[]) t`,
    [roundId, tradeIds],
  )
  await run(
    `create temp table offered on commit drop as
     select p.*, round(price * quantity, 2) as amount
     from (
       select q.id, q.trade_id, i.id as item_id, i.line, i.quantity, case when i.line % 7 = 0 then 9 else 13 end as rate,
         round(((20 + i.line * 37 % 900) * (0.9 + 0.2 * random()))::numeric, 2) as price
       from unnest($2::uuid[], $3::uuid[]) q(id, trade_id)
       cross join project_item i
       where i.tenant_id = 1 and i.project_id = $1 and random() > 0.02
     ) p
     order by p.id, p.line`,
    [projectId, tradeIds.map(() => newId()), tradeIds],
  )
  await run(
    `insert into quote (tenant_id, id, round_id, trade_id, version, total, net_total, validity_days, submitted_by,
       submitted_name, submitted_at, submission_id)
     select 1, id, $1, trade_id, 1, sum(amount), sum(round(amount * 100 / (100 + rate), 2)), 60, $2, '', now(), gen_random_uuid()
     from offered group by id, trade_id`,
    [roundId, userId],
  )
  await run(
    `insert into quote_line (tenant_id, quote_id, item_id, unit_price, tax_rate, amount, net_amount, brand, model,
       delivery_days, min_quantity)
     select 1, id, item_id, price, rate, amount, round(amount * 100 / (100 + rate), 2), '品牌' || floor(random() * 20)::int,
       'M' || floor(random() * 400)::int, 7 + floor(random() * 4)::int * 8, case when random() < 0.01 then quantity + 100 end
     from offered`,
    [],
  )
  await run(
    `insert into quote_ruling (tenant_id, id, quote_id, kind, reason, ruled_at)
     select 1, gen_random_uuid(), id, 'invalid', '第 3 行税率须为 13、9、6、3、1、0% 之一', now()
     from quote where tenant_id = 1 and round_id = $1 and trade_id = $2`,
    [roundId, tradeIds.at(-1)],
  )
  return roundId
}
