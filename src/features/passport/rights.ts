import type { Workbench } from '#contract/workbench.ts'

/**
 * Every right of the platform (specification part 1 section 6) with the workbenches it can be given in and the
 * service (tenant feature code) that must be on. `auto`: nobody needs to be given it.
 */
export const RIGHTS = {
  default: { label: '默认', workbenches: ['purchaser', 'agency', 'supplier'], auto: true },
  businessManagement: { label: '企业管理', workbenches: ['purchaser', 'agency', 'supplier'], adminOnly: true },
  purchaseDemand: { label: '采购需求', workbenches: ['purchaser'] },
  tendering: { label: '招标采购', workbenches: ['purchaser'] },
  agencyTendering: { label: '代理招标', workbenches: ['agency'] },
  budget: { label: '预算管理', workbenches: ['purchaser'] },
  bidding: { label: '投标报价', workbenches: ['supplier'] },
  frameAgreement: { label: '框架协议', workbenches: ['purchaser'] },
  supplierManagement: { label: '供应商管理', workbenches: ['purchaser', 'agency'] },
  sms: { label: '短信通知', workbenches: ['purchaser'] },
  statistics: { label: '查询统计', workbenches: ['purchaser', 'agency'] },
  finance: { label: '财务管理', workbenches: ['purchaser', 'agency', 'supplier'] },
  expertManagement: { label: '专家管理', workbenches: ['purchaser', 'agency'] },
  expertExtraction: { label: '专家抽取', workbenches: ['purchaser', 'agency'] },
  caCentre: { label: 'CA中心与会员', workbenches: ['supplier'] },
  onlineSignature: { label: '在线签章', workbenches: ['purchaser', 'agency'] },
  signatureTask: { label: '签署任务', workbenches: ['supplier'] },
  riskWarning: { label: '项目风险预警', workbenches: ['purchaser'] },
  openingVoice: { label: '开标播报语音模板', workbenches: ['purchaser', 'agency'] },
  openingManagement: { label: '开标管理', workbenches: ['purchaser', 'agency'] },
  technicalReview: { label: '技术评审', workbenches: ['purchaser'] },
  performanceHandling: { label: '采购履约经办', workbenches: ['purchaser'] },
  entrustHandling: { label: '委托处理', workbenches: ['agency'] },
  performanceStatistics: { label: '履约统计', workbenches: ['purchaser'] },
  bigProjectNotice: { label: '大项目公告查看与设置', workbenches: ['purchaser'] },
  bigProjectList: { label: '大项目列表', workbenches: ['purchaser'], auto: true },
  medicalDemandTemplate: { label: '医疗需求参数模板与范围', workbenches: ['purchaser'] },
  demandManagement: { label: '需求管理', workbenches: ['purchaser'] },
  loginLog: { label: '登录日志', workbenches: ['purchaser', 'agency', 'supplier'] },
  reviewing: { label: '评审', workbenches: ['expert'], auto: true },
  platform: { label: '平台管理', workbenches: ['admin'], auto: true },
} as const satisfies Record<string, RightRow>

interface RightRow {
  label: string
  workbenches: readonly Workbench[]
  /** Given to everybody who may enter the workbench. */
  auto?: boolean
  /** Given to administrators of the company, to nobody else. */
  adminOnly?: boolean
}

export type Right = keyof typeof RIGHTS

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
 * The company workbenches open to an employee: the company is certified for it (specification part 1 section 6) and the
 * employee holds a right that belongs to it. Administrators, and people who were given no right at all, get every
 * workbench of the company; the latter see no more there than what needs no right.
 */
export function companyWorkbenches(
  company: Certification,
  employee: { rights: readonly string[]; isAdmin: boolean },
): Workbench[] {
  const { companyType: type } = company
  const certified: Workbench[] = []
  if (!company.isCertified) return certified
  if (company.isPurchaser && (type === 1 || type === 2)) certified.push('purchaser')
  if (company.isAgency && type === 1) certified.push('agency')
  if (company.isSupplier) certified.push('supplier')
  const given = employee.rights.filter((right) => isGivable(right))
  if (employee.isAdmin || given.length === 0) return certified
  return certified.filter((workbench) => given.some((right) => belongs(right, workbench)))
}

/** The rights somebody has in these workbenches, from what was given and from what comes by itself. */
export function rightsIn(
  workbenches: readonly Workbench[],
  employee: { rights: readonly string[]; isAdmin: boolean; isSigner: boolean },
): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => {
    if (!workbenches.some((workbench) => belongs(right, workbench))) return false
    const row: RightRow = RIGHTS[right]
    if (row.auto) return true
    if (row.adminOnly) return employee.isAdmin
    return employee.rights.includes(right) || (right === 'signatureTask' && employee.isSigner)
  })
}

function isGivable(right: string): boolean {
  const row: RightRow | undefined = (RIGHTS as Record<string, RightRow>)[right]
  return row !== undefined && !row.auto && !row.adminOnly
}

function belongs(right: string, workbench: Workbench): boolean {
  return (RIGHTS as Record<string, RightRow>)[right]?.workbenches.includes(workbench) ?? false
}
