import type { Screen, WebFeature } from '#web/screen.ts'
import { recruitBase, type Side, SIDES } from '../rules/places.ts'

/** The same pages on both sides. A co-handler needs no right but to be named, so the server says who may see which call. */
function keptBy(side: Side): Screen[] {
  const base = recruitBase(side)
  const common = { workbench: side, menu: 'supplier-recruit', props: { side } }
  return [
    {
      ...common,
      path: `${base}/list`,
      title: '供应商征集',
      right: ['supplierManagement', 'auditing'],
      cached: true,
      load: () => import('./recruit-list.tsx'),
    },
    {
      ...common,
      path: `${base}/orders/:orderId?/form`,
      title: '编辑征集',
      right: 'supplierManagement',
      load: () => import('./recruit-form.tsx'),
    },
    {
      ...common,
      path: `${base}/orders/:orderId/detail`,
      title: '征集详情',
      load: () => import('./recruit-detail.tsx'),
    },
    { ...common, path: `${base}/orders/:orderId/trades`, title: '入库申请', load: () => import('./trade-list.tsx') },
    {
      ...common,
      path: `${base}/orders/:orderId/trades/:tradeId/approval`,
      title: '审核申请',
      load: () => import('./trade-check.tsx'),
    },
    {
      ...common,
      path: `${base}/orders/:orderId/change`,
      title: '征集变更',
      right: 'supplierManagement',
      load: () => import('./change-screen.tsx'),
    },
    { ...common, path: `${base}/orders/:orderId/result`, title: '征集结果', load: () => import('./result-screen.tsx') },
  ]
}

const SUPPLIER = { workbench: 'supplier', right: 'bidding', menu: 'monitor-recruit' } as const

export const recruitWeb: WebFeature = {
  screens: [
    ...SIDES.flatMap(keptBy),
    {
      ...SUPPLIER,
      path: '/supplier/monitor/recruit/list',
      title: '供应商征集',
      cached: true,
      load: () => import('./own-list.tsx'),
    },
    {
      ...SUPPLIER,
      path: '/supplier/recruit/orders/:orderId/detail',
      title: '征集详情',
      load: () => import('./own-detail.tsx'),
    },
    {
      ...SUPPLIER,
      path: '/supplier/recruit/orders/:orderId/trades/:tradeId?',
      title: '入库申请',
      load: () => import('./apply-screen.tsx'),
    },
  ],
}
