import type { InputOf } from '#contract/endpoint.ts'
import { register, sendSms } from '#features/passport/contract.ts'
import { menus } from '#features/menus/server/routes.ts'
import { messages } from '#features/messages/server/routes.ts'
import { organisation } from '#features/organisation/server/routes.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { decideCompanyAudit } from '../../contract/admin.ts'
import { submitAudit } from '../../contract/certification.ts'
import { creditCodeCheck, identityCheck } from '../../rules/identifiers.ts'
import { enterprise } from '../routes.ts'
import { blind } from '#server/testing/sealed.ts'

export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

/** A system of its own with just what the feature stands on. */
export function enterpriseSystem(): Promise<TestSystem> {
  return testSystem({
    from: 'people',
    features: [tenancy, passport(acceptFirstEmployment), messages, enterprise, organisation, menus],
  })
}

/** A valid credit code; `begin` says the kind of organisation. */
export function creditCode(n: number, begin = '91'): string {
  const body = `${begin}320402MA${String(n).padStart(7, '0')}`
  return body + creditCodeCheck(body)!
}

/** A valid identity number of somebody born on 1 May 1988. */
export function identityNumber(n: number): string {
  const body = `32040219880501${String(n).padStart(3, '0')}`
  return body + identityCheck(body)!
}

/** The code that was last sent to a number. */
export async function codeFor(t: Pick<TestSystem, 'owner'>, mobile: string): Promise<string> {
  const { rows } = await t.owner.query<{ body: string }>(
    `select body from channel_outbox where recipient_hash = $1 and body like '验证码%' order by id desc limit 1`,
    [blind('channel_outbox.recipient', mobile)],
  )
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

/** Somebody who registers by mobile number. */
export async function newPerson(
  t: Pick<TestSystem, 'client' | 'owner'>,
  { mobile, name, tenantId = 0 }: { mobile: string; name: string; tenantId?: number },
): Promise<HttpClient> {
  const client = t.client()
  client.tenantId = tenantId
  await t.owner.query('delete from sms_code where ip is not null')
  await client.call(sendSms, { body: { mobile, purpose: 'register' } })
  const code = await codeFor(t, mobile)
  await client.call(register, { body: { mobile, code, nickname: name, password: 'Kaibiao2026', again: 'Kaibiao2026' } })
  return client
}

type Body = InputOf<typeof submitAudit>['body']

/** An application of an enterprise that wants to become a supplier, with its documents uploaded. */
export async function application(client: HttpClient, n: number, fields: Partial<Body> = {}): Promise<Body> {
  const upload = (kind: string) => client.upload('company-document', `${kind}.png`, PNG)
  const [license, legalPersonId] = [await upload('license'), await upload('legalPersonId')]
  return {
    companyId: null,
    companyType: 1,
    companyName: `江州新程${n}号科技有限公司`,
    socialCreditCode: creditCode(n),
    legalPerson: '程新',
    identityNumber: identityNumber(n),
    registeredAddress: '江州市滨江区',
    registeredCapital: '5000000',
    establishedOn: '2015-03-01',
    businessScope: '医疗器械销售',
    contactName: '程新',
    contactMobile: '13900010001',
    contactEmail: 'new@example.com',
    workbenches: ['supplier'],
    documents: [
      { kind: 'license', fileId: license.fileId, name: '营业执照.png' },
      { kind: 'legalPersonId', fileId: legalPersonId.fileId, name: '身份证.png' },
    ],
    ...fields,
  }
}

/** Applies and is passed. */
export async function certified(client: HttpClient, admin: HttpClient, body: Body): Promise<{ auditId: string }> {
  const { auditId } = await client.call(submitAudit, { body })
  await admin.call(decideCompanyAudit, { params: { auditId }, body: { pass: true } })
  return { auditId }
}
