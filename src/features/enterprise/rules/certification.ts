import { mayBecome, rulesOf, WORKBENCH_LABELS, type CompanyWorkbench } from './company-types.ts'
import { creditCodeOk, identityNumberOk } from './identifiers.ts'

/** What an application says of a company; of a natural person the identity number is the code. */
export interface Certificate {
  companyType: number
  companyName: string
  /** '' for a natural person. */
  socialCreditCode: string
  legalPerson: string
  identityNumber: string
  registeredAddress: string
  /** Yuan, or ''. */
  registeredCapital: string
  /** `2026-11-21`, or ''. */
  establishedOn: string
  businessScope: string
  contactName: string
  contactMobile: string
  contactEmail: string
  workbenches: readonly string[]
  documents: readonly { kind: string; fileId: string; name: string }[]
}

export interface Problem {
  path: string
  message: string
}

/** The code by which a company is known everywhere: credit code, for a natural person the identity number. */
export function codeOf(one: Pick<Certificate, 'companyType' | 'socialCreditCode' | 'identityNumber'>): string {
  return one.companyType === 4 ? one.identityNumber : one.socialCreditCode
}

/** What is wrong with an application, at its fields; used by the form and by the call alike. */
export function certificateProblems(one: Certificate): Problem[] {
  const rules = rulesOf(one.companyType)
  const problems: Problem[] = []
  const demand = (ok: boolean, path: string, message: string) => void (ok || problems.push({ path, message }))
  if (rules.codes) {
    const code = one.socialCreditCode
    demand(creditCodeOk(code), 'socialCreditCode', '统一社会信用代码不正确，请核对18位代码（含校验位）')
    if (creditCodeOk(code)) demand(rules.codes.test(code), 'socialCreditCode', rules.codeHint)
    demand(one.legalPerson.length > 0, 'legalPerson', `请输入${rules.personLabel}`)
  } else demand(one.socialCreditCode === '', 'socialCreditCode', '自然人没有统一社会信用代码')
  demand(identityNumberOk(one.identityNumber), 'identityNumber', '身份证号码不正确，请核对18位号码（含校验位）')
  for (const workbench of one.workbenches) {
    const label = WORKBENCH_LABELS[workbench as CompanyWorkbench]
    demand(mayBecome(one.companyType, workbench), 'workbenches', `该企业类型不能申请成为${label}`)
  }
  for (const document of rules.documents) {
    const there = one.documents.some((file) => file.kind === document.kind)
    demand(there || !document.required, `docs.${document.kind}`, `请上传${document.label}`)
  }
  const known = new Set(rules.documents.map((document) => document.kind))
  demand(
    one.documents.every((file) => known.has(file.kind)),
    'documents',
    '资料类型与企业类型不符',
  )
  return problems
}

/** Facts whose change needs a new audit, with their labels; everything else is edited directly. */
export const AUDITED_FACTS = {
  companyType: '企业类型',
  companyName: '名称',
  socialCreditCode: '统一社会信用代码',
  legalPerson: '法定代表人',
  identityNumber: '身份证号码',
  registeredAddress: '注册地址',
  registeredCapital: '注册资本（元）',
  establishedOn: '成立日期',
  businessScope: '经营范围',
  contactName: '联系人',
  contactMobile: '联系人手机',
  contactEmail: '联系人邮箱',
} as const satisfies Partial<Record<keyof Certificate, string>>
export type AuditedFact = keyof typeof AUDITED_FACTS

export interface FactChange {
  fact: AuditedFact
  label: string
  from: string
  to: string
}

/** What an application would change of what was in force. */
export function factChanges(
  before: Partial<Record<AuditedFact, string | number>> | null,
  after: Pick<Certificate, AuditedFact>,
): FactChange[] {
  if (!before) return []
  return (Object.keys(AUDITED_FACTS) as AuditedFact[]).flatMap((fact) => {
    const [from, to] = [String(before[fact] ?? ''), String(after[fact])]
    return from === to ? [] : [{ fact, label: AUDITED_FACTS[fact], from, to }]
  })
}
