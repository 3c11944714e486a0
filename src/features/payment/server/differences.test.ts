import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as finance from '../contract/finance.ts'
import * as gateway from '../contract/gateway.ts'
import * as orders from '../contract/order.ts'
import { type FinanceWorld, financeWorld } from './testing/finance.ts'

let w: FinanceWorld['w']
let admin: FinanceWorld['admin']
let due: FinanceWorld['due']
let paid: FinanceWorld['paid']
let detail: FinanceWorld['detail']
let holds: FinanceWorld['holds']
beforeAll(async () => {
  ;({ w, admin, due, paid, detail, holds } = await financeWorld())
})

test('a case: money is assigned to its order, or sent back; once', async () => {
  const { orderId, payCode } = await due('30.00')
  const { payCode: transfer } = await w.supplier.call(orders.placeOrder, { body: { orderId, payMethod: 3 } })
  await w.isBegun(transfer!)
  await w.play(transfer!, 'stranger')
  await vi.waitFor(async () => expect(await w.casesOf(orderId)).toHaveLength(1), PATIENT)
  const [found] = await w.casesOf(orderId)
  const params = { caseId: found!.id }
  const { orderCode } = await detail(orderId)
  const assign = { how: 'assign' as const, reason: '付款人为其分公司，已出具说明' }
  expect((await admin.refused(finance.closeCase, { params, body: { ...assign, orderCode: 'O1' } })).code).toBe(10001)
  await admin.call(finance.closeCase, { params, body: { ...assign, orderCode } })
  expect(await detail(orderId)).toMatchObject({ state: 'paid', payStatus: 2 })
  expect((await w.paymentOf(payCode)).status).toBe(3)
  const less = await due('31.00')
  await w.play(less.payCode, 'less')
  await vi.waitFor(async () => expect(await w.casesOf(less.orderId)).toHaveLength(1), PATIENT)
  const [short] = await w.casesOf(less.orderId)
  await admin.call(finance.closeCase, {
    params: { caseId: short!.id },
    body: { how: 'refund', reason: '金额不足，原路退回' },
  })
  await vi.waitFor(
    async () =>
      expect((await w.casesOf(less.orderId))[0]).toMatchObject({
        state: 'closed',
        closingReason: '金额不足，原路退回',
        closedByName: expect.stringMatching(/./),
      }),
    PATIENT,
  )
  await holds()
})

describe('reconciliation', () => {
  const runOf = async (day: string, provider = 'wechat') =>
    (await admin.call(finance.reconPage, {})).find((run) => run.day === day && run.provider === provider)

  test('five planted differences are exactly five cases; each is closed by a journal or a reason', async () => {
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + DAY))
    const day = formatDate(w.t.kernel.clock.now())
    const payments = []
    for (const amount of ['10.00', '20.00', '30.00', '40.00', '50.00']) payments.push(await paid(amount))
    const [a, b, c] = payments.map(({ payCode }) => payCode)
    const alien = { providerNo: '4200999', amount: '7.77' }
    const lines = [
      { kind: 'missing-there' as const, ourNo: a! },
      { kind: 'amount' as const, ourNo: b!, amount: '20.01' },
      { kind: 'status' as const, ourNo: c! },
      { kind: 'missing-here' as const, ourNo: 'FOREIGN1', ...alien },
      { kind: 'missing-here' as const, ourNo: 'FOREIGN2', providerNo: '4200998', amount: '8.88' },
    ]
    await admin.call(gateway.planBill, { params: { day }, body: { lines } })
    expect((await admin.refused(finance.runReconciliation, { params: { day } })).status).toBe(409)
    // The day after, at ten past ten: the timer has it fetched.
    await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + DAY))
    await vi.waitFor(async () => expect((await runOf(day))?.lines).toHaveLength(5), PATIENT)
    const run = (await runOf(day))!
    expect(run.lines.map(({ result }) => result).toSorted()).toEqual([
      'amount',
      'missing-here',
      'missing-here',
      'missing-there',
      'status',
    ])
    const [first, ...rest] = run.lines
    const close = (lineId: string, how: 'journal' | 'reason') =>
      admin.call(finance.closeDifference, { params: { lineId }, body: { how, reason: '已与渠道核实' } })
    expect(
      (await admin.refused(finance.closeDifference, { params: first!, body: { how: 'reason', reason: ' ' } })).code,
    ).toBe(10001)
    await close(first!.lineId, 'journal')
    for (const { lineId } of rest) await close(lineId, 'reason')
    expect((await runOf(day))!.lines.every(({ state }) => state === 'closed')).toBe(true)
    expect((await admin.call(finance.closingPage, {})).days.find((one) => one.day === day)).toMatchObject({
      isReconciled: true,
    })
    await holds()
  })

  test('a day without a bill is a case; later it may come right', async () => {
    const day = formatDate(w.t.kernel.clock.now())
    await paid('15.00')
    await admin.call(gateway.planBill, { params: { day }, body: { missing: true } })
    await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + DAY))
    await vi.waitFor(async () => expect(await runOf(day)).toMatchObject({ state: 'no-file' }), PATIENT)
    expect((await runOf(day))!.lines).toMatchObject([{ result: 'no-file', state: 'open' }])
    await admin.call(gateway.planBill, { params: { day }, body: {} })
    await admin.call(finance.runReconciliation, { params: { day } })
    await vi.waitFor(async () => expect(await runOf(day)).toMatchObject({ state: 'matched' }), PATIENT)
    expect((await runOf(day))!.lines).toMatchObject([{ state: 'closed', closingText: '重新对账后一致' }])
  })

  test('money that only the bill has is taken in', async () => {
    const day = formatDate(w.t.kernel.clock.now())
    const { orderId, payCode } = await due('16.00')
    await w.payQuietly(payCode)
    await w.t.owner.query(`delete from timer where key like 'payment.watch:%'`)
    await w.t.owner.query(`update pay_order set expires_at = expires_at + interval '5 days' where id = $1`, [orderId])
    await w.t.owner.query(`delete from timer where key = $1`, [`payment.expire:${orderId}`])
    await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + DAY))
    await w.becomes(payCode, 2)
    expect(await w.orderOf(orderId)).toMatchObject({ state: 'paid' })
  })
})
