import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { contractWorld } from '#features/contracts/server/testing/contract.ts'
import { contractDetail } from '#features/contracts/contract/contract.ts'
import { blacklisted, titles } from '#features/suppliers/server/testing/supplier-world.ts'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { approver, enable, flow, taskFor } from '#features/workflow/server/testing/flows.ts'
import * as c from '../contract/agreement.ts'
import * as own from '../contract/entry.ts'
import { agreementWorld, type AgreementWorld } from './testing/world.ts'

/* Agreements until they are signed, their suppliers and prices, and how they begin and end. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }

let w: AgreementWorld
beforeAll(async () => {
  w = await agreementWorld()
})

const entry = (agreementId: string, entryId: string) => ({ params: { agreementId, entryId } })

describe('an agreement', () => {
  test('is a draft of its purchaser alone, and is sent once nothing blocks it', async () => {
    const { buyer, supplier1, other, colleague } = w
    const { agreementId } = await buyer.call(c.createAgreement, { body: w.terms({ terms: '' }) })
    expect(await w.detail(agreementId)).toMatchObject({ state: 'draft', findings: [{ rule: 'terms' }] })
    expect(await buyer.refused(c.sendAgreement, { ...w.at(agreementId), body: {} })).toMatchObject({
      message: '请填写协议条款或上传协议文件',
    })
    expect(await colleague.refused(c.agreementDetail, w.at(agreementId))).toMatchObject(NO_RIGHT)
    expect(await supplier1.refused(c.agreementDetail, w.at(agreementId))).toMatchObject(NO_RIGHT)
    expect(await other.refused(c.agreementDetail, w.at(agreementId))).toMatchObject(NOT_FOUND)
    expect(await buyer.refused(c.agreementDetail, w.at(newId()))).toMatchObject(NOT_FOUND)
    const { rows } = await supplier1.call(own.entryPage, { query: {} })
    expect(rows.map((row) => row.agreementId)).not.toContain(agreementId)
    await buyer.call(c.updateAgreement, { ...w.at(agreementId), body: w.terms() })
    await buyer.call(c.sendAgreement, { ...w.at(agreementId), body: {} })
    expect(await buyer.refused(c.updateAgreement, { ...w.at(agreementId), body: w.terms() })).toMatchObject(WRONG_STATE)
    await buyer.call(c.recallAgreement, w.at(agreementId))
    await buyer.call(c.removeAgreement, w.at(agreementId))
    expect(await buyer.refused(c.agreementDetail, w.at(agreementId))).toMatchObject(NOT_FOUND)
  })

  test('takes suppliers of the own library alone, and no contradiction', async () => {
    const refused = async (change: object) =>
      (await w.buyer.refused(c.createAgreement, { body: w.terms(change) })).details
    const entries = [{ companyId: w.ids.supplier1, prices: [] }]
    const stranger = [{ companyId: newId(), prices: [] }]
    expect(await refused({ until: w.inDays(-2) })).toMatchObject([{ path: 'until' }])
    expect(await refused({ entries: stranger })).toMatchObject([{ path: 'entries.0.companyId' }])
    expect(await refused({ entries: [...entries, ...entries] })).toMatchObject([{ path: 'entries' }])
    const wrongLine = [{ ...entries[0], prices: [{ line: 2, unitPrice: '1' }] }]
    expect(await refused({ entries: wrongLine })).toMatchObject([{ path: 'entries.0.prices' }])
    expect(await refused({ payDays: 50 })).toMatchObject([{ path: 'payDays' }])
    for (const quota of ['-1', '0', '1.001'])
      expect((await w.buyer.refused(c.createAgreement, { body: w.terms({ quota }) })).status).toBe(400)
  })

  test('is signed by each supplier with the hash it has read, once; a supplier learns nothing of another', async () => {
    const { buyer, supplier1, supplier2 } = w
    const agreementId = await w.sent()
    const mine = await w.entryOf(supplier1, agreementId)
    const theirs = await w.entryOf(supplier2, agreementId)
    expect(mine.lines).toMatchObject([{ unitPrice: '100' }])
    expect(mine.contentHash).not.toBe(theirs.contentHash)
    expect(JSON.stringify(mine)).not.toMatch(/"110|supplier2/)
    expect(await supplier1.refused(own.entryDetail, { params: { entryId: theirs.entryId } })).toMatchObject(NOT_FOUND)
    const sign = (entryId: string, contentHash: string) => ({
      params: { entryId },
      body: { contentHash, size: 'small' as const },
    })
    expect(await supplier1.refused(own.confirmEntry, sign(theirs.entryId, theirs.contentHash))).toMatchObject(NOT_FOUND)
    expect(await supplier1.refused(own.confirmEntry, sign(mine.entryId, '0'.repeat(64)))).toMatchObject({ status: 409 })
    await Promise.allSettled(
      Array.from({ length: 10 }, () => supplier1.call(own.confirmEntry, sign(mine.entryId, mine.contentHash))),
    )
    expect(await buyer.refused(c.recallAgreement, w.at(agreementId))).toMatchObject(WRONG_STATE)
    const refuse = { params: { entryId: theirs.entryId }, body: { reason: '价格过低' } }
    await supplier2.call(own.refuseEntry, refuse)
    expect(await supplier2.refused(own.refuseEntry, refuse)).toMatchObject(WRONG_STATE)
    await w.t.settle()
    expect(await w.detail(agreementId)).toMatchObject({
      state: 'inForce',
      entries: [{ state: 'active' }, { state: 'refused', reason: '价格过低' }],
    })
    expect(await titles(buyer)).toEqual(expect.arrayContaining(['供应商拒绝框架协议', '供应商已确认框架协议']))
    expect(await titles(supplier1)).toEqual(expect.arrayContaining(['框架协议待确认', '框架协议已生效']))
  })

  test('that every supplier refuses is a draft again', async () => {
    const agreementId = await w.sent({ entries: [w.terms().entries[0]] })
    const { entryId } = await w.entryOf(w.supplier1, agreementId)
    await w.supplier1.call(own.refuseEntry, { params: { entryId }, body: { reason: '产能不足' } })
    expect(await w.detail(agreementId)).toMatchObject({ state: 'draft', entries: [{ reason: '产能不足' }] })
    expect(await w.supplier1.refused(own.entryDetail, { params: { entryId } })).toMatchObject(NOT_FOUND)
  })

  test('takes a further supplier, suspends one and lets it go; ended, nothing is ordered any more', async () => {
    const { buyer, supplier2 } = w
    const agreementId = await w.sent({ entries: [w.terms().entries[0]] })
    const first = await w.confirm(w.supplier1, agreementId)
    const further = (companyId: string, unitPrice: string | null = '105') => ({
      ...w.at(agreementId),
      body: { companyId, prices: [{ line: 1, unitPrice }] },
    })
    expect(await buyer.refused(c.supplementAgreement, further(w.ids.supplier1))).toMatchObject(WRONG_STATE)
    expect((await buyer.refused(c.supplementAgreement, further(w.ids.supplier2, null))).message).toContain('协议价')
    await buyer.call(c.supplementAgreement, further(w.ids.supplier2))
    const second = await w.confirm(supplier2, agreementId)
    const act = (entryId: string, action: 'suspend' | 'resume' | 'exit' | 'withdraw') => ({
      ...entry(agreementId, entryId),
      body: { action, reason: '交货不及时' },
    })
    await buyer.call(c.actOnEntry, act(first, 'suspend'))
    const order = (entryId: string) => ({ ...w.at(agreementId), body: w.ordering(entryId, '1') })
    expect((await buyer.refused(c.orderFromAgreement, order(first))).message).toContain('已暂停')
    await buyer.call(c.actOnEntry, act(first, 'resume'))
    await w.order(agreementId, first, '1')
    await buyer.call(c.actOnEntry, act(first, 'exit'))
    expect(await buyer.refused(c.actOnEntry, act(first, 'resume'))).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.actOnEntry, { ...act(first, 'exit'), ...entry(newId(), second) })).toMatchObject(
      NOT_FOUND,
    )
    await buyer.call(c.endAgreement, { ...w.at(agreementId), body: { reason: '改为集中采购' } })
    expect(await buyer.refused(c.orderFromAgreement, order(second))).toMatchObject(WRONG_STATE)
    const { agreementId: renewed } = await buyer.call(c.renewAgreement, w.at(agreementId))
    expect(await w.detail(renewed)).toMatchObject({ state: 'draft', entries: [{ companyId: w.ids.supplier2 }] })
  })

  test('waits for its approval where one is in force, and the supplier learns of it behind that', async () => {
    const { buyer } = w
    const at = { type: 'frameAgreement', node: 'send' }
    const definition = await enable(buyer, at, flow([approver('chief', ['buyer2'])]))
    const { agreementId } = await buyer.call(c.createAgreement, { body: w.terms() })
    const send = { ...w.at(agreementId), body: {} }
    const answer = await buyer.call(c.sendAgreement, send)
    expect((await buyer.refused(c.sendAgreement, send)).message).toContain('正在审批')
    expect(await w.detail(agreementId)).toMatchObject({ state: 'draft', pending: '框架协议签订' })
    await w.t.settle()
    const id = await taskFor(w.colleague, answer.approval!.workflowId)
    await w.colleague.call(reviewTask, { params: { id }, body: { action: 1 } })
    await w.t.settle()
    expect((await w.detail(agreementId)).state).toBe('sent')
    await w.t.owner.query('update workflow_definition set status = 0 where id = $1', [definition])
  })
})

describe('prices', () => {
  test('change by a version with the supplier’s consent; orders made before keep theirs', async () => {
    const { buyer, supplier1, supplier2 } = w
    const { agreementId, first } = await w.inForce()
    const { callOffId } = await w.order(agreementId, first, '1')
    const adjust = (unitPrice: string) => ({
      ...entry(agreementId, first),
      body: { reason: '纸浆价格上涨', prices: [{ line: 1, unitPrice }] },
    })
    expect(await buyer.refused(c.adjustPrices, adjust('100'))).toMatchObject({ status: 400 })
    await buyer.call(c.adjustPrices, adjust('120'))
    expect(await buyer.refused(c.adjustPrices, adjust('130'))).toMatchObject({ status: 404 })
    await buyer.call(c.recallAdjustment, entry(agreementId, first))
    await buyer.call(c.adjustPrices, adjust('125'))
    const { versions } = await w.entryOf(supplier1, agreementId)
    const answer = (contentHash: string) => ({ params: { entryId: first }, body: { contentHash, agree: true } })
    expect(await supplier2.refused(own.answerAdjustment, answer(versions[0]!.contentHash))).toMatchObject(NOT_FOUND)
    expect(await supplier1.refused(own.answerAdjustment, answer('0'.repeat(64)))).toMatchObject({ status: 409 })
    await supplier1.call(own.answerAdjustment, answer(versions[0]!.contentHash))
    const found = await w.detail(agreementId)
    expect(found.entries[0]).toMatchObject({ version: 3, lines: [{ unitPrice: '125' }] })
    expect(found.entries[1]).toMatchObject({ version: 1, lines: [{ unitPrice: '110' }] })
    expect((await w.callOff(buyer, callOffId)).lines[0]!.unitPrice).toBe('100')
    const later = await w.order(agreementId, first, '1')
    expect((await w.callOff(buyer, later.callOffId)).lines[0]!.unitPrice).toBe('125')
    const { contractId } = found.entries[0]!
    expect(await buyer.call(contractDetail, { params: { contractId: contractId! } })).toMatchObject({
      price: '10000.00',
      version: 3,
      lines: [{ unitPrice: '125', ordered: '2' }],
    })
  })

  test('that rise lift what may become due where quantities alone bound the agreement', async () => {
    const { agreementId, first } = await w.inForce({ quota: null })
    const { contractId } = (await w.detail(agreementId)).entries[0]!
    const price = async () => (await w.buyer.call(contractDetail, { params: { contractId: contractId! } })).price
    expect(await price()).toBe('1000.00')
    for (const [unitPrice, ceiling] of [
      ['125', '1250.00'],
      ['90', '1250.00'],
    ] as const) {
      const body = { reason: '按公式调整', prices: [{ line: 1, unitPrice }] }
      await w.buyer.call(c.adjustPrices, { ...entry(agreementId, first), body })
      const { versions } = await w.entryOf(w.supplier1, agreementId)
      const answer = { contentHash: versions[0]!.contentHash, agree: true }
      await w.supplier1.call(own.answerAdjustment, { params: { entryId: first }, body: answer })
      expect(await price()).toBe(ceiling)
    }
  })
})

describe('an award', () => {
  test('makes an agreement of its own lines and price, and of no other', async () => {
    const a = await contractWorld()
    const { orderId } = await a.award()
    const { agreementId } = await a.buyer.call(c.draftFromAward, { body: { orderId } })
    expect(await a.other.refused(c.draftFromAward, { body: { orderId } })).toMatchObject(NO_RIGHT)
    const params = { agreementId }
    const draft = await a.buyer.call(c.agreementDetail, { params })
    expect(draft).toMatchObject({ quota: '800000.00', isFromAward: true })
    const [of] = draft.entries
    const body = (unitPrice: string) => ({
      ...w.terms(),
      quota: draft.quota,
      items: draft.items.map(({ name, spec, unit, quantity }) => ({ name, spec, unit, quantity })),
      entries: [
        { companyId: of!.companyId, prices: of!.lines.map(({ line, quantity }) => ({ line, unitPrice, quantity })) },
      ],
    })
    expect((await a.buyer.refused(c.updateAgreement, { params, body: body('1') })).message).toContain('一致')
    await a.buyer.call(c.updateAgreement, { params, body: body(of!.lines[0]!.unitPrice!) })
    await a.buyer.call(c.sendAgreement, { params, body: {} })
    const { rows } = await a.supplier.call(own.entryPage, { query: {} })
    const { entryId } = rows[0]!
    const { contentHash } = await a.supplier.call(own.entryDetail, { params: { entryId } })
    await a.supplier.call(own.confirmEntry, { params: { entryId }, body: { contentHash, size: 'small' } })
    const { contractId } = (await a.buyer.call(c.agreementDetail, { params })).entries[0]!
    const contract = await a.buyer.call(contractDetail, { params: { contractId: contractId! } })
    expect(contract).toMatchObject({ orderId, agreementId, price: '800000.00', state: 'signed' })
    expect(contract.actions.map(({ action }) => action)).not.toContain('order')
    expect(await a.buyer.call(c.agreementAwards, {})).toEqual([])
  })
})

// Last: the clock goes on.
describe('by its days', () => {
  test('it begins, reminds at 60, 30 and 7 days once each, and ends', async () => {
    const w2 = await agreementWorld()
    const { agreementId } = await w2.inForce({ from: w2.inDays(2), until: w2.inDays(72) })
    const order = { ...w2.at(agreementId), body: w2.ordering((await w2.detail(agreementId)).entries[0]!.entryId, '1') }
    expect((await w2.detail(agreementId)).state).toBe('signed')
    expect(await w2.buyer.refused(c.orderFromAgreement, order)).toMatchObject(WRONG_STATE)
    const begin = w2.t.kernel.clock.now().getTime()
    const soon = async () => (await titles(w2.supplier1)).filter((title) => title === '框架协议即将到期').length
    for (const [days, count] of [
      [3, 0],
      [13, 1],
      [43, 2],
      [66, 3],
      [70, 3],
    ] as const) {
      await w2.t.advanceTo(new Date(begin + days * DAY))
      expect(await soon()).toBe(count)
      expect((await w2.detail(agreementId)).state).toBe('inForce')
    }
    await w2.t.advanceTo(new Date(begin + 74 * DAY))
    expect((await w2.detail(agreementId)).state).toBe('expired')
    expect(await titles(w2.buyer)).toContain('框架协议已到期')
  })

  test('a supplier on the blacklist is not ordered from, whatever the agreement says', async () => {
    const { agreementId, first } = await w.inForce()
    await blacklisted(w, w.buyer, { companyId: w.ids.supplier1 })
    const refused = await w.buyer.refused(c.orderFromAgreement, {
      ...w.at(agreementId),
      body: w.ordering(first, '1'),
    })
    expect(refused).toMatchObject(WRONG_STATE)
    expect((await w.detail(agreementId)).entries[0]!.admission).toMatchObject({ level: 'block' })
  })
})
