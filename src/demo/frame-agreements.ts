import { DAY, formatDate } from '#contract/time.ts'
import * as order from '#features/contracts/contract/call-off.ts'
import * as c from '#features/frame-agreements/contract/agreement.ts'
import * as own from '#features/frame-agreements/contract/entry.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import type { Account } from './people.ts'
import { pdfOf } from './play/documents.ts'

type Party = Extract<Account, 'supplier1' | 'supplier2' | 'supplier3'>

interface Plan {
  title: string
  items: { name: string; spec?: string; unit: string; quantity?: string }[]
  /** Prices by item, in the order of rotation. */
  parties: { by: Party; prices: string[]; share?: string }[]
  change?: object
}

const TERMS = [
  '一、供应商按采购人分次下达的订单供货，单价不高于协议价，运输、装卸费用已含在协议价内。',
  '二、协议金额为订货上限，采购人不承诺订满；已下达的订单不因协议到期或终止而失效。',
  '三、采购人自到货之日起五个工作日内组织验收，不合格的由供应商限期更换。',
].join('\n')

const GLOVES: Plan = {
  title: '医用检查手套年度框架协议',
  items: [
    { name: '一次性丁腈检查手套', spec: 'M，100 只/盒', unit: '盒', quantity: '20000' },
    { name: '一次性乳胶检查手套', spec: 'M，100 只/盒', unit: '盒', quantity: '8000' },
  ],
  parties: [
    { by: 'supplier1', prices: ['32.50', '28.80'], share: '60' },
    { by: 'supplier2', prices: ['31.90', '29.20'], share: '40' },
  ],
  change: { quota: '600000.00', rule: 'rotation', priceNote: '按季度以丁腈胶乳市场均价涨跌幅的 60% 调整。' },
}
const PAPER: Plan = {
  title: '办公用纸框架协议',
  items: [{ name: '复印纸', spec: 'A4 70 g，8 包/箱', unit: '箱' }],
  parties: [{ by: 'supplier3', prices: ['168'] }],
  change: { quota: '80000.00' },
}
const REPAIR: Plan = {
  title: '医疗设备维修服务框架协议',
  items: [{ name: '影像设备维修', unit: '工时', quantity: '600' }],
  parties: [
    { by: 'supplier1', prices: ['420'] },
    { by: 'supplier2', prices: ['435'] },
  ],
  change: { category: 'services', quota: '250000.00' },
}

/** An agreement in every state, with orders, prices that wait for an answer, and a supplier that was suspended. */
export async function playFrameAgreements(cast: Cast, at: Date): Promise<void> {
  const desk = new Desk(cast, await cast.as('buyer'), at)
  await desk.draft({ ...PAPER, title: '后勤保洁用品框架协议' })
  await desk.send({ ...REPAIR, title: '检验试剂框架协议', change: { quota: '400000.00' } })
  await desk.sign({ ...PAPER, title: '下年度办公用纸框架协议', change: { from: desk.day(20), quota: '80000.00' } })
  const over = await desk.sign({
    ...PAPER,
    title: '被服洗涤框架协议',
    change: { category: 'services', quota: '120000.00' },
  })
  await desk.end(over, '改由后勤服务中心统一承担')

  const gloves = await desk.sign(GLOVES)
  const first = await desk.order(gloves, 'supplier1', ['3000', '1000'])
  await desk.confirm('supplier1', first)
  await desk.deliver('supplier1', first)
  await desk.confirm('supplier2', await desk.order(gloves, 'supplier2', ['1500', null]))
  await desk.order(gloves, 'supplier1', ['800', '400'])
  await desk.adjust(gloves, 'supplier1', '33.60')

  const paper = await desk.sign({ ...PAPER, change: { until: desk.day(25), quota: '80000.00' } })
  await desk.confirm('supplier3', await desk.order(paper, 'supplier3', ['260']))

  const repair = await desk.sign(REPAIR)
  await desk.suspend(repair, 'supplier2', '连续两次超过约定的到场时间')
}

/** The hospital's keeper of agreements, and the suppliers at the other side. */
class Desk {
  readonly #cast: Cast
  readonly #buyer: HttpClient
  readonly #now: Date

  constructor(cast: Cast, buyer: HttpClient, now: Date) {
    this.#cast = cast
    this.#buyer = buyer
    this.#now = now
  }

  day(days: number): string {
    return formatDate(this.#now.getTime() + days * DAY)
  }

  async draft({ title, items, parties, change }: Plan): Promise<string> {
    const { agreementId } = await this.#buyer.call(c.createAgreement, {
      body: {
        title,
        kind: 'price',
        regime: 'government',
        category: 'goods',
        rule: 'direct',
        from: this.day(0),
        until: this.day(300),
        terms: TERMS,
        place: '江州市第一人民医院总务库房',
        payer: 'organ',
        payDays: 30,
        items,
        entries: parties.map(({ by, prices, share }) => ({
          companyId: COMPANIES[by].id,
          share: share ?? null,
          prices: prices.map((unitPrice, i) => ({ line: i + 1, unitPrice })),
        })),
        files: [await this.#paper(title)],
        ...change,
      },
    })
    return agreementId
  }

  async send(plan: Plan): Promise<string> {
    const agreementId = await this.draft(plan)
    await this.#buyer.call(c.sendAgreement, { params: { agreementId }, body: {} })
    return agreementId
  }

  /** Sent, and confirmed by all of its suppliers. */
  async sign(plan: Plan): Promise<string> {
    const agreementId = await this.send(plan)
    for (const { by } of plan.parties) {
      const supplier = await this.#cast.as(by)
      const { entryId, contentHash } = await this.#entry(agreementId, by)
      await supplier.call(own.confirmEntry, { params: { entryId }, body: { contentHash, size: 'small' } })
    }
    return agreementId
  }

  async #entry(agreementId: string, by: Party) {
    const { entries } = await this.#buyer.call(c.agreementDetail, { params: { agreementId } })
    const { entryId } = entries.find(({ companyId }) => companyId === COMPANIES[by].id)!
    return (await this.#cast.as(by)).call(own.entryDetail, { params: { entryId } })
  }

  async order(agreementId: string, by: Party, quantities: (string | null)[]): Promise<string> {
    const { entryId } = await this.#entry(agreementId, by)
    const lines = quantities.flatMap((quantity, i) => (quantity === null ? [] : [{ line: i + 1, quantity }]))
    const body = { entryId, deliverBy: this.day(15), place: '江州市第一人民医院总务库房', lines }
    return (await this.#buyer.call(c.orderFromAgreement, { params: { agreementId }, body })).callOffId
  }

  async confirm(by: Party, callOffId: string): Promise<void> {
    await (await this.#cast.as(by)).call(order.confirmCallOff, { params: { callOffId } })
  }

  /** Delivered whole, and accepted. */
  async deliver(by: Party, callOffId: string): Promise<void> {
    const params = { callOffId }
    const { lines } = await this.#buyer.call(order.callOffDetail, { params })
    const { deliveryId } = await (
      await this.#cast.as(by)
    ).call(order.noticeDelivery, {
      params,
      body: { deliveredOn: this.day(0), lines: lines.map(({ line, quantity }) => ({ line, quantity })) },
    })
    await this.#buyer.call(order.acceptDelivery, {
      params: { deliveryId },
      body: {
        people: '总务科 李明、护理部 周敏',
        lines: lines.map(({ line, quantity }) => ({ line, accepted: quantity, rejected: '0' })),
      },
    })
  }

  async adjust(agreementId: string, by: Party, unitPrice: string): Promise<void> {
    const { entryId } = await this.#entry(agreementId, by)
    await this.#buyer.call(c.adjustPrices, {
      params: { agreementId, entryId },
      body: { reason: '三季度丁腈胶乳均价上涨 5.6%，按约定公式调整', prices: [{ line: 1, unitPrice }] },
    })
  }

  async suspend(agreementId: string, by: Party, reason: string): Promise<void> {
    const { entryId } = await this.#entry(agreementId, by)
    await this.#buyer.call(c.actOnEntry, { params: { agreementId, entryId }, body: { action: 'suspend', reason } })
  }

  async end(agreementId: string, reason: string): Promise<void> {
    await this.#buyer.call(c.endAgreement, { params: { agreementId }, body: { reason } })
  }

  async #paper(title: string) {
    const document = { title, org: COMPANIES.hospital.name, parts: [{ heading: title, paragraphs: TERMS.split('\n') }] }
    const name = `${title}.pdf`
    const { fileId } = await this.#buyer.upload('frame-agreement', name, await pdfOf(document, this.#now))
    return { fileId, name }
  }
}
