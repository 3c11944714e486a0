import { approveApplication } from '#features/certificates/contract/admin.ts'
import { applicationDetail, saveApplication, submitApplication } from '#features/certificates/contract/company.ts'
import { makeRequest } from '#features/certificates/core/request.ts'
import type { Kind } from '#features/certificates/rules/kinds.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { comes, payInWallet } from './wallet.ts'

/** A picture of one pixel stands for papers that nobody reads here. */
const PAPER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Fills in an application over a key, complete and not handed in; its id. */
export async function draftApplication(
  client: HttpClient,
  { kind, personName, key = generateKeyPair('intl') }: { kind: Kind; personName: string; key?: KeyPair },
): Promise<string> {
  const paper = async (name: string) => ({ name, fileId: (await client.upload('ca-document', name, PAPER)).fileId })
  const { applicationId } = await client.call(saveApplication, {
    body: {
      kind,
      personName,
      medium: 'browser',
      suite: 'intl',
      years: 1,
      identity: '11010519491231002X',
      mobile: '13800000088',
      letters: [await paper('授权书.png')],
      licences: [await paper('营业执照.png')],
      request: toBase64(makeRequest(key, personName)),
    },
  })
  return applicationId
}

/** Hands it in and pays; comes back when the platform has it before it. */
export async function payApplication(client: HttpClient, applicationId: string): Promise<void> {
  const params = { applicationId }
  const { payOrderId } = await client.call(submitApplication, { params, body: { useVoucher: false } })
  await payInWallet(client, { orderId: payOrderId! }, { method: 'wechat', play: 'pay' })
  await stands(client, applicationId, 'pending')
}

/** The platform approves it; comes back when the certificate is issued. */
export async function approve(
  client: HttpClient,
  { platform, applicationId }: { platform: HttpClient; applicationId: string },
): Promise<void> {
  await platform.call(approveApplication, { params: { applicationId } })
  await stands(client, applicationId, 'opened')
}

/** Somebody has a certificate issued over a key of its own, which is answered. */
export async function certified(client: HttpClient, platform: HttpClient, personName: string): Promise<KeyPair> {
  const key = generateKeyPair('intl')
  const applicationId = await draftApplication(client, { kind: 'agent', personName, key })
  await payApplication(client, applicationId)
  await approve(client, { platform, applicationId })
  return key
}

async function stands(client: HttpClient, applicationId: string, state: 'pending' | 'opened'): Promise<void> {
  await comes(async () => (await client.call(applicationDetail, { params: { applicationId } })).state === state)
}
