import type { Workbench } from '#contract/workbench.ts'
import type { Right } from '../rules-rights.ts'
import type { MenuEntry } from './menu-filter.ts'

const HOME: MenuEntry = { code: 'home', name: '首页', path: '/', icon: 'home' }

/** The menus as data. Only addresses that have a screen are listed; the browser also leaves out what it has no screen for. */
export const MENUS: Readonly<Record<Workbench, readonly MenuEntry[]>> = {
  purchaser: [
    HOME,
    {
      code: 'procurement',
      name: '招标采购',
      icon: 'audit',
      children: [{ code: 'bidding', name: '招标采购', path: '/purchaser/bidding/list', rights: ['tendering'] }],
    },
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
      ],
    },
    {
      code: 'expert',
      name: '专家',
      icon: 'team',
      children: [{ code: 'expert-manage', name: '专家库', path: '/expert/manage', rights: ['expertManagement'] }],
    },
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
    services('招采服务', []),
    company(['businessManagement', 'statistics']),
  ],
  agency: [
    HOME,
    {
      code: 'procurement',
      name: '招标采购',
      icon: 'audit',
      children: [{ code: 'bidding', name: '招标采购', path: '/agency/bidding/list', rights: ['agencyTendering'] }],
    },
    {
      code: 'project',
      name: '项目管理',
      icon: 'project',
      children: [
        { code: 'agency-project', name: '代理项目', path: '/agency/project/bidding/list', rights: ['agencyTendering'] },
      ],
    },
    {
      code: 'expert',
      name: '专家',
      icon: 'team',
      children: [{ code: 'expert-manage', name: '专家库', path: '/expert/manage', rights: ['expertManagement'] }],
    },
    services('招采服务', []),
    company(['businessManagement', 'statistics']),
  ],
  supplier: [
    HOME,
    {
      code: 'opportunity',
      name: '公开招标',
      icon: 'notification',
      children: [{ code: 'public-tender', name: '公开招标', path: '/supplier/public-tender/list' }],
    },
    {
      code: 'participation',
      name: '我的投标',
      icon: 'solution',
      children: [{ code: 'monitor-bid', name: '我的投标', path: '/supplier/monitor/bid/list', rights: ['bidding'] }],
    },
    services('投标服务&CA', [
      { code: 'bid-keys', name: '证书', path: '/supplier/bid-keys', rights: ['caCentre', 'bidding'] },
    ]),
    company(['businessManagement']),
  ],
  expert: [
    HOME,
    { code: 'review-tasks', name: '评审任务', path: '/review/tasks', icon: 'profile', rights: ['reviewing'] },
  ],
  admin: [
    HOME,
    { code: 'menus', name: '菜单与灰度', path: '/admin/menus', icon: 'setting', rights: ['platform'] },
    { code: 'tenants', name: '租户管理', path: '/admin/tenants', icon: 'apartment', rights: ['platform'] },
    {
      code: 'audit-trail',
      name: '审计日志',
      path: '/admin/audit-trail',
      icon: 'safety-certificate',
      rights: ['platform'],
    },
  ],
}

/** The company's own affairs; the report is also for those who hold one of `reporters`. */
function company(reporters: readonly Right[]): MenuEntry {
  return {
    code: 'enterprise',
    name: '企业管理',
    icon: 'apartment',
    children: [
      { code: 'organisation', name: '组织架构', path: '/enterprise/organisation', rights: ['businessManagement'] },
      { code: 'association', name: '上下级企业', path: '/enterprise/association', rights: ['businessManagement'] },
      {
        code: 'login-log',
        name: '登录日志',
        path: '/enterprise/login-log',
        rights: ['loginLog', 'businessManagement'],
      },
      { code: 'data-report', name: '数据报表', path: '/enterprise/data-report', rights: reporters },
    ],
  }
}

/** Titled by whom it serves (specification part 2 section 6). */
function services(name: string, children: MenuEntry[]): MenuEntry {
  return { code: 'services', name, icon: 'customer-service', children }
}
