import type { WebFeature } from '#web/screen.ts'

export const auditTrailWeb: WebFeature = {
  screens: [
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
