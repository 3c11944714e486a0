import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { applyToSign, identityNumber, openOneself } from '#demo/play/e-sign.ts'
import { fromState } from '#demo/states/from-state.ts'
import { maskedIdentity } from '#features/enterprise/rules/identifiers.ts'
import { codeFor, PNG } from '#features/enterprise/server/testing/company.ts'
import { messagePage } from '#features/messages/contract.ts'
import {
  deleteEmployee,
  employeeDetail,
  managePage,
  updateEmployee,
} from '#features/organisation/contract/employees.ts'
import { sendSms } from '#features/passport/contract.ts'
import { PRODUCTS, SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { DAY } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as copies from '../contract/copies.ts'
import * as c from '../contract/company.ts'
import * as people from '../contract/people.ts'
import {
  assertCanSign,
  holdCopies,
  holdsCopies,
  releaseCopies,
  sealImage,
  signatureImage,
  signerOf,
  spendCopies,
} from './public.ts'
import { giveCopies } from './testing/openings.ts'

let t: TestSystem
let buyer: HttpClient
let colleague: HttpClient
let supplier: HttpClient
let platform: HttpClient
const { hospital, supplier1 } = COMPANIES
beforeAll(async () => {
  ;({ t } = await fromState('people'))
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  colleague = await t.login('buyer2', { workbench: 'purchaser' })
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  platform = await t.login('admin', { workbench: 'admin' })
})

const decide = (applicationId: string, body: { pass: boolean; reason?: string }) =>
  platform.call(c.decideReview, { params: { applicationId }, body })
const shown = (n: number) => maskedIdentity(identityNumber(n))
const idOf = async (client: HttpClient) => (await client.call(people.employeeExists, {})).employeeId
/** A code for the own number, past the limit of one a minute. */
async function ownCode(client: HttpClient, account: 'buyer' | 'buyer2' | 'supplier1'): Promise<string> {
  await t.owner.query('delete from sms_code')
  const { mobile } = PEOPLE[account]
  await client.call(sendSms, { body: { mobile, purpose: 'login' } })
  return codeFor(t, mobile)
}
const opens = async (client: HttpClient, n: number) => {
  await t.owner.query('delete from sms_code')
  return openOneself(client, { n, codeFor: (mobile) => codeFor(t, mobile) })
}
test('the platform rejects an application with a reason, and opens by the next one with a seal', async () => {
  expect(await buyer.call(c.latestAudit, {})).toMatchObject({
    standing: 'none',
    latest: null,
    company: { name: hospital.name, creditCode: hospital.creditCode },
  })
  const first = await applyToSign(buyer, { letter: PNG, n: 1 })
  expect((await buyer.refused(c.makeSeal, {})).code).toBe(10002)
  const again = { agentEmployeeId: await idOf(colleague), agentIdentity: identityNumber(2), letterId: first }
  expect((await buyer.refused(c.applyForReview, { body: again })).status).toBe(400)
  expect((await colleague.refused(c.latestAudit, {})).code).toBe(10008)
  const body = { pass: true }
  expect((await buyer.refused(c.decideReview, { params: { applicationId: first }, body })).status).toBe(403)
  const { rows } = await platform.call(c.reviewPage, { query: { status: 0 } })
  expect(rows).toMatchObject([
    { applicationId: first, agentName: '张晓', agentIdentity: shown(1), obstacle: '', proof: 'review' },
  ])
  const letter = await platform.file(c.reviewLetter, { params: { applicationId: first } })
  expect(letter.content.equals(PNG)).toBe(true)
  const params = { applicationId: first }
  expect((await platform.refused(c.decideReview, { params, body: { pass: false } })).status).toBe(400)
  await decide(first, { pass: false, reason: '授权书未加盖公章' })
  expect((await platform.refused(c.decideReview, { params, body })).code).toBe(10002)
  const rejected = await buyer.call(c.latestAudit, {})
  expect(rejected).toMatchObject({ standing: 'rejected', latest: { status: 2, reason: '授权书未加盖公章' } })

  const second = await applyToSign(buyer, { letter: PNG, n: 1 })
  await decide(second, { pass: true })
  expect(await buyer.call(c.companyExists, {})).toMatchObject({ isOpened: true })
  expect(await supplier.call(c.companyExists, {})).toEqual({ isOpened: false, openedAt: null })
  const seal = (await buyer.call(c.currentSeal, {}))!
  expect(seal).toMatchObject({ name: hospital.name, madeByName: '张晓', isExpired: false, isRenamed: false })
  expect(seal.code).toMatch(/^\d{13}$/)
  const picture = await buyer.file(c.sealPicture, { params: { sealId: seal.sealId } })
  // Width and height of a PNG stand in its first chunk: 42 mm of 12 pixels.
  expect([picture.mime, picture.content.readUInt32BE(16), picture.content.readUInt32BE(20)]).toEqual([
    'image/png',
    504,
    504,
  ])
  await expect(supplier.file(c.sealPicture, { params: { sealId: seal.sealId } })).rejects.toMatchObject({ status: 404 })
  expect((await buyer.refused(c.makeSeal, {})).message).toContain('现有印章仍然有效')
  await t.settle()
  const inbox = await buyer.call(messagePage, { query: { identity: 'purchaser' } })
  expect(inbox.rows.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['电子签章已开通', '电子签章开通申请被驳回']),
  )
})

test('a small amount opens a company; another company’s people are none to act for it', async () => {
  const { fileId } = await supplier.upload('e-sign-letter', '授权书.png', PNG)
  const body = {
    agentEmployeeId: await idOf(supplier),
    agentIdentity: identityNumber(3),
    letterId: fileId,
    bank: '中国工商银行',
    accountNo: '6222020011110099',
  }
  const stranger = { ...body, agentEmployeeId: await idOf(buyer) }
  expect((await supplier.refused(c.openCompany, { body: stranger })).status).toBe(404)
  expect((await supplier.refused(c.openCompany, { body: { ...body, agentIdentity: '320402198805010015' } })).code).toBe(
    10001,
  )
  await supplier.call(c.openCompany, { body })
  await t.settle()
  const { rows } = await supplier.call(messagePage, { query: { identity: 'supplier' } })
  expect(rows[0]!.content).toContain('本地通道模拟')
  const amount = /验证款 (0\.\d\d) 元/.exec(rows[0]!.content)![1]!
  expect((await buyer.refused(c.verifyAmount, { body: { amount } })).code).toBe(10002)
  await supplier.call(c.verifyAmount, { body: { amount } })
  expect(await supplier.call(c.latestAudit, {})).toMatchObject({
    standing: 'opened',
    latest: { status: 1, accountNo: '6222 **** 0099', agentIdentity: shown(3) },
  })
})

test('an administrator opens itself once, asks a colleague, and nobody is opened by somebody else', async () => {
  const { employeeId, userId } = await opens(buyer, 1)
  const id = employeeId
  const code = await ownCode(buyer, 'buyer')
  const twice = await buyer.refused(people.openEmployee, {
    params: { id },
    body: { code, identityNumber: identityNumber(1) },
  })
  expect(twice.code).toBe(10002)
  expect(await buyer.call(people.signers, {})).toMatchObject([{ employeeId, userId, name: '张晓' }])

  const asked = await idOf(colleague)
  // Without being asked there is nothing to open.
  const own = { code: '000000', identityNumber: identityNumber(4) }
  expect((await colleague.refused(people.openEmployee, { params: { id: asked }, body: own })).code).toBe(10002)
  await buyer.call(people.openEmployee, { params: { id: asked }, body: {} })
  expect((await buyer.refused(people.openEmployee, { params: { id: asked }, body: own })).code).toBe(10002)
  expect(await buyer.call(people.signers, {})).toHaveLength(1)
  expect((await supplier.refused(people.openEmployee, { params: { id: asked }, body: {} })).status).toBe(404)
  expect((await supplier.refused(people.revokeEmployee, { params: { id: asked } })).status).toBe(404)
  expect((await colleague.refused(people.openEmployee, { params: { id: asked }, body: own })).message).toContain(
    '验证码',
  )
  // A number belongs to one person.
  const taken = { code: await ownCode(colleague, 'buyer2'), identityNumber: identityNumber(1) }
  expect((await colleague.refused(people.openEmployee, { params: { id: asked }, body: taken })).code).toBe(10003)
  await opens(colleague, 4)
  expect(await buyer.call(people.signers, {})).toHaveLength(2)
  const page = await buyer.call(people.employeePage, { query: { status: 2 } })
  expect(page.rows.map(({ name, identity }) => [name, identity])).toContainEqual(['王宁', shown(4)])
  const picture = await colleague.file(people.ownSignature, {})
  expect(picture.content.subarray(1, 4).toString()).toBe('PNG')
})

test('what is known of an agent is for the own administrator, masked, and not without end', async () => {
  const id = await idOf(colleague)
  expect(await buyer.call(people.agentInfo, { params: { id } })).toMatchObject({
    name: '王宁',
    identity: shown(4),
  })
  expect((await supplier.refused(people.agentInfo, { params: { id } })).status).toBe(404)
  expect((await colleague.refused(people.agentInfo, { params: { id } })).code).toBe(10008)
  for (let i = 1; i < 30; i++) await buyer.call(people.agentInfo, { params: { id } })
  expect((await buyer.refused(people.agentInfo, { params: { id } })).code).toBe(10006)
})

test('copies are bought at the payment centre and redeemed; others do not see the payment', async () => {
  const { act, ...pay } = actsIn(t, supplier)
  expect(await supplier.call(people.rightsCheck, {})).toMatchObject({ companyOpened: true, personOpened: false })
  await opens(supplier, 3)
  expect(await supplier.call(people.rightsCheck, {})).toMatchObject({ reason: 'noCopies', copiesLeft: 0 })
  const [pack] = await supplier.call(copies.packages, {})
  expect(pack).toMatchObject({ quantity: 10, price: '100.00', name: '10 份' })
  const preview = PRODUCTS.find(({ code }) => code === 'preview')!.skus[0]!.id
  expect((await supplier.refused(copies.buyPackage, { body: { skuId: preview } })).status).toBe(404)
  const stale = { skuId: pack!.skuId, price: '1.00' }
  expect((await supplier.refused(copies.buyPackage, { body: stale })).code).toBe(10003)
  const order = await supplier.call(copies.buyPackage, {
    body: { skuId: pack!.skuId, price: '100.00', payMethod: PayMethod.values.wechat },
  })
  const payNo = order.payNo!
  await pay.isBegun(payNo)
  expect((await buyer.refused(copies.packagePayStatus, { params: { payNo } })).status).toBe(404)
  await pay.play(payNo, 'pay')
  await vi.waitFor(async () => {
    expect(await supplier.call(copies.packagePayStatus, { params: { payNo } })).toMatchObject({ payStatus: 2 })
    expect(await supplier.call(people.rightsCheck, {})).toMatchObject({ reason: null, copiesLeft: 10 })
  }, PATIENT)
  const { rows } = await supplier.call(copies.buyRecords, { query: {} })
  expect(rows.map(({ orderCode }) => orderCode)).toEqual([order.orderCode])
  await giveCopies({ t }, 'supplier1', { quantity: 2, product: 'sign-voucher', paid: '200.00' })
  expect((await supplier.refused(copies.redeemVouchers, { body: { vouchers: 3 } })).code).toBe(41003)
  expect(await supplier.call(copies.redeemVouchers, { body: { vouchers: 1 } })).toEqual({ copies: 10 })
  const remain = await supplier.call(copies.copiesRemain, {})
  expect(remain).toMatchObject({ copies: 20, vouchers: 1, held: 0 })
  expect(remain.lots.every(({ until }) => until !== null)).toBe(true)
  const lots = await act((ctx) => ctx.many('service_lot', { companyId: supplier1.id, product: SIGN_COPIES }))
  expect(lots.map(({ paid }) => paid)).toEqual(['100.00', '100.00'])
})

test('a copy is held for weeks, spent once, and given back once', async () => {
  const { act } = actsIn(t, supplier)
  const companyId = supplier1.id
  const { id: userId } = PEOPLE.supplier1
  const [kept, dropped] = [await act(async (ctx) => ctx.newId()), await act(async (ctx) => ctx.newId())]
  for (const taskId of [kept, dropped, kept]) await act((ctx) => holdCopies(ctx, { companyId, taskId, userId }))
  expect(await supplier.call(copies.copiesRemain, {})).toMatchObject({ copies: 18, held: 2 })
  await t.settle()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 20 * DAY))
  await t.settle()
  expect(await act((ctx) => holdsCopies(ctx, { companyId, taskId: kept }))).toBe(true)
  const spent = await Promise.all(
    Array.from({ length: 8 }, () => act((ctx) => spendCopies(ctx, { companyId, taskId: kept }))),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
  const drop = { companyId, taskId: dropped, reason: '签署人拒签' }
  expect(await act((ctx) => releaseCopies(ctx, drop))).toBe(true)
  expect(await act((ctx) => releaseCopies(ctx, drop))).toBe(false)
  expect(await act((ctx) => spendCopies(ctx, drop))).toBe(false)
  expect(await supplier.call(copies.copiesRemain, {})).toMatchObject({ copies: 19, held: 0 })
  await act((ctx) => assertCanSign(ctx, { companyId, userId, copies: 19 }))
  await expect(act((ctx) => assertCanSign(ctx, { companyId, userId, copies: 20 }))).rejects.toMatchObject({
    errorName: 'serviceNotBought',
  })
  expect((await act((ctx) => sealImage(ctx, companyId))).name).toBe(supplier1.name)
  expect((await act((ctx) => signatureImage(ctx, { companyId, userId }))).name).toBe('沈瑶')
})

test('who is revoked, leaves or is no signer any more cannot sign', async () => {
  const { act } = actsIn(t, supplier)
  const companyId = hospital.id
  const [id, { id: userId }] = [await idOf(colleague), PEOPLE.buyer2]
  const signs = () => act((ctx) => signerOf(ctx, { companyId, userId }))
  expect(await signs()).toMatchObject({ name: '王宁' })
  expect((await t.client().refused(people.revokeEmployee, { params: { id } })).status).toBe(401)
  await buyer.call(people.revokeEmployee, { params: { id } })
  expect(await signs()).toBeUndefined()
  const told = await t.owner.query(`select payload from outbox where kind = 'e-sign.signer-revoked'`)
  expect(told.rows).toEqual([{ payload: { companyId, userId, to: PEOPLE.buyer.id } }])
  expect((await buyer.refused(people.revokeEmployee, { params: { id } })).code).toBe(10002)

  await buyer.call(people.openEmployee, { params: { id }, body: {} })
  await colleague.call(people.revokeEmployee, { params: { id } })
  await buyer.call(people.openEmployee, { params: { id }, body: {} })
  await opens(colleague, 4)
  const params = { employeeId: id }
  const before = await buyer.call(employeeDetail, { params })
  expect(before.isSigner).toBe(true)
  const body = {
    name: before.name,
    email: before.email,
    deptId: before.deptId,
    roleIds: [],
    rights: before.directRights,
  }
  await buyer.call(updateEmployee, { params, body: { ...body, isSigner: false } })
  await t.settle()
  expect(await signs()).toBeUndefined()
  expect((await buyer.call(people.employeePage, { query: { status: 2 } })).rows).toHaveLength(1)

  await buyer.call(people.openEmployee, { params: { id }, body: {} })
  await opens(colleague, 4)
  expect(await signs()).toBeDefined()
  await buyer.call(deleteEmployee, { params })
  await t.settle()
  expect(await signs()).toBeUndefined()
  const ended = await act((ctx) => ctx.many('sign_employee', { companyId, userId, state: 'revoked' }))
  expect(ended.map(({ endReason }) => endReason).toSorted()).toEqual(['企业取消了签字人', '已离开企业', '管理员撤销'])
  expect((await buyer.call(managePage, { query: {} })).rows.some(({ employeeId }) => employeeId === id)).toBe(false)
})

test('numbers of people stand nowhere in plain', async () => {
  await t.settle()
  expect(await findPlainNumbers(t.owner, [1, 3, 4].map(identityNumber))).toEqual({})
})
