import type { Right } from '#features/passport/rules-rights.ts'
import type { WebFeature } from '#web/screen.ts'

const KEEP: Right = 'frameAgreement'
const ORDER: Right[] = ['frameAgreement', 'performanceHandling']
const READ: Right[] = [...ORDER, 'supplierManagement', 'performanceStatistics', 'auditing']
const SELL: Right[] = ['bidding', 'auditing']

const KEPT = { workbench: 'purchaser', menu: 'supplier-frame-agreements' } as const
const LIBRARY = { workbench: 'purchaser', menu: 'performance-framework-agreement' } as const
const OWN = { workbench: 'supplier', menu: 'performance-supplier-agreement' } as const

const AT = '/purchaser/supplier-management/frame-agreements'
const IN = '/purchaser/performance/framework-agreement'

export const frameAgreementsWeb: WebFeature = {
  screens: [
    {
      ...KEPT,
      path: AT,
      title: '框架协议',
      right: READ,
      cached: true,
      props: { isLibrary: false },
      load: () => import('./agreement-list.tsx'),
    },
    {
      ...KEPT,
      path: [`${AT}/create`, `${AT}/:agreementId/edit`],
      title: '登记框架协议',
      right: KEEP,
      load: () => import('./agreement-form.tsx'),
    },
    {
      ...KEPT,
      path: `${AT}/:agreementId/detail`,
      title: '框架协议详情',
      right: READ,
      props: { isLibrary: false },
      load: () => import('./agreement-detail.tsx'),
    },
    {
      ...LIBRARY,
      path: IN,
      title: '框架协议库',
      right: READ,
      cached: true,
      props: { isLibrary: true },
      load: () => import('./agreement-list.tsx'),
    },
    {
      ...LIBRARY,
      path: `${IN}/:agreementId/detail`,
      title: '框架协议详情',
      right: READ,
      props: { isLibrary: true },
      load: () => import('./agreement-detail.tsx'),
    },
    {
      ...LIBRARY,
      path: `${IN}/:agreementId/order`,
      title: '下达订单',
      right: ORDER,
      load: () => import('./order-form.tsx'),
    },
    {
      ...LIBRARY,
      path: `${IN}/:agreementId/competitions/create`,
      title: '发起二次竞价',
      right: ORDER,
      load: () => import('./competition-form.tsx'),
    },
    {
      ...LIBRARY,
      path: `${IN}/:agreementId/competitions/:competitionId/detail`,
      title: '二次竞价',
      right: READ,
      load: () => import('./competition-detail.tsx'),
    },
    {
      ...OWN,
      path: '/supplier/performance/framework-agreement',
      title: '框架协议',
      right: SELL,
      cached: true,
      load: () => import('./entry-list.tsx'),
    },
    {
      ...OWN,
      path: '/supplier/performance/framework-agreement/:entryId/detail',
      title: '框架协议详情',
      right: SELL,
      load: () => import('./entry-detail.tsx'),
    },
    {
      ...OWN,
      path: '/supplier/performance/framework-agreement/:entryId/competitions/:competitionId/detail',
      title: '二次竞价',
      right: SELL,
      load: () => import('./own-competition.tsx'),
    },
  ],
}
