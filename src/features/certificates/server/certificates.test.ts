import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import { makeRequest } from '../core/request.ts'
import * as admin from '../contract/admin.ts'
import * as check from '../contract/check.ts'
import * as contract from '../contract/company.ts'
import type { Kind } from '../rules/kinds.ts'
import { certificateOf, verifyCertificate } from './public.ts'
import { notePaid } from './submit.ts'
import { buysVouchers, certificateFor, fieldsFor } from './testing/certificates.ts'

let t: TestSystem
let one: HttpClient
let two: HttpClient
let platform: HttpClient
let world: ReturnType<typeof actsIn>

beforeAll(async () => {
  ;({ t } = await fromState('people'))
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
  platform = await t.login('admin', { workbench: 'admin' })
  world = actsIn(t, one)
})

const { supplier1, supplier2 } = COMPANIES
const now = () => t.kernel.clock.now()
const save = async (client: HttpClient, kind: Kind = 'enterprise', key = generateKeyPair('intl')) =>
  (await client.call(contract.saveApplication, { body: await fieldsFor(client, { kind, key }) })).applicationId
const detail = (client: HttpClient, applicationId: string) =>
  client.call(contract.applicationDetail, { params: { applicationId } })
const submit = (client: HttpClient, applicationId: string, useVoucher = false) =>
  client.call(contract.submitApplication, { params: { applicationId }, body: { useVoucher } })
const verify = (der: Buffer, at = now(), companyCode?: string) =>
  inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    verifyCertificate(ctx, der, { at, ...(companyCode !== undefined && { companyCode }) }),
  )
const lots = async (companyId: string) => {
  const { rows } = await t.owner.query<{ used: number; held: number }>(
    `select coalesce(sum(used), 0)::int as used, coalesce(sum(held), 0)::int as held from service_lot where company_id = $1`,
    [companyId],
  )
  return rows[0]!
}
const creditCode = async (companyId: string) =>
  (await world.act((ctx) => ctx.expectOne('company', { id: companyId }))).creditCode

async function pay(client: HttpClient, payOrderId: string): Promise<void> {
  const { payCode } = await client.call(placeOrder, {
    body: { orderId: payOrderId, payMethod: PayMethod.values.wechat },
  })
  await world.isBegun(payCode!)
  await world.play(payCode!, 'pay', client)
}
const becomes = (client: HttpClient, applicationId: string, state: string) =>
  vi.waitFor(async () => expect((await detail(client, applicationId)).state).toBe(state), PATIENT)

test('applied for, paid, approved: a certificate that anybody can judge, and that is revoked once', async () => {
  const key = generateKeyPair('intl')
  const applicationId = await save(one, 'agent', key)
  const params = { applicationId }
  // Nothing is handed in yet: the platform knows of none.
  expect(await platform.refused(admin.reviewDetail, { params })).toMatchObject({ status: 404 })
  const { state, payOrderId } = await submit(one, applicationId)
  expect(state).toBe('paying')
  expect(await detail(one, applicationId)).toMatchObject({ status: 0, price: '200.00', due: '200.00' })
  await pay(one, payOrderId!)
  await becomes(one, applicationId, 'pending')
  const seen = await platform.call(admin.reviewDetail, { params })
  expect(seen).toMatchObject({ status: 1, identity: '110105********002X', mobile: '138****0001', personName: '张三' })
  await platform.call(admin.approveApplication, { params })
  await becomes(one, applicationId, 'opened')
  expect(await platform.refused(admin.rejectApplication, { params, body: { reason: '材料不符' } })).toMatchObject({
    status: 409,
  })
  const { certificateId } = await detail(one, applicationId)
  const [held, ...more] = await world.act((ctx) => certificateOf(ctx, { companyId: supplier1.id, at: now() }))
  expect(more).toEqual([])
  expect(held).toMatchObject({ certificateId, kind: 'agent', holder: '张三', isDemo: true })
  const code = await creditCode(supplier1.id)
  expect(await verify(held!.der, now(), code)).toMatchObject({ verdict: 'good', isDemo: true })
  expect(await verify(held!.der, now(), await creditCode(supplier2.id))).toMatchObject({ verdict: 'otherCompany' })

  const file = held!.der.toString('base64')
  expect(await two.call(check.checkCertificate, { body: { file } })).toMatchObject({
    verdict: 'good',
    isDemo: true,
    chain: [{ serial: held!.serial }, {}, {}],
  })
  const body = { code: 'keyCompromise' as const, reason: '电脑被盗' }
  expect(
    await two.refused(contract.revokeCertificate, { params: { certificateId: certificateId! }, body }),
  ).toMatchObject({ status: 404 })
  const { revokedAt } = await one.call(contract.revokeCertificate, { params: { certificateId: certificateId! }, body })
  const again = { ...body, reason: '再次吊销' }
  expect(
    await one.refused(contract.revokeCertificate, { params: { certificateId: certificateId! }, body: again }),
  ).toMatchObject({ status: 409 })
  expect(await verify(held!.der)).toMatchObject({ verdict: 'revoked' })
  // What was done before it was revoked stays.
  expect(await verify(held!.der, new Date(Date.parse(revokedAt) - 1))).toMatchObject({ verdict: 'good' })
  expect(await world.act((ctx) => certificateOf(ctx, { companyId: supplier1.id, at: now() }))).toEqual([])
  await expect(
    t.owner.query('update certificate set revoked_at = null, revoke_code = $1 where id = $2', ['', certificateId]),
  ).rejects.toMatchObject({ code: 'KB002' })
})

describe('vouchers and money', () => {
  test('ten at once redeem one voucher for one application; it is back when that is sent back', async () => {
    await buysVouchers(t, supplier2.id, 1)
    const ids = []
    for (let i = 0; i < 10; i++) ids.push(await save(two, 'enterprise'))
    const outcomes = await Promise.allSettled(ids.map((id) => submit(two, id, true)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = ids[outcomes.findIndex(({ status }) => status === 'fulfilled')]!
    expect(await lots(supplier2.id)).toEqual({ used: 0, held: 1 })
    expect(await detail(two, winner)).toMatchObject({ state: 'pending', due: '0.00', hasVoucher: true })
    await t.settle()
    await t.advanceTo(new Date(now().getTime() + DAY))
    // However long people look at it, it stays set apart.
    expect(await lots(supplier2.id)).toEqual({ used: 0, held: 1 })
    two = await t.login('supplier2', { workbench: 'supplier' })
    one = await t.login('supplier1', { workbench: 'supplier' })
    platform = await t.login('admin', { workbench: 'admin' })
    const params = { applicationId: winner }
    await platform.call(admin.rejectApplication, { params, body: { reason: '授权书未盖章' } })
    expect(await lots(supplier2.id)).toEqual({ used: 0, held: 0 })
    expect(await detail(two, winner)).toMatchObject({ status: 3, reason: '授权书未盖章' })
    await submit(two, winner, true)
    await platform.call(admin.approveApplication, { params })
    await becomes(two, winner, 'opened')
    expect(await lots(supplier2.id)).toEqual({ used: 1, held: 0 })
    for (const id of ids.filter((id) => id !== winner))
      await two.call(contract.removeApplication, { params: { applicationId: id } })
  })

  test('money of an application that is sent back goes back; told twice, it is pending once', async () => {
    const applicationId = await save(two, 'legalPerson')
    const { payOrderId } = await submit(two, applicationId)
    expect(await two.refused(contract.removeApplication, { params: { applicationId } })).toMatchObject({ status: 409 })
    await two.call(contract.cancelPayment, { params: { applicationId } })
    expect(await detail(two, applicationId)).toMatchObject({ state: 'saved', payOrderId: null })
    const second = await submit(two, applicationId)
    expect(second.payOrderId).not.toBe(payOrderId)
    await pay(two, second.payOrderId!)
    await becomes(two, applicationId, 'pending')
    const order = await world.orderOf(second.payOrderId!)
    const paid = {
      orderId: order.id,
      orderCode: order.code,
      subjectKind: 'ca-application',
      subjectId: applicationId,
      amount: order.amount,
      paidAt: now().toISOString(),
    }
    await world.act((ctx) => notePaid.handle(ctx, { id: 1, kind: 'payment.paid', payload: paid } as never))
    expect(await world.orderOf(order.id)).toMatchObject({ refunding: '0.00', refunded: '0.00' })
    const params = { applicationId }
    await platform.call(admin.rejectApplication, { params, body: { reason: '证件不清晰' } })
    await vi.waitFor(async () => expect((await world.orderOf(order.id)).refunded).toBe('200.00'), PATIENT)
    expect(await detail(two, applicationId)).toMatchObject({ isRefunded: true, status: 3 })
  })
})

test('a key is proven, and stands for one holder', async () => {
  const key = generateKeyPair('intl')
  await certificateFor({ t, admin: platform }, { client: one, kind: 'enterprise', key })
  const fields = await fieldsFor(two, { kind: 'enterprise', key })
  const stolen = (await two.call(contract.saveApplication, { body: fields })).applicationId
  expect(await two.refused(contract.submitApplication, { params: { applicationId: stolen }, body: {} })).toMatchObject({
    message: expect.stringContaining('已经签发过证书'),
  })
  const forged = makeRequest(key, '张三')
  forged[forged.length - 3]! ^= 1
  for (const request of [toBase64(forged), toBase64(new Uint8Array(200).fill(0x30)), 'AAAA'])
    expect(await two.refused(contract.saveApplication, { body: { ...fields, request } })).toMatchObject({ status: 400 })
  expect(
    await two.refused(contract.saveApplication, { body: { ...fields, request: 'A'.repeat(40_000) } }),
  ).toMatchObject({ status: 400 })
  expect(await two.refused(contract.saveApplication, { body: { ...fields, suite: 'gm' } })).toMatchObject({
    status: 400,
  })
  expect(await two.refused(contract.saveApplication, { body: { ...fields, medium: 'cloud' } })).toMatchObject({
    message: expect.stringContaining('暂未接入'),
  })
  // Files are those of the own company.
  expect(await one.refused(contract.saveApplication, { body: { ...fields, request: null } })).toMatchObject({
    status: 400,
  })
  await two.call(contract.removeApplication, { params: { applicationId: stolen } })
})

test('replaced, renewed, renamed: the key that was lost goes first, and nothing overlaps by mistake', async () => {
  const key = generateKeyPair('gm')
  const first = await certificateFor({ t, admin: platform }, { client: one, kind: 'legalPerson', key })
  expect(await verify(first.der)).toMatchObject({ verdict: 'good' })
  const params = { certificateId: first.certificateId }
  expect(await one.refused(contract.startChange, { params, body: { act: 'renew' } })).toMatchObject({ status: 409 })
  expect(await two.refused(contract.startChange, { params, body: { act: 'replace' } })).toMatchObject({ status: 404 })
  const { applicationId } = await one.call(contract.startChange, { params, body: { act: 'replace' } })
  const change = async (request: string | null) => {
    const { identity, mobile, ...fields } = await fieldsFor(one, { kind: 'legalPerson', key })
    void [identity, mobile]
    await one.call(contract.changeApplication, { params: { applicationId }, body: { ...fields, request } })
  }
  await change(toBase64(makeRequest(key, '张三')))
  await buysVouchers(t, supplier1.id)
  // The key that is lost cannot be certified anew; nothing was revoked for a request that was refused.
  expect(
    (await one.refused(contract.submitApplication, { params: { applicationId }, body: { useVoucher: true } })).message,
  ).toContain('重新生成密钥')
  expect(await verify(first.der)).toMatchObject({ verdict: 'good' })
  const fresh = generateKeyPair('gm')
  await change(toBase64(makeRequest(fresh, '张三')))
  expect(await detail(one, applicationId)).toMatchObject({ identity: '110105********002X', price: '60.00' })
  await submit(one, applicationId, true)
  expect(await verify(first.der)).toMatchObject({ verdict: 'revoked' })
  await platform.call(admin.approveApplication, { params: { applicationId } })
  await becomes(one, applicationId, 'opened')
  const { certificateId } = await detail(one, applicationId)
  const row = () => world.act((ctx) => ctx.expectOne('certificate', { id: certificateId! }))
  const old = await world.act((ctx) => ctx.expectOne('certificate', { id: first.certificateId }))
  expect((await row()).untilAt).toEqual(old.untilAt)

  await t.settle()
  await t.advanceTo(new Date(old.untilAt.getTime() - 59 * DAY))
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
  platform = await t.login('admin', { workbench: 'admin' })
  await t.settle()
  const told = await t.owner.query<{ n: number }>(
    `select count(*)::int as n from message where kind = 'certificate.due' and content like '%' || $1 || '%'`,
    [(await row()).serial],
  )
  expect(told.rows[0]!.n).toBe(1)
  const renewal = await one.call(contract.startChange, {
    params: { certificateId: certificateId! },
    body: { act: 'renew', years: 2 },
  })
  const second = await one.refused(contract.startChange, {
    params: { certificateId: certificateId! },
    body: { act: 'renew', years: 1 },
  })
  expect(second).toMatchObject({ status: 409 })
  const { identity: _, mobile: __, ...fields } = await fieldsFor(one, { kind: 'legalPerson', key: fresh })
  await one.call(contract.changeApplication, {
    params: renewal,
    body: { ...fields, years: 2 },
  })
  const { payOrderId } = await submit(one, renewal.applicationId)
  await pay(one, payOrderId!)
  await becomes(one, renewal.applicationId, 'pending')
  await platform.call(admin.approveApplication, { params: renewal })
  await becomes(one, renewal.applicationId, 'opened')
  const renewed = await world.act(async (ctx) =>
    ctx.expectOne('certificate', { id: (await detail(one, renewal.applicationId)).certificateId! }),
  )
  expect(renewed.fromAt).toEqual(old.untilAt)
  expect(await verify(renewed.der)).toMatchObject({ verdict: 'notYetValid' })
})

test('strangers find nothing; numbers of people stand in no trail and no event', async () => {
  const applicationId = await save(one)
  const params = { applicationId }
  const { letters } = await detail(one, applicationId)
  const bj = t.client()
  await bj.raw(
    'POST',
    '/api/login',
    { mode: 'password', account: 'bj-supplier1', password: DEMO_PASSWORD },
    { headers: { [TENANT_HEADER]: '3' } },
  )
  bj.workbench = 'supplier'
  const fields = {
    ...(await fieldsFor(two, { kind: 'agent', key: generateKeyPair('intl') })),
    letters: [],
    licences: [],
  }
  for (const stranger of [two, bj]) {
    for (const refused of [
      await stranger.refused(contract.applicationDetail, { params }),
      await stranger.refused(contract.changeApplication, { params, body: fields }),
      await stranger.refused(contract.removeApplication, { params }),
      await stranger.refused(contract.submitApplication, { params, body: {} }),
      await stranger.refused(contract.cancelPayment, { params }),
      await stranger.refused(contract.applicationFile, { params: { ...params, fileId: letters[0]!.fileId } }),
    ])
      expect(refused).toMatchObject({ status: 404 })
  }
  expect((await platform.refused(admin.approveApplication, { params })).status).toBe(404)
  expect((await one.refused(admin.approveApplication, { params })).status).toBe(403)
  expect((await t.client().refused(contract.certificatePage, { query: {} })).status).toBe(401)
  const incomplete = await one.call(contract.saveApplication, { body: { ...fields, request: null } })
  expect(await one.refused(contract.submitApplication, { params: incomplete, body: {} })).toMatchObject({ status: 400 })
  await t.settle()
  const { rows } = await t.owner.query<{ n: number }>(
    `select count(*)::int as n from (
      select body::text as x from audit_entry union all select payload::text from outbox union all select content from message) all_of
     where x like '%11010519491231%' or x like '%13800000001%'`,
  )
  expect(rows[0]!.n).toBe(0)
})
