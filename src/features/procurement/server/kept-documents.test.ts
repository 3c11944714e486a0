import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#features/enterprise/server/routes.ts'
import { application, certified, newPerson, PNG } from '#features/enterprise/server/testing/company.ts'
import { attachments } from '#features/attachments/server/routes.ts'
import { messages } from '#features/messages/server/routes.ts'
import { organisation } from '#features/organisation/server/routes.ts'
import { enterCompany, joinedCompanies } from '#features/passport/contract.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { templates } from '#features/templates/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { keptDocuments, reuseDocument, signUp } from '../contract/supplier.ts'
import { tradeFileDownload } from '../contract/trade.ts'
import { approvals, join, publish, type TenderWorld } from './testing/tender.ts'
import { procurement } from './routes.ts'

let world: TenderWorld
let newcomer: HttpClient
beforeAll(async () => {
  const t = await testSystem({
    from: 'people',
    features: [
      tenancy,
      passport(acceptFirstEmployment),
      messages,
      enterprise,
      organisation,
      attachments({ holders: [], downloads: [], files: () => ({}) }),
      procurement({ archiveParts: [], approvals }),
      templates,
    ],
  })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  world = { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), suppliers: [supplier] }
  newcomer = await newPerson(t, { mobile: '13900010001', name: '程新' })
  await certified(newcomer, await t.login('admin', { workbench: 'admin' }), await application(newcomer, 1))
  const [company] = await newcomer.call(joinedCompanies, {})
  await newcomer.call(enterCompany, { body: { companyId: company!.companyId } })
  newcomer.workbench = 'supplier'
})

const keptBy = async (client: HttpClient) => (await client.call(keptDocuments, {})).rows

test('the certified licence is handed in by one call, as a record of its own with the same bytes', async () => {
  const kept = await keptBy(newcomer)
  expect(kept.map(({ kind, source }) => [kind, source])).toEqual([
    ['营业执照', 'certification'],
    ['法定代表人身份证', 'certification'],
  ])
  const [licence] = kept
  const { fileId, sha256 } = licence!
  const use = () => newcomer.call(reuseDocument, { params: { fileId }, body: { sha256 } })
  // Twice at once and once more: one record.
  const copies = [...(await Promise.all([use(), use()])), await use()]
  expect(copies[0]).toMatchObject({ sha256, name: '营业执照.png', size: PNG.length })
  expect(copies[0]!.fileId).not.toBe(fileId)
  expect(new Set(copies.map((copy) => copy.fileId)).size).toBe(1)

  const { orderId } = await publish(world)
  const files = [{ fileId: copies[0]!.fileId, kind: '营业执照', name: '营业执照.png' }]
  const body = { contactName: '程新', contactMobile: '13900010001', files }
  const { tradeId } = await newcomer.call(signUp, { params: { orderId }, body })
  const handedIn = await world.buyer.file(tradeFileDownload, { params: { tradeId, fileId: copies[0]!.fileId } })
  expect(handedIn.content.equals(PNG)).toBe(true)
  // Both are the licence: it is offered once.
  expect((await keptBy(newcomer)).filter(({ kind }) => kind === '营业执照')).toHaveLength(1)
})

test('what was handed in before is offered again, to its company alone and as it was looked at', async () => {
  const [supplier] = world.suppliers
  const { orderId } = await publish(world)
  await join(world, orderId, { supplier: supplier! })
  const [licence] = await keptBy(supplier!)
  expect(licence).toMatchObject({ kind: '营业执照', source: 'sign-up' })
  expect((await keptBy(newcomer)).some(({ fileId }) => fileId === licence!.fileId)).toBe(false)
  const { fileId, sha256 } = licence!
  const input = { params: { fileId }, body: { sha256 } }
  expect(await supplier!.call(reuseDocument, input)).toMatchObject({ fileId, sha256 })
  expect((await newcomer.refused(reuseDocument, input)).status).toBe(404)
  const changed = await supplier!.refused(reuseDocument, { ...input, body: { sha256: '0'.repeat(64) } })
  expect(changed).toMatchObject({ status: 409, message: '资料已更新，请刷新后重新选用' })
  expect((await supplier!.refused(reuseDocument, { ...input, body: { sha256: 'x' } })).status).toBe(400)
})
