import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { signerOf, type Signing } from '#demo/play/sign-tasks.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { certificateFor } from '#features/certificates/server/testing/certificates.ts'
import { giveCopies, openSigner } from '#features/e-sign/server/testing/openings.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { DAY } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../../contract.ts'
import { smallPdf } from './signed-pdf.ts'

/** Somebody who may sign: logged in, with a certificate and its key. */
export interface Party extends Signing {
  companyId: string
  userId: string
  certificateId: string
}

export interface SignWorld {
  t: TestSystem
  hospital: Party
  supplier: Party
}

/** A hospital and a supplier, each opened, with a person who may sign and ten copies. */
export async function signWorld(): Promise<SignWorld> {
  const { t } = await fromState('people')
  const admin = await t.login('admin', { workbench: 'admin' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const seller = await t.login('supplier1', { workbench: 'supplier' })
  return {
    t,
    hospital: await partyOf({ t, admin }, { client: buyer, company: 'hospital' }),
    supplier: await partyOf({ t, admin }, { client: seller, company: 'supplier1' }),
  }
}

/** Opens a company and its person as the feature of openings leaves them, and gets the person a certificate. */
export async function partyOf(
  { t, admin }: { t: TestSystem; admin: HttpClient },
  { client, company }: { client: HttpClient; company: CompanyKey },
): Promise<Party> {
  const companyId = COMPANIES[company].id
  const { userId } = await openSigner({ t }, client)
  await giveCopies({ t }, company, { quantity: 10 })
  return { client, companyId, userId, ...(await certified({ t, admin }, client)) }
}

/** A certificate of somebody, or of the whole company, and its key. */
export async function certified(
  world: { t: TestSystem; admin: HttpClient },
  client: HttpClient,
  kind: 'agent' | 'enterprise' = 'agent',
): Promise<Pick<Party, 'certificateId' | 'certificate' | 'sign'>> {
  const { certificateId, der, privateKey } = await certificateFor(world, { client, kind })
  return { certificateId, certificate: new Uint8Array(der), sign: signerOf(privateKey) }
}

interface Sending {
  signers: InputOf<typeof c.createSignTask>['body']['signers']
  order?: 'sequential' | 'parallel'
  file?: Bytes
  days?: number
  isDraft?: boolean
}

/** A task that somebody sends; its id. */
export async function sends(
  { t }: Pick<SignWorld, 't'>,
  { client }: Pick<Party, 'client'>,
  { signers, order = 'sequential', file, days = 7, isDraft = false }: Sending,
): Promise<string> {
  const uploaded = await client.upload('sign-document', '合同.pdf', Buffer.from(file ?? (await smallPdf())))
  const deadline = new Date(t.kernel.clock.now().getTime() + days * DAY).toISOString()
  const body = { title: '设备采购合同', file: { fileId: uploaded.fileId, name: '合同.pdf' }, signers, order, deadline }
  const { id } = await client.call(c.createSignTask, { body })
  if (!isDraft) await client.call(c.sendSignTask, { params: { id } })
  return id
}

/** The newest revision of a document. */
export async function contentOf({ client }: Pick<Party, 'client'>, id: string): Promise<Bytes> {
  return new Uint8Array((await client.file(c.signTaskContent, { params: { id } })).content)
}
