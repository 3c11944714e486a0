import { beforeAll, expect, test, vi } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { balanceOf, openBalanceOf, post } from '#features/ledger/server/public.ts'
import { messagePage } from '#features/messages/contract.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as contract from '../contract/correction.ts'
import * as finance from '../contract/finance.ts'
import * as gateway from '../contract/gateway.ts'
import { payWorld } from './testing/pay.ts'

/* A journal is undone by two people of the platform, once, and by a journal: nothing that was booked is changed. */

let w: Awaited<ReturnType<typeof payWorld>>
let admin: HttpClient
let second: HttpClient
let day: string

beforeAll(async () => {
  w = await payWorld()
  admin = await w.t.login('admin', { workbench: 'admin' })
  second = await w.t.login('admin2', { workbench: 'admin' })
  day = formatDate(w.t.kernel.clock.now())
  const line = { kind: 'missing-here' as const, ourNo: 'FOREIGN', providerNo: '4200777', amount: '7.77' }
  const { payCode } = await w.begin()
  await w.play(payCode, 'pay')
  await w.becomes(payCode, 2)
  await admin.call(gateway.planBill, { params: { day }, body: { lines: [line] } })
  // The comparison is planned behind the payment: planned after the jump it would be another day's.
  await w.t.settle()
  await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + DAY))
  await vi.waitFor(async () => {
    if ((await difference()).state !== 'open') throw new Error('the bill has not been compared yet')
  }, PATIENT)
})

async function difference() {
  const runs = await admin.call(finance.reconPage, {})
  return runs.flatMap(({ lines }) => lines).find(({ ourNo }) => ourNo === 'FOREIGN')!
}
const close = async (reason: string) =>
  admin.call(finance.closeDifference, {
    params: { lineId: (await difference()).lineId },
    body: { how: 'journal', reason },
  })
const journals = async (client = admin, state: '' | 'proposed' | 'approved' = '') =>
  (await client.call(contract.journalPage, { query: { state, pageSize: 100 } })).rows
const suspense = () => w.act((ctx) => openBalanceOf(ctx, { kind: 'platform.suspense' }))
const propose = (journalId: string, reason = '登记方向有误') =>
  admin.call(contract.proposeCorrection, { params: { journalId }, body: { reason } })
const decide = (client: HttpClient, correctionId: string, approve: boolean) =>
  client.call(contract.decideCorrection, { params: { correctionId }, body: { approve } })

test('a difference that was booked wrongly is open again, and is booked anew', async () => {
  const before = await suspense()
  await close('误记为长款')
  expect(Number(await suspense())).toBeCloseTo(Number(before) - 7.77, 2)
  const [row] = (await journals()).filter(({ kindLabel }) => kindLabel === '对账长款')
  expect(row).toMatchObject({
    amount: '7.77',
    isCorrectable: true,
    wayBack: '',
    correction: null,
    lines: [
      { account: '渠道待清算（微信支付）', side: 'debit', amount: '7.77' },
      { account: '待处理款项', side: 'credit', amount: '7.77' },
    ],
  })
  const { journalId } = row!

  // Whoever proposes does not decide; a second proposal of the same journal is refused, ten at once make one.
  const params = { journalId }
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => propose(journalId)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [waiting] = await journals(second, 'proposed')
  const { correctionId } = waiting!.correction!
  expect(waiting).toMatchObject({ isCorrectable: false, correction: { isOwn: false, reason: '登记方向有误' } })
  expect(
    await admin.refused(contract.decideCorrection, { params: { correctionId }, body: { approve: true } }),
  ).toMatchObject({ status: 403, message: '须由另一位管理员审核' })
  expect(Number(await suspense())).toBeCloseTo(Number(before) - 7.77, 2)
  await vi.waitFor(async () => {
    const told = async (client: HttpClient) =>
      (await client.call(messagePage, { query: { identity: 'admin' } })).rows.filter(
        ({ title }) => title === '冲正待复核',
      ).length
    expect([await told(second), await told(admin)]).toEqual([1, 0])
  }, PATIENT)

  // Refused, nothing is booked and it can be proposed again; agreed to twice at once, it is undone once.
  await decide(second, correctionId, false)
  expect(await suspense()).not.toBe(before)
  const again = await propose(journalId)
  const agreed = await Promise.allSettled([1, 2].map(() => decide(second, again.correctionId, true)))
  expect(agreed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await suspense()).toBe(before)
  const undone = await journals(admin, 'approved')
  expect(undone).toMatchObject([{ journalId, correction: { state: 'approved' } }])
  expect((await admin.refused(contract.proposeCorrection, { params, body: { reason: '再来' } })).status).toBe(409)
  const reversal = (await journals()).find(({ kindLabel }) => kindLabel === '冲正')!
  expect(reversal).toMatchObject({ amount: '7.77', isCorrectable: false, wayBack: '冲正凭证不可再冲正' })
  expect(
    await admin.refused(contract.proposeCorrection, { params: reversal, body: { reason: '冲正的冲正' } }),
  ).toMatchObject({ status: 409 })

  expect(await difference()).toMatchObject({ state: 'open', closing: '', closingText: '' })
  await close('核实为渠道长款')
  expect(await difference()).toMatchObject({ state: 'closed', closingText: '核实为渠道长款' })
  expect(Number(await suspense())).toBeCloseTo(Number(before) - 7.77, 2)
  expect(await findAlterations(w.t.kernel, { ownerUrl: w.t.ownerUrl, features: FEATURES })).toEqual([])
})

test('what other records rest on is put right there; strangers find no journals', async () => {
  const { orderId, payCode } = await w.begin()
  await w.play(payCode, 'pay')
  await w.becomes(payCode, 2)
  const payment = (await w.paymentOf(payCode)).id
  const row = (await journals()).find(({ key }) => key === `payment.received:${payment}`)!
  expect(row).toMatchObject({ isCorrectable: false, wayBack: '由收款方退款更正' })
  const asked = { params: { journalId: row.journalId }, body: { reason: '记错了' } }
  expect(await admin.refused(contract.proposeCorrection, asked)).toMatchObject({
    status: 409,
    message: '该凭证不能冲正：由收款方退款更正',
  })
  expect(await w.orderOf(orderId)).toMatchObject({ state: 'paid' })
  expect((await w.supplier.refused(contract.journalPage, { query: {} })).status).toBe(403)
  expect((await w.supplier.refused(contract.proposeCorrection, asked)).status).toBe(403)
  const nobody = { params: { journalId: crypto.randomUUID() }, body: { reason: '没有' } }
  expect((await admin.refused(contract.proposeCorrection, nobody)).status).toBe(404)
  const unknown = { params: { correctionId: crypto.randomUUID() }, body: { approve: true } }
  expect((await admin.refused(contract.decideCorrection, unknown)).status).toBe(404)
})

test('what a company has spent meanwhile is not taken from it; otherwise it is told', async () => {
  const { id: companyId } = COMPANIES.hospital
  const cash = { kind: 'company.cash' as const, owner: companyId }
  const facts = {
    id: crypto.randomUUID(),
    amount: '86.30',
    provider: 'remittance',
    payee: { companyId, purpose: 'income' as const },
    memo: '保证金利息',
  }
  const { journalId } = await w.act((ctx) => post(ctx, journalOf('bond.interest', facts)))
  const spent = { ...facts, id: crypto.randomUUID(), amount: '80.00', memo: '提现' }
  await w.act((ctx) => post(ctx, journalOf('withdrawal.paid', spent)))
  const { correctionId } = await propose(journalId, '利率有误')
  const agree = { params: { correctionId }, body: { approve: true } }
  expect(await second.refused(contract.decideCorrection, agree)).toMatchObject({
    code: 10060,
    message: '余额不足，当前可用 6.30 元',
  })
  await w.act((ctx) => post(ctx, journalOf('payment.received', { ...spent, memo: '收款' })))
  await second.call(contract.decideCorrection, agree)
  expect((await w.act((ctx) => balanceOf(ctx, cash))).total).toBe('0.00')
  const buyer = await w.t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.call(finance.statementPage, { query: {} })).rows[0]).toMatchObject({
    kindLabel: '冲正',
    memo: '冲正：利率有误',
    change: '-86.30',
    balance: '0.00',
  })
  await vi.waitFor(async () => {
    const { rows } = await buyer.call(messagePage, { query: { identity: 'purchaser' } })
    expect(rows.some(({ title }) => title === '账务冲正')).toBe(true)
  }, PATIENT)
  await expect(w.t.owner.query(`update correction set reason = '别的'`)).rejects.toMatchObject({ code: 'KB002' })
})
