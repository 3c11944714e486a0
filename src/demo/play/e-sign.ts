import { identityCheck } from '#features/enterprise/rules/identifiers.ts'
import { applyForReview, companyExists, decideReview } from '#features/e-sign/contract/company.ts'
import { employeeExists, openEmployee } from '#features/e-sign/contract/people.ts'
import { oneself, sendSms } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** A valid identity number of somebody born on 1 May 1988, another one for each number up to 999. */
export function identityNumber(n: number): string {
  const body = `32040219880501${String(n).padStart(3, '0')}`
  return body + identityCheck(body)!
}

/** An administrator applies for electronic signatures of its company, for a review by the platform, with itself as agent. */
export async function applyToSign(
  client: HttpClient,
  { letter, n }: { letter: Uint8Array; n: number },
): Promise<string> {
  const { employeeId } = await client.call(employeeExists, {})
  const { fileId } = await client.upload('e-sign-letter', '电子签章开通授权书.pdf', letter)
  const body = { agentEmployeeId: employeeId, agentIdentity: identityNumber(n), letterId: fileId }
  return (await client.call(applyForReview, { body })).applicationId
}

/** Somebody opens for itself: an administrator, or whoever was asked. `codeFor` reads what was sent to the number. */
export async function openOneself(
  client: HttpClient,
  { n, codeFor }: { n: number; codeFor: (mobile: string) => Promise<string> },
): Promise<{ employeeId: string; userId: string }> {
  const { employeeId } = await client.call(employeeExists, {})
  const { mobile, userId } = await client.call(oneself, {})
  await client.call(sendSms, { body: { mobile, purpose: 'login' } })
  const code = await codeFor(mobile)
  await client.call(openEmployee, { params: { id: employeeId }, body: { code, identityNumber: identityNumber(n) } })
  return { employeeId, userId }
}

/** The company of an administrator is opened, where it is not yet, and the administrator with it. */
export async function openSignatures(
  client: HttpClient,
  {
    platform,
    letter,
    ...own
  }: { platform: HttpClient; letter: Uint8Array; n: number; codeFor: (mobile: string) => Promise<string> },
): Promise<{ employeeId: string; userId: string }> {
  if (!(await client.call(companyExists, {})).isOpened) {
    const applicationId = await applyToSign(client, { letter, n: own.n })
    await platform.call(decideReview, { params: { applicationId }, body: { pass: true } })
  }
  return openOneself(client, own)
}
