import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { openSignatures } from '#demo/play/e-sign.ts'
import { codeFor, PNG } from '#features/enterprise/server/testing/company.ts'
import { SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

let people = 100

/**
 * Plays the real calls for a company of the demonstration: its administrator `client` applies, the platform passes, and the
 * administrator opens for itself with the code sent to its number. Answers who may sign from then on.
 */
export async function openSigner(
  world: { t: TestSystem },
  client: HttpClient,
): Promise<{ employeeId: string; userId: string }> {
  const { t } = world
  const platform = await t.login('admin', { workbench: 'admin' })
  // Codes are sent once a minute to a number, and a few an hour from one address.
  await t.owner.query('delete from sms_code')
  return openSignatures(client, { platform, letter: PNG, n: ++people, codeFor: (mobile) => codeFor(t, mobile) })
}

/** So many copies of a company, as they stand after a purchase. */
export async function giveCopies(
  { t }: { t: TestSystem },
  company: CompanyKey,
  { quantity, product = SIGN_COPIES, paid = '0.00' }: { quantity: number; product?: string; paid?: string },
): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, $2, $3, $4, $5, gen_random_uuid(), 0, 0, $4)`,
    [COMPANIES[company].id, product, quantity, t.kernel.clock.now(), paid],
  )
}
