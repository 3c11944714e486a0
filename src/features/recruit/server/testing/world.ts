import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { DAY } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../../contract/order.ts'
import * as own from '../../contract/supplier.ts'
import * as trades from '../../contract/trade.ts'

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
export const TITLE = '医用耗材合格供应商征集'

type Form = InputOf<typeof c.createRecruit>['body']
type Application = InputOf<typeof own.applyTo>['body']

/** The hospital calls for suppliers; five answer. Everything over HTTP. */
export async function recruitWorld() {
  const { t } = await fromState('people')
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers: HttpClient[] = []
  for (const n of [1, 2, 3, 4, 5]) suppliers.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  const pay = actsIn(t, suppliers[0]!)
  const now = () => t.kernel.clock.now()
  const later = (days: number) => new Date(now().getTime() + days * DAY).toISOString()
  const form = (change: Partial<Form> = {}): Form => ({
    title: TITLE,
    openness: 'open',
    categories: [
      {
        key: 'gloves',
        name: '医用手套',
        requirements: '具有医疗器械经营许可',
        documents: [
          { key: 'permit', requireType: 'qualification', name: '医疗器械经营许可证' },
          { key: 'catalogue', requireType: 'product', name: '产品目录', required: false },
        ],
      },
      { key: 'syringe', name: '注射器', documents: [{ key: 'sheet', requireType: 'product', name: '产品说明' }] },
    ],
    notice: '面向社会公开征集医用耗材供应商，入库后参加院内询价。',
    startsAt: later(-1),
    endsAt: later(10),
    contactName: '张晓',
    contactPhone: '13800138000',
    ...change,
  })
  const world = {
    t,
    buyer,
    suppliers,
    pay,
    now,
    later,
    form,
    drafted: (change: Partial<Form> = {}, client = buyer) => client.call(c.createRecruit, { body: form(change) }),
    /** Published at once: nothing is defined for its approval. */
    async published(change: Partial<Form> = {}, client = buyer) {
      const { orderId } = await client.call(c.publishNewRecruit, { body: { ...form(change), approval: undefined } })
      return { orderId }
    },
    async application(client: HttpClient, change: Partial<Application> = {}): Promise<Application> {
      const { fileId } = await client.upload('recruit-apply', '经营许可证.pdf', PDF)
      return {
        categories: ['gloves'],
        documents: [
          {
            category: 'gloves',
            document: 'permit',
            number: '苏械经营许 20260001 号',
            validUntil: '2030-12-31',
            files: [{ fileId, name: '经营许可证.pdf' }],
          },
        ],
        contactName: '沈瑶',
        contactPhone: '13900139000',
        ...change,
      }
    },
    async applied(client: HttpClient, orderId: string): Promise<string> {
      const { tradeId } = await client.call(own.applyTo, { params: { orderId }, body: await world.application(client) })
      return tradeId
    },
    decide: (tradeId: string, decision: 'pass' | 'refuse' | 'sendBack', reason = '') =>
      buyer.call(trades.decideTrade, { params: { tradeId }, body: { decision, reason } }),
    end: (orderId: string) => buyer.call(c.endRecruit, { params: { orderId }, body: { reason: '申请数量已满足需要' } }),
    detail: (orderId: string) => buyer.call(c.recruitDetail, { params: { orderId } }),
    seen: (client: HttpClient, orderId: string) => client.call(own.callDetail, { params: { orderId } }),
    entry: (tradeId: string) => ({ tradeId, categories: ['gloves'], from: '2026-12-01', until: '2028-11-30' }),
    /** Pays the order of the cashier by the played wallet. */
    async paid(client: HttpClient, payOrderId: string): Promise<void> {
      const body = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
      const { payCode } = await client.call(placeOrder, { body })
      await pay.isBegun(payCode!)
      await pay.play(payCode!, 'pay', client)
    },
  }
  return world
}

export type RecruitWorld = Awaited<ReturnType<typeof recruitWorld>>
export const OWNER = COMPANIES.hospital
