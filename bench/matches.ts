import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Line } from './line.ts'
import { headersOf } from './list.ts'
import { closedLoop } from './load.ts'
import type { BenchWorld } from './world.ts'

const OPEN = 10_000
const MOST_MS = 70

/** The best of 10,000 open orders for a supplier with words, categories, regions and a size. */
export async function supplierMatches(world: BenchWorld): Promise<Line[]> {
  await fill(world)
  const client = new HttpClient(world.product)
  await client.login('supplier1', PASSWORD)
  client.workbench = 'supplier'
  const shot = { method: 'GET', path: '/api/workbench/supplier/cockpit/matches', headers: headersOf(client) }
  const shots = () => [() => shot]
  await closedLoop(world.product, shots, { connections: 1, seconds: 2 })
  const { p50, p95, failures } = await closedLoop(world.product, shots, { connections: 1, seconds: 6 })
  return [
    {
      what: `matches of a supplier among ${OPEN} open orders`,
      figures: `${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${failures > 0 ? `, ${failures} FAILED` : ''}`,
      target: `≤ ${MOST_MS} ms`,
      holds: p50 <= MOST_MS && failures === 0,
    },
  ]
}

/** Each fifth order names what the supplier makes, each tenth comes from its region; the waterworks buys. */
async function fill({ owner }: BenchWorld): Promise<void> {
  const { waterworks, supplier1 } = COMPANIES
  const { rows } = await owner.query<{ id: string }>(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, category, region, budget, created_by, created_at, updated_at)
     select 1, gen_random_uuid(), 'OPEN' || g, '采购第' || g || '项目', $1, (array['goods', 'services', 'works'])[g % 3 + 1],
       case when g % 10 = 0 then '江州市' else '远山市' end, 1000000, $2, now(), now()
     from generate_series(1, $3::int) g returning id`,
    [waterworks.id, PEOPLE.multi.id, OPEN],
  )
  await owner.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, state,
       estimated_price, control_price, sign_up_end, bid_end, open_at, published_at, settings, created_by, created_at, updated_at)
     select 1, gen_random_uuid(), p.id, 'KF' || lpad(n::text, 8, '0'),
       case when n % 5 = 0 then '监护仪' else '水泵' end || '采购第' || n || '标段', 1, $1, $1, 'publish.open',
       1000000, 500000 + n * 100, now() + interval '5 days' + n * interval '1 second', now() + interval '20 days',
       now() + interval '20 days', now() - n * interval '1 minute', '{"publicityDays": 3}', $2, now(), now()
     from unnest($3::uuid[]) with ordinality p (id, n)`,
    [waterworks.id, PEOPLE.multi.id, rows.map(({ id }) => id)],
  )
  await owner.query(
    `insert into match_profile (tenant_id, company_id, categories, keywords, regions, least, most, certificates, updated_by,
       updated_by_name, updated_at)
     values (1, $1, '{goods}', '{监护仪,超声诊断,呼吸机}', '{江州市,河口市}', 400000, 1200000, '[]', $2, '测试', now())`,
    [supplier1.id, PEOPLE.supplier1.id],
  )
  await owner.query('vacuum analyze project, purchase_order')
}
