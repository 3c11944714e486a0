import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, formatDate, HOUR, MINUTE } from '#contract/time.ts'
import { drawn } from '#demo/play/drawn.ts'
import { atParts } from '#demo/play/inquiry.ts'
import { beginPanel, declare, drawTurns, holdTalks, judgeResponses } from '#demo/play/panels.ts'
import { awaitOpening, submitQuote } from '#demo/play/quotes.ts'
import { fromState } from '#demo/states/from-state.ts'
import * as bonds from '#features/bonds/contract/register.ts'
import { messagePage } from '#features/messages/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { PDF } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'
import { leavePanel, ownPanel } from '../contract-supplier.ts'

/* Too few suppliers at each stage, members that step aside, and suppliers that leave or come too late. */

const ACCOUNTS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const
const MEMBERS = ['buyer2', 'expert1', 'expert2'] as const
const GROUP = { representatives: ['王宁'], experts: ['何清源', '方敏'] }
const WRONG_STATE = { code: 10002 }

/** A review of its own, with everybody logged in. */
async function world() {
  const { t, facts } = await fromState('responded')
  const params = { orderId: facts.orderId }
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const members = await Promise.all(
    MEMBERS.map((account) => t.login(account, { workbench: account.startsWith('expert') ? 'expert' : 'purchaser' })),
  )
  const logins = await Promise.all(ACCOUNTS.map((account) => t.login(account, { workbench: 'supplier' })))
  const suppliers = Object.fromEntries(ACCOUNTS.map((account, i) => [account, logins[i]!])) as Record<
    (typeof ACCOUNTS)[number],
    HttpClient
  >
  const desk = () => buyer.call(c.panelDesk, { params })
  const supplierOf = (tradeId: string) =>
    Promise.resolve(suppliers[ACCOUNTS.find((account) => facts.trades[account] === tradeId)!])
  const later = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()
  return { t, params, buyer, members, suppliers, trades: facts.trades, desk, supplierOf, later }
}
type World = Awaited<ReturnType<typeof world>>

describe('after the check of conformity', () => {
  let w: World
  beforeAll(async () => {
    w = await world()
  })

  test('a member that has an interest steps aside, and another takes the seat', async () => {
    const { buyer, params, members } = w
    await beginPanel(buyer, params.orderId, GROUP)
    await declare(members[0]!, params.orderId)
    const conflict = { hasConflict: true, reason: '' }
    expect(await members[1]!.refused(c.declarePanel, { params, body: conflict })).toMatchObject({ status: 400 })
    await members[1]!.call(c.declarePanel, { params, body: { ...conflict, reason: '曾任供应商顾问' } })
    expect(await members[1]!.refused(c.panelDesk, { params })).toMatchObject({ status: 404 })
    const out = (await w.desk()).members.find(({ outReason }) => outReason !== '')!
    const { experts } = await buyer.call(c.panelPeople, { params })
    const expertId = experts.find(({ name }) => name === '梁仲')!.expertId
    const replacing = { params: { ...params, memberId: out.memberId }, body: { expertId, reason: '成员回避' } }
    await buyer.call(c.replacePanelMember, replacing)
    expect(await buyer.refused(c.replacePanelMember, replacing)).toMatchObject(WRONG_STATE)
    members[1] = await w.t.login('expert3', { workbench: 'expert' })
  })

  test('two that conform are too few: the review ends, and only giving the order up is left', async () => {
    const { buyer, params, members, trades } = w
    for (const member of members.slice(1)) await declare(member, params.orderId)
    const against = { [trades.supplier3]: '未提供检测报告', [trades.supplier4]: '未提供授权书' }
    for (const member of members) await judgeResponses(member, params.orderId, against)
    const { stage, failReason } = await w.desk()
    expect([stage, failReason]).toEqual([
      'failed',
      expect.stringContaining('不足 3 家（《政府采购非招标采购方式管理办法》'),
    ])
    const { actions } = await buyer.call(orderDetail, { params })
    expect(actions.find(({ action }) => action === 'publishCandidates')?.reason).toContain('不足 3 家')
    expect(actions.find(({ action }) => action === 'declareAbortive')?.reason).toBeUndefined()
    // Suppliers are told of their own outcome, and not how many are left.
    const { rows } = await w.suppliers.supplier1.call(messagePage, { query: { identity: 'supplier', pageSize: 50 } })
    expect(JSON.stringify(rows)).not.toContain('不足 3 家')
    expect((await w.suppliers.supplier4.call(ownPanel, { params })).reason).toBe('未提供授权书')
    expect(
      await buyer.refused(c.drawTurns, {
        params,
        body: { beginsAt: w.later(HOUR), place: '三楼', subject: '价格' },
      }),
    ).toMatchObject(WRONG_STATE)
  })
})

describe('at the final offer', () => {
  let w: World
  beforeAll(async () => {
    w = await world()
    const { t, params, buyer, members, trades } = w
    await beginPanel(buyer, params.orderId, GROUP)
    for (const member of members) await declare(member, params.orderId)
    for (const member of members) await judgeResponses(member, params.orderId, { [trades.supplier4]: '未提供授权书' })
    await drawTurns(buyer, params.orderId, t.kernel.clock.now())
    await drawn(t, params.orderId)
    await holdTalks(buyer, params.orderId, { supplierOf: w.supplierOf })
    await buyer.call(c.callFinalOffers, { params, body: { deadline: w.later(DAY) } })
  })

  test('a supplier leaves before it: it is asked for nothing more, and its bond goes back', async () => {
    const { params, suppliers, buyer, desk, trades } = w
    await suppliers.supplier2.call(leavePanel, { params, body: { reason: '产能不足' } })
    expect(await suppliers.supplier2.call(ownPanel, { params })).toMatchObject({
      stand: 'out',
      cause: 'left',
      open: null,
    })
    expect(await suppliers.supplier2.refused(leavePanel, { params, body: { reason: '再次' } })).toMatchObject(
      WRONG_STATE,
    )
    await expect(
      submitQuote(suppliers.supplier2, params.orderId, { by: 'supplier2', priceOf: atParts(['0.9', '0.9', '0.9']) }),
    ).rejects.toThrow(/响应已截止/)
    expect((await desk()).suppliers.find(({ tradeId }) => tradeId === trades.supplier2)).toMatchObject({
      cause: 'left',
    })
    const { rows } = await buyer.call(messagePage, { query: { identity: 'purchaser', pageSize: 50 } })
    expect(rows.find(({ title }) => title === '供应商退出')!.content).toContain('应当退还')
  })

  test('the bond of who left goes back at once and cannot be kept; of who stays it waits for the award', async () => {
    const { t, buyer, params, trades } = w
    await t.owner.query('update purchase_order set bond = 1000 where id = $1', [params.orderId])
    const voucherOf = async (name: string) => {
      const { fileId } = await buyer.upload('bond-voucher', name, Buffer.concat([PDF, Buffer.from(`%${name}\n`)]))
      return { fileId, name }
    }
    const today = formatDate(t.kernel.clock.now())
    const of = (account: 'supplier2' | 'supplier3') => ({ ...params, tradeId: trades[account] })
    for (const account of ['supplier2', 'supplier3'] as const)
      await buyer.call(bonds.recordBondPayment, {
        params: of(account),
        body: { amount: '1000', paidOn: today, voucher: await voucherOf(`${account}.pdf`) },
      })
    const rowOf = async (account: 'supplier2' | 'supplier3') =>
      (await buyer.call(bonds.orderBonds, { params })).rows.find(({ tradeId }) => tradeId === trades[account])
    expect(await rowOf('supplier3')).toMatchObject({ state: 'paid', leftOn: null, dueOn: null, acts: [] })
    expect(await rowOf('supplier2')).toMatchObject({ state: 'due', leftOn: today, isOverdue: false, acts: ['refund'] })
    const kept = { reason: '供应商在最后报价前退出谈判' }
    expect(await buyer.refused(bonds.keepBond, { params: of('supplier2'), body: kept })).toMatchObject(WRONG_STATE)
    const back = { refundedOn: today, rate: '0.05', voucher: await voucherOf('退还.pdf') }
    expect((await buyer.refused(bonds.recordBondRefund, { params: of('supplier3'), body: back })).message).toContain(
      '定标或流标后',
    )
    await buyer.call(bonds.recordBondRefund, { params: of('supplier2'), body: back })
    expect(await rowOf('supplier2')).toMatchObject({ state: 'refunded', refunded: '1000.00', acts: [] })
    expect(await buyer.refused(bonds.recordBondRefund, { params: of('supplier2'), body: back })).toMatchObject(
      WRONG_STATE,
    )
  })

  test('two final offers are too few, and who handed in none is told so by itself', async () => {
    const { t, params, suppliers, buyer, desk } = w
    await submitQuote(suppliers.supplier1, params.orderId, { by: 'supplier1', priceOf: atParts(['0.9', '0.9', '0.9']) })
    const { deadline } = (await desk()).open!
    await t.advanceTo(new Date(Date.parse(deadline) + MINUTE))
    await awaitOpening(buyer, params.orderId, 2)
    await expect.poll(async () => (await desk()).stage, { timeout: 30_000 }).toBe('failed')
    expect((await desk()).failReason).toContain('最后报价的供应商为 1 家，不足 3 家')
    expect(await suppliers.supplier3.call(ownPanel, { params })).toMatchObject({ stand: 'out', cause: 'final' })
    expect(await suppliers.supplier1.refused(leavePanel, { params, body: { reason: '退出' } })).toMatchObject(
      WRONG_STATE,
    )
  })
})
