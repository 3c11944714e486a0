import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { balanceOf } from '#features/ledger/server/public.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { agree, approver, enable, refuse, STAFF } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as register from '../contract/register.ts'
import { type BondWorld, bondWorld } from './testing/world.ts'

/* What becomes of bonds is held where the owner has it approved, by whom the initiator chooses. */

let w: BondWorld
let chief: HttpClient
let orderId: string
let trades: string[]
const approval = { choices: { pick: [STAFF.buyer2] }, remark: '请审批' }

beforeAll(async () => {
  w = await bondWorld()
  chief = await w.t.login('buyer2', { workbench: 'purchaser' })
  for (const node of ['returnBatch', 'keep'])
    await enable(w.buyer, { type: 'bond', node }, [approver('pick', { by: 'choice', from: [], many: false })])
  const tender = await w.tender(3)
  orderId = tender.orderId
  trades = tender.trades
  for (const [i, n] of ([1, 2, 3] as const).entries())
    await w.transfer({ accountNo: await w.account(w.suppliers[i]!, orderId), amount: '20000.00', n })
  await w.t.owner.query('update purchase_order set awarded_at = $2 where id = $1', [orderId, w.now()])
  await w.move(orderId, 'winner.fixed')
})

const states = async () =>
  (await w.buyer.call(register.orderBonds, { params: { orderId } })).rows.map(({ state }) => state)

test('a batch of returns: whoever approves is chosen, nothing moves before, each goes back on its own behind it', async () => {
  const params = { orderId }
  const tradeIds = trades.slice(0, 2)
  const { choices } = await w.buyer.call(approvalNode, { params: { type: 'bond', node: 'returnBatch' } })
  expect(choices).toMatchObject([{ nodeId: 'pick', isRequired: true }])
  expect(await w.buyer.refused(register.returnBonds, { params, body: { tradeIds } })).toMatchObject({
    code: 10001,
    details: [{ path: 'approval.choices.pick' }],
  })
  const asked = await w.buyer.call(register.returnBonds, { params, body: { tradeIds, approval } })
  if (!('approval' in asked) || !asked.approval) throw new Error('not held')
  expect((await w.buyer.refused(register.returnBonds, { params, body: { tradeIds, approval } })).code).toBe(10002)
  // Neither of them, nor the third, becomes anything else meanwhile.
  const [one, , other] = trades
  for (const tradeId of [one!, other!]) {
    const kept = { ground: 'unsigned' as const, reason: '中标人拒绝订立合同', approval }
    expect(await w.buyer.refused(register.keepBond, { params: { orderId, tradeId }, body: kept })).toMatchObject({
      code: 10002,
      message: '保证金正在审批，审批结束前不能办理',
    })
  }
  const waiting = await w.buyer.call(register.orderBonds, { params })
  expect(waiting).toMatchObject({ isHeld: true, rows: [{ isHeld: true, acts: [] }, { acts: [] }, { acts: [] }] })
  await w.t.settle()
  expect((await states()).every((state) => !['returning', 'refunded'].includes(state))).toBe(true)
  const { rows } = await w.t.owner.query('select from bond_return where trade_id = any($1)', [tradeIds])
  expect(rows).toEqual([])
  expect(await agree(chief, asked.approval.workflowId)).toMatchObject({ status: 2, failure: null })
  await vi.waitFor(async () => expect((await states()).slice(0, 2)).toEqual(['refunded', 'refunded']), PATIENT)
})

test('a bond that is to be kept: refused it stays the bidder’s, agreed to it is the purchaser’s, once', async () => {
  const params = { orderId, tradeId: trades[2]! }
  const body = { ground: 'unsigned' as const, reason: '中标人拒绝订立合同', approval }
  const bond = { kind: 'company.bond' as const, owner: COMPANIES.supplier3.id, subject: trades[2]! }
  const held = () => w.act((ctx) => balanceOf(ctx, bond))
  const ask = async () => {
    const answer = await w.buyer.call(register.keepBond, { params, body })
    if (!('approval' in answer) || !answer.approval) throw new Error('not held')
    return answer.approval.workflowId
  }
  await refuse(chief, await ask())
  expect(await held()).toMatchObject({ total: '20000.00' })
  const workflowId = await ask()
  const both = await Promise.allSettled([agree(chief, workflowId), agree(chief, workflowId)])
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await states()).toEqual(['refunded', 'refunded', 'kept'])
  expect(await held()).toMatchObject({ total: '0.00' })
})
