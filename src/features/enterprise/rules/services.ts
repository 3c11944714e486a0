import { COMPANY_WORKBENCHES, type CompanyWorkbench, mayBecome, WORKBENCH_LABELS } from './company-types.ts'

/** Something a company can have opened: a workbench, or a service of the tenant (`code` = the tenant's feature code). */
export interface Service {
  code: string
  label: string
  description: string
  /** Certified for one of these a company may apply; a workbench is open to every certified company its type allows. */
  workbenches: readonly CompanyWorkbench[]
  kind: 'workbench' | 'service'
  /** Comes with the workbench; nobody applies. */
  included: boolean
}

const WORKBENCH_TEXTS: Record<CompanyWorkbench, string> = {
  purchaser: '发布和管理本单位的采购项目。仅限企业和事业单位。',
  agency: '接受采购人委托，组织招标采购。仅限企业。',
  supplier: '查看招标公告、报名、投标和签约。各类主体均可申请。',
}

export const SERVICES: readonly Service[] = [
  ...COMPANY_WORKBENCHES.map((code): Service => ({
    code,
    label: `${WORKBENCH_LABELS[code]}工作台`,
    description: WORKBENCH_TEXTS[code],
    workbenches: COMPANY_WORKBENCHES,
    kind: 'workbench',
    included: false,
  })),
  included('publicTender', '公开招标', '以招标公告邀请不特定的供应商投标。'),
  included('invitedTender', '邀请招标', '以投标邀请书邀请特定的供应商投标。'),
  included('openingHall', '不见面开标大厅', '在线签到、解密、唱标，全程留痕。'),
  included('reviewHall', '评审大厅', '专家在线评审、打分和出具报告。'),
  {
    code: 'documentCentre',
    label: '文件中心',
    description: '查看和下载平台共享的制度、手册和表单。',
    workbenches: ['purchaser'],
    kind: 'service',
    included: true,
  },
  {
    code: 'expertLibrary',
    label: '专家库',
    description: '维护本单位专家库，并从平台专家库中选用评审专家。',
    workbenches: ['purchaser', 'agency'],
    kind: 'service',
    included: false,
  },
  {
    code: 'bigProject',
    label: '大项目信息',
    description: '查看大项目清单及其公告。',
    workbenches: ['purchaser'],
    kind: 'service',
    included: false,
  },
]

export function serviceOf(code: string): Service | undefined {
  return SERVICES.find((service) => service.code === code)
}

/** What of a company and its tenant decides on services. */
export interface ServiceSubject {
  companyType: number
  isPurchaser: boolean
  isAgency: boolean
  isSupplier: boolean
  features: readonly string[]
  /** Feature codes of the tenant for purchasers and suppliers, and for agencies. */
  funcList: readonly string[]
  agencyFuncList: readonly string[]
}

export function isCertifiedFor(subject: ServiceSubject, workbench: CompanyWorkbench): boolean {
  return { purchaser: subject.isPurchaser, agency: subject.isAgency, supplier: subject.isSupplier }[workbench]
}

/** Whether the company has it now. */
export function isOpen(service: Service, subject: ServiceSubject): boolean {
  if (service.kind === 'workbench') return isCertifiedFor(subject, service.code as CompanyWorkbench)
  if (!isOffered(service, subject)) return false
  return service.included ? reaches(service, subject) : subject.features.includes(service.code)
}

/** Why the company cannot apply for it; '' when it can. */
export function obstacleTo(service: Service, subject: ServiceSubject): string {
  if (isOpen(service, subject)) return '已开通'
  if (service.included) return '随工作台开通，无需申请'
  if (service.kind === 'workbench')
    return mayBecome(subject.companyType, service.code) ? '' : '本企业类型不能申请该工作台'
  if (!isOffered(service, subject)) return '本平台未提供该服务'
  return reaches(service, subject) ? '' : `开通${labels(service)}工作台后可申请`
}

/** Whether the tenant has the service for one of the workbenches concerned. */
export function isOffered(service: Service, subject: ServiceSubject): boolean {
  if (service.kind === 'workbench') return true
  return service.workbenches.some((workbench) =>
    (workbench === 'agency' ? subject.agencyFuncList : subject.funcList).includes(service.code),
  )
}

function reaches(service: Service, subject: ServiceSubject): boolean {
  return service.workbenches.some(
    (workbench) =>
      isCertifiedFor(subject, workbench) &&
      (workbench === 'agency' ? subject.agencyFuncList : subject.funcList).includes(service.code),
  )
}

function labels(service: Service): string {
  return service.workbenches.map((workbench) => WORKBENCH_LABELS[workbench]).join('或')
}

function included(code: string, label: string, description: string): Service {
  return { code, label, description, workbenches: ['purchaser', 'agency'], kind: 'service', included: true }
}
