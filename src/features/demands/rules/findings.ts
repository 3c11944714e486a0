import { Exact, formatWithUnit } from '#contract/money.ts'
import { LEAST_RESPONDENTS, type SurveyMode } from './status.ts'

/** What the rules look at. */
export interface DemandCase {
  category: 'goods' | 'works' | 'services'
  /** Yuan. */
  budget: string
  isPublicService: boolean
  isComplex: boolean
  mode: SurveyMode
  /** Who answered; null while that is not settled. */
  respondents: number | null
  /** Numbers of the owner's surveys of the same kind that ended within a year. */
  earlier: readonly string[]
  parameters: readonly { name: string; wished: string; remark: string }[]
  /** Brands that answers name; none while they are hidden. */
  brands: readonly string[]
  /** What it is that needs a permit whose number is missing, e.g. 甲类; null: nothing. */
  unpermitted: string | null
  /** Whose document has expired, and what that document is. */
  expired: { label: string; names: readonly string[] }
  /** Must-parameters that too few brands meet, where that is a finding of the demand. */
  fewBrands: readonly { name: string; brands: readonly string[] }[]
}

export interface DemandFinding {
  ruleId: string
  severity: 'warn' | 'block'
  title: string
  source: string
  message: string
}

interface Rule extends Omit<DemandFinding, 'message' | 'ruleId'> {
  /** What is wrong, or null. */
  check: (one: DemandCase) => string | null
}

/** Above these budgets (yuan) the market has to be asked. */
const COMPULSORY = { goods: '10000000', services: '10000000', works: '30000000' } as const
const CATEGORY = { goods: '货物', services: '服务', works: '工程' } as const
const SOURCE = '财库〔2021〕22号'

/** Why the market has to be asked about this; empty: it need not be. */
function groundsOf({ category, budget, isPublicService, isComplex }: DemandCase): string[] {
  const limit = COMPULSORY[category]
  return [
    ...(new Exact(budget).gte(limit) ? [`预算达到${CATEGORY[category]}类 ${formatWithUnit(limit)}元`] : []),
    ...(isPublicService ? ['向社会公众提供公共服务'] : []),
    ...(isComplex ? ['技术复杂、专业性较强'] : []),
  ]
}

/**
 * What the rules say of a demand, as data. The citations were not read again here (K): they warn and never block, until the
 * platform has had them checked.
 */
const RULES: Readonly<Record<string, Rule>> = {
  'demand.survey-compulsory': {
    severity: 'warn',
    title: '应当开展需求调查',
    source: `${SOURCE}第十一条`,
    check(one) {
      const grounds = groundsOf(one)
      if (one.mode !== 'none' || grounds.length === 0 || one.earlier.length > 0) return null
      return `${grounds.join('；')}，应当开展需求调查。`
    },
  },
  'demand.survey-repeated': {
    severity: 'warn',
    title: '一年内已开展过调查',
    source: `${SOURCE}第十一条`,
    check: ({ mode, earlier }) =>
      mode === 'none' || earlier.length === 0
        ? null
        : `同类需求${earlier.join('、')}一年内已开展过调查，可以不再重复开展。`,
  },
  'demand.respondents': {
    severity: 'warn',
    title: '调查对象数量',
    source: `${SOURCE}第十条`,
    check: ({ mode, respondents }) =>
      mode === 'none' || respondents === null || respondents >= LEAST_RESPONDENTS
        ? null
        : `收到 ${respondents} 份应答，调查对象一般不少于 ${LEAST_RESPONDENTS} 个并具有代表性；请延长调研，或者说明理由。`,
  },
  'demand.brand': {
    severity: 'warn',
    title: '参数不得指向特定品牌',
    source: '政府采购法实施条例第二十条',
    check({ parameters, brands }) {
      const named = parameters.flatMap(({ name, wished, remark }) => {
        const found = brandIn(`${name} ${wished} ${remark}`, brands)
        return found === null ? [] : [`“${name}”出现“${found}”`]
      })
      return named.length === 0 ? null : `${named.join('；')}。`
    },
  },
  'demand.permit': {
    severity: 'warn',
    title: '大型医用设备配置许可',
    source: '医疗器械监督管理条例第四十八条',
    check: ({ unpermitted }) =>
      unpermitted === null
        ? null
        : `属于${unpermitted}大型医用设备，编制采购实施计划前须取得配置许可证并填写许可证号。`,
  },
  'demand.expired': {
    severity: 'warn',
    title: '应答产品证件过期',
    source: '医疗器械监督管理条例第五十五条',
    check: ({ expired: { label, names } }) =>
      names.length === 0 ? null : `${names.join('、')}填报的${label}已过有效期，不得采购未依法注册或者证件失效的产品。`,
  },
  'demand.few-brands': {
    severity: 'warn',
    title: '必须参数满足品牌不足',
    source: SOURCE,
    check: ({ fewBrands }) =>
      fewBrands.length === 0
        ? null
        : `${fewBrands
            .slice(0, 5)
            .map(
              ({ name, brands }) => `“${name}”${brands.length === 0 ? '没有品牌满足' : `仅${brands.join('、')}满足`}`,
            )
            .join(
              '；',
            )}${fewBrands.length > 5 ? `等 ${fewBrands.length} 项` : ''}，不足 ${LEAST_RESPONDENTS} 个品牌；请调整，或者在结论中说明保留的理由。`,
  },
}

/** What the rules have to say of a demand now. */
export function findingsOf(one: DemandCase): DemandFinding[] {
  return Object.entries(RULES).flatMap(([ruleId, { check, ...rule }]) => {
    const message = check(one)
    return message === null ? [] : [{ ruleId, ...rule, message }]
  })
}

/** Whether the market has to be asked, so that the key review is due as well. */
export function isKeyCase(one: DemandCase): boolean {
  return groundsOf(one).length > 0
}

/** Names that turn up in specifications; a wording that points to a make stands below. */
const KNOWN = [
  '华为',
  '联想',
  '戴尔',
  '惠普',
  '思科',
  '新华三',
  '浪潮',
  '海康威视',
  '大华',
  '西门子',
  '飞利浦',
  '通用电气',
  '迈瑞',
  '联影',
  '东软',
  '佳能',
  '奥林巴斯',
  '英特尔',
  '英伟达',
  '海尔',
  '格力',
  '美的',
  'Huawei',
  'Lenovo',
  'Dell',
  'Cisco',
  'Siemens',
  'Philips',
  'Mindray',
  'Canon',
  'Olympus',
  'Intel',
  'NVIDIA',
] as const
const WORDING = /(?:指定|限定|须为|必须为|仅限)[^，。；]{0,12}(?:品牌|厂家|型号)|(?:品牌|型号)[:：]\s*\S+/

/** The brand that a text names, as it is known or as an answer names it; null where none. Of latin letters whole words count. */
export function brandIn(text: string, brands: readonly string[]): string | null {
  const lower = text.toLowerCase()
  for (const brand of [...brands, ...KNOWN]) {
    const wanted = brand.trim().toLowerCase()
    if (wanted.length < 2) continue
    const isLatin = /^[\w .&-]+$/.test(wanted)
    const found = isLatin
      ? new RegExp(`(?<![a-z0-9])${escaped(wanted)}(?![a-z0-9])`).test(lower)
      : lower.includes(wanted)
    if (found) return brand.trim()
  }
  return WORDING.exec(text)?.[0] ?? null
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
