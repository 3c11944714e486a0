import { COMPANIES } from '#demo/companies.ts'
import { buyerHeaders } from './list.ts'
import type { Line } from './line.ts'
import { closedLoop } from './load.ts'
import type { BenchWorld } from './world.ts'

const SUPPLIERS = 100_000
const SECONDS = 3
const MOST_MS = 60

/** Each filter of the library by itself; the frequent and the rare ones among them. */
const FILTERS: Readonly<Record<string, string>> = {
  none: '',
  state: 'state=qualified',
  'rare state': 'state=left',
  grade: 'grade=D',
  category: `category=${encodeURIComponent('品类7')}`,
  'rare category': `category=${encodeURIComponent('稀有品类')}`,
  listed: 'listed=black',
  'not listed': 'listed=none',
  expired: 'certificates=expired',
  expiring: 'certificates=expiring',
  origin: 'origin=recruit',
  'frequent word': `keyword=${encodeURIComponent('有限公司')}`,
  'one name': `keyword=${encodeURIComponent('供应商99997有限')}`,
  'credit code': 'keyword=91320400BN0099997X',
}

/** The first page of a library of 100,000 suppliers, by any filter. */
export async function librarySuppliers(world: BenchWorld): Promise<Line[]> {
  await fillLibrary(world)
  const headers = await buyerHeaders(world.product)
  const times: { name: string; p50: number; failures: number }[] = []
  for (const [name, query] of Object.entries(FILTERS)) {
    const shot = { method: 'GET', path: `/api/workbench/buyer/suppliers/page?pageSize=20&${query}`, headers }
    const shots = () => [() => shot]
    await closedLoop(world.product, shots, { connections: 1, seconds: 1 })
    const { p50, failures } = await closedLoop(world.product, shots, { connections: 1, seconds: SECONDS })
    times.push({ name, p50, failures })
  }
  const slowest = times.toSorted((a, b) => b.p50 - a.p50)[0]!
  const failures = times.reduce((sum, one) => sum + one.failures, 0)
  return [
    {
      what: `first page of ${SUPPLIERS} suppliers, ${times.length} filters`,
      figures: `slowest ${slowest.name} ${slowest.p50.toFixed(1)} ms; ${times.map(({ name, p50 }) => `${name} ${p50.toFixed(0)}`).join(', ')}${failures > 0 ? `, ${failures} FAILED` : ''}`,
      target: `< ${MOST_MS} ms`,
      holds: slowest.p50 < MOST_MS && failures === 0,
    },
  ]
}

/** Fills the library once. Every fifth hundred is listed, every twentieth has a certificate that has run out. */
export async function fillLibrary({ owner }: BenchWorld): Promise<void> {
  const hospital = COMPANIES.hospital.id
  const filled = await owner.query(`select from supplier where credit_code like '91320400BN%' limit 1`)
  if (filled.rowCount) return
  await owner.query(
    `with companies as (
       insert into company (id, name, credit_code, company_type, created_at)
       select gen_random_uuid(), '供应商' || g || '有限公司', '91320400BN' || lpad(g::text, 7, '0') || 'X', 1, now()
       from generate_series(1, $2::int) g returning id, name, credit_code
     ), numbered as (select *, row_number() over () as n from companies)
     insert into supplier (tenant_id, id, owner_company_id, company_id, name, credit_code, state, origin, categories,
       valid_from, valid_until, grade, grade_from, grade_until, created_at, updated_at)
     select 1, gen_random_uuid(), $1, id, name, credit_code,
       case when n % 1000 = 0 then 'left' when n % 7 = 0 then 'paused' else 'qualified' end,
       (array['direct', 'recommend', 'recruit'])[n % 3 + 1],
       case when n % 10000 = 0 then array['稀有品类'] else array['品类' || n % 40] end,
       '2026-01-01', '2099-12-31',
       case when n % 4 = 0 then (array['A', 'B', 'C', 'D'])[n / 4 % 4 + 1] end,
       case when n % 4 = 0 then '2026-01-01' end, case when n % 4 = 0 then '2099-12-31' end, now(), now()
     from numbered`,
    [hospital, SUPPLIERS],
  )
  await owner.query(
    `insert into supplier_listing (tenant_id, id, owner_company_id, kind, company_id, name, credit_code, basis, reason, from_day,
       until_day, state, created_by_name, created_at, decided_at)
     select 1, gen_random_uuid(), $1, 'black', company_id, name, credit_code, 'own', '测试', '2026-01-01', '2099-12-31', 'decided',
       '测试', now(), now()
     from supplier where tenant_id = 1 and owner_company_id = $1 and right(credit_code, 3) = '00X' and state = 'qualified'`,
    [hospital],
  )
  await owner.query(
    `insert into supplier_certificate (tenant_id, id, owner_company_id, supplier_id, kind, number, issuer, valid_until,
       created_by_name, created_at)
     select 1, gen_random_uuid(), $1, id, '营业执照', credit_code, '市场监督管理局',
       case when substr(credit_code, 16, 2) in ('05', '25', '45', '65', '85') then '2020-01-01'
         when substr(credit_code, 16, 2) = '07' then to_char(now() + interval '30 days', 'YYYY-MM-DD') else '2099-12-31' end,
       '测试', now()
     from supplier where tenant_id = 1 and owner_company_id = $1`,
    [hospital],
  )
  await owner.query('vacuum analyze supplier, supplier_category, supplier_listing, supplier_certificate, company')
}
