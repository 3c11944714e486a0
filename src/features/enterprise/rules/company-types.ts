/** Workbenches that a company can be certified for; expert and administration are not a company's. */
export const COMPANY_WORKBENCHES = ['purchaser', 'agency', 'supplier'] as const
export type CompanyWorkbench = (typeof COMPANY_WORKBENCHES)[number]

export const WORKBENCH_LABELS: Record<CompanyWorkbench, string> = {
  purchaser: '采购人',
  agency: '代理机构',
  supplier: '供应商',
}

/** A document that an application must or may hold. */
export interface DocumentDemand {
  kind: string
  label: string
  required: boolean
}

interface TypeRules {
  /** Specification part 1 section 6. */
  workbenches: readonly CompanyWorkbench[]
  documents: readonly DocumentDemand[]
  /** Beginning of the credit code: registering authority and kind (GB 32100-2015 table 1); null: no credit code. */
  codes: RegExp | null
  codeHint: string
  nameLabel: string
  personLabel: string
}

const demand = (kind: string, label: string, required = true): DocumentDemand => ({ kind, label, required })
const AUTHORISATION = demand('authorisation', '经办人授权委托书', false)
const OTHER = demand('other', '其他资料', false)

/** What each company type may become, must show and is called. */
export const TYPE_RULES: Readonly<Record<1 | 2 | 3 | 4, TypeRules>> = {
  1: {
    workbenches: ['purchaser', 'agency', 'supplier'],
    documents: [demand('license', '营业执照'), demand('legalPersonId', '法定代表人身份证'), AUTHORISATION, OTHER],
    codes: /^(?!92|1)/,
    codeHint: '企业的代码不以 92（个体工商户）或 1（机关、事业单位）开头',
    nameLabel: '企业名称',
    personLabel: '法定代表人',
  },
  2: {
    workbenches: ['purchaser', 'supplier'],
    documents: [
      demand('license', '事业单位法人证书'),
      demand('legalPersonId', '法定代表人身份证'),
      AUTHORISATION,
      OTHER,
    ],
    codes: /^1/,
    codeHint: '机关、事业单位的代码以 1 开头',
    nameLabel: '单位名称',
    personLabel: '法定代表人',
  },
  3: {
    workbenches: ['supplier'],
    documents: [demand('license', '营业执照'), demand('legalPersonId', '经营者身份证'), OTHER],
    codes: /^92/,
    codeHint: '个体工商户的代码以 92 开头',
    nameLabel: '字号名称',
    personLabel: '经营者',
  },
  4: {
    workbenches: ['supplier'],
    documents: [demand('idFront', '身份证（人像面）'), demand('idBack', '身份证（国徽面）'), OTHER],
    codes: null,
    codeHint: '',
    nameLabel: '姓名',
    personLabel: '姓名',
  },
}

/** The rules of a stored type; a type that does not exist may do nothing. */
export function rulesOf(companyType: number): TypeRules {
  const rules = (TYPE_RULES as Record<number, TypeRules>)[companyType]
  if (!rules) throw new Error(`company type ${companyType}`)
  return rules
}

export function mayBecome(companyType: number, workbench: string): boolean {
  return (rulesOf(companyType).workbenches as readonly string[]).includes(workbench)
}
