import type { Workbench } from '#contract/workbench.ts'
import { KEEPER_RIGHTS, KINDS, TEMPLATE_KINDS } from '#features/templates/rules/kinds.ts'
import type { Right } from '../rights.ts'
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
    company([
      {
        code: 'brand-application',
        name: '平台品牌',
        path: '/enterprise/brand-application',
        rights: ['businessManagement'],
      },
    ]),
    templates(['tendering']),
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
    company([]),
    templates(['agencyTendering']),
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
    company([]),
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
    {
      code: 'company-administration',
      name: '企业管理',
      icon: 'team',
      children: [
        { code: 'company-audits', name: '企业审核', path: '/admin/company-audits', rights: ['platform'] },
        { code: 'service-audits', name: '服务审核', path: '/admin/service-audits', rights: ['platform'] },
        { code: 'brand-audits', name: '品牌审核', path: '/admin/brand-applications', rights: ['platform'] },
        { code: 'companies', name: '企业', path: '/admin/companies', rights: ['platform'] },
        { code: 'grey-releases', name: '灰度发布', path: '/admin/grayscale-releases', rights: ['platform'] },
      ],
    },
    { code: 'tenants', name: '租户管理', path: '/admin/tenants', icon: 'apartment', rights: ['platform'] },
    {
      code: 'audit-trail',
      name: '审计日志',
      path: '/admin/audit-trail',
      icon: 'safety-certificate',
      rights: ['platform'],
    },
    templates([]),
  ],
}

/** What a company keeps of itself: the same in each of its workbenches, and what only one of them has. */
function company(more: MenuEntry[]): MenuEntry {
  return {
    code: 'enterprise',
    name: '企业管理',
    icon: 'bank',
    children: [
      { code: 'certificate-info', name: '认证信息', path: '/enterprise/certificate/info' },
      { code: 'account-info', name: '账户信息', path: '/enterprise/account-info' },
      { code: 'service-dredge', name: '服务开通', path: '/enterprise/service-dredge', rights: ['businessManagement'] },
      { code: 'app-management', name: '应用管理', path: '/enterprise/app-management', rights: ['businessManagement'] },
      { code: 'tied-card', name: '银行账户', path: '/enterprise/tied-card', rights: ['businessManagement'] },
      ...more,
    ],
  }
}

/** Templates by kind; `readers` may also open the library of report templates. */
function templates(readers: readonly Right[]): MenuEntry {
  const entry = (code: string, name: string, rights: readonly Right[]): MenuEntry => ({
    code: `templates-${code}`,
    name,
    path: `/enterprise/templates/${code}`,
    rights,
  })
  const demand: readonly Right[] = [...KEEPER_RIGHTS['demands-parameter'], 'platform']
  return {
    code: 'templates',
    name: '模板',
    icon: 'doc',
    children: [
      ...TEMPLATE_KINDS.map((kind) => entry(kind, KINDS[kind].label, [...KEEPER_RIGHTS[kind], 'platform'])),
      { code: 'demands-category', name: '需求分类', path: '/enterprise/demands-category', rights: demand },
      ...(readers.length > 0
        ? [{ code: 'review-report-library', name: '评审报告模板库', path: '/library/bidding/info', rights: readers }]
        : []),
    ],
  }
}

/** Titled by whom it serves (specification part 2 section 6). */
function services(name: string, children: MenuEntry[]): MenuEntry {
  return { code: 'services', name, icon: 'customer-service', children }
}
