import { beforeAll, expect, test } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as register from '#features/bonds/contract/register.ts'
import * as c from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as tender from '../contract/supplier.ts'
import { done } from '#features/workflow/rules/held.ts'
import {
  draft,
  join,
  PDF,
  publicise,
  publish,
  reviewed,
  tenderWorld,
  type TenderWorld,
  text,
} from './testing/tender.ts'

let world: TenderWorld
const today = () => formatDate(world.t.kernel.clock.now())
const slipOf = (name: string) => Buffer.concat([PDF, Buffer.from(`%${name}\n`)])
const voucher = async (name: string) => {
  const { fileId } = await world.buyer.upload('bond-voucher', name, slipOf(name))
  return { fileId, name }
}
beforeAll(async () => {
  world = await tenderWorld()
})

test('suppliers are asked by name while sign-up is open, and told; after a failed run a new one is drafted', async () => {
  const { t, buyer, suppliers } = world
  const made = await publish(world)
  const params = { orderId: made.orderId }
  const ask = (companyIds: string[]) => ({ params, body: { companyIds, reason: '首次报名不足三家' } })
  expect((await buyer.refused(c.addInvitees, ask([COMPANIES.hospital.id]))).code).toBe(10001)
  await buyer.call(c.addInvitees, ask([COMPANIES.supplier1.id, COMPANIES.supplier2.id]))
  expect((await buyer.refused(c.addInvitees, ask([COMPANIES.supplier1.id]))).code).toBe(10003)
  expect((await buyer.refused(c.rerunOrder, ask([COMPANIES.supplier3.id]))).code).toBe(10002)
  await t.settle()
  const { rows: told } = await t.owner.query(`select user_id from message where kind = 'order.invited'`)
  expect(told).toHaveLength(2)
  await join(world, made.orderId, { supplier: suppliers[0]! })
  const seen = await buyer.call(c.orderInvitees, { params })
  expect(seen.mode).toBe('invite')
  expect(seen.rows.map((row) => row.state).toSorted()).toEqual(['accepted', 'told'])
  // Who was asked stands in no history that suppliers or observers read.
  expect(JSON.stringify(await buyer.call(order.orderTimeline, { params }))).not.toContain('邀请')
  await buyer.call(order.declareAbortive, { params, body: { reason: '投标人不足三家' } })
  expect((await buyer.refused(c.addInvitees, ask([COMPANIES.supplier3.id]))).code).toBe(10002)
  const rerun = await buyer.call(c.rerunOrder, ask([COMPANIES.supplier3.id]))
  const next = await buyer.call(c.orderInvitees, { params: { orderId: rerun.orderId } })
  expect(next).toMatchObject({ mode: 'closed', rows: [{ name: COMPANIES.supplier3.name, toldAt: null }] })
})

test('bonds of several lots by one transfer of a bidder: never more than its slip comes to', async () => {
  const { buyer, suppliers } = world
  const plan = { estimatedPrice: '600000', controlPrice: '600000', bond: '10000' }
  const lots = [await draft(world, plan)]
  const { projectId } = lots[0]!
  for (const title of ['第二标段', '第三标段']) lots.push(await draft(world, { ...plan, projectId, title }))
  const at = []
  for (const { orderId } of lots) {
    done(await buyer.call(order.publishOrder, { params: { orderId }, body: { acceptWarnings: true } }))
    at.push({ orderId, tradeId: (await join(world, orderId, { supplier: suppliers[0]! })).tradeId })
  }
  const [one, two, three] = at
  const { tradeId } = await join(world, two!.orderId, { supplier: suppliers[1]! })
  const slip = await voucher('三个标段.pdf')
  const paid = (slipAmount: string | null, amount = '10000') => ({
    amount,
    paidOn: today(),
    voucher: slip,
    ...(slipAmount !== null && { slipAmount }),
  })
  const refusal = async (params: { orderId: string; tradeId: string }, body: ReturnType<typeof paid>) => {
    const { code, message } = await buyer.refused(register.recordBondPayment, { params, body })
    return `${code} ${message}`
  }
  expect(await refusal(one!, paid('9999.99'))).toBe('10001 回单总额不得小于本次到账金额')
  // What the slip comes to may be told with the second.
  await buyer.call(register.recordBondPayment, { params: one!, body: paid(null) })
  expect(await refusal(two!, paid(null))).toContain('请填写回单总额')
  expect(await refusal({ ...two!, tradeId }, paid('25000'))).toMatch(/^10003 .+一份回单只能登记一次$/)
  expect(await refusal(two!, paid('19999.99'))).toContain('回单总额 19,999.99 元，已登记 10,000.00 元')
  const both = await Promise.allSettled(
    [two!, three!].map((params) => buyer.call(register.recordBondPayment, { params, body: paid('25000') })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const last = both[0]!.status === 'fulfilled' ? three! : two!
  expect(await refusal(last, paid('30000'))).toContain('登记的回单总额为 25,000.00 元')
  expect(await refusal(last, paid('25000', '5000.01'))).toContain('已登记 20,000.00 元，本次登记后超过总额')
  await buyer.call(register.recordBondPayment, { params: last, body: paid('25000', '5000') })
})

test('bonds: paid in, due back five days after the contract, paid back with interest, each once', async () => {
  const { t, buyer, suppliers } = world
  const made = await publish(world)
  const params = { orderId: made.orderId }
  const trades = []
  for (const supplier of suppliers.slice(0, 3)) trades.push(await join(world, made.orderId, { supplier }))
  const [winner, second, third] = trades.map(({ tradeId }) => ({ ...params, tradeId }))
  const paid = { amount: '20000', paidOn: today(), voucher: await voucher('到账.pdf') }
  expect(
    (await buyer.refused(register.recordBondPayment, { params: winner!, body: { ...paid, paidOn: '2999-01-01' } }))
      .code,
  ).toBe(10001)
  const foreign = await suppliers[0]!.upload('qualification', '别人的.pdf', Buffer.concat([PDF, Buffer.from('x')]))
  const forged = { ...paid, voucher: { fileId: foreign.fileId, name: '别人的.pdf' } }
  expect((await buyer.refused(register.recordBondPayment, { params: winner!, body: forged })).code).toBe(10001)
  const may = async () => {
    const { mayRecordPayment, mayRecordContract } = await buyer.call(register.orderBonds, { params })
    return { mayRecordPayment, mayRecordContract }
  }
  expect(await may()).toEqual({ mayRecordPayment: true, mayRecordContract: false })
  await buyer.call(register.recordBondPayment, { params: winner!, body: paid })
  // One transfer is not two bonds, whoever uploads its slip again under whatever name.
  const copy = async (name: string) => {
    const { fileId } = await buyer.upload('bond-voucher', name, slipOf('到账.pdf'))
    return { fileId, name }
  }
  const TAKEN = { code: 10003, message: expect.stringMatching(/^该回单已登记（.+：投标保证金到账，.+）/) as string }
  for (const again of [paid.voucher, await copy('副本.pdf')])
    expect(
      await buyer.refused(register.recordBondPayment, { params: second!, body: { ...paid, voucher: again } }),
    ).toMatchObject(TAKEN)
  const slip = { ...paid, voucher: await voucher('到账二.pdf') }
  const atOnce = await Promise.allSettled(
    [second!, third!].map((one) => buyer.call(register.recordBondPayment, { params: one, body: slip })),
  )
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const unpaid = atOnce[0]!.status === 'fulfilled' ? third! : second!
  await buyer.call(register.recordBondPayment, {
    params: unpaid,
    body: { ...paid, voucher: await voucher('到账三.pdf') },
  })
  expect((await buyer.refused(register.recordBondPayment, { params: winner!, body: paid })).code).toBe(10002)
  const back = { refundedOn: today(), rate: '0.35', voucher: await voucher('退还.pdf') }
  expect((await buyer.refused(register.recordBondRefund, { params: winner!, body: back })).message).toContain(
    '定标或流标后',
  )
  await reviewed(
    world,
    made.orderId,
    trades.map((one) => one.tradeId),
  )
  await publicise(world, made.orderId)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * DAY))
  const { draft } = await buyer.call(notice.winnerDetail, { params })
  const result = { tradeId: winner!.tradeId, ...draft }
  await buyer.call(notice.publishWinner, { params, body: result })
  expect(await may()).toEqual({ mayRecordPayment: false, mayRecordContract: true })
  expect((await buyer.refused(c.recordContractDate, { params, body: { signedOn: '2020-01-01' } })).code).toBe(10001)
  await buyer.call(c.recordContractDate, { params, body: { signedOn: today() } })
  expect((await may()).mayRecordContract).toBe(false)
  expect((await buyer.refused(c.recordContractDate, { params, body: { signedOn: today() } })).code).toBe(10002)
  const sameSlip = { ...back, refundedOn: today(), voucher: await copy('退还副本.pdf') }
  expect(await buyer.refused(register.recordBondRefund, { params: second!, body: sameSlip })).toMatchObject(TAKEN)
  const { interest } = await buyer.call(register.recordBondRefund, {
    params: second!,
    body: { ...back, refundedOn: today() },
  })
  // 20000 × 0.35 % × 4 / 365
  expect(interest).toBe('0.77')
  const other = await voucher('退还二.pdf')
  const twice = await Promise.allSettled([
    buyer.call(register.recordBondRefund, { params: winner!, body: { ...back, refundedOn: today(), voucher: other } }),
    buyer.call(register.keepBond, { params: winner!, body: { reason: '无正当理由不签订合同' } }),
  ])
  expect(twice.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const due = await buyer.call(register.orderBonds, { params })
  expect(due).toMatchObject({ isOverdue: false, blocked: null, contractSignedOn: today() })
  expect(due.rows.find((row) => row.tradeId === winner!.tradeId)!.isWinner).toBe(true)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * DAY))
  expect((await buyer.call(register.orderBonds, { params })).isOverdue).toBe(true)
  const file = await buyer.file(register.bondVoucher, { params: { ...second!, voucherId: back.voucher.fileId } })
  expect(file.name).toBe('退还.pdf')
  await buyer.call(register.keepBond, { params: third!, body: { reason: '弄虚作假骗取中标' } })
  expect(
    (await buyer.refused(register.recordBondRefund, { params: third!, body: { ...back, refundedOn: today() } })).code,
  ).toBe(10002)
})

test('a tender document is replaced by a change: both stay, everybody confirms, the new one is in force', async () => {
  const { buyer, suppliers } = world
  const made = await publish(world)
  const params = { orderId: made.orderId }
  await join(world, made.orderId, { supplier: suppliers[0]! })
  const { current } = await buyer.call(c.tenderDocuments, { params })
  const revised = await buyer.upload('tender-document', '招标文件（修订）.pdf', Buffer.concat([PDF, Buffer.from('v2')]))
  const one = { rowId: current[0]!.rowId, fileId: revised.fileId, name: '招标文件（修订）.pdf', reason: '技术参数有误' }
  const change = (replacements: (typeof one)[]) => ({
    params,
    body: {
      title: '招标文件变更',
      content: text('替换招标文件'),
      replacements,
      affectsBids: false,
      acceptWarnings: true,
    },
  })
  expect((await buyer.refused(notice.publishChange, change([one, one]))).code).toBe(10001)
  const same = { ...one, fileId: current[0]!.fileId }
  expect((await buyer.refused(notice.publishChange, change([same]))).message).toBe('新旧文件相同')
  const { noticeId } = done(await buyer.call(notice.publishChange, change([one])))
  const after = await buyer.call(c.tenderDocuments, { params })
  expect(after.current.map((file) => file.name)).toEqual(['招标文件（修订）.pdf'])
  expect(after.replaced).toMatchObject([{ name: '招标文件.pdf', newName: one.name, reason: '技术参数有误', noticeId }])
  const published = await buyer.call(notice.buyerNotice, { params: { ...params, noticeId } })
  expect(published.needsConfirmation).toBe(true)
  expect(published.data.replacements).toMatchObject([
    { from: { name: '招标文件.pdf' }, to: { sha256: revised.sha256 } },
  ])
  const seen = await suppliers[0]!.call(tender.tenderDetail, { params })
  expect(seen.files.map((file) => file.name)).toEqual(['【已替换】招标文件.pdf', '招标文件（修订）.pdf'])
  // What was replaced cannot be replaced again.
  expect((await buyer.refused(notice.publishChange, change([one]))).message).toContain('已被替换')
})
