import type { Screen, WebFeature } from '#web/screen.ts'

const reader = { workbench: ['purchaser', 'agency'], right: 'statistics' } satisfies Partial<Screen>

export const statisticsWeb: WebFeature = {
  screens: [
    {
      ...reader,
      path: '/bi',
      title: '采购统计',
      menu: 'bi',
      cached: true,
      load: () => import('./purchases-screen.tsx'),
    },
    {
      ...reader,
      path: '/monitor/statistic/supplier-analysis/detail',
      title: '供应商分析',
      menu: 'supplier-analysis',
      cached: true,
      load: () => import('./suppliers-screen.tsx'),
    },
    {
      ...reader,
      path: '/data/screen',
      title: '数据大屏',
      layout: 'none',
      load: () => import('./data-screen.tsx'),
    },
    {
      workbench: ['purchaser', 'agency', 'supplier'],
      right: ['statistics', 'businessManagement'],
      path: '/enterprise/data-report',
      title: '数据报表',
      menu: 'data-report',
      cached: true,
      load: () => import('./data-report-screen.tsx'),
    },
  ],
}
