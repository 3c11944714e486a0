import { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { SHELL } from '#web/shell/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

const agency: Pick<Screen, 'workbench' | 'right'> = { workbench: 'agency', right: ['finance', 'auditing'] }
const revenue: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: 'purchaser',
  right: ['finance', 'auditing'],
  menu: 'financial-revenue',
}
const payer: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['finance', 'bidding'],
  menu: 'finance-charges',
}

const monitors = (['purchaser', 'agency'] as const).flatMap((workbench): Screen[] => {
  const base = `/${workbench}/monitor/tender-fee`
  const common = {
    workbench,
    right: ['statistics', 'finance', 'auditing'],
    menu: 'tender-fee',
    props: { base },
  } satisfies Partial<Screen>
  return [
    { ...common, path: base, title: '采购费用监控', cached: true, load: () => import('./monitor-list.tsx') },
    { ...common, path: `${base}/:id/detail`, title: '采购费用监控', load: () => import('./monitor-detail.tsx') },
  ]
})

export const chargesWeb: WebFeature = {
  parts: [
    part(SHELL.overlay, 'charge-notice', () => import('./fee-notice-part.tsx')),
    part(TENDER_SLOTS.charges, 'charges', () => import('./tender-part.tsx')),
  ],
  screens: [
    {
      path: ['/charge-openness', '/charge-openness/:id'],
      title: '收费公示',
      layout: 'none',
      public: true,
      load: () => import('./openness-screen.tsx'),
    },
    {
      path: '/enterprise/charges',
      title: '收费设置',
      workbench: ['purchaser', 'agency', 'supplier'],
      right: ['businessManagement', 'finance', 'auditing'],
      menu: 'charge-settings',
      load: () => import('./settings-screen.tsx'),
    },
    {
      path: '/admin/charges',
      title: '平台收费',
      workbench: 'admin',
      right: 'platform',
      menu: 'platform-charges',
      load: () => import('./settings-screen.tsx'),
    },
    {
      path: '/admin/charge-notices',
      title: '缴费提示',
      workbench: 'admin',
      right: 'platform',
      menu: 'charge-notices',
      load: () => import('./notice-list.tsx'),
    },
    {
      ...agency,
      path: '/agency/service-fee/charge/list',
      title: '代理服务费',
      menu: 'service-fee-charge',
      cached: true,
      load: () => import('./bill-list.tsx'),
    },
    {
      workbench: 'agency',
      right: 'finance',
      path: '/agency/service-fee/charge/:id/form',
      title: '代理服务费',
      menu: 'service-fee-charge',
      load: () => import('./bill-form.tsx'),
    },
    {
      ...agency,
      path: '/agency/service-fee/charge/:id/detail',
      title: '代理服务费',
      menu: 'service-fee-charge',
      load: () => import('./bill-detail.tsx'),
    },
    {
      ...agency,
      path: '/agency/service-fee/income/list',
      title: '服务费收入',
      menu: 'service-fee-income',
      cached: true,
      load: () => import('./income-list.tsx'),
    },
    {
      workbench: 'agency',
      right: 'finance',
      path: '/agency/service-fee/income/:id/form',
      title: '登记收入',
      menu: 'service-fee-income',
      load: () => import('./income-form.tsx'),
    },
    {
      ...agency,
      path: '/agency/service-fee/income/:id/detail',
      title: '服务费收入',
      menu: 'service-fee-income',
      load: () => import('./income-detail.tsx'),
    },
    {
      ...revenue,
      path: '/purchaser/financial-revenue/list',
      title: '财务收入',
      cached: true,
      load: () => import('./revenue-list.tsx'),
    },
    {
      ...revenue,
      path: '/purchaser/financial-revenue/:id/actual-income-fill',
      title: '填报实际收入',
      right: 'finance',
      load: () => import('./revenue-fill.tsx'),
    },
    {
      ...revenue,
      path: '/purchaser/financial-revenue/:id/detail',
      title: '财务收入',
      load: () => import('./revenue-detail.tsx'),
    },
    { ...payer, path: '/finance/charges', title: '应付费用', cached: true, load: () => import('./due-list.tsx') },
    { ...payer, path: '/finance/charges/:billId', title: '应付费用', load: () => import('./due-detail.tsx') },
    ...monitors,
  ],
}
