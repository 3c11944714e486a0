import type { OutputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import * as order from '#features/contracts/contract/call-off.ts'
import * as c from '#features/contracts/contract/contract.ts'
import * as need from '#features/contracts/contract/demand-order.ts'
import * as pay from '#features/contracts/contract/payment.ts'
import * as team from '#features/contracts/contract/team.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import { pdfOf } from './play/documents.ts'
import { officeBefore } from './play/office-hours.ts'
import { soleMoments, type SoleScene, soleSceneOf } from './sole-sources.ts'

type Award = OutputOf<typeof c.contractableAwards>[number]

/** Awards of five weeks ago: paid late, closed, and signed when it was too late. */
export const OVERDUE = '手术显微镜年度维保'
const CLOSED = '病案扫描系统年度授权'
const LATE = '医用气体报警系统升级'
const SOURCES: readonly SoleScene[] = [
  soleSceneOf({ title: OVERDUE, unit: '年', quantity: '1', price: '480000', asked: 'supplier1', published: 56 }),
  soleSceneOf({ title: CLOSED, unit: '年', quantity: '1', price: '126000', asked: 'supplier2', published: 56 }),
  soleSceneOf({ title: LATE, unit: '套', quantity: '2', price: '158000', asked: 'supplier5', published: 56 }),
]

const TERMS = [
  '一、供应商按采购文件、响应文件和本合同供货，运输、安装、调试和培训费用已含在合同价内。',
  '二、采购人自到货之日起五个工作日内组织验收；不合格的由供应商限期更换，不影响合格部分的付款。',
  '三、逾期交货的，每日按未交部分价款的千分之一支付违约金，累计不超过该部分价款的百分之五。',
].join('\n')

/** Contracts that were performed in the past weeks, with the awards they come from. */
export function contractMoments(cast: Cast, when: { began: number; now: () => Date }) {
  const { began, now } = when
  return [
    ...soleMoments(cast, when, SOURCES),
    {
      at: new Date(officeBefore(began - 33 * DAY)),
      run: async () => {
        const desk = await Desk.open(cast, now)
        await desk.acceptWhole(OVERDUE, 15)
        await desk.acceptWhole(CLOSED, 30)
      },
    },
    {
      at: new Date(officeBefore(began - 29 * DAY)),
      run: async () => {
        const desk = await Desk.open(cast, now)
        await desk.payWhole(CLOSED)
      },
    },
  ]
}

/** How far a contract of today's awards is played. */
const STAGES = ['draft', 'offered', 'refused', 'ordered', 'delivering', 'changing', 'changed', 'terminated'] as const
type Stage = (typeof STAGES)[number]

/** A contract in every state, orders in every state under them; some awards wait for theirs. */
export async function playContracts(cast: Cast, at: Date): Promise<void> {
  const desk = await Desk.open(cast, () => at)
  await desk.sign(await desk.awardOf(LATE), 30)
  const awards = (await desk.awards()).filter(({ supplierName }) => accountOf(supplierName) !== null)
  for (const [i, stage] of STAGES.entries()) {
    const award = awards[i]
    if (award) await desk.play(award, stage)
  }
}

function accountOf(name: string): Account | null {
  const found = Object.entries(COMPANIES).find(([key, company]) => company.name === name && key.startsWith('supplier'))
  return found ? (found[0] as Account) : null
}

/** The hospital's handler of contracts, and the suppliers at the other side. */
class Desk {
  readonly #cast: Cast
  readonly #buyer: HttpClient
  readonly #now: () => Date

  private constructor(cast: Cast, buyer: HttpClient, now: () => Date) {
    this.#cast = cast
    this.#buyer = buyer
    this.#now = now
  }

  static async open(cast: Cast, now: () => Date): Promise<Desk> {
    return new Desk(cast, await cast.as('buyer'), now)
  }

  awards(): Promise<Award[]> {
    return this.#buyer.call(c.contractableAwards, {})
  }

  async awardOf(title: string): Promise<Award> {
    return (await this.awards()).find((one) => one.title.startsWith(title))!
  }

  /** Drafted and handed to the supplier. */
  async #offer(award: Award, payDays: number): Promise<string> {
    const params = await this.#draft(award, payDays)
    await this.#buyer.call(c.offerContract, { params, body: {} })
    return params.contractId
  }

  async #draft({ tradeId, title, price }: Award, payDays: number): Promise<{ contractId: string }> {
    const params = await this.#buyer.call(c.createContract, { body: { tradeId } })
    await this.#buyer.call(c.updateContract, {
      params,
      body: {
        title: `${title}合同`,
        price,
        terms: TERMS,
        place: '江州市第一人民医院设备科',
        deliverBy: this.#day(60),
        warranty: '自验收合格之日起三年',
        payer: 'organ',
        payMode: 'accepted',
        payDays,
        files: [await this.#paper(this.#buyer, `${title}合同`)],
      },
    })
    return params
  }

  /** Signed by a supplier that is a small enterprise. */
  async sign(award: Award, payDays: number): Promise<string> {
    const contractId = await this.#offer(award, payDays)
    const supplier = await this.#supplier(award)
    const { contentHash } = await supplier.call(c.contractDetail, { params: { contractId } })
    const body = { contentHash: contentHash!, size: 'small' as const }
    await supplier.call(c.signContract, { params: { contractId }, body })
    return contractId
  }

  /** Ordered, delivered and accepted whole; the supplier has asked for its money. */
  async acceptWhole(title: string, payDays: number): Promise<void> {
    const award = await this.awardOf(title)
    const contractId = await this.sign(award, payDays)
    const supplier = await this.#supplier(award)
    const callOffId = await this.#order(contractId, '1')
    await supplier.call(order.confirmCallOff, { params: { callOffId } })
    await this.#deliver(supplier, callOffId)
    await this.#accept(callOffId)
    const { dues } = await supplier.call(c.contractDetail, { params: { contractId } })
    for (const { dueId, amount } of dues)
      await supplier.call(pay.requestPayment, {
        params: { dueId },
        body: { amount, invoice: '25322000000012345678', files: [await this.#paper(supplier, '电子发票')] },
      })
  }

  /** Paid in time, and closed. */
  async payWhole(title: string): Promise<void> {
    const { rows } = await this.#buyer.call(c.contractPage, { query: { keyword: title } })
    const params = { contractId: rows[0]!.contractId }
    const { dues } = await this.#buyer.call(c.contractDetail, { params })
    for (const { requestId, amount } of dues.flatMap(({ requests }) => requests)) {
      const at = { params: { requestId } }
      await this.#buyer.call(pay.approveRequest, { ...at, body: {} })
      const voucher = [await this.#paper(this.#buyer, '电子回单', `${title}，付款申请 ${requestId}，${amount} 元`)]
      await this.#buyer.call(pay.recordPayment, { ...at, body: { amount, paidOn: this.#day(0), voucher } })
    }
    await this.#buyer.call(c.completeContract, { params })
  }

  async play(award: Award, stage: Stage): Promise<void> {
    const supplier = await this.#supplier(award)
    switch (stage) {
      case 'draft':
        await this.#draft(award, 30)
        return
      case 'offered':
        await this.#offer(award, 30)
        return
      case 'refused': {
        const params = { contractId: await this.#offer(award, 30) }
        await supplier.call(c.refuseContract, { params, body: { reason: '交货地点请写明院区和楼层' } })
        return
      }
      case 'ordered':
        return this.#orders(await this.sign(award, 30), supplier)
      case 'delivering':
        return this.#deliveries(await this.sign(award, 30), supplier)
      case 'changing':
        return this.#change(await this.sign(award, 30), supplier, false)
      case 'changed':
        return this.#change(await this.sign(award, 30), supplier, true)
      case 'terminated': {
        const params = { contractId: await this.sign(award, 30) }
        await this.#buyer.call(c.terminateContract, { params, body: { reason: '建设计划调整，双方协商终止' } })
      }
    }
  }

  /** An order that waits, one refused, one cancelled; and what departments have asked for. */
  async #orders(contractId: string, supplier: HttpClient): Promise<void> {
    const refused = await this.#order(contractId, '0.2')
    await supplier.call(order.refuseCallOff, { params: { callOffId: refused }, body: { reason: '该型号本周缺货' } })
    const cancelled = await this.#order(contractId, '0.1')
    await this.#buyer.call(order.cancelCallOff, { params: { callOffId: cancelled }, body: { reason: '科室需求取消' } })
    await this.#order(contractId, '0.2')
    const asker = await this.#cast.as('newbie')
    const ask = async (department: string, purpose: string, share: string) => {
      const lines = await this.#lines(contractId, share)
      const body = { contractId, department, purpose, needBy: this.#day(15), lines }
      return asker.call(need.askDemandOrder, { body })
    }
    await ask('急诊科', '急诊抢救室扩容使用', '0.1')
    const sent = await ask('重症医学科', '新增床位配套', '0.1')
    await this.#buyer.call(need.refuseDemandOrder, { params: sent, body: { reason: '库房尚有存量，请先领用' } })
    await asker.call(need.withdrawDemandOrder, { params: await ask('康复科', '门诊治疗区使用', '0.1') })
    const taken = await ask('呼吸内科', '更换到期设备', '0.1')
    await this.#order(contractId, '0.1', taken.demandOrderId)
  }

  /** A first part accepted, with something rejected, a second one waits behind a team; another order is finished and to be paid. */
  async #deliveries(contractId: string, supplier: HttpClient): Promise<void> {
    const first = await this.#order(contractId, '0.5')
    await supplier.call(order.confirmCallOff, { params: { callOffId: first } })
    await this.#deliver(supplier, first, '0.5')
    await this.#accept(first, '0.8')
    await this.#deliver(supplier, first, '0.2')
    await this.#examine(first)
    const second = await this.#order(contractId, '0.3')
    await supplier.call(order.confirmCallOff, { params: { callOffId: second } })
    await this.#deliver(supplier, second)
    await this.#accept(second)
    const { dues } = await supplier.call(c.contractDetail, { params: { contractId } })
    for (const { dueId, amount } of dues)
      await supplier.call(pay.requestPayment, { params: { dueId }, body: { amount, invoice: '25322000000087654321' } })
    const { dues: asked } = await this.#buyer.call(c.contractDetail, { params: { contractId } })
    const requestId = asked.at(-1)!.requests[0]!.requestId
    await this.#buyer.call(pay.approveRequest, { params: { requestId }, body: {} })
  }

  /** A team of an employee and two experts looks at the delivery that waits; all have spoken, one with reserves. */
  async #examine(callOffId: string): Promise<void> {
    const { deliveries } = await this.#buyer.call(order.callOffDetail, { params: { callOffId } })
    const params = { deliveryId: deliveries.find(({ isJudged }) => !isJudged)!.deliveryId }
    const { employees, experts } = await this.#buyer.call(team.teamCandidates, { params })
    const idOf = (account: Account) => [...employees, ...experts].find(({ name }) => name === PEOPLE[account].name)!.id
    const { teamId } = await this.#buyer.call(team.conveneTeam, {
      params,
      body: {
        task: '清点数量，核对规格型号，逐台通电测试并查验合格证明。',
        giveBy: this.#day(3),
        employeeIds: [idOf('newbie')],
        expertIds: [idOf('expert2'), idOf('expert3')],
        leaderId: idOf('newbie'),
      },
    })
    const said = {
      newbie: { verdict: 'passes', reason: '数量、型号与订单一致，外观完好。' },
      expert3: { verdict: 'passes', reason: '' },
      expert2: { verdict: 'reserves', reason: '通电测试正常；其中一台缺中文说明书，建议供应商补齐后移交科室。' },
    } as const
    for (const account of ['newbie', 'expert2', 'expert3'] as const) {
      const member = await this.#cast.as(account)
      await member.call(team.replyTeam, { params: { teamId }, body: { accepts: true } })
      await member.call(team.giveVerdict, { params: { teamId }, body: said[account] })
    }
  }

  /** Eight per cent more of the first line, agreed or still open. */
  async #change(contractId: string, supplier: HttpClient, isAgreed: boolean): Promise<void> {
    const params = { contractId }
    const { lines, terms, place, deliverBy, payDays } = await this.#buyer.call(c.contractDetail, { params })
    await this.#buyer.call(c.changeContract, {
      params,
      body: {
        reason: '按科室新增床位追加同类标的',
        terms,
        place,
        deliverBy,
        payDays,
        lines: lines.map(({ line, quantity, unitPrice }) => ({
          line,
          quantity,
          unitPrice: line === 1 ? new Exact(unitPrice).times('1.08').toDecimalPlaces(6).toFixed() : unitPrice,
        })),
      },
    })
    if (!isAgreed) return
    const { versions } = await supplier.call(c.contractDetail, { params })
    await supplier.call(c.answerChange, { params, body: { contentHash: versions[0]!.contentHash, agree: true } })
  }

  /** A share of every line, to the whole unit where there are many. */
  async #lines(contractId: string, share: string) {
    const { lines } = await this.#buyer.call(c.contractDetail, { params: { contractId } })
    return lines.map(({ line, quantity }) => ({ line, quantity: part(quantity, share) }))
  }

  async #order(contractId: string, share: string, demandOrderId: string | null = null): Promise<string> {
    const lines = await this.#lines(contractId, share)
    const body = { deliverBy: this.#day(20), place: '设备科库房', lines, demandOrderId }
    return (await this.#buyer.call(order.createCallOff, { params: { contractId }, body })).callOffId
  }

  async #deliver(supplier: HttpClient, callOffId: string, share = '1'): Promise<void> {
    const { lines } = await supplier.call(order.callOffDetail, { params: { callOffId } })
    await supplier.call(order.noticeDelivery, {
      params: { callOffId },
      body: {
        deliveredOn: this.#day(0),
        carrier: '顺丰速运 SF1390022118',
        lines: lines.map(({ line, open }) => ({ line, quantity: part(open, share) })),
        files: [await this.#paper(supplier, '送货单')],
      },
    })
  }

  /** Accepts this share of the first delivery that waits, and rejects the rest. */
  async #accept(callOffId: string, share = '1'): Promise<void> {
    const { deliveries } = await this.#buyer.call(order.callOffDetail, { params: { callOffId } })
    const waiting = deliveries.find(({ isJudged }) => !isJudged)!
    await this.#buyer.call(order.acceptDelivery, {
      params: { deliveryId: waiting.deliveryId },
      body: {
        people: '设备科 王宁、使用科室 陈默',
        lines: waiting.lines.map(({ line, quantity }) => {
          const accepted = part(quantity, share)
          const rejected = new Exact(quantity).minus(accepted).toFixed()
          return { line, accepted, rejected, reason: Number(rejected) > 0 ? '外包装破损，通电测试未通过' : '' }
        }),
        files: [await this.#paper(this.#buyer, '验收记录')],
      },
    })
  }

  async #supplier({ supplierName }: Award): Promise<HttpClient> {
    return this.#cast.as(accountOf(supplierName)!)
  }

  async #paper(client: HttpClient, title: string, said = '见合同。') {
    const document = { title, org: COMPANIES.hospital.name, parts: [{ heading: title, paragraphs: [said] }] }
    const name = `${title}.pdf`
    const { fileId } = await client.upload('contract', name, await pdfOf(document, this.#now()))
    return { fileId, name }
  }

  #day(days: number): string {
    return formatDate(this.#now().getTime() + days * DAY)
  }
}

/** A share of a quantity: whole units of ten and more, six digits otherwise. */
function part(quantity: string, share: string): string {
  const exact = new Exact(quantity).times(share)
  const isWhole = new Exact(quantity).isInteger() && new Exact(quantity).gte(10)
  return (isWhole ? exact.ceil() : exact.toDecimalPlaces(6)).toFixed()
}
