import type { Screen, WebFeature } from '#web/screen.ts'

const BASE = '/purchaser/supplier-management/sms'
const READS: Pick<Screen, 'workbench' | 'right'> = { workbench: 'purchaser', right: ['sms', 'auditing'] }

export const smsTasksWeb: WebFeature = {
  screens: [
    {
      ...READS,
      path: `${BASE}/tasks`,
      title: '短信任务',
      menu: 'supplier-sms-tasks',
      cached: true,
      load: () => import('./task-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/tasks/:taskId`,
      title: '短信任务详情',
      menu: 'supplier-sms-tasks',
      load: () => import('./task-detail.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/tasks/:taskId/recipients`,
      title: '收件人明细',
      menu: 'supplier-sms-tasks',
      load: () => import('./recipient-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/templates`,
      title: '短信模板',
      menu: 'supplier-sms-templates',
      cached: true,
      load: () => import('./template-list.tsx'),
    },
    {
      path: '/supplier/sms-senders',
      title: '采购人短信',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'sms-senders',
      cached: true,
      load: () => import('./sender-list.tsx'),
    },
    {
      path: '/admin/sms-templates',
      title: '短信模板审核',
      workbench: 'admin',
      right: 'platform',
      menu: 'sms-reviews',
      cached: true,
      load: () => import('./review-list.tsx'),
    },
    {
      path: '/admin/sms-policy',
      title: '短信规则',
      workbench: 'admin',
      right: 'platform',
      menu: 'sms-policy',
      load: () => import('./policy-screen.tsx'),
    },
  ],
}
