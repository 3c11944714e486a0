import { inContext } from '#server/context.ts'
import type { SeededOrder, World } from './review-world.ts'

/** The second opening of a double-envelope order begins. */
export async function startOffers({ t }: World, { orderId }: SeededOrder): Promise<void> {
  await t.owner.query('insert into opening (tenant_id, order_id, stage, started_at) values (1, $1, 2, now())', [
    orderId,
  ])
}

/** It ends as the hall leaves it. `states`: of whom a quotation was opened, by position; 2 success, 4 revoked. */
export async function endOffers(
  { t }: World,
  { orderId, bidders }: SeededOrder,
  states: readonly (readonly [bidder: number, state: 2 | 4])[],
): Promise<void> {
  const client = await t.owner.connect()
  try {
    // The rows stand without the sealed submissions they come from.
    await client.query('begin; set local session_replication_role = replica')
    for (const [i, state] of states)
      await client.query(
        `insert into opening_bidder (tenant_id, order_id, trade_id, stage, submission_id, no, decrypt_state, quote, price_sheet)
         select tenant_id, order_id, trade_id, 2, submission_id, no, $3::smallint,
           case when $3 = 2 then quote end, case when $3 = 2 then price_sheet end
         from opening_bidder where order_id = $1 and trade_id = $2 and stage = 1`,
        [orderId, bidders[i], state],
      )
    await client.query('update opening set ended_at = now() where order_id = $1 and stage = 2', [orderId])
    await client.query('commit')
  } finally {
    client.release()
  }
  await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
    ctx.emit({ kind: 'opening.offerEnded', payload: { orderId } }),
  )
  await t.settle()
}
