import { COMPANIES } from '#demo/companies.ts'
import { plantAward } from '#features/procurement/server/testing/results.ts'
import { buyerHeaders } from './list.ts'
import type { Line } from './line.ts'
import { closedLoop } from './load.ts'
import { fillLibrary } from './suppliers.ts'
import type { BenchWorld } from './world.ts'

const SECONDS = 3
const MOST_MS = 60
/** Purchases with a result in which the supplier took part, each with as many others. */
const ORDERS = 100
const OTHERS = 19
const PEOPLE = 50
const NAMESAKES = 50

/** What binds one of 100,000 suppliers to others, with everything that may be listed. */
export async function supplierRelations(world: BenchWorld): Promise<Line[]> {
  await fillLibrary(world)
  const path = await fill(world)
  const headers = await buyerHeaders(world.product)
  const shots = () => [() => ({ method: 'GET', path, headers })]
  await closedLoop(world.product, shots, { connections: 1, seconds: 1 })
  const { p50, failures } = await closedLoop(world.product, shots, { connections: 1, seconds: SECONDS })
  return [
    {
      what: 'relations of one of 100000 suppliers',
      figures: `${p50.toFixed(1)} ms; ${ORDERS} purchases of ${OTHERS + 1}, ${PEOPLE} people, ${NAMESAKES} namesakes${failures > 0 ? `, ${failures} FAILED` : ''}`,
      target: `< ${MOST_MS} ms`,
      holds: p50 < MOST_MS && failures === 0,
    },
  ]
}

/** All are certified; fifty go by each name, two by each telephone and address. Resolves to the path of what is asked. */
async function fill({ owner }: BenchWorld): Promise<string> {
  const hospital = COMPANIES.hospital.id
  await owner.query(
    `insert into company_tenant (tenant_id, company_id, is_supplier, is_certified, certified_at, created_at, profile)
     select 1, s.company_id, true, true, now(), now(), jsonb_build_object('phone', '0519-8' || lpad((n / 2)::text, 7, '0'),
       'address', '江州市新北区长江路' || n / 2 || '号')
     from (select company_id, row_number() over (order by credit_code) as n from supplier
       where tenant_id = 1 and owner_company_id = $1 and credit_code like '91320400BN%') s
     on conflict do nothing`,
    [hospital],
  )
  await owner.query(
    `update company c set legal_person = '法人' || n % $1::int
     from (select id, row_number() over (order by credit_code) as n from company where credit_code like '91320400BN%') s
     where s.id = c.id`,
    [100_000 / NAMESAKES],
  )
  const { rows } = await owner.query<{ id: string; companyId: string }>(
    `select id, company_id as "companyId" from supplier
     where tenant_id = 1 and owner_company_id = $1 and credit_code like '91320400BN%' order by credit_code limit $2`,
    [hospital, OTHERS + 1],
  )
  const companies = rows.map(({ companyId }) => companyId)
  const made = await owner.query<{ orderId: string; tradeId: string; companyId: string }>(
    `with chosen as (
       select id from purchase_order where tenant_id = 1 and purchaser_company_id = $1 and state = 'archive.done'
         and code like 'ZB%' order by id desc limit $2
     )
     insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile,
       created_by, created_at)
     select 1, gen_random_uuid(), o.id, c.id, 'sign-up', 1, '', '', gen_random_uuid(), now()
     from chosen o cross join unnest($3::uuid[]) as c (id)
     returning order_id as "orderId", id as "tradeId", supplier_company_id as "companyId"`,
    [hospital, ORDERS, companies],
  )
  for (const { orderId, tradeId, companyId } of made.rows)
    if (companyId === companies[1]) await plantAward(owner, orderId, { tradeId, price: '100', at: new Date() })
  await owner.query(
    `with people as (
       insert into app_user (id, nickname, created_at)
       select gen_random_uuid(), '测试', now() from generate_series(1, $1::int) returning id
     )
     insert into employee (tenant_id, id, company_id, user_id, name, status, created_at, accepted_at)
     select 1, gen_random_uuid(), c.id, p.id, '测试', 1, now(), now() from people p cross join unnest($2::uuid[]) as c (id)`,
    [PEOPLE, companies.slice(0, 2)],
  )
  await owner.query('vacuum analyze company, company_tenant, trade, order_result, award, app_user, employee')
  return `/api/workbench/buyer/suppliers/${rows[0]!.id}/relations`
}
