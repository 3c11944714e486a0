import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import { certificateFile, certificatePage } from '#features/certificates/contract/company.ts'
import { privateKeyInfo } from '#features/certificates/core/sign.ts'
import { type Bytes, fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import * as c from '#features/sign-tasks/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** Sends a PDF to be signed within a week; the id of the task. */
export async function sendToSign(
  client: HttpClient,
  {
    title,
    content,
    signers,
    now,
  }: { title: string; content: Uint8Array; now: Date } & Pick<InputOf<typeof c.createSignTask>['body'], 'signers'>,
): Promise<string> {
  const name = `${title}.pdf`
  const { fileId } = await client.upload('sign-document', name, content)
  const deadline = new Date(now.getTime() + 7 * DAY).toISOString()
  const body = { title, file: { fileId, name }, signers, order: 'sequential' as const, deadline }
  const { id } = await client.call(c.createSignTask, { body })
  await client.call(c.sendSignTask, { params: { id } })
  return id
}

/** Who signs: logged in, with a certificate and what its key does. */
export interface Signing {
  client: HttpClient
  /** DER. */
  certificate: Bytes
  /** ECDSA with SHA-256 over bytes: r and s, 64 bytes. */
  sign: (bytes: Uint8Array) => Bytes
}

/** The key of the newest certificate that the company of a client has. */
export async function signingWith(client: HttpClient, key: KeyPair): Promise<Signing> {
  const { rows } = await client.call(certificatePage, { query: {} })
  const { content } = await client.file(certificateFile, { params: { certificateId: rows[0]!.certificateId } })
  return { client, certificate: new Uint8Array(new X509Certificate(content).raw), sign: signerOf(privateKeyInfo(key)) }
}

/** What a key does, given as PKCS#8. */
export function signerOf(pkcs8: Uint8Array): Signing['sign'] {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return (bytes) => new Uint8Array(sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }))
}

/** The first pass of somebody's signature, by the newest revision unless another hash is given. */
export async function prepares(by: Signing, id: string, given: { seenSha256?: string; certificate?: Bytes } = {}) {
  const params = { id }
  const { ticket } = await by.client.call(c.signUrl, { params })
  const seenSha256 = given.seenSha256 ?? (await by.client.call(c.signTaskDetail, { params })).sha256!
  const certificate = toBase64(given.certificate ?? by.certificate)
  return by.client.call(c.prepareSignature, { params, query: { ticket }, body: { seenSha256, certificate } })
}

/** Both passes. */
export async function signs(by: Signing, id: string): Promise<OutputOf<typeof c.submitSignature>> {
  const { actId, attributes } = await prepares(by, id)
  const signature = toBase64(by.sign(fromBase64(attributes)))
  return by.client.call(c.submitSignature, { params: { id }, body: { actId, signature } })
}
