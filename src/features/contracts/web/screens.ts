import type { Right } from '#features/passport/rules-rights.ts'
import type { WebFeature } from '#web/screen.ts'
import { TEAM_LISTS, teamPlace } from '../rules/places.ts'

const READ: Right[] = ['performanceHandling', 'performanceStatistics', 'auditing']
const ASK: Right[] = ['purchaseDemand', 'tendering', 'performanceHandling']
const SELL: Right[] = ['bidding', 'auditing']

const BUYS = { workbench: 'purchaser', props: { side: 'purchaser' } } as const
const SELLS = { workbench: 'supplier', props: { side: 'supplier' } } as const
const CONTRACT = { ...BUYS, menu: 'performance-contract' } as const
const CALL_OFF = { ...BUYS, menu: 'performance-purchaser-order' } as const
const MEMBER = { workbench: 'purchaser', menu: 'performance-acceptance', props: { side: 'purchaser' } } as const
const EXPERT = { workbench: 'expert', menu: 'acceptances', props: { side: 'expert' } } as const
const DEMAND = { workbench: 'purchaser', menu: 'performance-demand-order' } as const

export const contractsWeb: WebFeature = {
  screens: [
    {
      ...CONTRACT,
      path: '/purchaser/performance/contract',
      title: '合同',
      right: READ,
      cached: true,
      load: () => import('./contract-list.tsx'),
    },
    {
      ...CONTRACT,
      path: '/purchaser/performance/contract/:contractId/detail',
      title: '合同详情',
      right: READ,
      load: () => import('./contract-detail.tsx'),
    },
    {
      ...CONTRACT,
      path: '/purchaser/performance/contract/:contractId/edit',
      title: '编辑合同',
      right: 'performanceHandling',
      load: () => import('./contract-form.tsx'),
    },
    {
      ...CONTRACT,
      path: '/purchaser/performance/contract/:contractId/change',
      title: '变更合同',
      right: 'performanceHandling',
      load: () => import('./change-form.tsx'),
    },
    {
      ...CONTRACT,
      path: '/purchaser/performance/contract/:contractId/order',
      title: '下采购订单',
      right: 'performanceHandling',
      load: () => import('./call-off-form.tsx'),
    },
    {
      ...CALL_OFF,
      path: '/purchaser/performance/purchaser-order',
      title: '采购订单',
      right: READ,
      cached: true,
      load: () => import('./call-off-list.tsx'),
    },
    {
      ...CALL_OFF,
      path: '/purchaser/performance/purchaser-order/:orderId/detail',
      title: '采购订单详情',
      right: READ,
      load: () => import('./call-off-detail.tsx'),
    },
    {
      ...DEMAND,
      path: '/purchaser/performance/demand-order',
      title: '需求订单',
      right: [...ASK, 'performanceStatistics', 'auditing'],
      cached: true,
      load: () => import('./demand-order-list.tsx'),
    },
    {
      ...DEMAND,
      path: '/purchaser/performance/demand-order/create',
      title: '提出需求',
      right: ASK,
      load: () => import('./demand-order-form.tsx'),
    },
    // Members of teams need no right: whom a delivery is for, the server says.
    {
      ...MEMBER,
      path: TEAM_LISTS.purchaser,
      title: '验收任务',
      cached: true,
      load: () => import('./own-team-list.tsx'),
    },
    {
      ...MEMBER,
      path: teamPlace('purchaser', ':teamId'),
      title: '验收任务',
      load: () => import('./own-team.tsx'),
    },
    {
      ...EXPERT,
      path: TEAM_LISTS.expert,
      title: '验收任务',
      cached: true,
      load: () => import('./own-team-list.tsx'),
    },
    {
      ...EXPERT,
      path: teamPlace('expert', ':teamId'),
      title: '验收任务',
      load: () => import('./own-team.tsx'),
    },
    {
      ...SELLS,
      path: '/supplier/performance/supplier-order',
      title: '订单中心',
      right: SELL,
      menu: 'performance-supplier-order',
      cached: true,
      load: () => import('./order-centre.tsx'),
    },
    {
      ...SELLS,
      path: '/supplier/performance/contract',
      title: '我的合同',
      right: SELL,
      menu: 'performance-supplier-contract',
      cached: true,
      load: () => import('./contract-list.tsx'),
    },
    {
      ...SELLS,
      path: '/supplier/performance/contract/:contractId/detail',
      title: '合同详情',
      right: SELL,
      menu: 'performance-supplier-contract',
      load: () => import('./contract-detail.tsx'),
    },
    {
      ...SELLS,
      path: '/supplier/order-collaboration/list',
      title: '订单协同',
      right: SELL,
      menu: 'order-collaboration',
      cached: true,
      load: () => import('./call-off-list.tsx'),
    },
    {
      ...SELLS,
      path: '/supplier/order-collaboration/:orderId/detail',
      title: '订单详情',
      right: SELL,
      menu: 'order-collaboration',
      load: () => import('./call-off-detail.tsx'),
    },
  ],
}
