import type { Workbench } from '#contract/workbench.ts'
import type { MenuEntry } from './menu-filter.ts'

const HOME: MenuEntry = { code: 'home', name: '首页', path: '/', icon: 'home' }

const APPROVAL_FLOWS: MenuEntry = {
  code: 'workflow-approval',
  name: '审批流程',
  path: '/enterprise/workflow-approval',
  icon: 'file-protect',
  rights: ['businessManagement', 'platform'],
}

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
    enterprise([APPROVAL_FLOWS]),
    services('招采服务', []),
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
    enterprise([APPROVAL_FLOWS]),
    services('招采服务', []),
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
  ],
  expert: [
    HOME,
    { code: 'review-tasks', name: '评审任务', path: '/review/tasks', icon: 'profile', rights: ['reviewing'] },
  ],
  admin: [
    HOME,
    { code: 'tenants', name: '租户管理', path: '/admin/tenants', icon: 'apartment', rights: ['platform'] },
    {
      code: 'audit-trail',
      name: '审计日志',
      path: '/admin/audit-trail',
      icon: 'safety-certificate',
      rights: ['platform'],
    },
    APPROVAL_FLOWS,
  ],
}

function enterprise(children: MenuEntry[]): MenuEntry {
  return { code: 'enterprise', name: '企业管理', icon: 'apartment', children }
}

/** Titled by whom it serves (specification part 2 section 6). */
function services(name: string, children: MenuEntry[]): MenuEntry {
  return { code: 'services', name, icon: 'customer-service', children }
}
