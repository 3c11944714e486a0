import { vi } from 'vitest'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { makeRequest } from '../../core/request.ts'
import { privateKeyInfo } from '../../core/sign.ts'
import { approveApplication } from '../../contract/admin.ts'
import { applicationDetail, saveApplication, submitApplication } from '../../contract/company.ts'
import type { Kind } from '../../rules/kinds.ts'
import { VOUCHER } from '../../rules/prices.ts'

/** A picture of one pixel: what is uploaded where only its being there matters. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const IDENTITY = '11010519491231002X'

/** Fields of an application over a key, complete. */
export async function fieldsFor(client: HttpClient, { kind, key }: { kind: Kind; key: KeyPair }) {
  const upload = async (name: string) => {
    const { fileId } = await client.upload('ca-document', name, PNG)
    return { fileId, name }
  }
  return {
    kind,
    medium: 'browser' as const,
    suite: key.suite,
    years: 1,
    personName: '张三',
    identity: IDENTITY,
    mobile: '13800000001',
    letters: [await upload('授权书.png')],
    licences: [await upload('营业执照.png')],
    request: toBase64(makeRequest(key, '张三')),
  }
}

/** Vouchers of a company, as if it had bought them. */
export async function buysVouchers(t: TestSystem, companyId: string, quantity = 1): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, $2, $3, $4, 0, gen_random_uuid(), 0, 0, $4)`,
    [companyId, VOUCHER, quantity, t.kernel.clock.now()],
  )
}

/**
 * A certificate for whom the client is logged in as, through the calls that people make: applied for, redeemed with a voucher
 * that is put there, approved by the platform, issued by the demonstration's authority. `privateKey`: PKCS#8 of the key.
 */
export async function certificateFor(
  { t, admin }: { t: TestSystem; admin?: HttpClient },
  { client, kind, key = generateKeyPair('intl') }: { client: HttpClient; kind: Kind; key?: KeyPair },
): Promise<{
  certificateId: string
  der: Buffer
  chain: readonly Buffer[]
  privateKey: Bytes
  key: KeyPair
  serial: string
}> {
  const { applicationId } = await client.call(saveApplication, { body: await fieldsFor(client, { kind, key }) })
  const { companyId } = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    ctx.expectOne('ca_application', { id: applicationId }, { columns: ['companyId'] }),
  )
  await buysVouchers(t, companyId)
  const params = { applicationId }
  await client.call(submitApplication, { params, body: { useVoucher: true } })
  const platform = admin ?? (await t.login('admin', { workbench: 'admin' }))
  await platform.call(approveApplication, { params })
  const certificateId = await vi.waitFor(async () => {
    const found = await client.call(applicationDetail, { params })
    if (!found.certificateId) throw new Error(`not issued: ${found.state} ${found.problem}`)
    return found.certificateId
  }, PATIENT)
  const { der, chain, serial } = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    ctx.expectOne('certificate', { id: certificateId }),
  )
  return { certificateId, der, chain, privateKey: privateKeyInfo(key), key, serial }
}
