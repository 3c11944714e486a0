import { beforeAll, expect, test } from 'vitest'
import { prepares, signs } from '#demo/play/sign-tasks.ts'
import { PEOPLE } from '#demo/people.ts'
import { openOneself } from '#demo/play/e-sign.ts'
import { revokeCertificate } from '#features/certificates/contract/company.ts'
import { employeeExists, openEmployee, revokeEmployee } from '#features/e-sign/contract/people.ts'
import { codeFor } from '#features/enterprise/server/testing/company.ts'
import { fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import * as c from '../contract.ts'
import { certified, sends, type SignWorld, signWorld } from './testing/world.ts'

let w: SignWorld
beforeAll(async () => {
  w = await signWorld()
})

const place = { page: 1, x: 0.8, y: 0.85 }
const detail = (id: string) => w.hospital.client.call(c.signTaskDetail, { params: { id } })

test('a certificate that is revoked between the passes signs nothing; another one of the same person does', async () => {
  const id = await sends(w, w.hospital, { signers: [{ companyId: w.supplier.companyId, seal: place }] })
  const { actId, attributes } = await prepares(w.supplier, id)
  await w.supplier.client.call(revokeCertificate, {
    params: { certificateId: w.supplier.certificateId },
    body: { code: 'keyCompromise', reason: '电脑遗失' },
  })
  const body = { actId, signature: toBase64(w.supplier.sign(fromBase64(attributes))) }
  const late = await w.supplier.client.refused(c.submitSignature, { params: { id }, body })
  expect(late.message).toContain('吊销')
  await expect(prepares(w.supplier, id)).rejects.toThrow('吊销')
  expect(await detail(id)).toMatchObject({ state: 'signing', acts: [] })
  const admin = await w.t.login('admin', { workbench: 'admin' })
  const again = { ...w.supplier, ...(await certified({ t: w.t, admin }, w.supplier.client)) }
  expect(await signs(again, id)).toMatchObject({ state: 'completed' })
})

test('what somebody has begun who may not sign any more falls to an administrator, and nothing of it counts', async () => {
  const client = await w.t.login('buyer2', { workbench: 'purchaser' })
  const { employeeId } = await client.call(employeeExists, {})
  await w.hospital.client.call(openEmployee, { params: { id: employeeId }, body: {} })
  await w.t.owner.query('delete from sms_code')
  await openOneself(client, { n: 40, codeFor: (mobile) => codeFor(w.t, mobile) })
  // Whoever signs for a purchaser has the right to be there.
  await w.t.owner.query(`update employee set rights = rights || '{onlineSignature}' where id = $1`, [employeeId])
  const colleague = await w.t.login('buyer2', { workbench: 'purchaser' })
  const admin = await w.t.login('admin', { workbench: 'admin' })
  const signer = {
    ...w.hospital,
    ...(await certified({ t: w.t, admin }, w.hospital.client, 'enterprise')),
    client: colleague,
    userId: PEOPLE.buyer2.id,
  }
  const id = await sends(w, w.hospital, {
    signers: [{ companyId: signer.companyId, userId: signer.userId, seal: place }],
  })
  expect((await w.hospital.client.refused(c.signUrl, { params: { id } })).status).toBe(404)
  const { actId, attributes } = await prepares(signer, id)
  expect((await detail(id)).signers).toMatchObject([{ userName: PEOPLE.buyer2.name, state: 'locked' }])
  await w.hospital.client.call(revokeEmployee, { params: { id: employeeId } })
  await w.t.settle()
  expect((await detail(id)).signers).toMatchObject([{ userName: PEOPLE.buyer.name, state: 'waiting' }])
  const body = { actId, signature: toBase64(signer.sign(fromBase64(attributes))) }
  expect((await colleague.refused(c.submitSignature, { params: { id }, body })).status).toBeGreaterThanOrEqual(400)
  expect(await signs(w.hospital, id)).toMatchObject({ state: 'completed' })
})
