import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { messagePage } from '#features/messages/contract.ts'
import { formatDate } from '#contract/time.ts'
import type { AccountKind } from '#features/ledger/rules/accounts.ts'
import { openBalanceOf } from '#features/ledger/server/public.ts'
import { findAlterations } from '#server/integrity.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { FEATURES } from '#server/features.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import { enqueue } from '#server/work/worker.ts'
import * as finance from '../contract/finance.ts'
import { cancelOrder, payStatus, placeOrder } from '../contract/order.ts'
import { PayMethod, PROVIDERS } from '../rules/enums.ts'
import { tenantOfNumber } from '../rules/numbers.ts'
import { newNumber } from './codes.ts'
import { noticeBytes } from './gateway/notify.ts'
import { reconcileDay } from './reconcile.ts'
import { payWorld, PREVIEWS } from './testing/pay.ts'
import { ASK } from './work-kinds.ts'

let w: Awaited<ReturnType<typeof payWorld>>
beforeAll(async () => {
  w = await payWorld()
})

const atOnceEach = <T>(count: number, run: () => Promise<T>) => Array.from({ length: count }, run)
/** Starts all in one tick. */
const atOnce = <T>(count: number, run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))
const messages = async (title: string) => {
  await w.t.settle()
  const { rows } = await w.supplier.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } })
  return rows.filter((row) => row.title.includes(title))
}
const closed = (orderId: string) =>
  vi.waitFor(async () => {
    const cases = await w.casesOf(orderId)
    if (cases.some(({ state }) => state !== 'closed'))
      throw new Error(`open: ${cases.map(({ state }) => state).join()}`)
    return cases
  }, PATIENT)

describe('a payment', () => {
  test('is begun at the provider, paid in the wallet, and known by its notice', async () => {
    const { orderId, payCode } = await w.begin()
    expect(payCode.length).toBeLessThanOrEqual(32)
    expect(tenantOfNumber(payCode)).toBe(1)
    expect((await w.paymentOf(payCode)).begun).toMatchObject({ kind: 'qr', content: expect.stringMatching(/^weixin:/) })
    await w.play(payCode, 'pay')
    await w.becomes(payCode, 2)
    expect(await w.orderOf(orderId)).toMatchObject({ state: 'paid' })
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
    expect(await w.statusOf(payCode)).toMatchObject({ payStatus: 2, paidAt: expect.any(String) })
  })

  test('by Alipay, UnionPay and bank transfer likewise', async () => {
    for (const method of ['alipay', 'unionpay', 'remittance'] as const) {
      const { orderId, payCode } = await w.begin(method)
      await w.play(payCode, 'pay')
      await w.becomes(payCode, 2)
      expect(await w.orderOf(orderId)).toMatchObject({ state: 'paid' })
      expect(await w.statusOf(payCode)).toMatchObject({ payStatus: 2, paidAt: expect.any(String) })
    }
  })

  test('the same order for the same subject, however often at once; its amount is the server’s', async () => {
    const body = { skuId: PREVIEWS, count: 777, payMethod: PayMethod.values.wechat }
    const orders = await atOnce(16, () => w.supplier.call(placeOrder, { body }))
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1)
    expect(new Set(orders.map(({ payCode }) => payCode)).size).toBe(1)
    expect(orders[0]!.amount).toBe('38850.00')
    const other = await w.supplier.refused(placeOrder, { body: { ...body, price: '1.00' } })
    expect([other.code, other.message]).toEqual([10003, '价格已调整为 50.00 元，请确认后重新下单'])
    await w.supplier.call(cancelOrder, { params: { id: orders[0]!.orderId } })
  })
})

describe('one payment, many tellers', () => {
  test('the same notice 50 times at once: one journal, one message, every answer the success form', async () => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    const answers = await atOnce(50, () => w.send(notice))
    expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set(['204']))
    const { id, orderId } = await w.paymentOf(payCode)
    expect(await w.journalsOf(id)).toEqual(['payment.received'])
    expect(await w.casesOf(orderId)).toEqual([])
    const { code } = await w.orderOf(orderId)
    const told = (await messages('支付成功')).filter(({ content }) => content.includes(code))
    expect(told).toHaveLength(1)
    await vi.waitFor(async () => expect(await w.lotsOf(orderId)).toBe(1), PATIENT)
  })

  test('two processes: notices, questions and clicks at both are one payment, one journal, one delivery', async () => {
    const { base, login } = await secondProcess(w.t)
    const there = await login('supplier1', 'supplier')
    const body = { skuId: PREVIEWS, count: 778, payMethod: PayMethod.values.wechat }
    const orders = await atOnce(16, (i) => (i % 2 ? there : w.supplier).call(placeOrder, { body }))
    expect(new Set(orders.map(({ payCode }) => payCode)).size).toBe(1)
    const { orderId } = orders[0]!
    const payCode = orders[0]!.payCode!
    await w.isBegun(payCode)
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    const [answers] = await Promise.all([
      atOnce(32, (i) => w.send(notice, 'wechat.1', i % 2 ? base : w.t.base)),
      atOnce(16, (i) => (i % 2 ? there : w.supplier).call(payStatus, { params: { payCode } })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    await w.becomes(payCode, 2)
    await vi.waitFor(async () => expect(await w.lotsOf(orderId)).toBe(1), PATIENT)
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
    expect(await w.casesOf(orderId)).toEqual([])
  })

  test('notice and question at once: one journal; the provider is asked where no notice comes', async () => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    await Promise.all([
      ...Array.from({ length: 8 }, () => w.send(notice)),
      ...Array.from({ length: 8 }, () => w.statusOf(payCode)),
    ])
    await w.becomes(payCode, 2)
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
    const silent = await w.begin()
    await w.payQuietly(silent.payCode)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 31_000))
    await w.becomes(silent.payCode, 2)
  })

  test('notice, question and bill of the day at once: one journal, and no difference', async () => {
    const { orderId, payCode } = await w.begin()
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    const day = formatDate(w.t.kernel.clock.now())
    await Promise.all([
      reconcileDay(w.t.kernel, { tenantId: 1, day, code: 'wechat' }),
      ...Array.from({ length: 8 }, () => w.send(notice)),
      ...Array.from({ length: 8 }, () => w.statusOf(payCode)),
      w.act((ctx) => w.paymentOf(payCode).then(({ id }) => enqueue(ctx, ASK, id))),
    ])
    await w.becomes(payCode, 2)
    await w.t.settle()
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
    expect(await w.casesOf(orderId)).toEqual([])
    const { rows } = await w.t.owner.query('select from recon_line where our_no = $1', [payCode])
    expect(rows).toEqual([])
  })

  test('five notices of the wallet at once are one', async () => {
    const { payCode } = await w.begin('alipay')
    await w.play(payCode, 'five')
    await w.becomes(payCode, 2)
    await vi.waitFor(async () => {
      const { rows } = await w.t.owner.query('select from pay_notice where our_no = $1', [payCode])
      expect(rows).toHaveLength(5)
    }, PATIENT)
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
  })
})

describe('late and wrong money', () => {
  test('(b) two tabs, two methods: the first pays, the second goes back; the buyer is told once', async () => {
    const { orderId, payCode } = await w.begin('wechat')
    const second = await w.supplier.call(placeOrder, { body: { orderId, payMethod: PayMethod.values.alipay } })
    await w.isBegun(second.payCode!)
    await w.play(second.payCode!, 'silent')
    // The code of the first tab was scanned before it was closed.
    await w.t.owner.query(`update gateway_trade set state = 'NOTPAY' where our_no = $1`, [payCode])
    await w.play(payCode, 'silent')
    const [one, two] = [await w.notice(payCode), await w.notice(second.payCode!, 'alipay')]
    const answers = await Promise.all([w.send(one), w.send(two, 'alipay.1')])
    expect(answers.map(({ status }) => status)).toEqual([204, 200])
    const cases = await closed(orderId)
    expect(cases).toMatchObject([{ kind: 'overpaid', state: 'closed', closing: 'refunded' }])
    await vi.waitFor(async () => expect(await w.lotsOf(orderId)).toBe(1), PATIENT)
    const paid = await Promise.all([w.paymentOf(payCode), w.paymentOf(second.payCode!)])
    expect(paid.filter(({ status }) => status === 2)).toHaveLength(1)
    expect(await w.journalsOf(cases[0]!.id)).toEqual(['suspense.received'])
    const { code } = await w.orderOf(orderId)
    expect((await messages('支付成功')).filter(({ content }) => content.includes(code))).toHaveLength(1)
  })

  test('paid twice with one code: the second money goes back', async () => {
    const { orderId, payCode } = await w.begin()
    await w.play(payCode, 'twice')
    await w.becomes(payCode, 2)
    await vi.waitFor(async () => expect(await w.casesOf(orderId)).toHaveLength(1), PATIENT)
    expect(await closed(orderId)).toMatchObject([{ kind: 'overpaid', closing: 'refunded' }])
  })

  test.each(['less', 'more'] as const)('(c) %s by 0.01: nothing is paid, a case for finance', async (how) => {
    const { orderId, payCode } = await w.begin()
    await w.play(payCode, how)
    await vi.waitFor(
      async () => expect(await w.casesOf(orderId)).toMatchObject([{ kind: 'amount', state: 'open' }]),
      PATIENT,
    )
    expect(await w.orderOf(orderId)).toMatchObject({ state: 'open' })
    expect((await w.statusOf(payCode)).payStatus).toBe(3)
  })

  test('(c) another currency: nothing is booked', async () => {
    const { orderId, payCode } = await w.begin()
    const { id } = await w.paymentOf(payCode)
    const { settle } = await import('./settle.ts')
    const evidence = { providerNo: 'usd-1', amount: '3600.00', currency: 'USD', at: null, source: 'notice' as const }
    expect(await w.act((ctx) => settle(ctx, id, evidence))).toBe('case')
    const [found] = await w.casesOf(orderId)
    expect(found).toMatchObject({ kind: 'currency', state: 'open' })
    expect(await w.journalsOf(found!.id)).toEqual([])
  })

  test('(d) after the order was closed: back again', async () => {
    const { orderId, payCode } = await w.begin()
    await w.payQuietly(payCode)
    // The provider cannot be asked before the order is closed, since it says so only now.
    await w.act((ctx) => ctx.update('pay_order', { id: orderId }, { state: 'closed', closedAt: ctx.clock.now() }))
    expect(await w.send(await w.notice(payCode))).toMatchObject({ status: 204 })
    expect(await closed(orderId)).toMatchObject([{ kind: 'late', closing: 'refunded' }])
    expect(await w.orderOf(orderId)).toMatchObject({ state: 'closed' })
  })

  test('(e) before the payment is committed: to be sent again', async () => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    const other = `${payCode.slice(0, 12)}999999999999999`
    const known = await w.act((ctx) => ctx.expectOne('payment', { code: payCode }))
    await w.t.owner.query('update payment set code = $1 where id = $2', [other, known.id])
    expect(await w.send(notice)).toMatchObject({ status: 500 })
    await w.t.owner.query('update payment set code = $1 where id = $2', [payCode, known.id])
    expect(await w.send(notice)).toMatchObject({ status: 204 })
    await w.becomes(payCode, 2)
    expect((await w.noticesOf('unknown')).filter((one) => one.our_no === payCode)).toHaveLength(1)
  })

  test('(f) refund notice before the payment’s own: kept, applied when the payment is known', async () => {
    const { orderId, payCode } = await w.begin()
    await w.play(payCode, 'disorder')
    await w.becomes(payCode, 2)
    await vi.waitFor(async () => expect(await w.casesOf(orderId)).toMatchObject([{ kind: 'foreign-refund' }]), PATIENT)
  })

  test('(f) both at once: neither overlooks the other', async () => {
    const begun = await Promise.all(Array.from({ length: 6 }, () => w.begin()))
    await Promise.all(begun.map(({ payCode }) => w.play(payCode, 'disorder')))
    for (const { orderId } of begun)
      await vi.waitFor(
        async () => expect(await w.casesOf(orderId)).toMatchObject([{ kind: 'foreign-refund' }]),
        PATIENT,
      )
  })

  test('another tenant’s number: taken note of, and nothing happens anywhere', async () => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    // Of our format, and not of the tenant whose address and keys it comes by.
    const alien = newNumber({ tenantId: 3, clock: w.t.kernel.clock }, 'P')
    expect(tenantOfNumber(alien)).toBe(3)
    await w.t.owner.query('update gateway_trade set our_no = $1 where our_no = $2', [alien, payCode])
    const trade = await w.act((ctx) => ctx.expectOne('gateway_trade', { ourNo: alien }))
    const notice = await noticeBytes(w.t.kernel, 1, {
      id: crypto.randomUUID(),
      provider: 'wechat',
      about: `trade:${trade.id}`,
      body: '',
    })
    expect(await w.send(notice)).toMatchObject({ status: 204 })
    expect((await w.noticesOf('ignored')).map((one) => one.reason)).toContain('the number is not one of this tenant')
    expect(await w.paymentOf(payCode)).toMatchObject({ status: 1 })
    const { rows } = await w.t.owner.query('select from ledger_journal where tenant_id <> 1')
    expect(rows).toEqual([])
  })

  test('(h) unidentified money goes back after thirty days, by hand before; where it cannot, finance is told', async () => {
    const unclaimed = async () => {
      const { payCode } = await w.begin('remittance')
      await w.play(payCode, 'unnamed')
      return vi.waitFor(async () => {
        const { rows } = await w.t.owner.query<{ id: string; provider_no: string }>(
          `select c.id, c.provider_no from suspense_case c join gateway_trade g on g.provider_no = c.provider_no
           where c.kind = 'unidentified' and c.state = 'open' and g.our_no = $1`,
          [payCode],
        )
        return rows[0] ?? Promise.reject(new Error('no case'))
      }, PATIENT)
    }
    const stateOf = async (id: string) => w.act((ctx) => ctx.expectOne('suspense_case', { id }))
    const [one, two, three] = [await unclaimed(), await unclaimed(), await unclaimed()]
    const admin = await w.t.login('admin', { workbench: 'admin' })
    const refund = { how: 'refund' as const, reason: '无法核实用途' }
    await admin.call(finance.closeCase, { params: { caseId: one.id }, body: refund })
    await vi.waitFor(async () => expect(await stateOf(one.id)).toMatchObject({ state: 'closed' }), PATIENT)
    expect(await w.journalsOf(one.id)).toEqual(['suspense.received'])
    // Nobody claims the other two; of one the account takes nothing any more.
    await w.t.owner.query(`update gateway_trade set refunds = 'fail' where provider_no = $1`, [three.provider_no])
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 30 * 86_400_000 + 1000))
    await vi.waitFor(
      async () =>
        expect(await stateOf(two.id)).toMatchObject({ state: 'closed', closingReason: '30 日内无人认领，原路退回' }),
      PATIENT,
    )
    const again = await w.t.login('admin', { workbench: 'admin' })
    const row = () =>
      again
        .call(finance.casePage, { query: { state: 'open' } })
        .then(({ rows }) => rows.find((c) => c.caseId === three.id))
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ failReason: expect.stringContaining('销户') }),
      PATIENT,
    )
    await w.t.settle()
    const { code } = await stateOf(three.id)
    const inbox = await again.call(messagePage, { query: { identity: 'admin', pageSize: 100 } })
    expect(inbox.rows.filter(({ content }) => content.includes(code) && content.includes('未能退回'))).toHaveLength(1)
    // It takes money again: sent back once more, and once.
    await w.t.owner.query(`update gateway_trade set refunds = '' where provider_no = $1`, [three.provider_no])
    await Promise.allSettled(
      atOnceEach(8, () => again.call(finance.closeCase, { params: { caseId: three.id }, body: refund })),
    )
    await vi.waitFor(async () => expect(await stateOf(three.id)).toMatchObject({ state: 'closed' }), PATIENT)
    const { rows } = await w.t.owner.query<{ n: number }>(
      `select count(*)::int as n from gateway_refund r join gateway_trade g on g.id = r.trade_id
       where g.provider_no = $1 and r.state = 'SUCCESS'`,
      [three.provider_no],
    )
    expect(rows[0]!.n).toBe(1)
  })

  test('(h) a transfer from somebody else, and one that names nothing', async () => {
    const one = await w.begin('remittance')
    await w.play(one.payCode, 'stranger')
    await vi.waitFor(
      async () => expect(await w.casesOf(one.orderId)).toMatchObject([{ kind: 'payer', state: 'open' }]),
      PATIENT,
    )
    const two = await w.begin('remittance')
    await w.play(two.payCode, 'unnamed')
    await vi.waitFor(async () => {
      const { rows } = await w.t.owner.query(`select from suspense_case where kind = 'unidentified' and state = 'open'`)
      expect(rows).toHaveLength(1)
    }, PATIENT)
    expect(await w.orderOf(two.orderId)).toMatchObject({ state: 'open' })
  })
})

test('an order is closed when its time is over, and cannot be paid any more', async () => {
  const { orderId, payCode } = await w.begin()
  await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 31 * 60_000))
  await w.becomes(payCode, 3)
  expect(await w.orderOf(orderId)).toMatchObject({ state: 'closed', closeReason: '超时未支付' })
  const again = await w.supplier.refused(placeOrder, { body: { orderId, payMethod: 2 } })
  expect(again).toMatchObject({ status: 409, message: '付款单已关闭，请重新下单' })
})

test('what was told and what was done about it is changed by nobody: not by the application’s role', async () => {
  for (const table of ['ledger_journal', 'ledger_entry', 'ledger_hold', 'ledger_close', 'ledger_account', 'pay_notice'])
    for (const right of ['UPDATE', 'DELETE', 'TRUNCATE', ...(table === 'pay_notice' ? [] : ['INSERT'])]) {
      const { rows } = await w.t.owner.query<{ may: boolean }>(
        `select has_table_privilege('kaibiao_app', $1, $2) as may`,
        [table, right],
      )
      expect([table, right, rows[0]!.may]).toEqual([table, right, false])
    }
  for (const statement of ['update ledger_entry set amount = 1', 'delete from pay_notice', 'truncate ledger_close'])
    await expect(w.act((ctx) => sql.raw(statement).execute(ctx.tx))).rejects.toThrow('permission denied')
})

test('what came in is what is booked, and all of it holds', async () => {
  const { rows } = await w.t.owner.query<{ paid: string; suspense: string }>(
    `select (select sum(amount) from payment where status = 2)::text as paid,
       (select coalesce(sum(amount), 0) from suspense_case where state <> 'closed' and kind not in ('currency', 'foreign-refund'))::text as suspense`,
  )
  const balances = await w.act(async (ctx) => {
    const at = (subject: string, kind: AccountKind = 'platform.clearing') => openBalanceOf(ctx, { kind, subject })
    const all = async (kind?: AccountKind) =>
      (await Promise.all(PROVIDERS.map((provider) => at(provider, kind)))).reduce(
        (total, one) => total + Number(one),
        0,
      )
    const suspense = await openBalanceOf(ctx, { kind: 'platform.suspense' })
    return { clearing: (await all()).toFixed(2), suspense, fees: await all('platform.fee') }
  })
  expect(balances.suspense).toBe((-Number(rows[0]!.suspense)).toFixed(2))
  // What providers kept for themselves by their bills is not there to be paid out.
  expect(balances.fees).toBeGreaterThan(0)
  expect(balances.clearing).toBe((Number(rows[0]!.paid) + Number(rows[0]!.suspense) - balances.fees).toFixed(2))
  expect(await findAlterations(w.t.kernel, { ownerUrl: w.t.ownerUrl, features: FEATURES })).toEqual([])
})
