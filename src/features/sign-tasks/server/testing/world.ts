import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { certificateFor } from '#features/certificates/server/testing/certificates.ts'
import { giveCopies, openSigner } from '#features/e-sign/server/testing/openings.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import { DAY } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../../contract.ts'
import { smallPdf } from './signed-pdf.ts'

/** Somebody who may sign: logged in, with a certificate and its key. */
export interface Party {
  client: HttpClient
  companyId: string
  userId: string
  certificateId: string
  certificate: Bytes
  /** ECDSA with SHA-256 over bytes: r and s, 64 bytes. */
  sign: (bytes: Uint8Array) => Bytes
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
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  return {
    certificateId,
    certificate: new Uint8Array(der),
    sign: (bytes) => new Uint8Array(signBytes('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })),
  }
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

/** The first pass of somebody's signature, by the newest revision unless another hash is given. */
export async function prepares(party: Party, id: string, given: { seenSha256?: string; certificate?: Bytes } = {}) {
  const params = { id }
  const { ticket } = await party.client.call(c.signUrl, { params })
  const seenSha256 = given.seenSha256 ?? (await party.client.call(c.signTaskDetail, { params })).sha256!
  const certificate = toBase64(given.certificate ?? party.certificate)
  return party.client.call(c.prepareSignature, { params, query: { ticket }, body: { seenSha256, certificate } })
}

/** Both passes. */
export async function signs(party: Party, id: string): Promise<OutputOf<typeof c.submitSignature>> {
  const { actId, attributes } = await prepares(party, id)
  const signature = toBase64(party.sign(fromBase64(attributes)))
  return party.client.call(c.submitSignature, { params: { id }, body: { actId, signature } })
}

/** The newest revision of a document. */
export async function contentOf({ client }: Pick<Party, 'client'>, id: string): Promise<Bytes> {
  return new Uint8Array((await client.file(c.signTaskContent, { params: { id } })).content)
}
