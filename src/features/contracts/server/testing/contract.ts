import { DAY, formatDate } from '#contract/time.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import {
  PDF,
  publicise,
  publish,
  join,
  reviewed,
  type TenderWorld,
} from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import * as order from '../../contract/call-off.ts'
import * as c from '../../contract/contract.ts'

/** The award's price of every tender here: see `reviewed`. */
export const PRICE = '800000.00'

/** A hospital, two suppliers, and what tests do with contracts; each act over HTTP. */
export async function contractWorld() {
  const t = await testSystem({ from: 'people' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3', 'supplier4'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  const [supplier, other] = suppliers as [HttpClient, HttpClient]
  const world: TenderWorld = { t, buyer, suppliers }
  const day = (days = 0) => formatDate(t.kernel.clock.now().getTime() + days * DAY)
  const file = async (client: HttpClient, name = '附件.pdf', content = '') => {
    const { fileId } = await client.upload('contract', name, Buffer.concat([PDF, Buffer.from(content)]))
    return { fileId, name }
  }

  /** A tender that supplier 1 has won; supplier 2 took part. */
  async function award() {
    const { orderId } = await publish(world)
    const { tradeId } = await join(world, orderId, { supplier })
    await join(world, orderId, { supplier: other })
    await reviewed(world, orderId, [tradeId])
    await publicise(world, orderId)
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * DAY))
    const { draft: text } = await buyer.call(winnerDetail, { params: { orderId } })
    const body = { tradeId, title: text.title, content: text.content, acceptWarnings: true }
    await buyer.call(publishWinner, { params: { orderId }, body })
    await t.settle()
    return { orderId, tradeId }
  }

  const detail = (client: HttpClient, contractId: string) => client.call(c.contractDetail, { params: { contractId } })

  /** Draft of an award, with terms. */
  async function drafted(change: object = {}) {
    const { tradeId } = await award()
    const { contractId } = await buyer.call(c.createContract, { body: { tradeId } })
    await buyer.call(c.updateContract, { params: { contractId }, body: terms(change) })
    return contractId
  }

  /** What it says, beside what the test is about. */
  function terms(change: object = {}) {
    return {
      title: '医用设备采购合同',
      price: PRICE,
      terms: '按招标文件和投标文件执行。',
      place: '设备科',
      deliverBy: day(60),
      payer: 'organ' as const,
      payMode: 'accepted' as const,
      payDays: 30,
      ...change,
    }
  }

  async function offered(change: object = {}) {
    const contractId = await drafted(change)
    await buyer.call(c.offerContract, { params: { contractId }, body: {} })
    return contractId
  }

  async function signed(change: object = {}, size: 'small' | 'none' = 'small') {
    const contractId = await offered(change)
    const { contentHash } = await detail(supplier, contractId)
    await supplier.call(c.signContract, { params: { contractId }, body: { contentHash: contentHash!, size } })
    await t.settle()
    return contractId
  }

  const ordering = (quantity: string) => ({ deliverBy: day(20), place: '设备科', lines: [{ line: 1, quantity }] })

  /** Ordered, and confirmed by the supplier. */
  async function ordered(contractId: string, quantity = '1') {
    const params = await buyer.call(order.createCallOff, { params: { contractId }, body: ordering(quantity) })
    await supplier.call(order.confirmCallOff, { params })
    return params.callOffId
  }

  async function delivered(callOffId: string, quantity = '1') {
    const body = { deliveredOn: day(), lines: [{ line: 1, quantity }] }
    return (await supplier.call(order.noticeDelivery, { params: { callOffId }, body })).deliveryId
  }

  const judging = (accepted: string, rejected = '0', reason = '') => ({
    people: '设备科 王宁',
    lines: [{ line: 1, accepted, rejected, reason }],
  })

  /** A due of the whole contract. */
  async function due(change: object = {}) {
    const contractId = await signed(change)
    const deliveryId = await delivered(await ordered(contractId))
    await buyer.call(order.acceptDelivery, { params: { deliveryId }, body: judging('1') })
    await t.settle()
    const [first] = (await detail(buyer, contractId)).dues
    return { contractId, dueId: first!.dueId, due: first! }
  }

  return {
    t,
    world,
    buyer,
    supplier,
    other,
    day,
    file,
    award,
    detail,
    drafted,
    terms,
    offered,
    signed,
    ordering,
    ordered,
    delivered,
    judging,
    due,
  }
}

export type ContractWorld = Awaited<ReturnType<typeof contractWorld>>
