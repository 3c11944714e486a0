import { formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import type { StateName } from '#demo/states/states.ts'
import { creditCodeCheck } from '#features/enterprise/rules/identifiers.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { enterCompany } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { addDays } from '../../rules/days.ts'
import { acceptOnboarding, createOnboarding } from '../../contract/onboarding.ts'
import { createListing, decideListing } from '../../contract/listings.ts'

export const NOT_FOUND = { status: 404, code: 404 }
export const WRONG_STATE = { code: 10002 }
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

/** The hospital keeps a library, and so does the waterworks; a colleague buys without keeping one. */
export interface SupplierWorld {
  t: TestSystem
  buyer: HttpClient
  colleague: HttpClient
  other: HttpClient
  supplier1: HttpClient
  today: () => string
  inDays: (days: number) => string
}

export async function supplierWorld(from: StateName = 'people'): Promise<SupplierWorld> {
  const t = await testSystem({ from })
  const { id } = PEOPLE.multi
  await t.owner.query(
    `update employee set rights = rights || '{supplierManagement}' where user_id = $1 and company_id = $2`,
    [id, COMPANIES.waterworks.id],
  )
  // Who keeps and who buys is told apart: the first is an administrator, who holds all rights.
  await t.owner.query(`update employee set rights = '{tendering}' where user_id = $1 and company_id = $2`, [
    PEOPLE.buyer2.id,
    COMPANIES.hospital.id,
  ])
  const other = await t.login('multi')
  await other.call(enterCompany, { body: { companyId: COMPANIES.waterworks.id } })
  other.workbench = 'purchaser'
  const today = () => formatDate(t.kernel.clock.now())
  return {
    t,
    buyer: await t.login('buyer', { workbench: 'purchaser' }),
    colleague: await t.login('buyer2', { workbench: 'purchaser' }),
    other,
    supplier1: await t.login('supplier1', { workbench: 'supplier' }),
    today,
    inDays: (days) => addDays(today(), days),
  }
}

/** A credit code that nobody has, with a valid check digit. */
export function newCode(n: number): string {
  const code = `91320400MA${String(n).padStart(7, '0')}`
  return code + creditCodeCheck(code)!
}

/** A company by its id. */
export const registered = (companyId: string) => ({ companyId, name: '', creditCode: '' })

/** A company in the client's library, qualified for a year unless told otherwise. */
export async function admitted(
  { today, inDays }: SupplierWorld,
  client: HttpClient,
  {
    companyId,
    categories = ['医疗设备'],
    until = inDays(365),
  }: { companyId: string; categories?: string[]; until?: string },
): Promise<string> {
  const { onboardingId } = await client.call(createOnboarding, {
    body: {
      way: 'direct',
      subject: registered(companyId),
      categories,
      validFrom: today(),
      validUntil: until,
      reason: '长期合作',
      files: [],
    },
  })
  await client.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  return onboardingId
}

/** An entry of the client's blacklist, in force from today unless told otherwise. */
export async function blacklisted(
  { today, inDays }: SupplierWorld,
  client: HttpClient,
  { companyId, ...change }: { companyId: string; basis?: string; from?: string; until?: string; isDraft?: boolean },
): Promise<string> {
  const { fileId } = await client.upload('supplier-file', '证据.pdf', PDF)
  const { isDraft = false, ...fields } = change
  const { listingId } = await client.call(createListing, {
    body: {
      kind: 'black',
      subject: registered(companyId),
      basis: 'own',
      basisText: '《供应商管理办法》第二十条',
      reason: '提供虚假业绩材料',
      hearing: '供应商已书面陈述，未提出异议',
      from: today(),
      until: inDays(200),
      files: [{ fileId, name: '证据.pdf' }],
      ...fields,
    },
  })
  if (!isDraft) await client.call(decideListing, { params: { listingId }, body: {} })
  return listingId
}

/** Titles of messages in the client's inbox, newest first. */
export async function titles(client: HttpClient): Promise<string[]> {
  const identity = client.workbench as 'supplier'
  const { rows } = await client.call(messagePage, { query: { identity, pageSize: 100 } })
  return rows.map(({ title }) => title)
}

export async function todos(client: HttpClient) {
  return (await client.call(inbox, { query: { pageSize: 100 } })).rows
}
