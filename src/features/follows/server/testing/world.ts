import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

/** A product that a company has bought for a year. */
export async function buys(t: TestSystem, company: CompanyKey, product: string): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, from_at, until_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, $2, $3, $3::timestamptz + interval '1 year', 0, gen_random_uuid(), 0, 0, $3)`,
    [COMPANIES[company].id, product, t.kernel.clock.now()],
  )
}

/** All that a company has bought ends. */
export async function ends(t: TestSystem, company: CompanyKey): Promise<void> {
  const of = [t.kernel.clock.now(), COMPANIES[company].id]
  await t.owner.query('update service_lot set ended_at = $1 where company_id = $2', of)
}

/** What a person was told of what the company follows, oldest first. */
export async function toldTo(t: TestSystem, client: HttpClient) {
  await t.settle()
  const { rows } = await client.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } })
  return rows.filter(({ kind }) => kind.startsWith('follow.')).toReversed()
}
