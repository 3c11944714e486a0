import type pg from 'pg'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { plantQuotes } from '#features/quotes/server/testing/plant-quotes.ts'

/** An inquiry of the hospital whose first round is closed, with so many quotes of so many lines. */
export async function manyQuotes(
  owner: pg.Pool,
  { suppliers, lines }: { suppliers: number; lines: number },
): Promise<{ orderId: string; roundId: string }> {
  const [projectId, orderId] = [newId(), newId()]
  const { id: hospital } = COMPANIES.hospital
  const userId = PEOPLE.buyer.id
  const tradeIds = Array.from({ length: suppliers }, () => newId())
  const client = await owner.connect()
  const run = (text: string, values: unknown[]) => client.query(text, values)
  try {
    // Quotes stand without the sealed submissions they come from.
    await client.query('begin; set local session_replication_role = replica')
    await run(
      `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
       values (1, $1, $2, '检验耗材年度采购', $3, 'goods', 1, $4, now(), now())`,
      [projectId, `XM${projectId.slice(-12)}`, hospital, userId],
    )
    await run(
      `insert into project_item (tenant_id, id, project_id, line, code, name, spec, unit, quantity, control_price)
       select 1, gen_random_uuid(), $1, n, 'HC' || lpad(n::text, 5, '0'), '检验耗材第' || n || '种', (n % 40 + 1) || ' ml × 50',
         '盒', n % 48 + 2, case when n % 3 = 0 then round((20 + n * 37 % 900) * 1.06, 2) end
       from generate_series(1, $2::int) n`,
      [projectId, lines],
    )
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         state, estimated_price, settings, bid_end, created_by, created_at, updated_at, published_at)
       select 1, $1, $2, $3, '检验耗材年度采购', $4, $5, $5, 'quote.closed',
         (select round(sum(quantity * (20 + line * 37 % 900)), 2) from project_item where tenant_id = 1 and project_id = $2),
         '{"quote": {"rounds": 3, "isPartial": true, "brand": "asked"}}', now(), $6, now(), now(), now()`,
      [orderId, projectId, `XB${orderId.slice(-12)}`, comparison.code, hospital, userId],
    )
    for (const [i, tradeId] of tradeIds.entries()) {
      const companyId = newId()
      await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $3, 1, now())`, [
        companyId,
        `江州${'甲乙丙丁戊己庚辛壬癸'[i % 10]}${Math.floor(i / 10) + 1}医疗器械有限公司（${orderId.slice(-4)}）`,
        `91BENCH${orderId.slice(-8)}${String(i).padStart(3, '0')}`,
      ])
      await run(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
         values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $4, now())`,
        [tradeId, orderId, companyId, userId],
      )
    }
    const roundId = await plantQuotes(client, { orderId, projectId, tradeIds, userId })
    await client.query('commit; analyze quote_line, quote, project_item')
    return { orderId, roundId }
  } finally {
    client.release()
  }
}
