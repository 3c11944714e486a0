import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { ownBond } from '#features/bonds/contract/own.ts'
import { orderBonds, turnBond } from '#features/bonds/contract/register.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { createListing, decideListing } from '#features/suppliers/contract/listings.ts'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { todoPage } from '#features/workflow/contract/lists.ts'
import { approver, enable, flow } from '#features/workflow/server/testing/flows.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PDF } from '#features/procurement/server/testing/tender.ts'
import * as order from '../contract/call-off.ts'
import * as c from '../contract/contract.ts'
import { spendingOf } from './public.ts'
import { contractWorld, type ContractWorld, PRICE } from './testing/contract.ts'

/* A contract from its award to its end, as both sides and strangers see it. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }
const LEGAL = { code: 10019 }
const reason = '采购数量调整'

let w: ContractWorld
beforeAll(async () => {
  w = await contractWorld()
})

const at = (contractId: string) => ({ params: { contractId } })
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'supplier', pageSize: 100 } })).rows.map(
    ({ title }) => title,
  )
const sign = async (contractId: string, size: 'small' | 'none' = 'small') => ({
  ...at(contractId),
  body: { contentHash: (await w.detail(w.supplier, contractId)).contentHash!, size },
})

/** Its winner has given a bid bond: how that becomes the performance bond. */
async function bonded(contractId: string, amount: string) {
  const { rows } = await w.t.owner.query<{ orderId: string; tradeId: string }>(
    `insert into bond (tenant_id, order_id, trade_id, amount, paid_on, paid_voucher, paid_voucher_name, paid_by_name, paid_recorded_at)
     select 1, order_id, trade_id, $3, $2, trade_id, '回单.pdf', '经办', now() from contract where id = $1
     returning order_id as "orderId", trade_id as "tradeId"`,
    [contractId, w.day(), amount],
  )
  return { params: rows[0]!, body: {} }
}

describe('a contract is made from an award', () => {
  test('copied, refused with both figures where the price is off by a cent, signed by hash on both sides', async () => {
    const { tradeId, orderId } = await w.award()
    const [open] = (await w.buyer.call(c.contractableAwards, {})).filter((one) => one.tradeId === tradeId)
    expect(open).toMatchObject({ orderId, price: PRICE, isLate: false, signBy: w.day(30) })
    expect((await w.buyer.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)).toContain(
      '签订合同',
    )
    // Nobody else makes it.
    expect(await w.supplier.refused(c.createContract, { body: { tradeId } })).toMatchObject(NO_RIGHT)
    expect(await w.buyer.refused(c.createContract, { body: { tradeId: newId() } })).toMatchObject(NOT_FOUND)
    // Two at once: whichever comes first makes it.
    const made = await Promise.allSettled([1, 2].map(() => w.buyer.call(c.createContract, { body: { tradeId } })))
    const { contractId } = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]!
    expect(await w.buyer.refused(c.createContract, { body: { tradeId } })).toMatchObject(WRONG_STATE)
    const draft = await w.detail(w.buyer, contractId)
    expect(draft).toMatchObject({ price: PRICE, awardPrice: PRICE, payer: 'organ', payDays: 30, state: 'draft' })
    expect(draft.lines).toMatchObject([{ quantity: '1', amount: PRICE }])
    // A draft is the purchaser's alone.
    for (const client of [w.supplier, w.other])
      expect(await client.refused(c.contractDetail, at(contractId))).toMatchObject(NOT_FOUND)

    for (const price of ['800000.01', '799999.99']) {
      const refusal = await w.buyer.refused(c.updateContract, { ...at(contractId), body: w.terms({ price }) })
      expect(refusal).toMatchObject({ code: 10001 })
      expect(refusal.message).toContain(price)
      expect(refusal.message).toContain(PRICE)
    }
    for (const price of ['-1', '1e15', '800000.001'])
      expect((await w.buyer.refused(c.updateContract, { ...at(contractId), body: w.terms({ price }) })).status).toBe(
        400,
      )
    const wrongRate = w.terms({ lateRate: '2.9', lpr: '3' })
    expect(await w.buyer.refused(c.updateContract, { ...at(contractId), body: wrongRate })).toMatchObject({
      message: '约定的逾期利率不得低于合同订立时的 1 年期 LPR',
    })
    // Nothing to sign yet, then a clause that the law forbids.
    expect(await w.buyer.refused(c.offerContract, { ...at(contractId), body: {} })).toMatchObject({
      message: '请填写合同条款或上传合同文件',
    })
    const waits = w.terms({ terms: '甲方收到财政拨款后再付款。' })
    await w.buyer.call(c.updateContract, { ...at(contractId), body: waits })
    expect((await w.buyer.refused(c.offerContract, { ...at(contractId), body: {} })).message).toContain('第三方')
    // A cent beyond a tenth of the price; a tenth itself is demanded of this contract.
    const beyond = { ...at(contractId), body: w.terms({ performanceBond: '80000.01' }) }
    const refused = await w.buyer.refused(c.updateContract, beyond)
    expect(refused).toMatchObject({ ...LEGAL, details: [{ path: 'performanceBond' }] })
    expect(refused.message).toContain('10.0001%，超过 10% 的上限 80,000.00 元')
    for (const performanceBond of ['0', '-1', '1.001'])
      expect(
        (await w.buyer.refused(c.updateContract, { ...at(contractId), body: w.terms({ performanceBond }) })).status,
      ).toBe(400)
    const files = [await w.file(w.buyer, '合同.pdf')]
    const body = w.terms({ files, performanceBond: '80000' })
    await w.buyer.call(c.updateContract, { ...at(contractId), body })
    const { rows: shown } = await w.buyer.call(orderBonds, { params: { orderId } })
    expect(shown.map(({ performance }) => performance)).toEqual(shown.map(() => null))
    await w.buyer.call(c.offerContract, { ...at(contractId), body: {} })
    await w.t.settle()

    // The supplier alone reads it, and signs what it has read.
    expect(await titles(w.supplier)).toContain('合同待签订')
    expect(await w.other.refused(c.contractDetail, at(contractId))).toMatchObject(NOT_FOUND)
    expect(await w.other.refused(c.signContract, await sign(contractId))).toMatchObject(NOT_FOUND)
    const stale = { ...at(contractId), body: { contentHash: '0'.repeat(64), size: 'small' as const } }
    expect(await w.supplier.refused(c.signContract, stale)).toMatchObject({ code: 10003 })
    const fileId = files[0]!.fileId
    const path = { params: { contractId, fileId } }
    expect((await w.supplier.file(c.contractFile, path)).content.length).toBeGreaterThan(0)
    await w.supplier.call(c.refuseContract, { ...at(contractId), body: { reason: '交货地点有误' } })
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ state: 'draft', refusal: '交货地点有误' })
    await w.buyer.call(c.offerContract, { ...at(contractId), body: {} })
    await w.buyer.call(c.recallContract, at(contractId))
    await w.buyer.call(c.offerContract, { ...at(contractId), body: {} })
    await w.supplier.call(c.signContract, await sign(contractId))
    await w.t.settle()
    expect(await w.detail(w.supplier, contractId)).toMatchObject({
      state: 'signed',
      size: 'small',
      signedOn: w.day(),
      isLate: false,
      versions: [{ version: 1, state: 'agreed' }],
    })
    const demanded = { performanceBond: '80000.00', performanceRate: '10', performanceWarning: null }
    for (const client of [w.buyer, w.supplier]) expect(await w.detail(client, contractId)).toMatchObject(demanded)
    const { rows: bonds } = await w.buyer.call(orderBonds, { params: { orderId } })
    expect(bonds.flatMap((row) => (row.performance ? [[row.tradeId, row.performance.amount]] : []))).toEqual([
      [tradeId, '80000.00'],
    ])
    expect(await w.supplier.call(ownBond, { params: { orderId } })).toMatchObject({
      performance: { amount: '80000.00' },
    })
    expect((await w.other.call(ownBond, { params: { orderId } })).performance).toBeNull()
    await expect(
      w.t.owner.query('update contract set performance_bond = 1 where id = $1', [contractId]),
    ).rejects.toThrow('cannot be changed')
    expect(await titles(w.buyer)).toContain('合同已签订')
    expect(await w.buyer.refused(c.updateContract, { ...at(contractId), body: w.terms() })).toMatchObject(WRONG_STATE)
    expect(await w.buyer.refused(c.removeContract, at(contractId))).toMatchObject(WRONG_STATE)
    // What was agreed nobody alters, the owner of the database neither.
    await expect(w.t.owner.query('update contract set price = 1 where id = $1', [contractId])).rejects.toThrow(
      'cannot be changed',
    )
    await expect(w.t.owner.query('delete from contract_version where contract_id = $1', [contractId])).rejects.toThrow(
      'cannot be changed',
    )
    const scan = { ...at(contractId), body: { files: [await w.file(w.supplier, '签署页.pdf')] } }
    await w.supplier.call(c.addScans, scan)
    expect((await w.detail(w.buyer, contractId)).scans).toMatchObject([{ name: '签署页.pdf' }])
  })

  test('a bid bond becomes part of the performance bond, and never more than a tenth', async () => {
    const whole = await bonded(await w.offered({ performanceBond: '80000' }), '20000')
    await w.buyer.call(turnBond, whole)

    const beyond = await bonded(await w.offered(), '80000.01')
    const refused = await w.buyer.refused(turnBond, beyond)
    expect(refused).toMatchObject(LEGAL)
    expect(refused.message).toContain('80,000.01 元，为合同价的 10.0001%')
    const { rows } = await w.buyer.call(orderBonds, { params: beyond.params })
    expect(rows.find(({ tradeId }) => tradeId === beyond.params.tradeId)!.turnProblem).toEqual({
      message: refused.message,
      isBinding: true,
    })
  })

  test('strangers of another tenant, auditors and people without the right do nothing', async () => {
    const contractId = await w.offered()
    const stranger = await w.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    expect(await stranger.refused(c.contractDetail, at(contractId))).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(c.recallContract, at(contractId))).toMatchObject(NOT_FOUND)
    const plain = await w.t.login('newbie', { workbench: 'purchaser' })
    expect(await plain.refused(c.contractDetail, at(contractId))).toMatchObject(NO_RIGHT)
    expect(await w.buyer.refused(c.signContract, await sign(contractId))).toMatchObject(NO_RIGHT)
  })

  test('days beyond the law can be agreed with whoever is no SME alone', async () => {
    const contractId = await w.offered({ payDays: 61, payReason: '分期验收' })
    const refusal = await w.supplier.refused(c.signContract, await sign(contractId))
    expect(refusal).toMatchObject(LEGAL)
    expect(refusal.message).toContain('最长 60 日')
    await w.supplier.call(c.signContract, await sign(contractId, 'none'))
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ size: 'none', state: 'signed' })
  })

  test('is in time on the thirtieth day and late on the thirty-first; the purchaser is told before and after', async () => {
    const contractId = await w.offered()
    const { signBy } = await w.detail(w.buyer, contractId)
    await w.t.advanceTo(`${signBy}T15:59:00.000Z`)
    expect(await titles(w.buyer)).toContain('合同签订期限将至')
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ isLate: false })
    // Other contracts of this file may be late by now: this one adds its message.
    const isLate = (title: string) => title === '合同逾期未签订'
    const before = (await titles(w.buyer)).filter(isLate).length
    await w.t.advanceTo(new Date(Date.parse(`${signBy}T15:59:00.000Z`) + DAY))
    expect((await titles(w.buyer)).filter(isLate)).toHaveLength(before + 1)
    const { rows } = await w.buyer.call(c.contractPage, { query: { state: 'offered' } })
    expect(rows.find((row) => row.contractId === contractId)).toMatchObject({ isLate: true })
    // Late is warned of, not forbidden.
    await w.supplier.call(c.signContract, await sign(contractId))
    expect(await w.detail(w.buyer, contractId)).toMatchObject({ state: 'signed', isLate: true })
  })
})

describe('a change', () => {
  const change = (unitPrice: string, more: object = {}) => ({
    reason,
    terms: '按招标文件和投标文件执行。',
    place: '设备科',
    deliverBy: w.day(90),
    payDays: 30,
    lines: [{ line: 1, quantity: '1', unitPrice }],
    ...more,
  })
  const answer = async (contractId: string, agree: boolean) => ({
    ...at(contractId),
    body: {
      contentHash: (await w.detail(w.supplier, contractId)).versions[0]!.contentHash,
      agree,
      reason: agree ? '' : '单价不能接受',
    },
  })

  test('of a tenth takes effect with the supplier’s consent; one at a time; old versions stay', async () => {
    const contractId = await w.signed()
    expect(await w.other.refused(c.changeContract, { ...at(contractId), body: change('1') })).toMatchObject(NO_RIGHT)
    const both = await Promise.allSettled(
      ['880000', '870000'].map((price) => w.buyer.call(c.changeContract, { ...at(contractId), body: change(price) })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await w.buyer.refused(c.changeContract, { ...at(contractId), body: change('880000') })).toMatchObject({
      message: '有一项变更正待供应商确认',
    })
    expect((await w.detail(w.buyer, contractId)).price).toBe(PRICE)
    await w.supplier.call(c.answerChange, await answer(contractId, false))
    await w.buyer.call(c.changeContract, { ...at(contractId), body: change('880000') })
    await w.buyer.call(c.recallChange, at(contractId))
    await w.buyer.call(c.changeContract, { ...at(contractId), body: change('880000') })
    await w.supplier.call(c.answerChange, await answer(contractId, true))
    const now = await w.detail(w.buyer, contractId)
    expect(now).toMatchObject({ price: '880000.00', version: 4, lines: [{ unitPrice: '880000' }] })
    expect(now.versions.map(({ version, state }) => [version, state])).toEqual([
      [4, 'agreed'],
      [3, 'withdrawn'],
      [2, 'refused'],
      [1, 'agreed'],
    ])
    expect(now.versions.at(-1)).toMatchObject({ price: PRICE, lines: [{ amount: PRICE }] })
  })

  test('beyond a tenth, all changes together, needs a reason of its own and an approval', async () => {
    const contractId = await w.signed()
    await w.buyer.call(c.changeContract, { ...at(contractId), body: change('880000') })
    await w.supplier.call(c.answerChange, await answer(contractId, true))
    // Another cent, on top of the first tenth.
    const beyond = change('880000.01')
    expect((await w.buyer.refused(c.changeContract, { ...at(contractId), body: beyond })).message).toContain(
      '另行说明理由',
    )
    const reasoned = { ...beyond, beyondReason: '增加配套设备，已报主管部门' }
    const alone = await w.buyer.refused(c.changeContract, { ...at(contractId), body: reasoned })
    expect(alone).toMatchObject(LEGAL)
    expect(alone.message).toContain('审批')
    await enable(w.buyer, { type: 'contract', node: 'changeBeyond' }, flow([approver('chief', ['buyer2'])]))
    const held = await w.buyer.call(c.changeContract, { ...at(contractId), body: reasoned })
    expect(held).toHaveProperty('approval')
    expect((await w.detail(w.buyer, contractId)).pending).toBe('合同变更（累计超过 10%）')
    // While it waits nothing else changes, and the supplier learns nothing of it.
    expect(await w.buyer.refused(c.changeContract, { ...at(contractId), body: change('870000') })).toMatchObject(
      WRONG_STATE,
    )
    expect(await w.detail(w.supplier, contractId)).toMatchObject({ pending: null, price: '880000.00' })
    await w.t.settle()
    const chief = await w.t.login('buyer2', { workbench: 'purchaser' })
    const [task] = (await chief.call(todoPage, { query: {} })).rows
    await chief.call(reviewTask, { params: { id: task!.taskId }, body: { action: 1 } })
    await w.t.settle()
    expect((await w.detail(w.supplier, contractId)).versions[0]).toMatchObject({ state: 'offered', deviation: '10' })
    await w.supplier.call(c.answerChange, await answer(contractId, true))
    expect((await w.detail(w.buyer, contractId)).price).toBe('880000.01')
  })
})

describe('the end', () => {
  test('comes with the last payment, or early with a reason; what runs goes on whatever becomes of the supplier', async () => {
    const contractId = await w.signed()
    // Blacklisted afterwards, and its order given up: what was signed goes on.
    const { fileId } = await w.buyer.upload('supplier-file', '证据.pdf', PDF)
    const companyId = COMPANIES.supplier1.id
    const { listingId } = await w.buyer.call(createListing, {
      body: {
        kind: 'black',
        subject: { companyId, name: '', creditCode: '' },
        basis: 'own',
        basisText: '《供应商管理办法》第二十条',
        reason: '提供虚假业绩材料',
        hearing: '供应商已书面陈述，未提出异议',
        from: w.day(),
        until: w.day(200),
        files: [{ fileId, name: '证据.pdf' }],
      },
    })
    await w.buyer.call(decideListing, { params: { listingId }, body: {} })
    await w.t.owner.query(
      "update purchase_order set state = 'abortive.declared' where id = (select order_id from contract where id = $1)",
      [contractId],
    )
    const callOffId = await w.ordered(contractId)
    expect((await w.buyer.refused(c.completeContract, at(contractId))).message).toBe('还有未完成的采购订单')
    await w.buyer.call(order.cancelCallOff, { params: { callOffId }, body: { reason: '需求取消' } })
    const ended = await Promise.allSettled(
      Array.from({ length: 10 }, () => w.buyer.call(c.terminateContract, { ...at(contractId), body: { reason } })),
    )
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true)
    await w.t.settle()
    expect((await titles(w.supplier)).filter((title) => title === '合同已终止')).toHaveLength(1)
    const late = { ...at(contractId), body: w.ordering('1') }
    expect(await w.buyer.refused(order.createCallOff, late)).toMatchObject(WRONG_STATE)
    expect(await w.buyer.refused(c.terminateContract, { ...at(contractId), body: { reason } })).toMatchObject(
      WRONG_STATE,
    )
    const { orderId } = await w.detail(w.buyer, contractId)
    const spending = await inContext(w.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
      spendingOf(ctx, [orderId!]),
    )
    expect(spending.get(orderId!)).toEqual({ contracted: '0.00', spent: '0.00' })
  })
})
