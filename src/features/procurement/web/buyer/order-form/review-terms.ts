import type { WayPlan } from './marks.ts'
import { PRICE_WAY, hasHundred } from './review-methods.ts'

/** Kinds of review ways; `scored` ones give marks, the others are passed or not. */
export const WAY_TYPES = [
  { value: 1, label: '资格评审', scored: false },
  { value: 2, label: '符合性评审', scored: false },
  { value: 6, label: '响应性评审', scored: false },
  { value: 7, label: '技术合格性评审', scored: false },
  { value: 8, label: '商务合格性评审', scored: false },
  { value: 9, label: '价格合格性评审', scored: false },
  { value: 4, label: '技术评分', scored: true },
  { value: 5, label: '商务评分', scored: true },
  { value: 3, label: '价格评分', scored: true },
]

export const AGGREGATIONS = [
  { value: 3, label: '算术平均' },
  { value: 2, label: '去掉最高分和最低分后取平均' },
]

/** An empty way of a type. */
export function newWay(type: number): WayPlan {
  const known = WAY_TYPES.find((way) => way.value === type) ?? WAY_TYPES[0]!
  return {
    type,
    name: known.label,
    itemKind: known.scored ? 2 : 1,
    fullMark: '0',
    aggregation: 3,
    isAutomatic: type === PRICE_WAY,
    items: [],
  }
}

/** A plan that fits most tenders, to start from. */
export function commonPlan(reviewMethod: number): WayPlan[] {
  const pass = [
    passed(1, [
      ['营业执照', '具有独立承担民事责任的能力，营业执照在有效期内'],
      ['资质要求', '具备招标文件要求的资质，且在有效期内'],
      ['信誉要求', '未被列入失信被执行人、严重违法失信名单'],
      ['财务与纳税', '按招标文件要求提供财务状况、纳税和社会保障资金缴纳证明'],
    ]),
    passed(2, [
      ['投标文件签章', '投标函已按招标文件要求签字盖章'],
      ['投标报价', '报价唯一，且不超过最高投标限价'],
      ['投标有效期', '不短于招标文件规定的投标有效期'],
      ['实质性响应', '对招标文件的实质性要求和条件作出响应，无重大偏差'],
    ]),
  ]
  const price = (fullMark: string): WayPlan => ({ ...newWay(PRICE_WAY), fullMark })
  if (reviewMethod === 5) return [...pass, price('100')]
  // 6: everybody quotes the announced price, what is left to compare is 技术 and 商务.
  if (!hasHundred(reviewMethod) && reviewMethod !== 6) return pass
  return [
    ...pass,
    scored(4, '40', [
      ['总体技术方案', '方案完整、针对性强、可操作', '12'],
      ['质量保证措施', '措施具体、可检查', '8'],
      ['进度计划与保障', '计划合理，有保障措施', '8'],
      ['项目团队', '人员数量、资格和经验满足需要', '7'],
      ['服务与培训', '承诺具体，响应及时', '5'],
    ]),
    scored(5, '20', [
      ['类似业绩', '近三年类似项目业绩', '8'],
      ['企业实力', '管理体系认证、荣誉等', '5'],
      ['售后服务承诺', '期限、网点与响应时间', '4'],
      ['付款与交货响应', '对付款、交货条件的响应程度', '3'],
    ]),
    ...(reviewMethod === 6 ? [] : [price('40')]),
  ]
}

function passed(type: number, items: [name: string, standard: string][]): WayPlan {
  return {
    ...newWay(type),
    items: items.map(([name, standard]) => ({ name, standard, fullMark: '0', isObjective: true })),
  }
}

function scored(type: number, fullMark: string, items: [name: string, standard: string, fullMark: string][]): WayPlan {
  const rows = items.map(([name, standard, mark]) => ({ name, standard, fullMark: mark, isObjective: false }))
  return { ...newWay(type), fullMark, items: rows }
}
