import type { Workbench } from '#contract/workbench.ts'
import type { Right } from '#features/passport/rules-rights.ts'

/** Where a page of an app begins inside it, for one workbench, and the rights of which one opens it; none: everybody's. */
interface Entry {
  to: string
  right?: readonly Right[]
}

export interface MicroPage {
  title: string
  /** Address of the page around the app; parameters are filled into the entries. */
  path: string
  at: Partial<Record<Workbench, Entry>>
}

export interface MicroApp {
  /** Also the parameter of the address that holds the route inside the app. */
  name: string
  title: string
  /** Feature code of the tenants that have the app. */
  feature: string
  pages: readonly MicroPage[]
  /** Lists that the app's tabs lead to. */
  tabs: Partial<Record<Workbench, readonly { label: string; to: string }[]>>
  /** Beginnings of the addresses that are shown inside the app; whatever else is asked for is the platform's own page. */
  holds: readonly string[]
}

const READ = ['performanceHandling', 'performanceStatistics', 'auditing'] as const
const SELL = ['bidding', 'auditing'] as const
const FEES = ['statistics', 'finance', 'auditing'] as const

const BID_LIST = '/wuling/bid-list'
const REVIEWS = '/review/tasks'
const TO_DOS = '/to-do-list/audit/list'
const feesOf = (side: 'purchaser' | 'agency') => `/${side}/monitor/tender-fee`
const tabsOf = (side: 'purchaser' | 'agency') => [
  { label: '招标清单', to: BID_LIST },
  { label: '技术评审', to: REVIEWS },
  { label: '费用监控', to: feesOf(side) },
  { label: '待办审批', to: TO_DOS },
]

/** The embedded applications (specification part 1 sections 1, 2): pages of this platform that run as apps of their own. */
export const MICRO_APPS = {
  performance: {
    name: 'performance',
    title: '履约协同',
    feature: 'microPerformance',
    pages: [
      {
        title: '履约协同',
        path: '/micro/performance',
        at: {
          purchaser: { to: '/purchaser/performance/contract', right: READ },
          supplier: { to: '/supplier/performance/contract', right: SELL },
        },
      },
    ],
    tabs: {
      purchaser: [
        { label: '合同', to: '/purchaser/performance/contract' },
        { label: '采购订单', to: '/purchaser/performance/purchaser-order' },
        { label: '需求订单', to: '/purchaser/performance/demand-order' },
      ],
      supplier: [
        { label: '我的合同', to: '/supplier/performance/contract' },
        { label: '订单中心', to: '/supplier/performance/supplier-order' },
        { label: '订单协同', to: '/supplier/order-collaboration/list' },
      ],
    },
    holds: ['/purchaser/performance', '/supplier/performance', '/supplier/order-collaboration'],
  },
  wuling: {
    name: 'wuling',
    title: '五菱专区',
    feature: 'microWuling',
    pages: [
      {
        title: '招标清单',
        path: '/micro/wuling/bid-list',
        at: {
          purchaser: { to: BID_LIST, right: ['tendering', 'auditing'] },
          agency: { to: BID_LIST, right: ['agencyTendering', 'auditing'] },
        },
      },
      {
        title: '技术评审',
        path: '/micro/wuling/technical-review',
        at: { purchaser: { to: REVIEWS }, agency: { to: REVIEWS }, expert: { to: REVIEWS } },
      },
      {
        title: '费用监控',
        path: '/micro/wuling/monitor-list',
        at: {
          purchaser: { to: feesOf('purchaser'), right: FEES },
          agency: { to: feesOf('agency'), right: FEES },
        },
      },
      {
        title: '待办审批',
        path: '/micro/wuling/to-do-audit/:id',
        at: { purchaser: { to: '/wuling/to-do-audit/:id' }, agency: { to: '/wuling/to-do-audit/:id' } },
      },
    ],
    tabs: { purchaser: tabsOf('purchaser'), agency: tabsOf('agency') },
    holds: ['/wuling', REVIEWS, feesOf('purchaser'), feesOf('agency'), '/to-do-list'],
  },
} as const satisfies Record<string, MicroApp>

export type MicroAppName = keyof typeof MICRO_APPS

/** The app of a name; undefined for a name that is none. */
export function appOf(name: string): MicroApp | undefined {
  return Object.values(MICRO_APPS).find((app) => app.name === name)
}
