import { DAY, formatDate, HOUR } from '#contract/time.ts'
import * as order from '#features/contracts/contract/call-off.ts'
import * as c from '#features/frame-agreements/contract/agreement.ts'
import * as competition from '#features/frame-agreements/contract/competition.ts'
import * as own from '#features/frame-agreements/contract/entry.ts'
import { acceptOnboarding, createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import type { Account } from './people.ts'
import { pdfOf } from './play/documents.ts'
import { officeBefore } from './play/office-hours.ts'

type Party = Extract<Account, 'supplier1' | 'supplier2' | 'supplier3' | 'supplier5' | 'supplier6'>

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

const FURNITURE: Plan = {
  title: '诊室家具框架协议',
  items: [
    { name: '诊桌', spec: '1400 × 700', unit: '张', quantity: '300' },
    { name: '诊椅', unit: '把', quantity: '600' },
  ],
  parties: [
    { by: 'supplier1', prices: ['1280', '360'] },
    { by: 'supplier2', prices: ['1320', '345'] },
  ],
  change: { quota: '500000.00', rule: 'competition' },
}
const SUPPORT: Plan = {
  title: '信息系统运维服务框架协议',
  items: [{ name: '现场运维服务', unit: '人日', quantity: '900' }],
  parties: [
    { by: 'supplier5', prices: ['1150'] },
    { by: 'supplier6', prices: ['1180'] },
  ],
  change: { category: 'services', quota: '950000.00', rule: 'competition' },
}

/** Mini-competitions of the past weeks with every outcome, and an agreement that has run out. */
export function frameMoments(cast: Cast, { began, now }: { began: number; now: () => Date }) {
  return [
    {
      at: new Date(officeBefore(began - 30 * DAY)),
      async run() {
        const desk = new Desk(cast, await cast.as('buyer'), now())
        for (const by of ['supplier5', 'supplier6'] as const) await desk.admit(by)
        const over = await desk.sign({
          ...PAPER,
          title: '打印耗材框架协议',
          parties: [{ by: 'supplier6', prices: ['96'] }],
          change: { until: desk.day(24), quota: '30000.00' },
        })
        await desk.confirm('supplier6', await desk.order(over, 'supplier6', ['120']))
        const support = await desk.sign(SUPPORT)
        const won = await desk.compete(support, { title: '门诊系统年末保障', quantities: ['60'] })
        await desk.quote('supplier5', support, { competitionId: won, prices: ['1080'] })
        await desk.quote('supplier6', support, { competitionId: won, prices: ['1060'] })
        const lone = await desk.compete(support, { title: '机房巡检', quantities: ['24'] })
        await desk.quote('supplier6', support, { competitionId: lone, prices: ['1100'] })
        await desk.compete(support, { title: '夜间值守', quantities: ['30'] })
        await desk.callOff(
          support,
          await desk.compete(support, { title: '体检车联网', quantities: ['12'] }),
          '体检安排推迟',
        )
      },
    },
  ]
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

  const furniture = await desk.sign(FURNITURE)
  const open = await desk.compete(furniture, { title: '一季度新诊室家具', quantities: ['40', '80'], lasts: 2 * DAY })
  await desk.quote('supplier2', furniture, { competitionId: open, prices: ['1240', '330'] })

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

  /** Into the hospital's library. */
  async admit(by: Party): Promise<void> {
    const { onboardingId } = await this.#buyer.call(createOnboarding, {
      body: {
        way: 'direct',
        subject: { companyId: COMPANIES[by].id, name: '', creditCode: '' },
        categories: ['信息化'],
        validFrom: this.day(0),
        validUntil: this.day(365),
        reason: '框架协议供应商',
      },
    })
    await this.#buyer.call(acceptOnboarding, { params: { onboardingId }, body: {} })
  }

  /** `lasts` in ms. */
  async compete(
    agreementId: string,
    { title, quantities, lasts = 4 * HOUR }: { title: string; quantities: string[]; lasts?: number },
  ): Promise<string> {
    const until = new Date(this.#now.getTime() + lasts).toISOString()
    const lines = quantities.map((quantity, i) => ({ line: i + 1, quantity }))
    const body = { title, until, deliverBy: this.day(30), place: '江州市第一人民医院总务库房', lines }
    return (await this.#buyer.call(competition.openCompetition, { params: { agreementId }, body })).competitionId
  }

  async quote(by: Party, agreementId: string, of: { competitionId: string; prices: string[] }): Promise<void> {
    const { entryId } = await this.#entry(agreementId, by)
    const prices = of.prices.map((unitPrice, i) => ({ line: i + 1, unitPrice }))
    const params = { entryId, competitionId: of.competitionId }
    await (await this.#cast.as(by)).call(competition.submitQuote, { params, body: { prices } })
  }

  async callOff(agreementId: string, competitionId: string, reason: string): Promise<void> {
    await this.#buyer.call(competition.cancelCompetition, { params: { agreementId, competitionId }, body: { reason } })
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
