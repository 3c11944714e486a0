import { beforeAll, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import * as finance from '#features/payment/contract/finance.ts'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import { plantAward, plantCandidates } from '#features/procurement/server/testing/results.ts'
import { findAlterations } from '#server/integrity.ts'
import { FEATURES } from '#server/features.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { transferNotice } from '#features/payment/server/testing/pay.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import type { BondKind } from '../rules/kinds.ts'
import { lateInterest } from '../rules/rates.ts'
import * as own from '../contract/own.ts'
import * as register from '../contract/register.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

/* Cash, from the account of a sign-up to its return, with the real ledger and the local bank. */

let w: BondWorld
beforeAll(async () => {
  w = await bondWorld()
})

const held = (n: 1 | 2 | 3 | 4, tradeId: string) =>
  w.act((ctx) => balanceOf(ctx, { kind: 'company.bond', owner: COMPANIES[`supplier${n}`].id, subject: tradeId }))

test('counts from its bidder, in full and once: short waits, a stranger is suspense, a second goes back', async () => {
  const { orderId, trades } = await w.tender(1)
  const [supplier] = w.suppliers
  const accountNo = await w.account(supplier!, orderId)
  expect(await w.transfer({ accountNo, amount: '12000.00', n: 1 })).toBe(200)
  expect(await w.bond(supplier!, orderId)).toMatchObject({ state: 'pending', given: { missing: '8000.00' } })
  expect(await w.transfer({ accountNo, amount: '8000.00', n: 1, payerName: '江州某商贸有限公司' })).toBe(200)
  expect(await w.bond(supplier!, orderId)).toMatchObject({ state: 'pending', given: { missing: '8000.00' } })
  expect(await w.verdicts()).toMatchObject([{ kind: 'payer', amount: '8000.00', state: 'open' }])
  // Sixteen times at once, the same transfer is one.
  const same = { accountNo, amount: '8000.00', n: 1 as const, id: 'T-once' }
  const answers = await Promise.all(Array.from({ length: 16 }, () => w.transfer(same)))
  expect(new Set(answers)).toEqual(new Set([200]))
  const seen = await w.bond(supplier!, orderId)
  expect(seen).toMatchObject({ state: 'paid', given: { state: 'in-force', amount: '20000.00', missing: '0.00' } })
  expect(seen.returns.interest).not.toBeNull()
  expect(await held(1, trades[0]!)).toMatchObject({ total: '20000.00' })
  expect(await w.transfer({ accountNo, amount: '20000.00', n: 1 })).toBe(200)
  await vi.waitFor(async () => {
    const second = (await w.verdicts()).find(({ kind }) => kind === 'overpaid')
    expect(second).toMatchObject({ amount: '20000.00', state: 'closed', closing: 'refunded' })
  }, PATIENT)
  expect(await held(1, trades[0]!)).toMatchObject({ total: '20000.00' })
  // The platform's finance sends the stranger's money back.
  const admin = await w.t.login('admin', { workbench: 'admin' })
  const { rows } = await admin.call(finance.casePage, { query: { state: 'open' } })
  const found = rows.find(({ kind }) => kind === 'payer')!
  expect(found).toMatchObject({ closings: ['refund'], buyerName: COMPANIES.supplier1.name })
  await admin.call(finance.closeCase, { params: found, body: { how: 'refund', reason: '非投标人付款，退回' } })
  await vi.waitFor(async () => {
    expect((await w.verdicts()).find(({ kind }) => kind === 'payer')).toMatchObject({ state: 'closed' })
  }, PATIENT)
  expect(await supplier!.refused(own.chooseBond, { params: { orderId }, body: { kind: 'exemption' } })).toMatchObject({
    code: 10002,
    message: '已有款项到账，不能更换形式',
  })
})

test('two tabs, two processes: one form, one account, one transfer, one return', async () => {
  const { orderId, trades } = await w.tender(1)
  const [supplier] = w.suppliers
  const { base, login } = await secondProcess(w.t)
  const [supplierThere, buyerThere] = [await login('supplier1', 'supplier'), await login('buyer', 'purchaser')]
  // Both tabs choose at once, by turns the one form and the other.
  const kinds = Array.from({ length: 16 }, (_, i) => (i % 4 < 2 ? 'cash' : 'bank') as BondKind)
  await Promise.allSettled(
    kinds.map((kind, i) =>
      (i % 2 ? supplierThere : supplier!).call(own.chooseBond, {
        params: { orderId },
        body: { kind },
      }),
    ),
  )
  const accountNo = await w.account(supplier!, orderId)
  const { rows: given } = await w.t.owner.query(
    `select from bond_given where trade_id = $1 and state <> 'ended'`,
    trades,
  )
  expect(given).toHaveLength(1)
  const notice = await transferNotice(w.t, {
    accountNo,
    amount: '20000.00',
    payerName: COMPANIES.supplier1.name,
    at: w.now(),
  })
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) => w.send(notice, 'remittance.1', i % 2 ? base : w.t.base)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await w.t.settle()
  expect(await held(1, trades[0]!)).toMatchObject({ total: '20000.00' })
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? buyerThere : w.buyer).call(register.returnBonds, {
        params: { orderId },
        body: { tradeIds: [trades[0]!] },
      }),
    ),
  )
  await vi.waitFor(async () => expect(await w.bond(supplier!, orderId)).toMatchObject({ state: 'refunded' }), PATIENT)
  const { rows: returns } = await w.t.owner.query('select from bond_return where trade_id = any($1)', [trades])
  expect(returns).toHaveLength(1)
  expect(await held(1, trades[0]!)).toMatchObject({ total: '0.00' })
})

test('a millisecond before the deadline it is in force, at it and after it goes back; short ends there', async () => {
  const { orderId, trades, deadline } = await w.tender(4)
  const accounts = []
  for (const supplier of w.suppliers) accounts.push(await w.account(supplier, orderId))
  await w.transfer({ accountNo: accounts[2]!, amount: '19999.99', n: 3 })
  await w.t.advanceTo(new Date(deadline.getTime() + 2000))
  const at = (ms: number) => new Date(deadline.getTime() + ms)
  await w.transfer({ accountNo: accounts[0]!, amount: '20000.00', n: 1, at: at(-1) })
  await w.transfer({ accountNo: accounts[3]!, amount: '20000.00', n: 4, at: at(0) })
  expect(await w.bond(w.suppliers[0]!, orderId)).toMatchObject({ state: 'paid' })
  await w.transfer({ accountNo: accounts[1]!, amount: '20000.00', n: 2, at: at(1) })
  await w.t.advanceTo(at(15 * 60_000))
  await w.t.settle()
  await vi.waitFor(async () => {
    const { given } = await w.bond(w.suppliers[2]!, orderId)
    expect(given).toMatchObject({ state: 'ended', endReason: '截止时未足额，原路退回' })
    expect(await held(3, trades[2]!)).toMatchObject({ total: '0.00' })
  }, PATIENT)
  expect(await w.bond(w.suppliers[0]!, orderId)).toMatchObject({ state: 'paid' })
  for (const late of [w.suppliers[1]!, w.suppliers[3]!])
    await vi.waitFor(async () => {
      const { movements } = await w.bond(late, orderId)
      expect(movements).toMatchObject([{ isCounted: false }])
      expect(movements[0]!.returnedAt).not.toBeNull()
    }, PATIENT)
})

test('one approval, each return its own: with interest, one failing alone, kept and turned ones apart', async () => {
  const { orderId, trades } = await w.tender(4)
  const params = { orderId }
  for (const [i, n] of ([1, 2, 3, 4] as const).entries()) {
    const accountNo = await w.account(w.suppliers[i]!, orderId)
    await w.transfer({ accountNo, amount: '20000.00', n, fails: n === 2 })
  }
  const before = await w.buyer.call(register.orderBonds, { params })
  expect(before).toMatchObject({ isSealed: true })
  expect(before.rows.map(({ state }) => state)).toEqual(['unpaid', 'unpaid', 'unpaid', 'unpaid'])
  await plantCandidates(
    w.t.owner,
    orderId,
    trades.map((tradeId, i) => ({ tradeId, price: String(800_000 + i) })),
  )
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  await w.t.owner.query(
    `insert into order_contract_date (tenant_id, order_id, signed_on, recorded_by_name, recorded_at)
     values (1, $1, $2, '经办', now()) on conflict do nothing`,
    [orderId, new Date(w.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)],
  )
  const open = await w.buyer.call(register.orderBonds, { params })
  expect(open).toMatchObject({ isSealed: false, blocked: null })
  expect(open.rows.map(({ state, kind, amount }) => ({ state, kind, amount }))).toEqual(
    trades.map(() => ({ state: 'due', kind: 'cash', amount: '20000.00' })),
  )
  const [one, two, three, four] = trades as [string, string, string, string]
  const keep = (tradeId: string, body: object) => ({ params: { orderId, tradeId }, body: body as never })
  expect(await w.buyer.refused(register.keepBond, keep(four, { reason: '弄虚作假骗取中标' }))).toMatchObject({
    code: 10001,
  })
  await w.buyer.call(register.keepBond, keep(four, { ground: 'fraud', reason: '弄虚作假骗取中标' }))
  expect(await held(4, four)).toMatchObject({ total: '0.00' })
  // The winner's stays here as the performance bond, and goes back when the contract is done.
  expect(await w.buyer.refused(register.turnBond, keep(two, {}))).toMatchObject({ code: 10002 })
  await plantAward(w.t.owner, orderId, { at: w.now(), tradeId: one, price: '800000' })
  await w.buyer.call(register.turnBond, keep(one, {}))
  expect((await w.buyer.call(register.orderBonds, { params })).rows[0]).toMatchObject({
    state: 'turned',
    isWinner: true,
  })
  await w.t.advanceTo(new Date(w.now().getTime() + 3 * DAY))
  const asked = () => w.buyer.call(register.returnBonds, { params, body: { tradeIds: [one, two, three] } })
  expect(await asked()).toMatchObject({ asked: 3 })
  expect((await w.buyer.refused(register.returnBonds, { params, body: { tradeIds: [one] } })).code).toBe(10002)
  await vi.waitFor(async () => {
    const { rows } = await w.buyer.call(register.orderBonds, { params })
    expect(rows.map(({ state }) => state)).toEqual(['refunded', 'due', 'refunded', 'kept'])
    expect(rows[1]!.failReason).toContain('销户')
  }, PATIENT)
  const { returns } = await w.bond(w.suppliers[0]!, orderId)
  const detail = await w.suppliers[0]!.call(own.refundDetail, { params: { id: returns.refundId! } })
  // 20000 × 0.05 % × 3 / 365
  expect(detail).toMatchObject({ state: 'done', principal: '20000.00', interest: '0.08', total: '20000.08' })
  expect((await w.suppliers[1]!.refused(own.refundDetail, { params: { id: returns.refundId! } })).status).toBe(404)
  expect(await held(1, one)).toMatchObject({ total: '0.00' })
  expect(await held(2, two)).toMatchObject({ total: '20000.00' })
  // The account takes money again: asked once more, it goes back.
  await w.t.owner.query(`update gateway_trade set refunds = ''`)
  await w.buyer.call(register.returnBonds, { params, body: { tradeIds: [two] } })
  await vi.waitFor(async () => {
    const { rows } = await w.buyer.call(register.orderBonds, { params })
    expect(rows[1]!.state).toBe('refunded')
  }, PATIENT)
  // The order itself was moved by hand.
  const found = await findAlterations(w.t.kernel, { ownerUrl: w.t.ownerUrl, features: FEATURES })
  expect(found.filter(({ what }) => !what.startsWith('order-'))).toEqual([])
})

test('government: returned after its last day it bears the loan rate and a fifth, which the owner owes the platform', async () => {
  const { orderId, trades } = await w.tender(1)
  await w.t.owner.query(
    `update project set regime = 'government' where id = (select project_id from purchase_order where id = $1)`,
    [orderId],
  )
  const [supplier] = w.suppliers
  const accountNo = await w.account(supplier!, orderId)
  await w.transfer({ accountNo, amount: '20000.00', n: 1 })
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
  const buyerNow = () => w.t.login('buyer', { workbench: 'purchaser' })
  const { rows } = await w.buyer.call(register.orderBonds, { params: { orderId } })
  const { dueOn } = rows[0]!
  const income = () => w.act((ctx) => balanceOf(ctx, { kind: 'company.cash', owner: COMPANIES.supplier1.id }))
  const before = Number((await income()).total)
  await w.t.advanceTo(new Date(Date.parse(`${dueOn!}T12:00:00+08:00`) + 10 * DAY))
  const buyer = await buyerNow()
  expect(await buyer.call(register.orderBonds, { params: { orderId } })).toMatchObject({
    isOverdue: true,
    rows: [{ state: 'due', isOverdue: true }],
  })
  await buyer.call(register.returnBonds, { params: { orderId }, body: { tradeIds: trades } })
  const row = async () => (await buyer.call(register.orderBonds, { params: { orderId } })).rows[0]!
  await vi.waitFor(async () => expect((await row()).state).toBe('refunded'), PATIENT)
  const late = lateInterest({ amount: '20000', dueOn: dueOn!, refundedOn: (await row()).refundedOn! })
  const { interest, lateInterest: paid } = await row()
  expect(Number(late)).toBeGreaterThan(0)
  expect(paid).toBe(late)
  expect((Number((await income()).total) - before).toFixed(2)).toBe((Number(interest) + Number(late)).toFixed(2))
})

test('strangers, the wrong workbench and other orders: nothing of a bond exists', async () => {
  const { orderId, trades } = await w.tender(1)
  const params = { orderId }
  const stranger = await w.t.login('supplier5', { workbench: 'supplier' })
  expect((await stranger.refused(own.ownBond, { params })).status).toBe(404)
  expect([403, 404]).toContain((await w.buyer.refused(own.ownBond, { params })).status)
  for (const endpoint of [own.chooseBond, own.handInLetter, own.playTransfer] as const) {
    const input = { params, body: { kind: 'cash', content: '{}', amount: '1.00' } } as never
    expect((await stranger.refused(endpoint, input)).status).toBe(404)
    expect([403, 404]).toContain((await w.buyer.refused(endpoint, input)).status)
  }
  const agency = await w.t.login('agent', { workbench: 'agency' })
  const ofTrade = {
    params: { orderId, tradeId: trades[0]! },
    body: { reason: '不属于我的标段', tradeIds: [trades[0]!] },
  }
  for (const endpoint of [register.returnBonds, register.keepBond, register.turnBond] as const) {
    expect((await agency.refused(endpoint, ofTrade as never)).status).toBe(404)
    expect([403, 404]).toContain((await w.suppliers[0]!.refused(endpoint, ofTrade as never)).status)
  }
  const other = { params: { orderId, tradeId: crypto.randomUUID() }, body: { reason: '不属于我的标段' } }
  expect((await w.buyer.refused(register.keepBond, other)).status).toBe(404)
  expect((await w.buyer.refused(recordContractDate, { params, body: { signedOn: '2026-01-01' } })).code).toBe(10002)
})
