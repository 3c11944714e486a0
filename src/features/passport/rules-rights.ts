import type { Workbench } from '#contract/workbench.ts'

/**
 * What the platform offers as a unit: switched on for a tenant by the platform and activated by a company. A right of a
 * service that is off is neither offered nor effective.
 */
export const SERVICES = {
  procurement: '招标采购',
  agency: '招标代理',
  bidding: '投标',
  demand: '需求管理',
  budget: '预算管理',
  suppliers: '供应商管理',
  frameAgreement: '框架协议',
  experts: '专家库',
  opening: '开标大厅',
  review: '评审大厅',
  signature: '电子签章',
  certificates: '数字证书',
  sms: '短信服务',
  finance: '财务管理',
  statistics: '统计分析',
  risk: '风险预警',
  performance: '采购履约',
  bigProject: '大项目',
  medical: '医疗采购',
} as const
export type Service = keyof typeof SERVICES

/**
 * Every right of the platform (specification part 1 section 6) with the workbenches it can be given in and the
 * service it belongs to; those without one cannot be switched off. `auto`: nobody needs to be given it.
 */
export const RIGHTS = {
  default: { label: '默认', workbenches: ['purchaser', 'agency', 'supplier'], auto: true },
  businessManagement: { label: '企业管理', workbenches: ['purchaser', 'agency', 'supplier'], adminOnly: true },
  purchaseDemand: { label: '采购需求', workbenches: ['purchaser'], service: 'procurement' },
  tendering: { label: '招标采购', workbenches: ['purchaser'], service: 'procurement' },
  agencyTendering: { label: '代理招标', workbenches: ['agency'], service: 'agency' },
  budget: { label: '预算管理', workbenches: ['purchaser'], service: 'budget' },
  bidding: { label: '投标报价', workbenches: ['supplier'], service: 'bidding' },
  frameAgreement: { label: '框架协议', workbenches: ['purchaser'], service: 'frameAgreement' },
  supplierManagement: {
    label: '供应商管理',
    workbenches: ['purchaser', 'agency'],
    service: 'suppliers',
  },
  sms: { label: '短信通知', workbenches: ['purchaser'], service: 'sms' },
  statistics: { label: '查询统计', workbenches: ['purchaser', 'agency'], service: 'statistics' },
  finance: { label: '财务管理', workbenches: ['purchaser', 'agency', 'supplier'], service: 'finance' },
  expertManagement: { label: '专家管理', workbenches: ['purchaser', 'agency'], service: 'experts' },
  expertExtraction: { label: '专家抽取', workbenches: ['purchaser', 'agency'], service: 'experts' },
  caCentre: { label: 'CA中心与会员', workbenches: ['supplier'], service: 'certificates' },
  onlineSignature: { label: '在线签章', workbenches: ['purchaser', 'agency'], service: 'signature' },
  signatureTask: { label: '签署任务', workbenches: ['supplier'], service: 'signature' },
  riskWarning: { label: '项目风险预警', workbenches: ['purchaser'], service: 'risk', isPlanned: true },
  openingVoice: { label: '开标播报语音模板', workbenches: ['purchaser', 'agency'], service: 'opening' },
  openingManagement: { label: '开标管理', workbenches: ['purchaser', 'agency'], service: 'opening' },
  technicalReview: { label: '技术评审', workbenches: ['purchaser'], service: 'review', isPlanned: true },
  governmentRisk: { label: '政府采购风险监管', workbenches: ['purchaser'], service: 'risk', isPlanned: true },
  performanceHandling: { label: '采购履约经办', workbenches: ['purchaser'], service: 'performance' },
  entrustHandling: { label: '委托处理', workbenches: ['agency'], service: 'agency' },
  performanceStatistics: { label: '履约统计', workbenches: ['purchaser'], service: 'performance' },
  bigProjectNotice: {
    label: '大项目公告查看与设置',
    workbenches: ['purchaser'],
    service: 'bigProject',
    isPlanned: true,
  },
  bigProjectList: { label: '大项目列表', workbenches: ['purchaser'], service: 'bigProject', auto: true },
  medicalDemandTemplate: { label: '医疗需求参数模板与范围', workbenches: ['purchaser'], service: 'medical' },
  demandManagement: { label: '需求管理', workbenches: ['purchaser'], service: 'demand' },
  loginLog: { label: '登录日志', workbenches: ['purchaser', 'agency', 'supplier'] },
  // Reads everything of the company and does nothing; records are kept by administrators, so none of them may be one.
  auditing: { label: '审计监督', workbenches: ['purchaser', 'agency', 'supplier'], notAdmin: true },
  reviewing: { label: '评审', workbenches: ['expert'], auto: true },
  platform: { label: '平台管理', workbenches: ['admin'], auto: true },
} as const satisfies Record<string, RightRow>

interface RightRow {
  label: string
  workbenches: readonly Workbench[]
  service?: Service
  /** Nobody needs to be given it: everybody in the workbench has it, or the company's part in big projects decides. */
  auto?: boolean
  /** Given to administrators of the company, to nobody else. */
  adminOnly?: boolean
  /** No screen asks for it yet: it is kept where it was given, and not offered. */
  isPlanned?: boolean
  /** Not effective for administrators of the company: who watches over them is somebody else (domain section 2). */
  notAdmin?: boolean
}

export type Right = keyof typeof RIGHTS

/** Services that are on, where that is limited: at the tenant, and for the company. Null: all of them. */
export interface ServicesOn {
  tenant: readonly string[] | null
  company: readonly string[] | null
}

export const ALL_SERVICES: ServicesOn = { tenant: null, company: null }

/** What a company may do at a tenant. */
export interface Certification {
  isCertified: boolean
  isPurchaser: boolean
  isAgency: boolean
  isSupplier: boolean
  /** Enterprise 1, public institution 2, self-employed 3, natural person 4. */
  companyType: number
}

/**
 * The company workbenches open to an employee: the company is certified for it and the employee holds a right that belongs
 * to it (specification part 2 section 6). Administrators get every workbench of the company, people without any right none.
 */
export function companyWorkbenches(
  company: Certification,
  employee: { rights: readonly string[]; isAdmin: boolean; isSigner?: boolean },
): Workbench[] {
  const { companyType: type } = company
  const certified: Workbench[] = []
  if (!company.isCertified) return certified
  if (company.isPurchaser && (type === 1 || type === 2)) certified.push('purchaser')
  if (company.isAgency && type === 1) certified.push('agency')
  if (company.isSupplier) certified.push('supplier')
  if (employee.isAdmin) return certified
  const given = [...employee.rights, ...(employee.isSigner ? ['signatureTask'] : [])].filter(isGivable)
  return certified.filter((workbench) => given.some((right) => belongs(right, workbench)))
}

/** The rights somebody has in these workbenches, from what was given and from what comes by itself. */
export function rightsIn(
  workbenches: readonly Workbench[],
  employee: { rights: readonly string[]; isAdmin: boolean; isSigner: boolean; inBigProjects?: boolean },
  services: ServicesOn = ALL_SERVICES,
): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => {
    if (!workbenches.some((workbench) => belongs(right, workbench)) || !isOn(right, services)) return false
    const row: RightRow = RIGHTS[right]
    if (right === 'bigProjectList') return employee.inBigProjects === true
    if (row.auto) return true
    if (row.adminOnly) return employee.isAdmin
    if (row.notAdmin && employee.isAdmin) return false
    return employee.rights.includes(right) || (right === 'signatureTask' && employee.isSigner)
  })
}

/** The rights a company can give in a workbench now, in the order of the list. */
export function givableRights(workbench: Workbench, services: ServicesOn = ALL_SERVICES): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter(
    (right) => isGivable(right) && !isPlanned(right) && belongs(right, workbench) && isOn(right, services),
  )
}

/** Whether the service a right belongs to is on; unknown rights are not. */
export function isOn(right: string, { tenant, company }: ServicesOn): boolean {
  const row: RightRow | undefined = (RIGHTS as Record<string, RightRow>)[right]
  if (!row) return false
  const { service } = row
  if (service === undefined) return true
  return (tenant === null || tenant.includes(service)) && (company === null || company.includes(service))
}

function isGivable(right: string): boolean {
  const row: RightRow | undefined = (RIGHTS as Record<string, RightRow>)[right]
  return row !== undefined && !row.auto && !row.adminOnly
}

function isPlanned(right: Right): boolean {
  const row: RightRow = RIGHTS[right]
  return row.isPlanned === true
}

function belongs(right: string, workbench: Workbench): boolean {
  return (RIGHTS as Record<string, RightRow>)[right]?.workbenches.includes(workbench) ?? false
}
