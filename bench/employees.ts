import { HttpClient } from '#server/testing/http-client.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD } from '#demo/people.ts'
import { closedLoop, median } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const ROUNDS = 5
const SECONDS = 3
const SMALL = 50
const LARGE = 50_000

/** The first page of the administration list: a company of 50,000 people against one of 50, in alternation. */
export async function listEmployees(world: BenchWorld): Promise<Line[]> {
  await fill(world, COMPANIES.supplier1.id, SMALL)
  await fill(world, COMPANIES.supplier2.id, LARGE)
  await world.owner.query('vacuum analyze employee, app_user')
  const small = await shotOf(world, 'supplier1')
  const large = await shotOf(world, 'supplier2')
  const options = { connections: 4, seconds: SECONDS }
  const times = { small: [] as number[], large: [] as number[] }
  let failures = 0
  await closedLoop(world.product, large, { ...options, seconds: 1 })
  await closedLoop(world.product, small, { ...options, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    const a = await closedLoop(world.product, small, options)
    const b = await closedLoop(world.product, large, options)
    times.small.push(a.p50)
    times.large.push(b.p50)
    failures += a.failures + b.failures
  }
  const [few, many] = [median(times.small), median(times.large)]
  const ratio = many / few
  return [
    {
      what: `first page of ${LARGE} employees`,
      figures: `${many.toFixed(1)} ms against ${few.toFixed(1)} ms with ${SMALL}: ${ratio.toFixed(2)}${failures > 0 ? `, ${failures} FAILED` : ''}`,
      target: '≤ 1.5',
      holds: ratio <= 1.5 && failures === 0,
    },
  ]
}

async function shotOf(world: BenchWorld, account: string) {
  const client = new HttpClient(world.product)
  await client.login(account, PASSWORD)
  const headers = {
    cookie: [...client.cookies].map(([k, v]) => `${k}=${v}`).join('; '),
    'x-workbench': 'supplier',
  }
  return () => [() => ({ method: 'GET', path: '/api/enterprise/employees/manage/page?pageSize=20', headers })]
}

async function fill({ owner }: BenchWorld, companyId: string, people: number): Promise<void> {
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from app_user')
  const from = Number(rows[0]!.n)
  await owner.query(
    `with people as (
       insert into app_user (id, account, nickname, created_at)
       select gen_random_uuid(), 'bench' || g, '员工' || g, now()
       from generate_series($2::int, $2::int + $3::int - 1) g returning id, nickname
     )
     insert into employee (tenant_id, id, company_id, user_id, name, status, rights, created_at)
     select 1, gen_random_uuid(), $1, id, nickname, case when random() < 0.1 then 0 else 1 end,
       case when random() < 0.01 then '{bidding}'::text[] else '{}' end, now() from people`,
    [companyId, from, people],
  )
}
