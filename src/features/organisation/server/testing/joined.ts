import { changePassword, resetByCode, sendSms } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import { acceptEmployment, ownEmployments } from '../../contract/employments.ts'
import { blind } from '#server/testing/sealed.ts'

/** The password that newcomers of tests choose for themselves. */
export const CHOSEN_PASSWORD = 'Sommer2026'

/**
 * Somebody for whose number a company has opened an account logs in with its first password and chooses another, which
 * accepts the employment.
 */
export async function joinFirst(
  t: TestSystem,
  mobile: string,
  options: { workbench?: string } = {},
): Promise<HttpClient> {
  const client = await t.login(mobile, options)
  const body = { current: DEMO_PASSWORD, next: CHOSEN_PASSWORD, again: CHOSEN_PASSWORD }
  await client.call(changePassword, { body })
  return client
}

/** Has a browser ask for a code, which is good there alone, and reads it where nothing is sent. */
export async function codeFor(
  t: TestSystem,
  mobile: string,
  { by, purpose = 'login' }: { by: HttpClient; purpose?: 'login' | 'register' },
): Promise<string> {
  await by.call(sendSms, { body: { mobile, purpose } })
  // People ask from addresses of their own.
  await t.owner.query("update sms_code set ip = 'elsewhere'")
  const { rows } = await t.owner.query<{ body: string }>(
    "select body from channel_outbox where recipient_hash = $1 and body like '验证码%' order by created_at desc, id desc limit 1",
    [blind('channel_outbox.recipient', mobile)],
  )
  return /\d{6}/.exec(rows[0]!.body)![0]
}

/** Logs in by the code sent to the number, sets a password and accepts what waits; logged in for the company at the end. */
export async function prove(t: TestSystem, mobile: string, options: { workbench?: string } = {}): Promise<HttpClient> {
  const browser = t.client()
  const code = await codeFor(t, mobile, { by: browser })
  await browser.call(resetByCode, { body: { mobile, code, password: CHOSEN_PASSWORD, again: CHOSEN_PASSWORD } })
  const person = await t.login(mobile, { password: CHOSEN_PASSWORD })
  for (const { invitationId } of (await person.call(ownEmployments, {})).invitations)
    await person.call(acceptEmployment, { params: { invitationId } })
  return t.login(mobile, { ...options, password: CHOSEN_PASSWORD })
}
