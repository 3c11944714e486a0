import { createHash } from 'node:crypto'
import { DAY, HOUR } from '#contract/time.ts'
import type { OfficerRole } from '#features/joint-key/rules.ts'
import { excuseOfficer } from '#features/joint-key/contract.ts'
import { startOpening } from '#features/opening-hall/contract.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import { closeRelease } from '#features/opening-hall/contract-joint.ts'
import { exportDeviceFile } from '#features/sealing/core/joint/device-file.ts'
import type { Cast } from './cast.ts'
import { demoKey } from './keys.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import * as joint from './play/joint.ts'
import { type Course, courseOf, officeBefore } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'
import * as supplier from './play/supplier.ts'

/*
 * Tenders in joint-key mode in the demonstration world: a key that is being made, one that is ready with its tender taking
 * bids, one about to be opened, with too few devices checked and two officers who turned out to be bound to bidders, and an
 * opening in which one officer has answered and another is wanted.
 */

interface Moment {
  at: Date
  run: () => Promise<void>
}

const BIDDERS: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
type Named = readonly [Account, OfficerRole]
const OFFICERS: readonly Named[] = [
  ['buyer', 'purchaser'],
  ['agent', 'supervisor'],
  ['supplier6', 'supervisor'],
]
/** Whose companies sign up later: the fourth has stepped back, the fifth should. */
const BOUND: readonly Named[] = [
  ['supplier4', 'supervisor'],
  ['supplier5', 'supervisor'],
]

const base = {
  category: 'goods',
  region: '江州市',
  funds: '自筹资金',
  suite: 'intl',
  keyMode: 'joint',
} as const

const MAKING: TenderPlan = {
  ...base,
  projectName: '江州市第一人民医院放疗中心建设项目',
  title: '医用直线加速器采购（联合密钥）',
  budget: '18600000',
  estimatedPrice: '18600000',
  controlPrice: '18600000',
  bond: '320000',
  description: '采购医用直线加速器一套，含治疗计划系统与放射防护。',
  items: [
    { name: '医用直线加速器', spec: '双能X线，多叶光栅', unit: '套', quantity: '1', controlPrice: '17200000' },
    { name: '治疗计划系统', spec: '三套工作站', unit: '套', quantity: '1', controlPrice: '1400000' },
  ],
}
const BIDDING: TenderPlan = {
  ...base,
  projectName: '江州市第一人民医院血液净化中心扩建项目',
  title: '血液透析机采购（联合密钥）',
  budget: '4800000',
  estimatedPrice: '4800000',
  controlPrice: '4800000',
  bond: '90000',
  description: '采购血液透析机30台，含水处理接口与培训。',
  items: [{ name: '血液透析机', spec: '在线清除率监测', unit: '台', quantity: '30', controlPrice: '160000' }],
}
const DUE: TenderPlan = {
  ...base,
  projectName: '江州市第一人民医院核医学科建设项目',
  title: '正电子发射断层扫描系统采购（联合密钥）',
  budget: '26800000',
  estimatedPrice: '26800000',
  controlPrice: '26800000',
  bond: '480000',
  description: '采购正电子发射断层扫描及X射线计算机体层成像系统一套，含场地屏蔽与校准源。',
  items: [{ name: 'PET/CT 系统', spec: '全数字，轴向视野≥25cm', unit: '套', quantity: '1', controlPrice: '26800000' }],
}
const OPENING: TenderPlan = {
  ...base,
  projectName: '江州市第一人民医院介入中心设备采购项目',
  title: '数字减影血管造影系统采购（联合密钥）',
  budget: '7600000',
  estimatedPrice: '7600000',
  controlPrice: '7600000',
  bond: '150000',
  description: '采购悬吊式数字减影血管造影系统一套。',
  items: [{ name: '血管造影系统', spec: '悬吊式，平板30×38cm', unit: '套', quantity: '1', controlPrice: '7600000' }],
}

/** Everything that happens with joint keys, counted back from `began` (epoch ms). */
export function jointMoments(cast: Cast, { began, now }: { began: number; now: () => Date }): Moment[] {
  const play = new JointPlay(cast, now)
  const opening = courseOf(began, 22.04)
  const bidding = courseOf(began, 11)
  const due = courseOf(began, 22.045)
  const at = (ms: number, run: () => Promise<void>) => ({ at: new Date(ms), run })
  const making = { threshold: 3, officers: [...OFFICERS, ...BOUND] }
  return [
    at(opening.start, () => play.publish(OPENING, opening)),
    at(opening.signUp, () => play.signUp(OPENING)),
    at(opening.bid, () => play.bid(OPENING, BIDDERS)),
    at(bidding.start, () => play.publish(BIDDING, bidding)),
    at(bidding.signUp, () => play.signUp(BIDDING)),
    at(bidding.ask, () => play.bid(BIDDING, BIDDERS.slice(1))),
    at(due.start, () => play.publish(DUE, due, making)),
    at(due.signUp, () => play.signUp(DUE, [...BIDDERS, ...BOUND.map(([account]) => account)])),
    at(due.ask, () => play.excuse(DUE, OFFICERS.length + 1)),
    at(due.bid, () => play.bid(DUE, BIDDERS)),
    at(officeBefore(due.deadline - 2 * DAY), () => play.check(DUE, ['buyer', 'supplier6'])),
    at(officeBefore(began - 20 * HOUR), () => play.begin(MAKING, courseOf(began, -1))),
    // Later than its time where that lies before a night or a weekend: its windows are to be open.
    at(Math.max(opening.deadline, began - HOUR), () => play.open(OPENING)),
  ].filter((moment) => moment.at.getTime() <= began)
}

/** The device of a demonstration officer: known to everybody, and therefore good for nothing but demonstration. */
export function demoDeviceSecret(ceremonyId: string, account: Account): string {
  const bytes = createHash('sha256').update(`kaibiao demonstration device ${account} ${ceremonyId}`).digest()
  // Below the order of the group, whose scalars are written with the least byte first.
  bytes[31]! &= 0x0f
  return bytes.toString('hex')
}

/** The same device as its backup file under the demonstration password, as an officer would keep it. */
export function demoDeviceFile(ceremonyId: string, account: Account): ReturnType<typeof exportDeviceFile> {
  return exportDeviceFile(demoDeviceSecret(ceremonyId, account), PASSWORD, {
    ceremonyId,
    title: '演示',
    holder: PEOPLE[account].name,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
}

interface Making {
  threshold: number
  officers: readonly Named[]
}

class JointPlay {
  readonly #cast: Cast
  readonly #now: () => Date
  readonly #orders = new Map<TenderPlan, { orderId: string; ceremonyId: string; trades: Map<Account, string> }>()

  constructor(cast: Cast, now: () => Date) {
    this.#cast = cast
    this.#now = now
  }

  /** A draft whose key is being made: the purchaser's own device is still missing. */
  async begin(plan: TenderPlan, { schedule }: Course): Promise<void> {
    const client = await this.#cast.as('buyer')
    const orderId = await this.#draft(plan, schedule)
    const officers = await this.#officers()
    const ceremonyId = await joint.startCeremony(client, orderId, { threshold: 2, officers })
    for (const officer of officers.slice(1))
      await joint.registerDevice(officer, ceremonyId, demoDeviceSecret(ceremonyId, officer.account))
  }

  async publish(
    plan: TenderPlan,
    { schedule }: Course,
    { threshold, officers: named }: Making = { threshold: 2, officers: OFFICERS },
  ) {
    const client = await this.#cast.as('buyer')
    const orderId = await this.#draft(plan, schedule)
    const officers = await this.#officers(named)
    const made = await joint.makeJointKey(client, orderId, { threshold, officers, secretOf: demoDeviceSecret })
    await buyer.publish(client, orderId)
    this.#orders.set(plan, { orderId, ceremonyId: made.ceremonyId, trades: new Map() })
  }

  async signUp(plan: TenderPlan, suppliers = BIDDERS): Promise<void> {
    const { orderId, trades } = this.#orders.get(plan)!
    for (const account of suppliers) {
      const { name, mobile } = PEOPLE[account]
      const about = { contact: name, mobile, now: this.#now() }
      trades.set(account, await supplier.signUp(await this.#cast.as(account), orderId, about))
    }
    await buyer.approveAll(await this.#cast.as('buyer'), orderId)
  }

  /** An officer whose own company has signed up steps back. */
  async excuse(plan: TenderPlan, index: number): Promise<void> {
    const { orderId } = this.#orders.get(plan)!
    const body = { reason: '任职单位报名参加本标段投标' }
    await (await this.#cast.as('buyer')).call(excuseOfficer, { params: { orderId, index }, body })
  }

  /** Officers show that their devices still hold the share. */
  async check(plan: TenderPlan, officers: readonly Account[]): Promise<void> {
    const { ceremonyId } = this.#orders.get(plan)!
    for (const account of officers) {
      const secret = demoDeviceSecret(ceremonyId, account)
      await joint.checkDevice(await this.#cast.as(account), ceremonyId, { secret, at: this.#now() })
    }
  }

  async bid(plan: TenderPlan, bidders: readonly Account[]): Promise<void> {
    const { orderId } = this.#orders.get(plan)!
    for (const [i, account] of bidders.entries()) {
      const client = await this.#cast.as(account)
      const key = demoKey(account, plan.suite)
      const keyId = await supplier.registerKey(client, key, '投标专用密钥')
      await supplier.rehearse(client, orderId, { keyId, key })
      const files = (['technical', 'business'] as const).map((role) => ({
        role,
        name: role === 'technical' ? '技术标文件.pdf' : '商务标文件.pdf',
        content: Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
      }))
      const content = { priceOf: supplier.atRatio(`0.9${i + 2}`), marks: [String(40 + i), '36'], files }
      await supplier.submitBid(client, orderId, { keyId, key, content })
    }
  }

  /** All release, the release is closed, one officer has answered. */
  async open(plan: TenderPlan): Promise<void> {
    const { orderId, ceremonyId, trades } = this.#orders.get(plan)!
    const host = await this.#cast.as('buyer')
    const params = { projectId: orderId }
    await host.call(startOpening, { params })
    for (const account of BIDDERS) {
      const given = { tradeId: trades.get(account)!, key: demoKey(account, plan.suite) }
      await supplier.releaseKeys(await this.#cast.as(account), orderId, given)
    }
    await host.call(closeRelease, { params })
    await joint.giveAnswer(await this.#cast.as('agent'), ceremonyId, demoDeviceSecret(ceremonyId, 'agent'))
  }

  async #draft(plan: TenderPlan, schedule: ScheduleInput): Promise<string> {
    const client = await this.#cast.as('buyer')
    const projectId = await buyer.createProject(client, plan)
    const now = this.#now()
    return buyer.draftOrder(client, projectId, { plan, schedule, now })
  }

  async #officers(named = OFFICERS): Promise<joint.PlayOfficer[]> {
    const officers = []
    for (const [account, role] of named) officers.push({ account, role, client: await this.#cast.as(account) })
    return officers
  }
}
