import type { Workbench } from '#contract/workbench.ts'
import { CompanyType } from '#contract/company-type.ts'
import { type Right, RIGHTS } from '#features/passport/rules-rights.ts'
import { MICRO_APPS, type MicroApp } from '#features/micro-apps/rules/apps.ts'
import { KEEPER_RIGHTS, KINDS, TEMPLATE_KINDS, type TemplateKind } from '#features/templates/rules/kinds.ts'
import type { MenuEntry } from './menu-filter.ts'

/** The library of experts, and the four kinds of extraction. */
export function experts(): MenuEntry {
  const extraction = (name: string, title: string): MenuEntry => ({
    code: `extraction-${name}`,
    name: title,
    path: `/expert/extraction/${name}`,
    rights: ['expertExtraction'],
  })
  return {
    code: 'expert',
    name: '专家',
    icon: 'team',
    children: [
      { code: 'expert-manage', name: '专家库', path: '/expert/manage', rights: ['expertManagement'] },
      {
        code: 'expert-audit',
        name: '专家审核',
        path: '/expert/audit',
        rights: ['expertManagement', 'expertExtraction'],
      },
      extraction('project', '项目评审抽取'),
      extraction('performance', '履约验收抽取'),
      extraction('demand-verification', '需求论证抽取'),
      extraction('interview', '面试抽取'),
    ],
  }
}

/** The library of suppliers, how companies come into it, and its lists. */
export function suppliers(): MenuEntry {
  const entry = (code: string, name: string, path: string): MenuEntry => ({
    code: `supplier-${code}`,
    name,
    path: `/purchaser/supplier-management/${path}`,
    rights: ['supplierManagement', 'auditing'],
  })
  const hall = entry('hall', '考核打分', 'evaluation/hall')
  const recommend = entry('recommend', '推荐入库', 'onboarding/recommend/list')
  return {
    code: 'suppliers',
    name: '供应商管理',
    icon: 'team',
    children: [
      entry('library', '供应商库', 'library'),
      // Whoever buys may recommend.
      { ...recommend, rights: [...recommend.rights!, 'tendering'] },
      entry('direct', '直接入库', 'onboarding/direct/list'),
      entry('recruit', '供应商征集', 'recruit/list'),
      entry('certificates', '资质管理', 'certificates'),
      entry('blacklist', '黑名单', 'blacklist'),
      entry('untrust', '失信信息', 'blacklist/untrust'),
      entry('red-list', '红名单', 'red-list'),
      entry('hierarchy', '分级规则', 'grade/hierarchy'),
      entry('rating', '评级规则', 'grade/rating-rules'),
      entry('appraisal', '供应商考核', 'evaluation/appraisal'),
      // Appraisers need no right over the library.
      { ...hall, rights: [...hall.rights!, 'tendering', 'purchaseDemand'] },
      entry('templates', '考核模板', 'evaluation/templates'),
      entry('indicators', '考核指标', 'evaluation/indicators'),
      entry('extraction', '供应商抽取', 'extraction'),
      { ...entry('sms-tasks', '短信任务', 'sms/tasks'), rights: ['sms', 'auditing'] },
      { ...entry('sms-templates', '短信模板', 'sms/templates'), rights: ['sms', 'auditing'] },
      { ...entry('frame-agreements', '框架协议', 'frame-agreements'), rights: ['frameAgreement', 'auditing'] },
    ],
  }
}

/** Contracts and their performance. */
export function performance(): MenuEntry {
  const rights: Right[] = ['performanceHandling', 'performanceStatistics', 'auditing']
  return {
    code: 'performance',
    name: '履约管理',
    icon: 'solution',
    children: [
      { code: 'performance-contract', name: '合同', path: '/purchaser/performance/contract', rights },
      {
        code: 'performance-demand-order',
        name: '需求订单',
        path: '/purchaser/performance/demand-order',
        rights: ['purchaseDemand', 'tendering', ...rights],
      },
      { code: 'performance-purchaser-order', name: '采购订单', path: '/purchaser/performance/purchaser-order', rights },
      // Members of acceptance teams need no right: they are asked by name.
      { code: 'performance-acceptance', name: '验收任务', path: '/purchaser/performance/acceptance' },
      {
        code: 'performance-framework-agreement',
        name: '框架协议库',
        path: '/purchaser/performance/framework-agreement',
        rights: ['frameAgreement', ...rights],
      },
      ...microPages(MICRO_APPS.performance, 'purchaser'),
    ],
  }
}

/** The same for a supplier. */
export function ownPerformance(): MenuEntry {
  const rights: Right[] = ['bidding', 'auditing']
  return {
    code: 'own-performance',
    name: '合同与订单',
    icon: 'solution',
    children: [
      { code: 'performance-supplier-order', name: '订单中心', path: '/supplier/performance/supplier-order', rights },
      { code: 'performance-supplier-contract', name: '我的合同', path: '/supplier/performance/contract', rights },
      {
        code: 'performance-supplier-agreement',
        name: '框架协议',
        path: '/supplier/performance/framework-agreement',
        rights,
      },
      { code: 'order-collaboration', name: '订单协同', path: '/supplier/order-collaboration/list', rights },
      ...microPages(MICRO_APPS.performance, 'supplier'),
    ],
  }
}

/** The company's own affairs; the report is also for those who hold one of `reporters`. */
export function company({
  reporters,
  more = [],
}: {
  reporters: readonly Right[]
  more?: readonly MenuEntry[]
}): MenuEntry {
  return {
    code: 'enterprise',
    name: '企业管理',
    names: { [CompanyType.values.naturalPerson]: '个人管理' },
    icon: 'apartment',
    children: [
      {
        code: 'certificate-info',
        name: '认证信息',
        names: {
          [CompanyType.values.publicInstitution]: '单位认证',
          [CompanyType.values.naturalPerson]: '实名认证',
        },
        path: '/enterprise/certificate/info',
      },
      { code: 'account-info', name: '账户信息', path: '/enterprise/account-info' },
      { code: 'organisation', name: '组织架构', path: '/enterprise/organisation', rights: ['businessManagement'] },
      { code: 'association', name: '上下级企业', path: '/enterprise/association', rights: ['businessManagement'] },
      { code: 'service-dredge', name: '服务开通', path: '/enterprise/service-dredge', rights: ['businessManagement'] },
      { code: 'app-management', name: '应用管理', path: '/enterprise/app-management', rights: ['businessManagement'] },
      {
        code: 'charge-settings',
        name: '收费设置',
        path: '/enterprise/charges',
        rights: ['businessManagement', 'finance', 'auditing'],
      },
      { code: 'tied-card', name: '银行账户', path: '/enterprise/tied-card', rights: ['businessManagement'] },
      ...more,
      {
        code: 'login-log',
        name: '登录日志',
        path: '/enterprise/login-log',
        rights: ['loginLog', 'businessManagement'],
      },
      { code: 'company-audit-trail', name: '审计日志', path: '/enterprise/audit-trail', rights: ['auditing'] },
      { code: 'data-report', name: '数据报表', path: '/enterprise/data-report', rights: reporters },
    ],
  }
}

/** Fees by order, held against the ledger. */
export function tenderFees(workbench: 'purchaser' | 'agency'): MenuEntry {
  return {
    code: 'tender-fee',
    name: '采购费用监控',
    path: `/${workbench}/monitor/tender-fee`,
    rights: ['statistics', 'finance', 'auditing'],
  }
}

/** The company's money: its finance people see all of it; `buyers` may buy services besides. */
export function finance({
  buyers = [],
  more = [],
}: { buyers?: readonly Right[]; more?: readonly MenuEntry[] } = {}): MenuEntry {
  return {
    code: 'finance',
    name: '财务',
    icon: 'bar-chart',
    children: [
      { code: 'finance-own', name: '我的财务', path: '/finance', rights: ['finance', 'auditing'] },
      { code: 'finance-orders', name: '付款单', path: '/finance/orders', rights: ['finance', 'auditing'] },
      { code: 'finance-invoices', name: '我的发票', path: '/finance/invoices', rights: ['finance', 'auditing'] },
      { code: 'finance-issuing', name: '开票', path: '/finance/invoices/issuing', rights: ['finance', 'auditing'] },
      { code: 'finance-withdrawals', name: '提现记录', path: '/finance/withdrawals', rights: ['finance', 'auditing'] },
      {
        code: 'platform-points',
        name: '增值服务',
        path: '/services/platform-points/list',
        rights: ['finance', ...buyers],
      },
      { code: 'finance-charges', name: '应付费用', path: '/finance/charges', rights: ['finance', ...buyers] },
      ...more,
    ],
  }
}

/** Certificates of the company and its people: for who may apply. */
export function certificates(...rights: Right[]): MenuEntry {
  return { code: 'certificates', name: '数字证书', path: '/services/ca/paid/list', rights }
}

/** Electronic signatures: `right` signs, everybody opens the own part, `buyers` may buy copies besides finance people. */
export function signatures(right: Right, buyers: readonly Right[] = []): MenuEntry[] {
  return [
    {
      code: 'e-signature-tasks',
      name: '签署任务',
      path: '/services/e-signature/tasks',
      rights: [right, 'auditing'],
    },
    { code: 'e-signature-open', name: '电子签章', path: '/services/e-signature/open' },
    { code: 'e-signature-buy', name: '签署份数', path: '/services/e-signature/buy', rights: ['finance', ...buyers] },
  ]
}

/** Companies draw their own approvals, the platform the defaults. */
export function approvals(right: Right): MenuEntry {
  return {
    code: 'workflow-approval',
    name: '审批流程',
    path: '/enterprise/workflow-approval',
    icon: 'file-protect',
    rights: [right],
  }
}

/** Templates by kind, for who may keep them in this workbench; `readers` may also open the library of report templates. */
export function templates(workbench: 'purchaser' | 'agency' | 'admin', readers: readonly Right[] = []): MenuEntry {
  const entry = (code: string, name: string, kind: TemplateKind = 'notice'): MenuEntry => ({
    code,
    name,
    path: `/enterprise/${code.replace('templates-', 'templates/')}`,
    rights: workbench === 'admin' ? ['platform'] : KEEPER_RIGHTS[kind].filter((right) => isRightIn(right, workbench)),
  })
  const library = {
    code: 'review-report-library',
    name: '评审报告模板库',
    path: '/library/bidding/info',
    rights: readers,
  }
  return {
    code: 'templates',
    name: '模板',
    icon: 'doc',
    children: [
      ...TEMPLATE_KINDS.map((kind) => entry(`templates-${kind}`, KINDS[kind].label, kind)),
      entry('demands-category', '需求分类', 'demands-parameter'),
      ...(readers.length > 0 ? [library] : []),
    ],
  }
}

function isRightIn(right: Right, workbench: Workbench): boolean {
  return (RIGHTS[right].workbenches as readonly Workbench[]).includes(workbench)
}

const MEETINGS: MenuEntry = { code: 'meetings', name: '会议', path: '/services/schedule/meeting/list' }
/** Rooms are those of who buys. */
export const MEETING_ROOMS: MenuEntry = {
  code: 'meeting-rooms',
  name: '场所预订',
  path: '/services/schedule/field/overview',
}

/** Titled by whom it serves (specification part 2 section 6). */
export function services(name: string, children: MenuEntry[]): MenuEntry {
  const downloads: MenuEntry = { code: 'downloads', name: '下载中心', path: '/download-management' }
  return { code: 'services', name, icon: 'customer-service', children: [...children, MEETINGS, downloads] }
}

/** What departments ask purchasing to buy. */
const REQUESTS: readonly MenuEntry[] = [
  {
    code: 'demand-request-apply',
    name: '需求申报',
    path: '/purchaser/demand-requirement/apply',
    rights: ['purchaseDemand'],
  },
  {
    code: 'demand-request-handle',
    name: '申报受理',
    path: '/purchaser/demand-requirement/apply-handle',
    rights: ['demandManagement', 'tendering', 'auditing'],
  },
  {
    code: 'demand-request-plan',
    name: '采购计划',
    path: '/purchaser/demand-requirement/plan',
    rights: ['demandManagement', 'tendering', 'auditing'],
  },
]

/** What a purchaser may spend, by level. */
export function budget(): MenuEntry {
  const at = '/purchaser/budget'
  return {
    code: 'budget',
    name: '预算管理',
    icon: 'account-book',
    children: [
      { code: 'budget-annual', name: '年度预算', path: `${at}/annual/list`, rights: ['budget', 'auditing'] },
      {
        code: 'budget-department',
        name: '部门预算',
        path: `${at}/department/list`,
        rights: ['budget', 'purchaseDemand', 'auditing'],
      },
      {
        code: 'budget-apply',
        name: '预算申请',
        path: `${at}/apply/list`,
        rights: ['budget', 'purchaseDemand', 'auditing'],
      },
    ],
  }
}

/** What is to be bought, before it is a project; plans are also for whoever is asked to review one. */
export function demands(workbench: 'purchaser' | 'agency'): MenuEntry {
  const rights: readonly Right[] =
    workbench === 'agency'
      ? ['agencyTendering', 'auditing']
      : ['purchaseDemand', 'demandManagement', 'tendering', 'auditing']
  const at = `/${workbench}/demands`
  return {
    code: 'demand',
    name: '需求管理',
    icon: 'profile',
    children: [
      { code: 'demands', name: '采购需求', path: `${at}/list`, rights },
      { code: 'medical-demands', name: '医疗需求', path: `/${workbench}/medical-demands/list`, rights },
      { code: 'demands-verification', name: '需求论证', path: `/${workbench}/demands-verification/list`, rights },
      { code: 'demands-plans', name: '采购实施计划', path: `${at}/implementation-plan/list` },
      { code: 'demands-results', name: '需求结果', path: `${at}/results/list`, rights },
      ...(workbench === 'purchaser' ? REQUESTS : []),
    ],
  }
}

/** What is sold by auction, and what a seller sells again and again. */
export function sales(workbench: 'purchaser' | 'agency', right: Right): MenuEntry {
  const at = `/${workbench}/compete-sale`
  return {
    code: 'sales',
    name: '资产销售',
    icon: 'gavel',
    children: [
      { code: 'compete-sale', name: '竞价销售', path: `${at}/list`, rights: [right, 'auditing'] },
      { code: 'sale-variety', name: '销售品种', path: `${at}/sale-variety/list`, rights: [right] },
    ],
  }
}

/** Pages of an embedded app that stand in the menu of a workbench: those that need no id. */
export function microPages(app: MicroApp, workbench: Workbench): MenuEntry[] {
  return app.pages.flatMap(({ title, path, at }) => {
    const entry = at[workbench]
    if (!entry || path.includes(':')) return []
    return [
      {
        code: path.slice(1).replaceAll('/', '-'),
        name: title,
        path,
        micro: app.name,
        tenantFeatures: [app.feature],
        ...(entry.right && { rights: entry.right }),
      },
    ]
  })
}

/** What a tenant has beside the common menu for one owner. */
export function wuling(workbench: Workbench): MenuEntry {
  const { wuling: app } = MICRO_APPS
  return {
    code: 'micro-wuling',
    name: app.title,
    icon: 'profile',
    tenantFeatures: [app.feature],
    children: microPages(app, workbench),
  }
}
