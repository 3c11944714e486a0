import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import type { CompanyKey } from '../companies.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'

/** What distinguishes one demonstration tender from the next. */
export interface TenderPlan {
  projectName: string
  title: string
  category: 'goods' | 'works' | 'services'
  region: string
  funds: string
  budget: string
  estimatedPrice: string
  controlPrice: string
  bond: string
  suite: 'intl' | 'gm'
  /** Yuan, paid online; the documents are free when left out. */
  documentFee?: string
  keyMode?: 'bidder' | 'joint'
  description: string
  /** 2: double envelope. */
  reviewModel?: 1 | 2
  /** What differs from `SETTINGS`. */
  settings?: Partial<OrderSettings>
  items: readonly PlanItem[]
  /** What its project obeys; 依法必须招标 when left out. */
  regime?: Regime
  /** Its method, 公开招标 when left out. */
  method?: number
  /** Those who alone are invited, where the method leaves that to the buyer. */
  invited?: readonly CompanyKey[]
  /** An auction behind which the price may be talked over. */
  priceTalk?: true
  /** Rounds of offers in the review; none when left out. */
  offerRounds?: number
}

export interface PlanItem {
  name: string
  spec: string
  unit: string
  quantity: string
  controlPrice: string
  section?: string
}

/** A line of a bill as plans write it. */
export type PlanLine = readonly [name: string, spec: string, unit: string, quantity: string, controlPrice: string]

export function itemsOf(lines: readonly PlanLine[]): PlanItem[] {
  return lines.map(([name, spec, unit, quantity, controlPrice]) => ({ name, spec, unit, quantity, controlPrice }))
}

/** Between the choice of dates and the publication, which comes before the first of them. */
const BEFORE_SALE_MS = 15 * MINUTE

/**
 * A lawful schedule for a tender that must be tendered and is published soon after `now`: documents on sale from a full
 * hour on for six days, questions until eleven days before the deadline, twenty-one days to bid, opening at the deadline
 * (domain §2).
 */
export function lawfulSchedule(now: Date): ScheduleInput {
  const hour = Math.ceil((now.getTime() + BEFORE_SALE_MS) / HOUR) * HOUR
  const at = (days: number) => new Date(hour + days * DAY).toISOString()
  return { saleStart: at(0), saleEnd: at(6), signUpEnd: at(7), questionEnd: at(10), bidEnd: at(22), openAt: at(22) }
}

/** Comprehensive scoring with 100 marks: technical 35, business 15, price 50 by deviation from the mean. */
export const SETTINGS: Partial<OrderSettings> = {
  qualifications: [
    { name: '营业执照', required: true },
    { name: '医疗器械经营许可证', required: true },
    { name: '法定代表人授权书', required: false },
  ],
  bidFiles: [
    { role: 'technical', name: '技术标文件', required: true },
    { role: 'business', name: '商务标文件', required: true },
  ],
  marks: [
    { name: '交货期（日历天）', unit: null },
    { name: '质保期（月）', unit: null },
  ],
  committeeSize: 5,
  ways: [
    pass(1, '资格审查', ['营业执照有效', '经营许可范围符合', '无重大违法记录声明', '授权委托有效']),
    pass(2, '符合性审查', ['投标文件签章齐全', '投标有效期满足', '报价唯一且不超最高限价', '实质性条款全部响应']),
    score(
      4,
      ['技术评分', '35'],
      [
        ['技术参数响应', '15', '逐条响应招标参数，负偏离一项扣2分'],
        ['设备先进性与可靠性', '8', '横向比较，优6-8分，良3-5分，一般0-2分'],
        ['实施与安装方案', '6', '方案完整、进度合理'],
        ['培训与售后服务', '6', '响应时间、备件、培训计划'],
      ],
    ),
    score(
      5,
      ['商务评分', '15'],
      [
        ['同类业绩', '9', '近三年同类业绩每项3分，最高9分'],
        ['企业认证', '3', '质量、环境、职业健康认证每项1分'],
        ['质保期', '3', '每超出要求12个月加1分，最高3分'],
      ],
    ),
    { type: 3, name: '价格评分', itemKind: 2, fullMark: '50', aggregation: 3, isAutomatic: true, items: [] },
  ],
  price: {
    baseKind: 4,
    formula: 'deviation',
    percentage: '100',
    floatRate: '0',
    above: '1',
    below: '0.5',
    dropEndsFrom: 5,
    roundDeviation: false,
  },
  publicityDays: 3,
  delivery: '合同签订后45日内交货并安装调试完毕，交货地点为采购人指定地点。',
  paymentTerms: '验收合格后30日内支付合同价的95%，余款5%为质保金，质保期满后无息支付。',
}

function pass(type: number, name: string, items: readonly string[]): OrderSettings['ways'][number] {
  return {
    type,
    name,
    itemKind: 1,
    fullMark: '0',
    aggregation: 3,
    isAutomatic: false,
    items: items.map((item) => ({ name: item, standard: '满足招标文件要求', fullMark: '0', isObjective: true })),
  }
}

function score(
  type: number,
  [name, fullMark]: readonly [string, string],
  items: readonly (readonly [string, string, string])[],
): OrderSettings['ways'][number] {
  return {
    type,
    name,
    itemKind: 2,
    fullMark,
    aggregation: 3,
    isAutomatic: false,
    items: items.map(([item, mark, standard]) => ({ name: item, standard, fullMark: mark, isObjective: false })),
  }
}
