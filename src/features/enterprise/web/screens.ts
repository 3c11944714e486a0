import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

const company: Pick<Screen, 'workbench' | 'right'> = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: 'businessManagement',
}
const admin: Pick<Screen, 'workbench' | 'right'> = { workbench: 'admin', right: 'platform' }

export const enterpriseWeb: WebFeature = {
  screens: [
    {
      path: '/home/enterprise-certificate/:edit?',
      title: '企业认证',
      layout: 'top',
      withoutCompany: true,
      load: () => import('./certificate-form.tsx'),
    },
    {
      path: '/enterprise/certificate/info',
      title: '认证信息',
      workbench: ['purchaser', 'agency', 'supplier'],
      load: () => import('./certificate-info.tsx'),
    },
    {
      ...company,
      path: '/enterprise/certificate/process',
      title: '认证记录',
      menu: 'certificate-info',
      cached: true,
      load: () => import('./certificate-process.tsx'),
    },
    {
      ...company,
      path: '/enterprise/certificate/process/:auditId',
      title: '认证申请',
      menu: 'certificate-info',
      load: () => import('./audit-screen.tsx'),
    },
    { ...company, path: '/enterprise/service-dredge', title: '服务开通', load: () => import('./service-dredge.tsx') },
    { ...company, path: '/enterprise/tied-card', title: '银行账户', load: () => import('./tied-card.tsx') },
    {
      path: '/enterprise/account-info',
      title: '账户信息',
      workbench: ['purchaser', 'agency', 'supplier'],
      load: () => import('./account-info.tsx'),
    },
    { ...company, path: '/enterprise/app-management', title: '应用管理', load: () => import('./app-management.tsx') },
    {
      ...company,
      workbench: 'purchaser',
      path: '/enterprise/brand-application',
      title: '平台品牌',
      load: () => import('./brand-application.tsx'),
    },
    {
      ...admin,
      path: '/admin/company-audits',
      title: '企业审核',
      cached: true,
      load: () => import('./admin/audit-list.tsx'),
    },
    {
      ...admin,
      path: '/admin/company-audits/:auditId',
      title: '企业审核',
      menu: 'company-audits',
      load: () => import('./admin/audit-detail.tsx'),
    },
    {
      ...admin,
      path: '/admin/companies',
      title: '企业',
      cached: true,
      load: () => import('./admin/company-list.tsx'),
    },
    {
      ...admin,
      path: '/admin/companies/:companyId',
      title: '企业信息',
      menu: 'companies',
      load: () => import('./admin/company-detail.tsx'),
    },
    {
      ...admin,
      path: '/admin/service-audits',
      title: '服务审核',
      cached: true,
      load: () => import('./admin/service-audit-list.tsx'),
    },
    { ...admin, path: '/admin/brand-applications', title: '品牌审核', load: () => import('./admin/brand-list.tsx') },
    { ...admin, path: '/admin/tenants', title: '租户管理', load: () => import('./admin/tenant-list.tsx') },
    {
      ...admin,
      path: '/admin/tenants/create',
      title: '开设平台',
      menu: 'tenants',
      load: () => import('./admin/tenant-create.tsx'),
    },
    {
      ...admin,
      path: '/admin/tenants/:id/branding',
      title: '品牌与功能',
      menu: 'tenants',
      load: () => import('./admin/tenant-branding.tsx'),
    },
    {
      ...admin,
      path: '/admin/grayscale-releases',
      title: '灰度发布',
      load: () => import('./admin/grey-releases.tsx'),
    },
  ],
  parts: [
    part(SHELL.companyChoice, 'own-applications', () => import('./own-applications.tsx')),
    part(SHELL.colleagues, 'join-requests', () => import('./join-requests.tsx')),
  ],
}
