import { beforeAll, expect, test, vi } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as own from '../contract/own.ts'
import * as register from '../contract/register.ts'
import { type Letter, LETTER_TYPE, neededUntil } from '../rules/letter.ts'
import { signLetter } from './issuer/local.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

let w: BondWorld
beforeAll(async () => {
  w = await bondWorld()
})

test('a letter is looked at to the byte: each fault is refused with its reason, a whole one is in force', async () => {
  const { orderId, code, deadline } = await w.tender(1)
  const [supplier] = w.suppliers
  const until = neededUntil({ bidEnd: deadline, openAt: deadline }, w.now())
  const letter: Letter = {
    type: LETTER_TYPE,
    number: 'BH-1',
    form: 'bank',
    issuer: '江州银行',
    applicant: COMPANIES.supplier1.name,
    beneficiary: COMPANIES.hospital.name,
    orderCode: code,
    amount: '20000.00',
    currency: 'CNY',
    validFrom: formatDate(w.now()),
    validUntil: until,
    terms: '见索即付',
    issuedAt: w.now().toISOString(),
    extends: '',
  }
  const made = (change: Partial<Letter> = {}, notAfter?: Date) =>
    signLetter(w.t.kernel, { ...letter, ...change }, notAfter)
  const hand = (content: string) => ({ params: { orderId }, body: { content } })
  const refusal = async (content: string) => (await supplier!.refused(own.handInLetter, hand(content))).message
  const whole = made()
  const { body } = JSON.parse(whole) as { body: string }
  const bytes = Buffer.from(body, 'base64')
  bytes[bytes.indexOf('20000.00')] = '9'.charCodeAt(0)
  expect(await refusal(whole.replace(body, bytes.toString('base64')))).toContain('已被改动')
  expect(await refusal(made({ amount: '19999.99' }))).toContain('低于应提交的')
  const dayBefore = formatDate(new Date(Date.parse(`${until}T12:00:00+08:00`) - DAY))
  expect(await refusal(made({ validUntil: dayBefore }))).toContain('早于投标有效期')
  expect(await refusal(made({ beneficiary: '江州市第二医院' }))).toContain('受益人为江州市第二医院')
  expect(await refusal(made({ orderCode: 'ZB0' }))).toContain('项目编号')
  expect(await refusal(made({ applicant: '他人' }))).toContain('被保证人')
  expect(await refusal(made({}, new Date(w.now().getTime() - 1000)))).toContain('证书已过有效期')
  expect(await refusal('{}')).toContain('格式不正确')
  expect(await w.bond(supplier!, orderId)).toMatchObject({ state: 'unpaid', given: null })
  await supplier!.call(own.handInLetter, hand(whole))
  expect(await w.bond(supplier!, orderId)).toMatchObject({
    state: 'paid',
    given: { kind: 'bank', amount: '20000.00' },
    letter: { state: 'verified', number: 'BH-1', validUntil: until },
  })
})

test('asked for, paid, issued and looked at; good for longer when the opening is put off; released with the return', async () => {
  const { orderId } = await w.tender(1)
  const params = { orderId }
  const [supplier] = w.suppliers
  const { payOrderId } = await w.choose(supplier!, orderId, 'insurance')
  expect(await w.bond(supplier!, orderId)).toMatchObject({
    state: 'pending',
    letter: { state: 'applied', fee: '120.00' },
  })
  await (await beginPaying(supplier!, payOrderId!)).finish()
  const letter = async () => (await w.bond(supplier!, orderId)).letter!
  await vi.waitFor(async () => expect((await letter()).state).toBe('verified'), PATIENT)
  const first = await letter()
  await w.t.owner.query(
    `update purchase_order set open_at = open_at + interval '10 days', bid_end = bid_end + interval '10 days' where id = $1`,
    [orderId],
  )
  await w.t.owner.query(`insert into outbox (tenant_id, at, kind, payload) values (1, now(), 'order.changed', $1)`, [
    JSON.stringify({ orderId }),
  ])
  await w.t.settle()
  await vi.waitFor(async () => expect((await letter()).state).toBe('extended'), PATIENT)
  expect(Date.parse((await letter()).validUntil!) - Date.parse(first.validUntil!)).toBe(10 * DAY)
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  const { rows } = await w.buyer.call(register.orderBonds, { params })
  expect(rows).toMatchObject([{ state: 'paid', kind: 'insurance', acts: ['return', 'keep'] }])
  await w.buyer.call(register.returnBonds, { params, body: { tradeIds: [rows[0]!.tradeId] } })
  expect((await letter()).state).toBe('released')
  expect((await w.buyer.call(register.orderBonds, { params })).rows[0]!.state).toBe('refunded')
})

test('a fee that is paid for a form that was given up goes back', async () => {
  const { orderId } = await w.tender(1)
  const [supplier] = w.suppliers
  const { payOrderId } = await w.choose(supplier!, orderId, 'bank')
  const { pay, finish } = await beginPaying(supplier!, payOrderId!)
  await w.choose(supplier!, orderId, 'cash')
  await finish()
  await vi.waitFor(async () => expect(await pay.orderOf(payOrderId!)).toMatchObject({ refunded: '200.00' }), PATIENT)
})

/** The fee of a letter is begun to be paid by WeChat; `finish`: the wallet pays. */
async function beginPaying(supplier: HttpClient, orderId: string) {
  const pay = actsIn(w.t, supplier)
  const { payCode } = await supplier.call(placeOrder, { body: { orderId, payMethod: PayMethod.values.wechat } })
  await pay.isBegun(payCode!)
  return { pay, finish: () => pay.play(payCode!, 'pay', supplier) }
}

/** A letter of an insurer that is in force, of an order that is awarded. */
async function letterInForce() {
  const { orderId, trades } = await w.tender(1)
  const [supplier] = w.suppliers
  const { payOrderId } = await w.choose(supplier!, orderId, 'insurance')
  await (await beginPaying(supplier!, payOrderId!)).finish()
  const letter = async () => (await w.bond(supplier!, orderId)).letter!
  await vi.waitFor(async () => expect((await letter()).state).toBe('verified'), PATIENT)
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  return { letter, params: { orderId, tradeId: trades[0]! } }
}

test('claimed where the bond is kept: the issuer owes the purchaser what was demanded, once', async () => {
  const { letter, params } = await letterInForce()
  const owed = () => w.act((ctx) => balanceOf(ctx, { kind: 'company.cash', owner: COMPANIES.hospital.id }))
  const before = Number((await owed()).total)
  const body = { ground: 'unsigned' as const, reason: '中标人拒绝订立合同' }
  const answers = await Promise.allSettled(
    Array.from({ length: 16 }, () => w.buyer.call(register.keepBond, { params, body })),
  )
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await letter()).state).toBe('claimed')
  expect(Number((await owed()).total) - before).toBe(20_000)
  const { rows } = await w.buyer.call(register.orderBonds, { params })
  expect(rows).toMatchObject([{ state: 'kept', acts: [] }])
  expect((await w.buyer.refused(register.keepBond, { params, body: { ...body, reason: '再次主张索赔' } })).code).toBe(
    10002,
  )
})

test('expired the day after its last: no claim on it any more', async () => {
  const { letter, params } = await letterInForce()
  const { validUntil } = await letter()
  await w.t.advanceTo(new Date(Date.parse(`${validUntil!}T12:00:00+08:00`)))
  expect((await letter()).state).toBe('verified')
  await w.t.advanceTo(new Date(Date.parse(`${validUntil!}T00:00:00+08:00`) + DAY + 60_000))
  await vi.waitFor(async () => expect((await letter()).state).toBe('expired'), PATIENT)
  w.buyer = await w.t.login('buyer', { workbench: 'purchaser' })
  const body = { ground: 'unsigned' as const, reason: '中标人拒绝订立合同' }
  expect(await w.buyer.refused(register.keepBond, { params, body })).toMatchObject({
    code: 10002,
    message: '保函已失效，不能索赔',
  })
})
