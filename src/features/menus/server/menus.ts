import type { Workbench } from '#contract/workbench.ts'
import { DOCUMENT_CENTRE } from '#features/documents/rules.ts'
import { MICRO_APPS } from '#features/micro-apps/rules/apps.ts'
import type { MenuEntry } from './menu-filter.ts'
import {
  approvals,
  company,
  budget,
  demands,
  experts,
  finance,
  MEETING_ROOMS,
  microPages,
  ownPerformance,
  performance,
  sales,
  services,
  certificates,
  signatures,
  suppliers,
  templates,
  tenderFees,
  wuling,
} from './menu-groups.ts'

/** Whoever holds a part of a joint key finds it here; supervisors from elsewhere come by message or to-do. */
const JOINT_KEYS: MenuEntry = { code: 'joint-keys', name: '联合密钥保管', path: '/joint-keys' }
const HOME: MenuEntry = { code: 'home', name: '首页', path: '/', icon: 'home' }

const DOCUMENTS: MenuEntry = {
  code: 'document-centre',
  name: '文件中心',
  path: '/document/jxic',
  icon: 'doc',
  tenantFeatures: [DOCUMENT_CENTRE],
}

const ANALYSES: readonly MenuEntry[] = [
  { code: 'bi', name: '采购统计', path: '/bi', rights: ['statistics'] },
  {
    code: 'supplier-analysis',
    name: '供应商分析',
    path: '/monitor/statistic/supplier-analysis/detail',
    rights: ['statistics'],
  },
]

/** The menus as data. Only addresses that have a screen are listed; the browser also leaves out what it has no screen for. */
export const MENUS: Readonly<Record<Workbench, readonly MenuEntry[]>> = {
  purchaser: [
    HOME,
    {
      code: 'procurement',
      name: '招标采购',
      icon: 'audit',
      children: [
        { code: 'bidding', name: '招标采购', path: '/purchaser/bidding/list', rights: ['tendering', 'auditing'] },
        { code: 'compete', name: '竞价采购', path: '/purchaser/compete/list', rights: ['tendering', 'auditing'] },
        { code: 'inquiry', name: '询价采购', path: '/purchaser/inquiry/list', rights: ['tendering', 'auditing'] },
        { code: 'wl-inquiry', name: '物流询价', path: '/purchaser/wl-inquiry/list', rights: ['tendering', 'auditing'] },
        {
          code: 'negotiation',
          name: '竞争性谈判与磋商',
          path: '/purchaser/negotiation/list',
          rights: ['tendering', 'auditing'],
        },
        {
          code: 'negotiation-v2',
          name: '谈判采购',
          path: '/purchaser/negotiation-v2/list',
          rights: ['tendering', 'auditing'],
        },
        {
          code: 'negotiation-package',
          name: '谈判采购包',
          path: '/purchaser/negotiation-package/list',
          rights: ['tendering', 'auditing'],
        },
        {
          code: 'direct-purchase',
          name: '直接采购',
          path: '/purchaser/direct-purchase/list',
          rights: ['tendering', 'auditing'],
        },
        {
          code: 'supplement',
          name: '补录登记',
          path: '/purchaser/supplement/list',
          rights: ['tendering', 'auditing'],
        },
        { code: 'objections', name: '异议处理', path: '/purchaser/objection/list', rights: ['tendering', 'auditing'] },
        { code: 'calibration', name: '定标会', path: '/purchaser/calibration/list', rights: ['tendering', 'auditing'] },
      ],
    },
    demands('purchaser'),
    budget(),
    {
      code: 'project',
      name: '项目管理',
      icon: 'project',
      children: [
        {
          code: 'register',
          name: '采购项目',
          path: '/purchaser/register/list',
          rights: ['tendering', 'purchaseDemand'],
        },
        {
          code: 'entrust-project',
          name: '委托项目',
          path: '/purchaser/entrust-project/list',
          rights: ['tendering', 'auditing'],
        },
        {
          code: 'entrust-purchase',
          name: '委托采购',
          path: '/purchaser/entrust-purchase/list',
          rights: ['tendering', 'auditing'],
        },
      ],
    },
    performance(),
    suppliers(),
    sales('purchaser', 'tendering'),
    experts(),
    {
      code: 'statistics',
      name: '统计分析',
      icon: 'bar-chart',
      children: [
        {
          code: 'bid-statistic-report',
          name: '招标统计报表',
          path: '/data/screen',
          rights: ['statistics'],
          gated: true,
        },
        ...ANALYSES,
      ],
    },
    {
      code: 'risk',
      name: '风险监控',
      icon: 'alert',
      children: [
        {
          code: 'risk-warning',
          name: '风险预警',
          path: '/purchaser/risk/warning',
          rights: ['riskWarning'],
          gated: true,
        },
        {
          code: 'government-risk',
          name: '政府采购风险',
          path: '/purchaser/risk/supervise-tasks',
          rights: ['governmentRisk', 'businessManagement', 'statistics'],
          gated: true,
        },
      ],
    },
    wuling('purchaser'),
    DOCUMENTS,
    templates('purchaser', ['tendering']),
    services('招采服务', [
      certificates('businessManagement'),
      JOINT_KEYS,
      ...signatures('onlineSignature'),
      MEETING_ROOMS,
    ]),
    finance({
      more: [
        {
          code: 'financial-revenue',
          name: '财务收入',
          path: '/purchaser/financial-revenue/list',
          rights: ['finance', 'auditing'],
        },
        tenderFees('purchaser'),
      ],
    }),
    company({
      reporters: ['businessManagement', 'statistics'],
      more: [
        approvals('businessManagement'),
        {
          code: 'brand-application',
          name: '平台品牌',
          path: '/enterprise/brand-application',
          rights: ['businessManagement'],
        },
      ],
    }),
  ],
  agency: [
    HOME,
    {
      code: 'procurement',
      name: '招标采购',
      icon: 'audit',
      children: [
        { code: 'bidding', name: '招标采购', path: '/agency/bidding/list', rights: ['agencyTendering', 'auditing'] },
        { code: 'compete', name: '竞价采购', path: '/agency/compete/list', rights: ['agencyTendering', 'auditing'] },
        { code: 'inquiry', name: '询价采购', path: '/agency/inquiry/list', rights: ['agencyTendering', 'auditing'] },
        {
          code: 'wl-inquiry',
          name: '物流询价',
          path: '/agency/wl-inquiry/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'negotiation',
          name: '竞争性谈判与磋商',
          path: '/agency/negotiation/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'negotiation-v2',
          name: '谈判采购',
          path: '/agency/negotiation-v2/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'negotiation-package',
          name: '谈判采购包',
          path: '/agency/negotiation-package/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'direct-purchase',
          name: '直接采购',
          path: '/agency/direct-purchase/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'supplement',
          name: '补录登记',
          path: '/agency/supplement/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'objections',
          name: '异议处理',
          path: '/agency/objection/list',
          rights: ['agencyTendering', 'auditing'],
        },
        {
          code: 'calibration',
          name: '定标会',
          path: '/agency/calibration/list',
          rights: ['agencyTendering', 'auditing'],
        },
      ],
    },
    demands('agency'),
    {
      code: 'project',
      name: '项目管理',
      icon: 'project',
      children: [
        {
          code: 'entrust',
          name: '委托处理',
          path: '/agency/entrust/list',
          rights: ['entrustHandling', 'agencyTendering', 'auditing'],
        },
        { code: 'agency-project', name: '代理项目', path: '/agency/project/bidding/list', rights: ['agencyTendering'] },
        {
          code: 'owner-register',
          name: '委托采购人',
          path: '/agency/owner-register/list',
          rights: ['agencyTendering'],
        },
      ],
    },
    {
      code: 'supplier-management',
      name: '供应商管理',
      icon: 'team',
      children: [
        {
          code: 'supplier-recruit',
          name: '供应商征集',
          path: '/agency/recruit/list',
          rights: ['supplierManagement', 'auditing'],
        },
      ],
    },
    sales('agency', 'agencyTendering'),
    experts(),
    { code: 'statistics', name: '统计分析', icon: 'bar-chart', children: ANALYSES },
    wuling('agency'),
    templates('agency', ['agencyTendering']),
    services('招采服务', [
      certificates('businessManagement'),
      JOINT_KEYS,
      ...signatures('onlineSignature'),
      MEETING_ROOMS,
    ]),
    finance({
      more: [
        {
          code: 'service-fee-charge',
          name: '代理服务费',
          path: '/agency/service-fee/charge/list',
          rights: ['finance', 'auditing'],
        },
        {
          code: 'service-fee-income',
          name: '服务费收入',
          path: '/agency/service-fee/income/list',
          rights: ['finance', 'auditing'],
        },
        tenderFees('agency'),
      ],
    }),
    company({ reporters: ['businessManagement', 'statistics'], more: [approvals('businessManagement')] }),
  ],
  supplier: [
    HOME,
    {
      code: 'opportunity',
      name: '招标采购',
      icon: 'notification',
      children: [
        { code: 'public-tender', name: '招标采购', path: '/supplier/public-tender/list' },
        {
          code: 'notice-exports',
          name: '公告导出',
          path: '/supplier/notice-exports/list',
          rights: ['bidding'],
        },
        { code: 'portraits', name: '企业画像', path: '/supplier/portraits', rights: ['bidding'] },
        { code: 'cockpit', name: '商机与进展', path: '/supplier/cockpit', rights: ['bidding'] },
        { code: 'follows', name: '我的关注', path: '/supplier/follows', rights: ['bidding'] },
        { code: 'monitor-demand', name: '需求调研', path: '/supplier/monitor/demand/list', rights: ['bidding'] },
      ],
    },
    {
      code: 'participation',
      name: '我的投标',
      icon: 'solution',
      children: [
        { code: 'monitor-bid', name: '我的投标', path: '/supplier/monitor/bid/list', rights: ['bidding'] },
        { code: 'monitor-inquiry', name: '我的询价', path: '/supplier/monitor/inquiry/list', rights: ['bidding'] },
        {
          code: 'monitor-negotiation',
          name: '我的谈判',
          path: '/supplier/monitor/negotiation/list',
          rights: ['bidding'],
        },
        { code: 'monitor-compete', name: '我的竞价', path: '/supplier/monitor/compete/list', rights: ['bidding'] },
        {
          code: 'monitor-direct-purchase',
          name: '我的直接采购',
          path: '/supplier/monitor/direct-purchase/list',
          rights: ['bidding'],
        },
        {
          code: 'monitor-compete-sale',
          name: '我的竞买',
          path: '/supplier/monitor/compete-sale/list',
          rights: ['bidding'],
        },
        { code: 'monitor-recruit', name: '供应商征集', path: '/supplier/monitor/recruit/list', rights: ['bidding'] },
        { code: 'own-appraisals', name: '考核结果', path: '/supplier/appraisals', rights: ['bidding'] },
        { code: 'sms-senders', name: '采购人短信', path: '/supplier/sms-senders', rights: ['bidding'] },
      ],
    },
    ownPerformance(),
    services('投标服务&CA', [
      certificates('caCentre', 'businessManagement'),
      { code: 'bid-keys', name: '投标密钥', path: '/supplier/bid-keys', rights: ['caCentre', 'bidding'] },
      ...signatures('signatureTask', ['bidding', 'caCentre']),
    ]),
    finance({ buyers: ['bidding', 'caCentre'] }),
    company({ reporters: ['businessManagement'], more: [approvals('businessManagement')] }),
  ],
  expert: [
    HOME,
    { code: 'review-tasks', name: '评审任务', path: '/review/tasks', icon: 'profile', rights: ['reviewing'] },
    { code: 'verifications', name: '需求论证', path: '/review/verifications', icon: 'profile', rights: ['reviewing'] },
    { code: 'acceptances', name: '验收任务', path: '/review/acceptances', icon: 'profile', rights: ['reviewing'] },
    {
      code: 'review-invitations',
      name: '评审邀请',
      path: '/review/invitations',
      icon: 'message',
      rights: ['reviewing'],
    },
    { code: 'review-leave', name: '请假', path: '/review/leave', icon: 'setting', rights: ['reviewing'] },
    ...microPages(MICRO_APPS.wuling, 'expert').map((page) => ({ ...page, icon: 'profile' })),
    { code: 'expert-apply', name: '入库申请', path: '/expert/apply', icon: 'team' },
  ],
  admin: [
    HOME,
    {
      code: 'company-administration',
      name: '企业管理',
      icon: 'team',
      children: [
        { code: 'company-audits', name: '企业审核', path: '/admin/company-audits', rights: ['platform'] },
        { code: 'service-audits', name: '服务审核', path: '/admin/service-audits', rights: ['platform'] },
        { code: 'e-signature-audits', name: '电子签章审核', path: '/admin/e-signature/audits', rights: ['platform'] },
        { code: 'brand-audits', name: '品牌审核', path: '/admin/brand-applications', rights: ['platform'] },
        { code: 'companies', name: '企业', path: '/admin/companies', rights: ['platform'] },
        { code: 'ca-applications', name: '证书审核', path: '/admin/ca/applications', rights: ['platform'] },
        { code: 'trust-anchors', name: '受信任的签发机构', path: '/admin/ca/anchors', rights: ['platform'] },
        { code: 'grey-releases', name: '灰度发布', path: '/admin/grayscale-releases', rights: ['platform'] },
      ],
    },
    {
      code: 'expert',
      name: '专家',
      icon: 'team',
      children: [
        { code: 'expert-manage', name: '专家库', path: '/expert/manage', rights: ['platform'] },
        { code: 'expert-audit', name: '专家审核', path: '/expert/audit', rights: ['platform'] },
      ],
    },
    {
      code: 'platform-finance',
      name: '平台财务',
      icon: 'bar-chart',
      children: [
        { code: 'finance-cases', name: '待处理款项', path: '/admin/finance/cases', rights: ['platform'] },
        { code: 'finance-platform-orders', name: '付款单与退款', path: '/admin/finance/orders', rights: ['platform'] },
        { code: 'finance-platform-invoices', name: '开票', path: '/admin/finance/invoices', rights: ['platform'] },
        { code: 'finance-closings', name: '日结与对账', path: '/admin/finance/closings', rights: ['platform'] },
        { code: 'finance-journals', name: '凭证与冲正', path: '/admin/finance/journals', rights: ['platform'] },
        { code: 'platform-charges', name: '平台收费', path: '/admin/charges', rights: ['platform'] },
        { code: 'charge-notices', name: '缴费提示', path: '/admin/charge-notices', rights: ['platform'] },
        { code: 'products', name: '增值产品', path: '/admin/products', rights: ['platform'] },
      ],
    },
    { code: 'menus', name: '菜单与灰度', path: '/admin/menus', icon: 'setting', rights: ['platform'] },
    { code: 'message-texts', name: '发送记录', path: '/admin/message-texts', icon: 'message', rights: ['platform'] },
    { code: 'sms-reviews', name: '短信模板审核', path: '/admin/sms-templates', icon: 'message', rights: ['platform'] },
    { code: 'sms-policy', name: '短信规则', path: '/admin/sms-policy', icon: 'message', rights: ['platform'] },
    { code: 'tenants', name: '租户管理', path: '/admin/tenants', icon: 'apartment', rights: ['platform'] },
    {
      code: 'login-policy',
      name: '登录安全',
      path: '/admin/login-policy',
      icon: 'safety-certificate',
      rights: ['platform'],
    },
    {
      code: 'factor-resets',
      name: '双重验证重置',
      path: '/admin/factor-resets',
      icon: 'team',
      rights: ['platform'],
    },
    { code: 'legal-calendar', name: '法定程序', path: '/admin/legal-calendar', icon: 'calendar', rights: ['platform'] },
    { code: 'quote-policy', name: '报价开启', path: '/admin/quote-policy', icon: 'calendar', rights: ['platform'] },
    {
      code: 'audit-trail',
      name: '审计日志',
      path: '/admin/audit-trail',
      icon: 'safety-certificate',
      rights: ['platform'],
    },
    { code: 'witnesses', name: '日志见证', path: '/admin/witnesses', icon: 'file-protect', rights: ['platform'] },
    approvals('platform'),
    DOCUMENTS,
    templates('admin'),
  ],
}
