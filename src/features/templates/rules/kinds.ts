import { CATEGORIES, NoticeKind, PurchaseMethod } from '#features/procurement/rules/enums.ts'

/** The kinds of templates. The key is also the last part of the address `/enterprise/templates/<kind>`. */
export const KINDS = {
  notice: { label: '公告模板', about: '各类公告的正文，套用时按采购单填入' },
  material: { label: '清单模板', about: '采购清单的列，导出为表格供填写，并按其导入' },
  selection: { label: '评审模板', about: '评审办法、评审项与分值，编制采购单时载入' },
  'ai-avatar': { label: '数字人播报模板', about: '开标各环节由数字主持人播报的语句与音色' },
  'review-report': { label: '评审报告模板', about: '评审报告的章节顺序与说明文字，按采购单选用' },
  'integrity-commitment': { label: '廉洁承诺书', about: '供应商报名时须接受的承诺，按版本留证；也可编制专家承诺书' },
  'demands-parameter': { label: '需求参数模板', about: '各类需求须填写的参数、单位与范围' },
} as const satisfies Record<string, { label: string; about: string }>

export type TemplateKind = keyof typeof KINDS
export const TEMPLATE_KINDS = Object.keys(KINDS) as [TemplateKind, ...TemplateKind[]]

/** Rights of passport that have to do with templates. */
export type TemplateRight =
  | 'businessManagement'
  | 'openingVoice'
  | 'medicalDemandTemplate'
  | 'demandManagement'
  | 'tendering'
  | 'agencyTendering'

/** Rights of which one suffices to keep templates of a kind in the buyers' workbenches. */
export const KEEPER_RIGHTS: Readonly<Record<TemplateKind, readonly TemplateRight[]>> = {
  notice: ['businessManagement'],
  material: ['businessManagement'],
  selection: ['businessManagement'],
  'ai-avatar': ['businessManagement', 'openingVoice'],
  'review-report': ['businessManagement'],
  'integrity-commitment': ['businessManagement'],
  'demands-parameter': ['businessManagement', 'medicalDemandTemplate', 'demandManagement'],
}

/** Rights of which one suffices to use published templates in the daily work. */
export const USER_RIGHTS: readonly TemplateRight[] = [
  'businessManagement',
  'openingVoice',
  'medicalDemandTemplate',
  'demandManagement',
  'tendering',
  'agencyTendering',
]

/** Separates the parts of a scope; `4/1` is narrower than `4`. */
const PART = '/'

/** Methods that are called by their own name: nobody writes a template for the others together. */
const isNamed = ({ value }: { value: number }) => value !== PurchaseMethod.values.other

/** Scopes a template of this kind may have, the widest first. Categories of demands are records, not listed here. */
export function scopesOf(kind: TemplateKind): { value: string; label: string }[] {
  switch (kind) {
    case 'notice':
      return NoticeKind.options.flatMap(({ value, label }) => [
        { value: String(value), label },
        ...PurchaseMethod.options.filter(isNamed).map((method) => ({
          value: noticeScope(value, method.value),
          label: `${label}（${method.label}）`,
        })),
      ])
    case 'material':
    case 'selection':
      return [
        { value: '', label: '通用' },
        ...Object.entries(CATEGORIES).map(([value, label]) => ({ value, label: `${label}类` })),
      ]
    case 'integrity-commitment':
      return [
        { value: 'supplier', label: '供应商报名' },
        { value: 'expert', label: '专家声明' },
      ]
    case 'ai-avatar':
    case 'review-report':
    case 'demands-parameter':
      return [{ value: '', label: '通用' }]
  }
}

export function noticeScope(noticeKind: number, method?: number): string {
  return method === undefined ? String(noticeKind) : `${noticeKind}${PART}${method}`
}

/** A scope and the wider ones it falls back to, narrowest first: `4/1`, `4`; a category, then the general one. */
export function widening(kind: TemplateKind, scope: string): string[] {
  if (kind === 'integrity-commitment') return [scope]
  if (kind === 'notice') return scope.includes(PART) ? [scope, scope.split(PART)[0]!] : [scope]
  return scope === '' ? [''] : [scope, '']
}

export function scopeLabel(kind: TemplateKind, scope: string): string {
  return scopesOf(kind).find((one) => one.value === scope)?.label ?? scope
}
