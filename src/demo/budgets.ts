import type { InputOf } from '#contract/endpoint.ts'
import { DAY, formatDate } from '#contract/time.ts'
import * as budget from '#features/budget/contract/plan.ts'
import * as request from '#features/budget/contract/request.ts'
import * as use from '#features/budget/contract/use.ts'
import { departments } from '#features/organisation/contract/departments.ts'
import * as orders from '#features/procurement/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import * as play from './play/buyer.ts'
import { pdfOf } from './play/documents.ts'
import { lawfulSchedule, type TenderPlan } from './play/plan.ts'
import { enforceApprover } from './play/flows.ts'

type LineOf = InputOf<typeof budget.createPlan>['body']['lines'][number]
type Level = InputOf<typeof budget.createPlan>['body']['level']

/** What was announced and given up again: its budget is free again. */
const GIVEN_UP: TenderPlan = {
  projectName: '院区绿化养护服务',
  title: '院区绿化养护服务',
  category: 'services',
  region: '江州市',
  funds: '自筹资金',
  budget: '360000.00',
  estimatedPrice: '360000.00',
  controlPrice: '350000.00',
  bond: '0',
  suite: 'intl',
  description: '两个院区绿化养护一年。',
  items: [{ name: '绿化养护', spec: '两个院区', unit: '年', quantity: '1', controlPrice: '350000' }],
}

/**
 * Budgets in every state: a year's plan in force from which orders reserve, are awarded and paid, one of them given up; one that
 * was adjusted, one of the year before that is closed, drafts, and an application that waits for its approval. Requests of a
 * department up to the project that became of them.
 */
export async function playBudgets(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const world = new Budgets(buyer, now)
  await buyer.call(budget.setPolicy, { body: { naming: 'off', overrun: 'warn' } })
  await world.closed()
  const annual = await world.annual()
  const department = await world.departments(annual.lineIds)
  await world.used(annual.lineIds)
  await world.approval(department)
  await playRequests(buyer, now, department.lineIds)
}

class Budgets {
  readonly #buyer: HttpClient
  readonly #now: Date
  readonly #year: number

  constructor(buyer: HttpClient, now: Date) {
    this.#buyer = buyer
    this.#now = now
    this.#year = Number(formatDate(now).slice(0, 4))
  }

  /** The year before, over and closed. */
  async closed(): Promise<void> {
    const lines = [line('医疗设备购置', '8000000.00'), line('后勤服务', '1500000.00', { category: 'services' })]
    const year = this.#year - 1
    const { planId } = await this.#inForce('annual', { title: `${year} 年度采购预算`, year, lines })
    const body = { reason: '年度决算完成，结余收回' }
    await this.#buyer.call(budget.closePlan, { params: { planId }, body })
  }

  /** This year's, adjusted once; next year's is being drafted. */
  async annual() {
    const lines = [
      line('医疗设备购置', '60000000.00'),
      line('信息化建设', '6000000.00', { funds: '财政资金' }),
      line('基建与维修', '20000000.00', { category: 'works' }),
      line('后勤服务', '900000.00', { category: 'services' }),
    ]
    const title = `${this.#year} 年度采购预算`
    const made = await this.#inForce('annual', { title, year: this.#year, lines })
    const before = await this.#buyer.call(budget.planDetail, { params: made })
    const changed = before.lines.map(({ lineId, subject, category, funds, amount }) => ({
      lineId,
      subject,
      category,
      funds,
      amount: ADJUSTED[subject] ?? amount,
    }))
    const body = { reason: '年中追加放射科设备更新，压减基建维修', version: 1, lines: changed }
    await this.#buyer.call(budget.adjustPlan, { params: { planId: made.planId }, body })
    await this.#buyer.call(budget.createPlan, {
      body: { level: 'annual', title: `${this.#year + 1} 年度采购预算`, year: this.#year + 1, lines },
    })
    return made
  }

  /** Budgets of two departments, one of them a draft, and what one of them applied for. */
  async departments([devices, systems]: readonly string[]) {
    const all = await this.#buyer.call(departments, {})
    const idOf = (name: string) => all.find((one) => one.name === name)!.deptId
    const [medical, computing] = [idOf('医学装备部'), idOf('信息中心')]
    const year = this.#year
    const given = await this.#inForce('department', {
      title: '医学装备部预算',
      year,
      departmentId: medical,
      lines: [line('监护与急救设备', '5000000.00', { parentId: devices! })],
    })
    await this.#buyer.call(budget.createPlan, {
      body: {
        level: 'department',
        title: '信息中心预算',
        year,
        departmentId: computing,
        lines: [line('服务器与存储', '2000000.00', { parentId: systems! })],
      },
    })
    await this.#inForce('apply', {
      title: '急诊监护仪更新',
      year,
      departmentId: medical,
      purpose: '急诊科监护仪使用超过十年，故障率高。',
      lines: [line('急诊监护仪', '900000.00', { parentId: given.lineIds[0]! })],
    })
    const closed = await this.#inForce('apply', {
      title: '输液泵补充',
      year,
      departmentId: medical,
      purpose: '新开病区补充。',
      lines: [line('输液泵', '240000.00', { parentId: given.lineIds[0]! })],
    })
    await this.#buyer.call(budget.closePlan, { params: closed, body: { reason: '改由厂商投放' } })
    return { ...given, departmentId: medical }
  }

  /** Orders of the world that use the plan, each as far as it has come; and one that was given up. */
  async used([devices, , , services]: readonly string[]): Promise<void> {
    const page = (tab: 'running' | 'done') =>
      this.#buyer.call(orders.orderPage, { query: { tab, family: 'bidding', pageSize: 50 } })
    const own = (rows: Awaited<ReturnType<typeof page>>['rows']) =>
      rows.filter(({ ownerName, isAbortive }) => ownerName !== '' && !isAbortive)
    const running = own((await page('running')).rows).slice(0, 2)
    const awarded = own((await page('done')).rows).slice(0, 2)
    for (const { orderId } of [...running, ...awarded]) await this.#name(orderId, devices!)
    const paid = awarded[0]
    if (paid) await this.#pay(paid.orderId)
    const projectId = await play.createProject(this.#buyer, GIVEN_UP)
    const schedule = lawfulSchedule(this.#now)
    const given = { plan: GIVEN_UP, schedule, now: this.#now }
    const orderId = await play.draftOrder(this.#buyer, projectId, given)
    await this.#name(orderId, services!)
    await play.publish(this.#buyer, orderId)
    await this.#buyer.call(orders.declareAbortive, {
      params: { orderId },
      body: { reason: '养护改由物业公司一并承担，不再单独采购。' },
    })
  }

  /** From now on a colleague approves what departments apply for; the first one waits. */
  async approval({ lineIds, departmentId }: { lineIds: string[]; departmentId: string }): Promise<void> {
    await enforceApprover(this.#buyer, '预算申请审批', {
      type: 'budget',
      node: 'apply',
      title: '预算管理审批',
      by: 'newbie',
    })
    const parentId = lineIds[0]!
    const application = (title: string, amount: string) =>
      this.#buyer.call(budget.createPlan, {
        body: {
          level: 'apply',
          title,
          year: this.#year,
          departmentId,
          purpose: '满足临床急需。',
          lines: [line(title, amount, { parentId })],
        },
      })
    await application('除颤仪购置', '320000.00')
    const waiting = await application('转运呼吸机购置', '460000.00')
    await this.#buyer.call(budget.submitPlan, { params: waiting, body: {} })
  }

  async #inForce(
    level: Level,
    fields: Omit<InputOf<typeof budget.createPlan>['body'], 'level'>,
  ): Promise<{ planId: string; lineIds: string[] }> {
    const { planId } = await this.#buyer.call(budget.createPlan, { body: { level, ...fields } })
    await this.#buyer.call(budget.submitPlan, { params: { planId }, body: {} })
    const { lines } = await this.#buyer.call(budget.planDetail, { params: { planId } })
    return { planId, lineIds: lines.map(({ lineId }) => lineId) }
  }

  #name(orderId: string, lineId: string): Promise<unknown> {
    const params = { subject: 'order' as const, subjectId: orderId }
    return this.#buyer.call(use.nameLines, { params, body: { shares: [{ lineId, share: '100' }] } })
  }

  /** Thirty percent of the award, paid in advance. */
  async #pay(orderId: string): Promise<void> {
    const params = { subject: 'order' as const, subjectId: orderId }
    const { payable } = await this.#buyer.call(use.subjectBudget, { params })
    if (payable === null) return
    const paidOn = formatDate(this.#now)
    const amount = ((Number(payable) * 30) / 100).toFixed(2)
    const parts = [{ heading: '付款', paragraphs: [`采购单 ${orderId}，金额 ${amount} 元`] }]
    const content = await pdfOf({ title: '付款回单', org: COMPANIES.hospital.name, parts }, this.#now)
    const file = await this.#buyer.upload('budget-payment', '付款回单.pdf', content)
    await this.#buyer.call(use.registerPayment, {
      params: { orderId },
      body: {
        amount,
        paidOn,
        voucher: `FK${paidOn.replaceAll('-', '')}01`,
        note: '预付款 30%',
        files: [{ fileId: file.fileId, name: '付款回单.pdf' }],
      },
    })
  }
}

const ADJUSTED: Readonly<Record<string, string>> = { 医疗设备购置: '64000000.00', 基建与维修: '16000000.00' }

function line(subject: string, amount: string, more: Partial<LineOf> = {}): LineOf {
  return { subject, category: 'goods', funds: '自筹资金', amount, ...more }
}

interface Asked {
  title: string
  reason: string
  estimate: string
  items: readonly [name: string, spec: string, unit: string, quantity: string][]
}

const CHAIRS: Asked = {
  title: '候诊区座椅更新',
  reason: '门诊三层候诊区座椅破损。',
  estimate: '86000.00',
  items: [['候诊椅', '三人位', '组', '40']],
}
const BEDS: Asked = {
  title: '陪护床补充',
  reason: '住院楼陪护床不足。',
  estimate: '54000.00',
  items: [['陪护床', '折叠', '张', '60']],
}
const PUMPS: Asked = {
  title: '肠内营养泵购置',
  reason: '重症医学科新增床位。',
  estimate: '168000.00',
  items: [['肠内营养泵', '带加温', '台', '12']],
}
const MONITORS: Asked = {
  title: '床旁监护仪更新',
  reason: '内科病区设备到期报废。',
  estimate: '620000.00',
  items: [
    ['床旁监护仪', '12 英寸', '台', '30'],
    ['中央监护站', '32 床位', '套', '1'],
  ],
}
const TABLES: Asked = {
  title: '会议室桌椅',
  reason: '行政楼会议室改造。',
  estimate: '38000.00',
  items: [['会议桌', '可拼接', '张', '10']],
}

/** Requests in every state: two merged into one that was taken up, one in a plan, one that became a project. */
async function playRequests(buyer: HttpClient, now: Date, [lineId]: readonly string[]): Promise<void> {
  const neededBy = formatDate(now.getTime() + 90 * DAY)
  const draft = ({ items, ...asked }: Asked, line: string | null = null) =>
    buyer.call(request.createRequest, {
      body: {
        ...asked,
        category: 'goods',
        neededBy,
        lineId: line,
        items: items.map(([name, spec, unit, quantity]) => ({ name, spec, unit, quantity })),
      },
    })
  const submitted = async (asked: Asked, line: string | null = null) => {
    const params = await draft(asked, line)
    await buyer.call(request.submitRequest, { params })
    return params
  }
  const accepted = async (asked: Asked, line: string | null = null) => {
    const params = await submitted(asked, line)
    await buyer.call(request.acceptRequest, { params })
    return params.requestId
  }
  await draft({ ...TABLES, title: '示教室投影设备', items: [['投影机', '激光，6000 流明', '台', '2']] })
  await submitted(PUMPS, lineId)
  const returned = await submitted(TABLES)
  await buyer.call(request.returnRequest, { params: returned, body: { reason: '请补充现有桌椅的使用年限和数量' } })
  const merged = [(await submitted(CHAIRS)).requestId, (await submitted(BEDS)).requestId]
  await buyer.call(request.mergeRequests, { body: { title: '门诊住院家具一批', requestIds: merged } })
  const planned = await accepted({ ...PUMPS, title: '雾化吸入器购置', items: [['雾化吸入器', '医用', '台', '25']] })
  await buyer.call(request.createPurchasePlan, { body: { title: '呼吸治疗设备采购计划', requestIds: [planned] } })
  const handed = await accepted(MONITORS, lineId)
  const { purchasePlanId } = await buyer.call(request.createPurchasePlan, {
    body: { title: '病区监护设备采购计划', requestIds: [handed] },
  })
  await buyer.call(request.handPurchasePlan, {
    params: { purchasePlanId },
    body: { name: '病区监护设备采购', regime: 'enterprise', region: '江州市' },
  })
}
