import type { WebFeature } from '#web/screen.ts'

export const auditTrailWeb: WebFeature = {
  screens: [
    {
      path: '/enterprise/audit-trail',
      title: '审计日志',
      workbench: ['purchaser', 'agency', 'supplier'],
      right: 'auditing',
      menu: 'company-audit-trail',
      cached: true,
      load: () => import('./company-audit-list.tsx'),
    },
    {
      path: '/admin/audit-trail',
      title: '审计日志',
      workbench: 'admin',
      right: 'platform',
      menu: 'audit-trail',
      cached: true,
      load: () => import('./audit-list.tsx'),
    },
  ],
}
